// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/listtable.h"

#include "app/lockctl/shell/lookreport.h"
#include "core/formats/knownnames.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"

#include <set>

namespace lockmaster {

namespace {

QString ownersText(const LockRecord &lock)
{
    if (lock.holders.empty())
        return QStringLiteral("-");
    QString text = lock.holders.front().label;
    if (lock.holdCount() > 1)
        text += QStringLiteral(" x%1").arg(lock.holdCount());
    if (lock.holders.size() > 1)
        text += QStringLiteral(" +%1").arg(lock.holders.size() - 1);
    return text;
}

QString systemText(const LockRecord &lock)
{
    const QString &system = lock.id.source->system;
    return lock.certainty == Certainty::Likely ? system + QStringLiteral(" (likely)") : system;
}

QString ttlText(const LockRecord &lock, SteadyTime now)
{
    if (lock.state == LockState::Free || (lock.holders.empty() && !lock.lease.hasExpiry))
        return QStringLiteral("-");
    if (!lock.lease.hasExpiry)
        return QStringLiteral("no expiry");
    const std::optional<Micros> ttl = lock.ttlAt(now);
    return ttl && lock.state != LockState::Unknown ? durationText(*ttl) : QStringLiteral("?");
}

QString heldText(const LockRecord &lock, SteadyTime now)
{
    if (!lock.heldSince || lock.heldBasis == HeldBasis::None)
        return QStringLiteral("-");
    return durationText(std::chrono::duration_cast<Micros>(now - *lock.heldSince));
}

QString waitersText(const LockRecord &lock)
{
    return lock.waiters.count ? QString::number(*lock.waiters.count) : QStringLiteral("?");
}

/** Whether a backend has two sources of the same system, so that a lock's name alone misleads. */
bool needsSource(const std::vector<SingleLook> &looks)
{
    for (const SingleLook &look : looks) {
        std::set<QString> systems;
        for (const SourceStatus &source : look.status.sources) {
            for (const QString &system : source.systems) {
                if (!systems.insert(system).second)
                    return true;
            }
        }
    }
    return false;
}

} // namespace

TextTable lockTable(const std::vector<SingleLook> &looks,
                    const std::vector<const LockRecord *> &locks, SteadyTime now,
                    const VerdictOf &verdictOf)
{
    using Lock = const LockRecord *;
    using Fit = TableColumn<Lock>::Fit;
    std::vector<TableColumn<Lock>> columns{
        {"LOCK", [](const Lock &lock) { return nameText(lock->id.name); }, Fit::Elastic},
        {"SYSTEM", [](const Lock &lock) { return systemText(*lock); }},
        {"BACKEND", [](const Lock &lock) { return literalText(lock->id.source->backend); },
         Fit::Elastic},
        {"OWNER", [](const Lock &lock) { return literalText(ownersText(*lock)); }, Fit::Elastic},
        {"TTL", [now](const Lock &lock) { return ttlText(*lock, now); }, Fit::Right},
        {"HELD", [now](const Lock &lock) { return heldText(*lock, now); }, Fit::Right},
        {"WAITERS", [](const Lock &lock) { return waitersText(*lock); }, Fit::Right},
        {"STATE", [](const Lock &lock) { return lockStateName(lock->state); }},
        {"FINDINGS", [](const Lock &lock) { return findingsText(*lock); }},
    };
    if (verdictOf) {
        const auto word = [&verdictOf](const Lock &lock) {
            const auto verdict = verdictOf(*lock);
            return verdict ? lifeName(verdict->life) : QStringLiteral("-");
        };
        columns.insert(columns.end() - 1, {"HOLDER", word});
    }
    if (needsSource(looks)) {
        columns.insert(columns.begin() + 3,
                       {"SOURCE",
                        [](const Lock &lock) { return literalText(lock->id.source->name); },
                        Fit::Elastic});
    }
    return tableOf(columns, locks);
}

} // namespace lockmaster
