// SPDX-License-Identifier: Apache-2.0
#include "core/systems/sessions/sessionticket.h"

#include "core/sql/accounttext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/sql/sqlconnection.h"
#include "core/sql/sqlserverprobe.h"

#include <thread>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Millis firstPause = 1ms;
constexpr Millis longestPause = 50ms;

} // namespace

SessionTicket::SessionTicket(ReleaseRequest request, ActionContext context,
                             std::unique_ptr<SqlConnection> connection,
                             std::optional<LockRecord> lock, qint64 session)
    : m_request(std::move(request)), m_context(std::move(context)),
      m_connection(std::move(connection)), m_server(m_connection->server().identity),
      m_ownConnection(m_connection->server().connectionId), m_session(session),
      m_texts(m_context.backend.name, m_request.name, session)
{
    m_preview.lock = std::move(lock);
    if (m_connection->server().proxied)
        m_preview.refusal = m_texts.behindProxy();
}

void SessionTicket::noteMoment(const ClockReading &read)
{
    m_preview.server = momentOf(*m_connection, read, *m_context.clock);
}

Result<ReleaseOutcome> SessionTicket::commit(const WritePermit &permit, Compare compare,
                                             SteadyTime deadline)
{
    if (const auto checked = checkPermit(permit, m_context.backend); !checked)
        return passOn(checked);
    if (m_committed)
        return m_texts.alreadyCommitted();
    m_committed = true;
    if (m_preview.refusal)
        return *m_preview.refusal;
    const auto server = askSqlIdentity(*m_connection, m_connection->server().mariaDb, deadline);
    if (!server)
        return passOn(server);
    if (server->run != m_server)
        return m_texts.anotherServer();
    const auto claimed = claim(deadline);
    if (!claimed)
        return passOn(claimed);
    if (!*claimed)
        return m_texts.claimedByAnother();
    auto outcome = carryOut(compare, deadline);
    unclaim(deadline);
    return outcome;
}

/**
 * A session that was ended goes on holding for a moment, and a second operator would end it again
 * and take it for the own doing. So operators agree among themselves, by a lock of ours.
 */
Result<bool> SessionTicket::claim(SteadyTime deadline)
{
    bool taken = true;
    const auto asked = m_connection->select(
        QStringLiteral("SELECT GET_LOCK('%1', 0)").arg(claimName()), {}, deadline,
        [&taken](const SqlRow &row) { taken = row.integer(0) == 1; });
    if (!asked && !m_connection->usable())
        return passOn(asked);
    return !asked || taken; // a server that gives us no lock has operators that cannot agree
}

void SessionTicket::unclaim(SteadyTime deadline)
{
    if (m_connection->usable())
        m_connection->select(QStringLiteral("SELECT RELEASE_LOCK('%1')").arg(claimName()), {},
                             deadline, [](const SqlRow &) {});
}

QString SessionTicket::claimName() const
{
    return QStringLiteral("lockmaster.end.%1").arg(m_session);
}

/** Privileges that come by a role are not listed: an answer here can only be a yes. */
Result<void> SessionTicket::askRights(const SessionFacts &facts, const QString &procedure,
                                      SteadyTime deadline)
{
    const SqlServer &server = m_connection->server();
    auto asked = m_connection->select(
        QStringLiteral("SELECT 1 FROM information_schema.USER_PRIVILEGES WHERE GRANTEE = ?"
                       " AND PRIVILEGE_TYPE IN (?, 'SUPER')"),
        {quotedAccount(server.account), killPrivilege(server)}, deadline,
        [this](const SqlRow &) { m_mayKill = true; });
    const bool itsOwn = facts.seen && facts.user == userOfAccount(server.account);
    if (asked && !m_mayKill && !itsOwn)
        asked = m_connection->select(
            QStringLiteral("SELECT 1 FROM information_schema.ROUTINES"
                           " WHERE ROUTINE_SCHEMA = 'mysql' AND ROUTINE_NAME = ?"),
            {procedure}, deadline, [&](const SqlRow &) { m_procedure = procedure; });
    if (!asked && !m_connection->usable())
        return passOn(asked);
    if (!m_procedure.isEmpty())
        m_preview.warnings.append(
            Words::tr("Where KILL is denied, mysql.%1 is called. It compares nothing, so"
                      " comparing and ending are two steps then: a holder or waiter that is"
                      " done in between is hit all the same.")
                .arg(m_procedure));
    else if (!m_mayKill && !itsOwn)
        m_preview.warnings.append(Words::tr("This account may lack the privilege for it (%1).")
                                      .arg(killPrivilege(server)));
    return {};
}

void SessionTicket::warnOfProxy(const SessionFacts &facts, const ConnectAttributes &said)
{
    const QString proxy = proxyHint(facts, said);
    if (!proxy.isEmpty())
        m_preview.warnings.append(
            Words::tr("The connection seems to be a proxy's (%1): whoever it serves at"
                      " that moment is cut off.")
                .arg(literalText(proxy)));
}

QString SessionTicket::procedureCall() const
{
    return m_procedure.isEmpty()
               ? QString()
               : QStringLiteral("CALL mysql.%1(%2)").arg(m_procedure).arg(m_session);
}

bool SessionTicket::isUnanswered()
{
    m_mayStillRun = !m_connection->usable();
    return m_mayStillRun;
}

Result<bool> SessionTicket::await(const std::function<Result<bool>()> &isOver, SteadyTime deadline)
{
    for (Millis pause = firstPause;; pause = std::min(pause * 2, longestPause)) {
        auto over = isOver();
        if (!over || *over)
            return over;
        if (std::chrono::steady_clock::now() + pause >= deadline)
            return false;
        std::this_thread::sleep_for(pause);
    }
}

Result<std::unique_ptr<SqlConnection>> SessionTicket::connectAgain(SteadyTime deadline)
{
    auto opened = openSqlWriter(m_context, deadline, SqlUse::Sessions);
    if (!opened || !m_mayStillRun || (*opened)->server().identity != m_server)
        return opened;
    // The server goes on with a statement whose client is gone.
    const auto over = await(
        [&]() -> Result<bool> {
            return sessionExists(**opened, m_ownConnection, deadline).map([](bool exists) {
                return !exists;
            });
        },
        deadline);
    if (!over)
        return passOn(over);
    m_mayStillRun = !*over;
    return opened;
}

Result<std::optional<LockRecord>> SessionTicket::observe(SteadyTime deadline)
{
    if (!m_connection || !m_connection->usable()) {
        m_committed = true;   // the look was this connection's
        m_connection.reset(); // before the next one: they share the interrupt
        auto opened = connectAgain(deadline);
        if (!opened)
            return passOn(opened);
        m_connection = *std::move(opened);
    }
    return lookAgain(deadline);
}

} // namespace lockmaster
