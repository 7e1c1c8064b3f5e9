// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/lockactions.h"

#include "core/text/words.h"

namespace lockmaster::redisson {

namespace {

QString holderConsequence()
{
    return Words::tr(
        "Its holder is not told: its work goes on, and its next unlock() throws. Its hold count is "
        "dropped as a whole, a watchdog stops at its next tick, and anyone who waits is woken. "
        "Clients of version 3.11 or 3.12 may lose their next lock too.");
}

QString readerConsequence()
{
    return Words::tr("That reader is not told: its work goes on, and its next unlock() may throw. "
                     "Its watchdog stops; the other readers keep the lock.");
}

QString allReadersConsequence()
{
    return Words::tr("None of the readers is told: their work goes on, and their next unlock() may "
                     "throw. Their watchdogs stop, and anyone who waits is woken.");
}

QString fencingConsequence()
{
    return QLatin1Char(' ') + Words::tr("The fencing token stays as it is.");
}

LockAction releaseAction(QString consequence)
{
    LockAction action;
    action.id = QStringLiteral("release");
    action.label = Words::tr("Release");
    action.consequence = std::move(consequence);
    return action;
}

std::vector<LockAction> readerActions(const LockRecord &lock)
{
    std::vector<LockAction> actions;
    for (const Holder &reader : lock.holders) {
        LockAction one;
        one.id = QStringLiteral("read-one");
        one.target = reader.raw;
        one.label = Words::tr("Release reader %1").arg(reader.label);
        one.consequence = readerConsequence();
        actions.push_back(std::move(one));
    }
    if (lock.holders.size() == 1)
        return actions;
    LockAction all;
    all.id = QStringLiteral("read-all");
    all.label = Words::tr("Evict all %1 readers").arg(lock.holders.size());
    all.consequence = allReadersConsequence();
    actions.push_back(std::move(all));
    return actions;
}

bool isMulti(const LockRecord &lock)
{
    return lock.variant == QLatin1StringView("multi");
}

bool isReadByItsWriter(const LockRecord &lock)
{
    return lock.variant == QLatin1StringView("write") && lock.holders.size() > 1;
}

} // namespace

std::vector<LockAction> actionsOf(const LockRecord &lock)
{
    if (lock.holders.empty() || isMulti(lock) || isReadByItsWriter(lock))
        return {};
    if (lock.variant == QLatin1StringView("read"))
        return readerActions(lock);
    QString consequence = holderConsequence();
    if (lock.variant == QLatin1StringView("fenced"))
        consequence += fencingConsequence();
    return {releaseAction(std::move(consequence))};
}

std::optional<Error> whyNoAction(const LockRecord &lock)
{
    if (isMulti(lock))
        return Error{ErrorKind::Unsupported,
                     0,
                     Words::tr("A Redisson multi-lock of one group is not released: one "
                               "hash serves all its holders, each by its own clock."),
                     {}};
    if (isReadByItsWriter(lock))
        return Error{ErrorKind::Unsupported,
                     0,
                     Words::tr("The writer also reads under this lock: releasing one would "
                               "leave the other, so neither is done."),
                     {}};
    return std::nullopt;
}

} // namespace lockmaster::redisson
