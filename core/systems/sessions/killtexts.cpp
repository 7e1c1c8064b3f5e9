// SPDX-License-Identifier: Apache-2.0
#include "core/systems/sessions/killtexts.h"

#include "core/text/literaltext.h"
#include "core/sql/userlockrows.h"
#include "core/text/words.h"
#include "core/sql/accounttext.h"
#include "core/sql/sqlconnection.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

constexpr int firstMySqlWithDynamicPrivileges = 80000;
constexpr int firstMariaDbWithConnectionAdmin = 100502;

QString finishPrepared()
{
    return Words::tr("XA RECOVER lists them; XA COMMIT or XA ROLLBACK ends one.");
}

QString lookAgain()
{
    return Words::tr("Look again at who holds it now.");
}

} // namespace

KillTexts::KillTexts(QString backend, const QByteArray &lock, qint64 session)
    : m_backend(std::move(backend)), m_lock(literalText(lock)),
      m_session(u'#' + QString::number(session))
{
}

ReleaseOutcome KillTexts::changed(const QString &message, bool sent, ChangeDetail detail) const
{
    return {ReleaseResult::Changed, detail, sent, message,
            detail == ChangeDetail::Gone ? QString() : lookAgain()};
}

ReleaseOutcome KillTexts::released() const
{
    return {ReleaseResult::Released, ChangeDetail::None, true,
            Words::tr("%1: connection %2 was ended; it does not hold '%3' any more.")
                .arg(m_backend, m_session, m_lock),
            Words::tr("Its program finds out at its next statement, and may go on with its"
                      " work until then.")};
}

ReleaseOutcome KillTexts::gone(bool sent) const
{
    return changed(
        Words::tr("%1: nobody holds '%2' any more. Nothing was ended.").arg(m_backend, m_lock),
        sent, ChangeDetail::Gone);
}

ReleaseOutcome KillTexts::anotherHolds(qint64 holder, bool sent) const
{
    if (holder == 0)
        return changed(Words::tr("%1: '%2' is not held by what was looked at any more. Nothing was"
                                 " ended.")
                           .arg(m_backend, m_lock),
                       sent);
    return changed(
        Words::tr("%1: '%2' is held by connection #%3 now, and not by what was looked at."
                  " Nothing was ended.")
            .arg(m_backend, m_lock)
            .arg(holder),
        sent);
}

ReleaseOutcome KillTexts::tookItAnew(bool sent) const
{
    return changed(Words::tr("%1: connection %2 let go of '%3' and took it anew since it"
                             " was looked at: it is alive. Nothing was ended.")
                       .arg(m_backend, m_session, m_lock),
                   sent, ChangeDetail::Renewed);
}

ReleaseOutcome KillTexts::anotherSession() const
{
    return changed(Words::tr("%1: connection %2 is not the session that was looked at any"
                             " more. Nothing was ended.")
                       .arg(m_backend, m_session));
}

ReleaseOutcome KillTexts::anotherServer() const
{
    return changed(Words::tr("%1: another server answers, or it was restarted: connection"
                             " ids start over with it. Nothing was ended.")
                       .arg(m_backend));
}

ReleaseOutcome KillTexts::alreadyCommitted() const
{
    return changed(Words::tr("%1: this was done once already. Nothing was sent.").arg(m_backend));
}

ReleaseOutcome KillTexts::claimedByAnother() const
{
    return changed(Words::tr("%1: another operator is ending connection %2 at this moment."
                             " Nothing was sent.")
                       .arg(m_backend, m_session));
}

ReleaseOutcome KillTexts::noAnswer() const
{
    return {ReleaseResult::Unknown, ChangeDetail::None, true,
            Words::tr("%1 did not answer: connection %2 may have been ended, or"
                      " may be yet.")
                .arg(m_backend, m_session),
            lookAgain()};
}

ReleaseOutcome KillTexts::stillThere() const
{
    return {ReleaseResult::Unknown, ChangeDetail::None, true,
            Words::tr("%1 has marked connection %2 as killed, but it holds '%3' still: it"
                      " ends as soon as its statement lets it.")
                .arg(m_backend, m_session, m_lock),
            Words::tr("Look again in a while; a rollback of many rows takes its time.")};
}

ReleaseOutcome KillTexts::nameNotKnown() const
{
    return {ReleaseResult::Changed, ChangeDetail::None, false,
            Words::tr("%1 shows only a part of this lock's name ('%2'), so it cannot be"
                      " compared who holds it. Nothing was ended.")
                .arg(m_backend, m_lock),
            Words::tr("Write the whole name into the profile (user_locks) and look again.")};
}

ReleaseOutcome KillTexts::sessionNotTold() const
{
    return {
        ReleaseResult::Changed, ChangeDetail::None, false,
        Words::tr("%1 does not say for certain which session has '%2'. Nothing was ended.")
            .arg(m_backend, m_lock),
        Words::tr("MariaDB names it while another session waits for the row, to an account with "
                  "PROCESS; MySQL to one that may read performance_schema.")};
}

ReleaseOutcome KillTexts::behindProxy() const
{
    return {ReleaseResult::Changed, ChangeDetail::None, false,
            Words::tr("%1 is reached through a proxy: whose connection ids it tells, and which "
                      "server a KILL would get to, is not certain. Nothing was ended.")
                .arg(m_backend),
            Words::tr("Connect to the server itself.")};
}

ReleaseOutcome KillTexts::preparedBefore() const
{
    return {
        ReleaseResult::Changed, ChangeDetail::None, false,
        Words::tr("%1 has transactions that were prepared by XA. Such a one keeps its rows when "
                  "its session is ended, and whether '%2' is one of them is not told. Nothing "
                  "was ended.")
            .arg(m_backend, m_lock),
        finishPrepared()};
}

ReleaseOutcome KillTexts::preparedAfter() const
{
    return {ReleaseResult::Unknown, ChangeDetail::None, true,
            Words::tr("%1: connection %2 was ended, but its transaction may have been prepared by "
                      "XA, and have '%3' still.")
                .arg(m_backend, m_session, m_lock),
            finishPrepared()};
}

ReleaseOutcome KillTexts::serversOwn() const
{
    return changed(Words::tr("%1: connection %2 is a thread of the server itself, such as "
                             "replication's. Nothing was ended.")
                       .arg(m_backend, m_session));
}

ReleaseOutcome KillTexts::denied(const SqlServer &server, bool maySoFar) const
{
    const QString privilege = maySoFar ? QStringLiteral("SYSTEM_USER") : killPrivilege(server);
    const QString remedy = grantStatement(privilege, QStringLiteral("*.*"), server.account);
    QString wanted = privilege;
    if (!server.mariaDb && !maySoFar && server.version >= firstMySqlWithDynamicPrivileges)
        wanted += u' ' + Words::tr("(and SYSTEM_USER where the holder's account has it)");
    return {ReleaseResult::Denied, ChangeDetail::None, true,
            Words::tr("%1 does not let the account %2 end connection %3 or its statement: it lacks"
                      " %4.")
                .arg(m_backend, server.account, m_session, wanted),
            remedy};
}

ReleaseOutcome KillTexts::waitEnded() const
{
    return {ReleaseResult::Released,
            ChangeDetail::None,
            true,
            Words::tr("%1: the wait of connection %2 for '%3' was cancelled. The lock stays"
                      " with its holder.")
                .arg(m_backend, m_session, m_lock),
            {}};
}

ReleaseOutcome KillTexts::waitsNoMore(bool sent) const
{
    return changed(
        Words::tr("%1: connection %2 does not wait for '%3' any more. Nothing was cancelled.")
            .arg(m_backend, m_session, m_lock),
        sent, ChangeDetail::Gone);
}

ReleaseOutcome KillTexts::waitUnanswered() const
{
    return {ReleaseResult::Unknown, ChangeDetail::None, true,
            Words::tr("%1 did not answer: the wait of connection %2 may have been"
                      " cancelled, or may be yet.")
                .arg(m_backend, m_session),
            Words::tr("Look again at who waits for it now.")};
}

ReleaseOutcome KillTexts::waitGoesOn() const
{
    return {ReleaseResult::Unknown, ChangeDetail::None, true,
            Words::tr("%1 has marked the statement of connection %2 as killed, but it still"
                      " waits for '%3'.")
                .arg(m_backend, m_session, m_lock),
            Words::tr("Look again at who waits for it now.")};
}

QString killPrivilege(const SqlServer &server)
{
    if (server.mariaDb)
        return server.version >= firstMariaDbWithConnectionAdmin
                   ? QStringLiteral("CONNECTION ADMIN")
                   : QStringLiteral("SUPER");
    return server.version >= firstMySqlWithDynamicPrivileges ? QStringLiteral("CONNECTION_ADMIN")
                                                             : QStringLiteral("SUPER");
}

QString proxyHint(const SessionFacts &facts, const ConnectAttributes &said)
{
    constexpr std::array words = {"proxy",        "maxscale", "mysqlrouter",
                                  "mysql-router", "vtgate",   "vttablet"};
    for (const QString &text : {said.program, facts.host}) {
        const bool hints = std::any_of(words.begin(), words.end(), [&](const char *word) {
            return text.contains(QLatin1StringView(word), Qt::CaseInsensitive);
        });
        if (hints)
            return text;
    }
    return {};
}

} // namespace lockmaster
