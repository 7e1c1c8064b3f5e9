// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/releasewords.h"

#include "core/text/literaltext.h"
#include "core/systems/keys/redisrelease.h"
#include "core/text/words.h"
#include "core/redis/acltext.h"

namespace lockmaster::redisson {

namespace {

using Kind = ReleaseAim::Kind;

constexpr qsizetype longestQuote = 200;

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

ReleaseOutcome outcome(ReleaseResult result, QString message, QString remedy)
{
    ReleaseOutcome made;
    made.result = result;
    made.message = std::move(message);
    made.remedy = std::move(remedy);
    return made;
}

QString lookAgain()
{
    return Words::tr("Look at it again.");
}

/** What the server counted, and nothing where it counted nobody: some may listen elsewhere. */
QString toldText(qint64 told)
{
    if (told <= 0)
        return {};
    return u' '
           + (told == 1 ? Words::tr("One subscriber was told.")
                        : Words::tr("%1 subscribers were told.").arg(told));
}

ReleaseOutcome releasedOutcome(Kind kind, const Named &named, qint64 told)
{
    QString message;
    switch (kind) {
    case Kind::OneReader: message = Words::tr("The reader of %1 on %2 was released."); break;
    case Kind::AllReaders: message = Words::tr("All readers of %1 on %2 were evicted."); break;
    case Kind::Single:
    case Kind::Writer: message = Words::tr("%1 on %2 was released."); break;
    }
    return outcome(ReleaseResult::Released, message.arg(named.lock, named.backend) + toldText(told),
                   {});
}

ReleaseOutcome renewedOutcome(const Named &named)
{
    ReleaseOutcome made = outcome(ReleaseResult::Changed,
                                  Words::tr("%1 on %2 was renewed since the look: its holder "
                                            "is alive. Nothing was changed.")
                                      .arg(named.lock, named.backend),
                                  Words::tr("Leave it to its holder, or confirm to release "
                                            "it even if it is renewed."));
    made.detail = ChangeDetail::Renewed;
    return made;
}

ReleaseOutcome goneOutcome(const Named &named)
{
    ReleaseOutcome made = outcome(ReleaseResult::Changed,
                                  Words::tr("Nobody holds %1 on %2 any more. Nothing was "
                                            "changed.")
                                      .arg(named.lock, named.backend),
                                  {});
    made.detail = ChangeDetail::Gone;
    return made;
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

Named Named::of(const QByteArray &name, const BackendSpec &backend)
{
    return {literalText(name), backend.name,
            backend.user.isEmpty() ? QStringLiteral("default") : backend.user};
}

ReleaseOutcome outcomeOf(ScriptAnswer answer, Kind kind, const Named &named, qint64 told)
{
    switch (answer) {
    case ScriptAnswer::Released: return releasedOutcome(kind, named, told);
    case ScriptAnswer::Renewed: return renewedOutcome(named);
    case ScriptAnswer::Gone: return goneOutcome(named);
    case ScriptAnswer::Changed: break;
    case ScriptAnswer::Count:
        return outcome(ReleaseResult::Changed,
                       Words::tr("The holder of %1 on %2 entered or left it since the "
                                 "look: it is alive. Nothing was changed.")
                           .arg(named.lock, named.backend),
                       lookAgain());
    }
    return outcome(ReleaseResult::Changed,
                   Words::tr("%1 on %2 is not held by whom it was at the look. "
                             "Nothing was changed.")
                       .arg(named.lock, named.backend),
                   lookAgain());
}

ReleaseOutcome channelDenied(const QByteArray &pattern, const Named &named)
{
    return outcome(ReleaseResult::Denied,
                   Words::tr("%1 does not let this account publish on %2: those who wait "
                             "could not be woken. Nothing was changed.")
                       .arg(named.backend, literalText(pattern)),
                   aclStatement(named.user, {'&' + pattern}));
}

ReleaseOutcome commandDenied(const QString &command, const Named &named)
{
    return outcome(ReleaseResult::Denied,
                   Words::tr("%1 does not let this account use %2. Nothing was changed.")
                       .arg(named.backend, command),
                   aclStatement(named.user, {"+eval", "+publish", "+del", "+hdel", "+pexpire"}));
}

ReleaseOutcome noWayOutcome(const Named &named)
{
    return outcome(ReleaseResult::Denied,
                   Words::tr("%1 lets this account neither run scripts nor use "
                             "WATCH, so nothing can be compared and released in "
                             "one step. Nothing was changed.")
                       .arg(named.backend),
                   aclStatement(named.user, {"+eval"}));
}

ReleaseOutcome refusedOutcome(const RedisReply &error, const QByteArray &pattern,
                              const Named &named)
{
    const QByteArray &said = error.text;
    const bool denied = isDeniedReply(error);
    if (denied && said.contains("channel"))
        return channelDenied(pattern, named);
    const QString quote = literalText(said.left(longestQuote));
    if (denied || said.startsWith("EXECABORT"))
        return commandDenied(quote, named);
    if (said.startsWith("BUSY") || said.startsWith("LOADING") || said.startsWith("TRYAGAIN"))
        return outcome(
            ReleaseResult::Busy,
            Words::tr("%1 does not serve now: %2. Nothing was changed.").arg(named.backend, quote),
            Words::tr("Wait for the server; this ends by itself."));
    if (said.contains("NOREPLICAS")) {
        const Error refusal = writeRefused(error, QString());
        return outcome(ReleaseResult::Denied, refusal.message, refusal.remedy);
    }
    const bool elsewhere = said.startsWith("READONLY") || said.startsWith("MOVED")
                           || said.startsWith("ASK") || said.startsWith("CLUSTERDOWN");
    return outcome(
        ReleaseResult::Denied,
        Words::tr("%1 refused the release: %2. Nothing was changed.").arg(named.backend, quote),
        elsewhere ? Words::tr("Act on the server that the locks are taken on.") : QString());
}

Result<void> checkPermit(const WritePermit &permit, const BackendSpec &backend)
{
    if (permit.backend() == backend.name)
        return {};
    return failure(ErrorKind::Config,
                   Words::tr("The permit to write is for %1.").arg(permit.backend()));
}

ReleaseOutcome unknownOutcome(const Named &named)
{
    return outcome(ReleaseResult::Unknown,
                   Words::tr("%2 did not answer: %1 may or may not have been released.")
                       .arg(named.lock, named.backend),
                   Words::tr("See who holds it now before doing anything else."));
}

ReleaseOutcome watchLostOutcome(const Named &named)
{
    return outcome(ReleaseResult::Changed,
                   Words::tr("The connection to %2 was lost, and with it what %1 was "
                             "compared with. Nothing was sent.")
                       .arg(named.lock, named.backend),
                   lookAgain());
}

ReleaseOutcome usedUpOutcome(const Named &named)
{
    return outcome(ReleaseResult::Changed,
                   Words::tr("This release of %1 on %2 is over. Nothing was "
                             "sent again.")
                       .arg(named.lock, named.backend),
                   lookAgain());
}

} // namespace lockmaster::redisson
