// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/killticket.h"

#include "core/systems/userlock/lockname.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/sql/sqlconnection.h"

namespace lockmaster {

Result<std::unique_ptr<ReleaseTicket>>
KillTicket::open(const ReleaseRequest &request, const ActionContext &context, SteadyTime deadline)
{
    auto connection = openSqlWriter(context, deadline, SqlUse::Sessions);
    if (!connection)
        return passOn(connection);
    auto sight = sightLock(**connection, context.backend, request.name, deadline);
    if (!sight)
        return passOn(sight);
    std::unique_ptr<KillTicket> ticket(
        new KillTicket(request, context, *std::move(connection), sight->lock, sight->holder()));
    if (const auto done = ticket->prepare(request.witness, *sight, deadline); !done)
        return passOn(done);
    return ticket;
}

/** Finds out whether a commit can work, and what it would take along. */
Result<void> KillTicket::prepare(const Witness &witness, const SeenUserLock &sight,
                                 SteadyTime deadline)
{
    noteMoment(sight.look.rows.clock);
    if (m_preview.refusal)
        return {};
    const auto holder = holderOfLock(connection(), lockName(), deadline);
    if (!holder)
        return passOn(holder);
    if (!sight.lock) {
        m_preview.refusal = texts().gone(false);
        return {};
    }
    const Witness seen = witnessOf(*sight.lock);
    if (seen.source != witness.source || seen.instance != witness.instance) {
        m_preview.refusal = texts().anotherHolds(sight.holder(), false);
        return {};
    }
    if (*holder != session() || session() == 0) {
        if (sight.lock->hasFinding(FindingId::NameCut))
            m_preview.refusal = texts().nameNotKnown();
        else if (*holder == 0)
            m_preview.refusal = texts().gone(false);
        else
            m_preview.refusal = texts().anotherHolds(*holder, false);
        return {};
    }
    auto facts = readLockFacts(connection(), session(), lockName(), LockPart::Holds, deadline);
    if (!facts)
        return passOn(facts);
    m_facts = *std::move(facts);
    examine(sight);
    return askRights(m_facts, QStringLiteral("rds_kill"), deadline);
}

void KillTicket::examine(const SeenUserLock &sight)
{
    SessionLosses lost = lossesOf(sight, session());
    m_preview.losses = std::move(lost.losses);
    m_preview.warnings = std::move(lost.unseen);
    if (sight.lock->holders.size() > 1)
        m_preview.warnings.append(
            Words::tr("Other connections hold locks that look alike: only connection #%1 is ended.")
                .arg(session()));
    warnOfProxy(m_facts, sight.look.attributes.value(session()));
    m_preview.warnings.append(
        Words::tr("The server compares and ends in one statement, but not in one instant: a"
                  " holder that lets go within those microseconds is ended all the same."));
}

QString KillTicket::killStatement() const
{
    return QStringLiteral("KILL CONNECTION IF(IS_USED_LOCK(%1)=%2,%2,0)")
        .arg(lockNameLiteral(lockName()), QString::number(session()));
}

QString KillTicket::command(Compare) const
{
    const QString call = procedureCall();
    return call.isEmpty() ? killStatement()
                          : killStatement() + QStringLiteral(" /* if denied: %1 */").arg(call);
}

Result<ReleaseOutcome> KillTicket::carryOut(Compare compare, SteadyTime deadline)
{
    const auto facts =
        readLockFacts(connection(), session(), lockName(), LockPart::Holds, deadline);
    if (!facts)
        return passOn(facts);
    if (!sameSession(m_facts, *facts))
        return m_facts.seen && !facts->seen ? holdsNoMore(false, deadline)
                                            : texts().anotherSession();
    if (compare == Compare::InstanceAndLease && tookAnew(m_facts, *facts))
        return texts().tookItAnew();
    if (const auto sent = connection().execute(killStatement(), {}, deadline); !sent)
        return refusedByServer(sent.error(), deadline);
    return untilReleased(deadline);
}

Result<ReleaseOutcome> KillTicket::refusedByServer(const Error &error, SteadyTime deadline)
{
    if (isUnanswered())
        return texts().noAnswer();
    if (error.nativeCode == noSuchThread)
        return holdsNoMore(true, deadline);
    if (error.nativeCode != mayNotKill)
        return tl::make_unexpected(error);
    return procedureCall().isEmpty() ? texts().denied(connection().server(), mayKill())
                                     : callProcedure(deadline);
}

/** The way of managed servers that keep the privilege to themselves. */
Result<ReleaseOutcome> KillTicket::callProcedure(SteadyTime deadline)
{
    const auto holder = holderOfLock(connection(), lockName(), deadline);
    if (!holder)
        return passOn(holder);
    if (*holder != session())
        return holdsNoMore(true, deadline);
    const auto called = connection().execute(procedureCall(), {}, deadline);
    if (called)
        return untilReleased(deadline);
    if (isUnanswered())
        return texts().noAnswer();
    if (called.error().nativeCode == noSuchThread)
        return holdsNoMore(true, deadline);
    if (called.error().kind == ErrorKind::Denied)
        return texts().denied(connection().server(), mayKill());
    return passOn(called);
}

/** It is refused in any case; who has the lock now only decides the words. */
Result<ReleaseOutcome> KillTicket::holdsNoMore(bool sent, SteadyTime deadline)
{
    const auto holder = holderOfLock(connection(), lockName(), deadline);
    if (!holder)
        return texts().anotherHolds(0, sent);
    if (*holder == 0)
        return texts().gone(sent);
    return texts().anotherHolds(*holder == session() ? 0 : *holder, sent);
}

/** The server answers at once, and the session ends when it next looks up. */
Result<ReleaseOutcome> KillTicket::untilReleased(SteadyTime deadline)
{
    const auto released = await(
        [&]() -> Result<bool> {
            return holderOfLock(connection(), lockName(), deadline).map([this](qint64 holder) {
                return holder != session();
            });
        },
        deadline);
    return released && *released ? texts().released() : texts().stillThere();
}

} // namespace lockmaster
