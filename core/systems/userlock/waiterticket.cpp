// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/waiterticket.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/sql/sqlconnection.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int noSuchQuery = 1957;
constexpr int mayNotKillQuery = 1979;

} // namespace

Result<std::unique_ptr<ReleaseTicket>>
WaiterTicket::open(const ReleaseRequest &request, const ActionContext &context, SteadyTime deadline)
{
    bool isNumber = false;
    const qint64 session = request.target.toLongLong(&isNumber);
    if (!isNumber || session <= 0)
        return failure(
            ErrorKind::Config,
            Words::tr("'%1' is not a connection's id.").arg(literalText(request.target)));
    auto connection = openSqlWriter(context, deadline, SqlUse::Sessions);
    if (!connection)
        return passOn(connection);
    auto sight = sightLock(**connection, context.backend, request.name, deadline);
    if (!sight)
        return passOn(sight);
    std::unique_ptr<WaiterTicket> ticket(
        new WaiterTicket(request, context, *std::move(connection), sight->lock, session));
    if (const auto done = ticket->prepare(request.witness, *sight, deadline); !done)
        return passOn(done);
    return ticket;
}

Result<void> WaiterTicket::prepare(const Witness &witness, const SeenUserLock &sight,
                                   SteadyTime deadline)
{
    noteMoment(sight.look.rows.clock);
    if (m_preview.refusal)
        return {};
    if (!sight.lock) {
        m_preview.refusal = texts().waitsNoMore(false);
        return {};
    }
    // Who waits behind another holder, or on a server that was restarted, was not looked at.
    const Witness seen = witnessOf(*sight.lock);
    if (seen.source != witness.source || seen.instance != witness.instance) {
        m_preview.refusal = texts().anotherHolds(sight.holder(), false);
        return {};
    }
    auto facts = readLockFacts(connection(), session(), lockName(), LockPart::WaitsFor, deadline);
    if (!facts)
        return passOn(facts);
    m_facts = *std::move(facts);
    const bool waits =
        std::find(sight.waiters.begin(), sight.waiters.end(), session()) != sight.waiters.end();
    const bool nothingToTellItBy = !m_facts.seen && m_facts.lockEvent == 0;
    if (!waits || nothingToTellItBy) {
        m_preview.refusal = texts().waitsNoMore(false);
        return {};
    }
    if (!m_facts.statement.isEmpty())
        m_preview.losses.append(Words::tr("The statement it runs is ended: %1")
                                    .arg(literalText(m_facts.statement.left(shownStatement))));
    if (m_facts.query == 0)
        m_preview.warnings.append(
            Words::tr("The server cannot compare and cancel in one instant: should the waiter be"
                      " given the lock within those microseconds, its next statement is"
                      " cancelled instead."));
    return askRights(m_facts, QStringLiteral("rds_kill_query"), deadline);
}

QString WaiterTicket::killStatement() const
{
    return m_facts.query != 0 ? QStringLiteral("KILL QUERY ID %1").arg(m_facts.query)
                              : QStringLiteral("KILL QUERY %1").arg(session());
}

QString WaiterTicket::command(Compare) const
{
    const QString call = procedureCall();
    return call.isEmpty() ? killStatement()
                          : killStatement() + QStringLiteral(" /* if denied: %1 */").arg(call);
}

/** It is the very wait that was looked at. */
Result<bool> WaiterTicket::waitsStill(SteadyTime deadline)
{
    const auto now =
        readLockFacts(connection(), session(), lockName(), LockPart::WaitsFor, deadline);
    if (!now)
        return passOn(now);
    if (!sameSession(m_facts, *now) || m_facts.lockEvent != now->lockEvent)
        return false;
    return !m_facts.seen
           || (now->state == u"User lock" && now->query == m_facts.query
               && now->statement == m_facts.statement);
}

Result<ReleaseOutcome> WaiterTicket::carryOut(Compare, SteadyTime deadline)
{
    const auto waits = waitsStill(deadline);
    if (!waits)
        return passOn(waits);
    if (!*waits)
        return texts().waitsNoMore(false);
    if (const auto sent = connection().execute(killStatement(), {}, deadline); !sent)
        return refusedByServer(sent.error(), deadline);
    return untilEnded(deadline);
}

Result<ReleaseOutcome> WaiterTicket::refusedByServer(const Error &error, SteadyTime deadline)
{
    if (isUnanswered())
        return texts().waitUnanswered();
    if (error.nativeCode == noSuchThread || error.nativeCode == noSuchQuery)
        return texts().waitsNoMore(true);
    if (error.nativeCode != mayNotKill && error.nativeCode != mayNotKillQuery)
        return tl::make_unexpected(error);
    if (procedureCall().isEmpty())
        return texts().denied(connection().server(), mayKill());
    const auto waits = waitsStill(deadline);
    if (!waits)
        return passOn(waits);
    if (!*waits)
        return texts().waitsNoMore(true);
    const auto called = connection().execute(procedureCall(), {}, deadline);
    if (called)
        return untilEnded(deadline);
    if (isUnanswered())
        return texts().waitUnanswered();
    if (called.error().kind == ErrorKind::Denied)
        return texts().denied(connection().server(), mayKill());
    return passOn(called);
}

Result<ReleaseOutcome> WaiterTicket::untilEnded(SteadyTime deadline)
{
    const auto ended = await(
        [&]() -> Result<bool> {
            return waitsStill(deadline).map([](bool waits) { return !waits; });
        },
        deadline);
    return ended && *ended ? texts().waitEnded() : texts().waitGoesOn();
}

} // namespace lockmaster
