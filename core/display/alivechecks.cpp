// SPDX-License-Identifier: Apache-2.0
#include "core/display/alivechecks.h"

#include "core/verdict/alivecheck.h"
#include "core/platform/askaside.h"

#include <QThreadPool>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Micros patience = 10s;
constexpr Micros keptFor = 60s;

} // namespace

AliveChecks::AliveChecks(const Clock &clock, QObject *parent) : QObject(parent), m_clock(clock) {}

AliveChecks::~AliveChecks()
{
    *m_givenUp = true;
}

QThreadPool &AliveChecks::pool()
{
    static QThreadPool pool;
    return pool;
}

void AliveChecks::setBackends(const std::vector<BackendSpec> &backends)
{
    m_commands.clear();
    for (const BackendSpec &backend : backends) {
        if (!backend.aliveCommand.isEmpty())
            m_commands[backend.name] = backend.aliveCommand;
    }
}

bool AliveChecks::hasWay(const LockRecord &lock) const
{
    return m_commands.contains(lock.id.source->backend) && !lock.holders.empty()
           && lock.state != LockState::Free;
}

bool AliveChecks::canAsk(const LockRecord &lock) const
{
    const auto said = m_said.find(lock.id);
    const bool asks = said != m_said.end() && !said->second.evidence;
    return !asks && hasWay(lock);
}

void AliveChecks::ask(const LockPointer &lock)
{
    if (!canAsk(*lock))
        return;
    std::erase_if(m_said, [this](const auto &each) {
        return each.second.evidence && between(each.second.at, m_clock.now()) > keptFor;
    });
    m_said[lock->id] = {lock, std::nullopt, m_clock.now()};
    emit changed();
    // What hangs takes its time from nobody else.
    const QStringList command = m_commands.value(lock->id.source->backend);
    askAside<LifeEvidence>(
        this,
        [lock, command, givenUp = m_givenUp]() -> LifeEvidence {
            AliveAsker asker(patience, systemClock().now() + patience);
            asker.setGivenUp(*givenUp);
            return asker.about(*lock, command).value_or(LifeEvidence());
        },
        [this, lock](const LifeEvidence &evidence) {
            m_said[lock->id] = {lock, evidence, m_clock.now()};
            emit changed();
        },
        &pool());
}

std::optional<LifeEvidence> AliveChecks::saidOf(const LockRecord &lock) const
{
    const auto said = m_said.find(lock.id);
    if (said == m_said.end() || !said->second.evidence
        || between(said->second.at, m_clock.now()) > keptFor
        || !sameInstance(*said->second.lock, lock))
        return std::nullopt;
    return said->second.evidence;
}

std::vector<HolderCheck> AliveChecks::said() const
{
    std::vector<HolderCheck> checks;
    for (const auto &[id, said] : m_said) {
        if (said.evidence)
            checks.push_back({said.lock, *said.evidence, said.at + keptFor});
    }
    return checks;
}

} // namespace lockmaster
