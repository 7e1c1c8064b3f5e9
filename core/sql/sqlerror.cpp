// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlerror.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/sql/accounttext.h"
#include "core/sql/sqlgroup.h"
#include "core/transport/loginadvice.h"
#include "core/transport/tlserror.h"

#include <QRegularExpression>
#include <QSqlError>

#include <algorithm>
#include <array>
#include <cerrno>

namespace lockmaster {

namespace {

constexpr int methodNotAllowed = 5010; ///< by the client library: a way to log in, by our choice
constexpr int malformedPacket = 2027;  ///< by the client library: an answer it does not understand
constexpr int deadlock = 1213;

/** What was said, on one line and no longer than a screen's width or two. */
QString said(const QString &text)
{
    constexpr qsizetype longest = 240;
    const QString shown = literalText(text.left(longest));
    return text.size() > longest ? shown + QStringLiteral("...") : shown;
}

/** The client library ends its texts with the system's error number in parentheses. */
int systemError(const QString &text)
{
    static const QRegularExpression parenthesised(
        QStringLiteral("\\((\\d+)(?: \"[^\"]*\")?\\)\\s*$"));
    static const QRegularExpression written(QStringLiteral("system error: (\\d+)"));
    for (const auto *pattern : {&parenthesised, &written}) {
        if (const auto match = pattern->match(text); match.hasMatch())
            return match.captured(1).toInt();
    }
    return 0;
}

struct Report {
    int code;
    QString text;
    const Endpoint &endpoint;

    QString address() const { return endpoint.address; }
    QString user() const { return literalText(endpoint.user); }
    Error as(ErrorKind kind, const QString &message, const QString &remedy = {}) const
    {
        return {kind, code, message, remedy};
    }
};

Error loginRefused(const Report &report)
{
    const QString message = Words::tr("%1 refused the login of '%2': %3")
                                .arg(report.address(), report.user(), said(report.text));
    if (report.endpoint.password.isEmpty())
        return report.as(ErrorKind::Auth, message, whereToPutAPassword());
    if (report.endpoint.tls == TlsMode::Off)
        return report.as(
            ErrorKind::Auth, message,
            Words::tr("Check the user name and the password; an account that requires TLS "
                      "is refused in the same way without it (tls=verify)."));
    return report.as(ErrorKind::Auth, message, Words::tr("Check the user name and the password."));
}

/** For this account, the client library would need a part that this machine does not have. */
Error wayMissing(const Report &report)
{
    return report.as(
        ErrorKind::Auth,
        Words::tr("%1 wants '%2' to log in by a way that the client library on this machine does "
                  "not have: %3")
            .arg(report.address(), report.user(), said(report.text)),
        Words::tr("Let the account log in by another way (mysql_native_password, ed25519, "
                  "caching_sha2_password), or install the library's plugin for this one."));
}

/**
 * The server, or somebody in between, asks for more than should be told to it. The client library
 * does not get the method's name right, so its text is not repeated.
 */
Error methodRefused(const Report &report)
{
    const QString remedy =
        report.endpoint.tls == TlsMode::Verify
            ? Words::tr("Let the account log in by a password that is proved and not told; "
                        "for PAM, switch pam_use_cleartext_plugin on.")
            : Words::tr("Let the account log in by a password that is proved and not told; "
                        "PAM (pam_use_cleartext_plugin) and Kerberos want TLS as well "
                        "(tls=verify).");
    return report.as(
        ErrorKind::Auth,
        Words::tr("%1 asks for a way to log in that is not used with it.").arg(report.address()),
        remedy);
}

Error unreachable(const Report &report)
{
    const bool socket = report.endpoint.isOverOwnSocket();
    switch (systemError(report.text)) {
    case ECONNREFUSED:
        return report.as(ErrorKind::Network,
                         Words::tr("%1 refused the connection.").arg(report.address()),
                         Words::tr("Check that the server runs and listens there."));
    case ENOENT:
        return report.as(ErrorKind::Network,
                         Words::tr("There is no socket at %1.").arg(report.address()),
                         Words::tr("Check that the server runs, and the socket's path."));
    case EACCES:
        return report.as(
            ErrorKind::Network,
            Words::tr("This account may not open the socket %1.").arg(report.address()),
            Words::tr("Check the permissions of the socket and of its directories."));
    case ETIMEDOUT: return sqlTimeout(report.endpoint);
    case EAGAIN:
        if (report.endpoint.dialledSocket().isEmpty()) // this machine's own want
            return report.as(
                ErrorKind::Network,
                Words::tr("%1 was not reached: %2").arg(report.address(), said(report.text)));
        return report.as(
            ErrorKind::Network,
            Words::tr("%1 takes no connection: as many as it allows wait for it already.")
                .arg(report.address()),
            Words::tr("Check that the server is not stopped or overloaded."));
    case EHOSTUNREACH:
    case ENETUNREACH:
        return report.as(ErrorKind::Network,
                         Words::tr("There is no route to %1.").arg(report.address()),
                         Words::tr("Check the address and the network."));
    default: break;
    }
    return report.as(ErrorKind::Network,
                     Words::tr("%1 was not reached: %2").arg(report.address(), said(report.text)),
                     socket ? Words::tr("Check that the server runs, and the socket's path.")
                            : Words::tr("Check the host, the port and that the server runs."));
}

Error connectionLost(const Report &report)
{
    // EAGAIN is none: the library reads before it waits, and this number is left of that when the
    // server closes the connection meanwhile.
    if (systemError(report.text) == ETIMEDOUT)
        return sqlTimeout(report.endpoint);
    return report.as(
        ErrorKind::Network, Words::tr("The connection to %1 was lost.").arg(report.address()),
        Words::tr("It is opened again by itself; if this goes on, look at the server's log."));
}

/** What the library calls an error of TLS may be no more than a connection that was cut. */
bool isOnlyCut(const QString &text)
{
    switch (systemError(text)) {
    case ECONNRESET:
    case ECONNABORTED:
    case EPIPE:
    case ENOTCONN:
    case ETIMEDOUT:
    case EAGAIN: return true;
    default: break;
    }
    static constexpr std::array<QLatin1StringView, 2> words = {
        QLatin1StringView("unexpected eof"), QLatin1StringView("protocol is shutdown")};
    return std::any_of(words.begin(), words.end(), [&text](QLatin1StringView word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

Error tlsFailed(const Report &report)
{
    if (isOnlyCut(report.text))
        return connectionLost(report);
    return tlsError(tlsFaultOf(report.text), report.code, report.address(), said(report.text));
}

Error notFound(const Report &report)
{
    return report.as(
        ErrorKind::NotFound, Words::tr("%1 says: %2").arg(report.address(), said(report.text)),
        Words::tr("Check the names of database, table and columns in the profile or URL."));
}

/**
 * Of the database that the connection begins in. Its tables are not known yet, and a grant on one
 * that is not there would be refused.
 */
QString grantOfDatabase(const Report &report)
{
    static const QRegularExpression account(
        QStringLiteral("for user '([^']+)'@'([^']+)' to database '(.*)'$"));
    const QRegularExpressionMatch told = account.match(report.text);
    if (!told.hasMatch() || told.captured(3) != report.endpoint.database)
        return {};
    return grantStatement(QStringLiteral("SELECT"), quotedSchemaText(report.endpoint.database),
                          literalText(told.captured(1) + u'@' + told.captured(2)));
}

Error denied(const Report &report)
{
    constexpr int databaseDenied = 1044;
    const QString grant = report.code == databaseDenied ? grantOfDatabase(report) : QString();
    return report.as(ErrorKind::Denied,
                     Words::tr("%1 denies it: %2").arg(report.address(), said(report.text)),
                     grant.isEmpty() ? Words::tr("Grant the account what is missing.") : grant);
}

Error serverBusy(const Report &report)
{
    return report.as(
        ErrorKind::Network,
        Words::tr("%1 takes no more connections: %2").arg(report.address(), said(report.text)),
        Words::tr("Close unused connections or raise the server's or the account's limit."));
}

Error waitedTooLong(const Report &report)
{
    return report.as(
        ErrorKind::Timeout,
        Words::tr("%1 gave up the statement: %2").arg(report.address(), said(report.text)),
        Words::tr("Something locks the table (ALTER, LOCK TABLES, a backup); look at the "
                  "server's process list."));
}

/** Somebody ended the statement, and only that: the connection goes on. */
Error interrupted(const Report &report)
{
    return report.as(
        ErrorKind::Network,
        Words::tr("%1 interrupted the statement: %2").arg(report.address(), said(report.text)),
        Words::tr("Somebody ended it (KILL QUERY), or the server is stopping."));
}

Error unknownHost(const Report &report)
{
    return report.as(
        ErrorKind::Network,
        Words::tr("The host name '%1' is not known.").arg(literalText(report.endpoint.host)),
        Words::tr("Check the spelling and the name service."));
}

/** The library lost the thread of the conversation; not every version has a number for it. */
Error notUnderstood(const Report &report)
{
    return report.as(ErrorKind::Protocol,
                     Words::tr("The answer of %1 is not understood.").arg(report.address()),
                     Words::tr("Check that host and port lead to a MySQL or "
                               "MariaDB server, and what stands between."));
}

Error anythingElse(const Report &report)
{
    const QString message =
        Words::tr("%1 answered with error %2: %3")
            .arg(report.address(), QString::number(report.code), said(report.text));
    return report.as(ErrorKind::Protocol, message);
}

/** A number of the client library's own: the server sent no such error. */
Error givenUp(const Report &report)
{
    return report.as(
        ErrorKind::Protocol,
        Words::tr("The client library gave up talking to %1, with an error of its own (%2): %3")
            .arg(report.address(), QString::number(report.code), said(report.text)),
        Words::tr("Check that host and port lead to a MySQL or "
                  "MariaDB server, and what stands between."));
}

Error clientError(const Report &report)
{
    switch (report.code) {
    case 2002:
    case 2003: return unreachable(report);
    case 2005: return unknownHost(report);
    case 2006:
    case 2013:
    case 2055: return connectionLost(report);
    case 2026: return tlsFailed(report);
    case malformedPacket: return notUnderstood(report);
    case 2054: // the server asks for a method of login that the client library does not have
    case 2058:
    case 2059: return wayMissing(report);
    case 2061: return loginRefused(report);
    case methodNotAllowed: return methodRefused(report);
    default: return givenUp(report);
    }
}

/** Of a Galera cluster: 1047 has another meaning elsewhere. */
Error cutOff(const Report &report)
{
    if (!report.text.contains(QLatin1StringView("WSREP")))
        return anythingElse(report);
    return report.as(
        ErrorKind::Unsupported,
        Words::tr("%1 is cut off from most of its cluster, or not ready in it, and neither reads "
                  "nor writes tables: %2")
            .arg(report.address(), said(report.text)),
        whereToAskInsteadOfCutOff());
}

Error behindItsGroup(const Report &report)
{
    return report.as(ErrorKind::Unsupported,
                     Words::tr("%1 cannot tell what its group decided: %2")
                         .arg(report.address(), said(report.text)),
                     whereToAskInsteadOfCutOff());
}

Error serverError(const Report &report)
{
    switch (report.code) {
    case 3796:
    case 3797:
    case 3798:
    case 3799: return behindItsGroup(report);
    case 3032:
        return report.as(ErrorKind::Unsupported,
                         Words::tr("%1 is in offline mode and serves nobody: %2")
                             .arg(report.address(), said(report.text)),
                         Words::tr("Ask another member of its group, or whoever set it so."));
    case 1047: return cutOff(report);
    case 1045: // wrong password
    case 1130: // this host may not connect
    case 1129: // this host is blocked after many errors
    case 1524: // unknown login method
    case 1698: // socket authentication only
    case 1820: // the password has to be changed first
    case 1862: // the password has expired
    case 3118: // the account is locked
    case 4151: return loginRefused(report);
    case 3159: return tlsFailed(report); // only over TLS
    case 1040:
    case 1203:
    case 1226: return serverBusy(report);
    case 1049: // database
    case 1051: // table, in a statement that changes it
    case 1054: // column
    case 1109: // table, among those of information_schema
    case 1146: return notFound(report);
    case 1044: // database
    case 1095:
    case 1142:
    case 1143:
    case 1227:
    case 1290:
    case 1370: return denied(report);
    case 1205: // lock wait
    case deadlock:
    case 3101:                               // likewise, with another member of the group
    case 1969:                               // max_statement_time
    case 3024:                               // max_execution_time
    case 3572: return waitedTooLong(report); // NOWAIT
    case 1053:                               // shutdown in progress
    case 1927:                               // killed by somebody
    case 4031: return connectionLost(report);
    case 1317: return interrupted(report);
    case 1193: // variable
    case 1235: // feature
    case 1295: // not as a prepared statement
    case 1461: // no more prepared statements
        return report.as(
            ErrorKind::Unsupported,
            Words::tr("%1 does not support it: %2").arg(report.address(), said(report.text)));
    default: return anythingElse(report);
    }
}

} // namespace

Error sqlError(const QSqlError &error, const Endpoint &endpoint)
{
    return sqlError(error.nativeErrorCode().toInt(), error.databaseText(), endpoint);
}

Error sqlError(int code, const QString &text, const Endpoint &endpoint)
{
    // A failure without a number is the library's own.
    const Report report{code == 0                        ? malformedPacket
                        : isOvertakenInGroup(code, text) ? deadlock
                                                         : code,
                        text, endpoint};
    const bool fromClient =
        (report.code >= 2000 && report.code < 3000) || report.code == methodNotAllowed;
    return fromClient ? clientError(report) : serverError(report);
}

Error sqlTimeout(const Endpoint &endpoint)
{
    return {
        ErrorKind::Timeout, 0,
        Words::tr("%1 gave no complete answer within %2.")
            .arg(endpoint.address, durationText(endpoint.timeout)),
        Words::tr("Check that the server is not stopped or overloaded, and the network to it; a "
                  "longer time can be allowed with timeout_ms.")};
}

bool endsConnection(const Error &error)
{
    switch (error.nativeCode) {
    case 1053:
    case 1927:
    case 4031: return true;
    default: break;
    }
    // Error numbers from 2000 to 2999 are the client library's: whatever it was, its view of the
    // conversation is not to be trusted any more.
    const bool fromClient = (error.nativeCode >= 2000 && error.nativeCode < 3000)
                            || error.nativeCode == methodNotAllowed;
    const bool ourDeadline = error.kind == ErrorKind::Timeout && error.nativeCode == 0;
    return fromClient || ourDeadline;
}

} // namespace lockmaster
