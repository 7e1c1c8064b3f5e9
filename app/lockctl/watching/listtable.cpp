// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/listtable.h"

#include "app/lockctl/shell/lookreport.h"
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
                    const std::vector<const LockRecord *> &locks, SteadyTime now)
{
    const bool withSource = needsSource(looks);
    std::vector<TextTable::Column> columns = {{QStringLiteral("LOCK"), false, true},
                                              {QStringLiteral("SYSTEM")},
                                              {QStringLiteral("BACKEND"), false, true},
                                              {QStringLiteral("OWNER"), false, true},
                                              {QStringLiteral("TTL"), true},
                                              {QStringLiteral("HELD"), true},
                                              {QStringLiteral("WAITERS"), true},
                                              {QStringLiteral("STATE")},
                                              {QStringLiteral("FINDINGS")}};
    if (withSource)
        columns.insert(columns.begin() + 3, {QStringLiteral("SOURCE"), false, true});
    TextTable table(std::move(columns));
    for (const LockRecord *lock : locks) {
        QStringList cells{literalText(lock->id.name),
                          systemText(*lock),
                          literalText(lock->id.source->backend),
                          literalText(ownersText(*lock)),
                          ttlText(*lock, now),
                          heldText(*lock, now),
                          lock->waiters.count ? QString::number(*lock->waiters.count)
                                              : QStringLiteral("?"),
                          lockStateName(lock->state),
                          findingsText(*lock)};
        if (withSource)
            cells.insert(3, literalText(lock->id.source->name));
        table.addRow(cells);
    }
    return table;
}

} // namespace lockmaster
