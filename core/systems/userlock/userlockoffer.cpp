// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlockoffer.h"

#include "core/text/words.h"
#include "core/sql/accounttext.h"
#include "core/sql/sqlconnection.h"

namespace lockmaster {

namespace {

QString grantPerformanceSchema(const SqlServer &server)
{
    return grantStatement(QStringLiteral("SELECT"), QStringLiteral("performance_schema.*"),
                          server.account);
}

QString grantProcess(const SqlServer &server)
{
    return grantStatement(QStringLiteral("PROCESS"), QStringLiteral("*.*"), server.account);
}

QString switchInstrumentOn()
{
    return QStringLiteral("UPDATE performance_schema.setup_instruments SET ENABLED = 'YES' "
                          "WHERE NAME = 'wait/lock/metadata/sql/mdl';");
}

/** What would make performance_schema list user-level locks; empty where it does. */
Error metadataError(const UserLockRows &rows, const SqlServer &server)
{
    if (!rows.offer.performanceSchema)
        return {ErrorKind::Unsupported, 0, Words::tr("performance_schema is off."),
                server.mariaDb ? Words::tr(
                    "Start the server with performance_schema=ON and performance-schema-"
                    "instrument='wait/lock/metadata/sql/mdl=ON'.")
                               : Words::tr("Start the server with performance_schema=ON.")};
    if (rows.offer.instrument == false)
        return {ErrorKind::Unsupported, 0,
                Words::tr(
                    "performance_schema does not count metadata locks: the instrument"
                    " wait/lock/metadata/sql/mdl is off. Switched on, it shows locks that are taken"
                    " from then on; it stays on where the server is started with"
                    " performance-schema-instrument='wait/lock/metadata/sql/mdl=ON'."),
                switchInstrumentOn()};
    if (rows.metadata && rows.offer.instrument)
        return {};
    if (rows.metadata) // an empty list may mean that nothing is counted
        return {ErrorKind::Denied, 0,
                Words::tr("The account %1 may not read %2.")
                    .arg(server.account, QStringLiteral("performance_schema.setup_instruments")),
                grantPerformanceSchema(server)};
    if (rows.metadata.error().kind == ErrorKind::Denied)
        return {ErrorKind::Denied, rows.metadata.error().nativeCode,
                Words::tr("The account %1 may not read performance_schema.metadata_locks.")
                    .arg(server.account),
                grantPerformanceSchema(server)};
    return rows.metadata.error();
}

Error pluginError(const UserLockRows &rows, const SqlServer &server)
{
    Error error = rows.plugin.error();
    if (error.kind == ErrorKind::Denied)
        error.remedy = grantProcess(server);
    if (error.kind != ErrorKind::Unsupported)
        return error;
    return {ErrorKind::Unsupported, 0, Words::tr("The plugin METADATA_LOCK_INFO is not loaded."),
            QStringLiteral("INSTALL SONAME 'metadata_lock_info';")};
}

Error holdersError(const UserLockRows &rows, const SqlServer &server)
{
    Error error = metadataError(rows, server);
    const QString message = Words::tr("The server does not list its user-level locks.");
    if (!server.mariaDb) {
        error.message = message + u' ' + error.message;
        return error;
    }
    const Error plugin = pluginError(rows, server);
    error.message = message + u' ' + plugin.message + u' ' + error.message;
    error.remedy = plugin.remedy;
    return error;
}

Error waitersError(const UserLockRows &rows, const SqlServer &server)
{
    Error error = metadataError(rows, server);
    error.message += u' ' + Words::tr("Waiters are known only by statements that name the lock.");
    return error;
}

Error roomError(const UserLockRows &rows)
{
    return {ErrorKind::Truncated, 0,
            Words::tr("The server had no room to write down %1 metadata locks"
                      " since it started: its list may lack some.")
                .arg(rows.offer.lostRows),
            Words::tr("Start the server with a larger performance_schema_max_metadata_locks.")};
}

Error sessionsError(const SqlServer &server)
{
    return {ErrorKind::Denied, 0,
            Words::tr("The account %1 sees only its own sessions: the user, host and"
                      " statement of other holders and waiters stay unknown.")
                .arg(server.account),
            grantProcess(server)};
}

Capability capability(const QString &id, const QString &subject)
{
    Capability made;
    made.id = id;
    made.subject = subject;
    return made;
}

Capability present(Capability made, const QString &reason)
{
    made.available = true;
    made.reason = reason;
    return made;
}

Capability missing(Capability made, const Error &error)
{
    made.reason = error.message;
    made.remedy = error.remedy;
    return made;
}

/** A list that is known to be counted, and to have had room for everything. */
bool metadataIsWhole(const UserLockRows &rows)
{
    return rows.metadata && rows.offer.instrument.value_or(false) && rows.offer.lostRows == 0;
}

QString listedByPerformanceSchema()
{
    return Words::tr("performance_schema lists them.");
}

Capability holders(const UserLockRows &rows, const SqlServer &server)
{
    const Capability about = capability(QStringLiteral("user_lock.holders"),
                                        Words::tr("User-level locks and their holders"));
    if (rows.plugin)
        return present(about, Words::tr("The plugin METADATA_LOCK_INFO is loaded."));
    if (!rows.metadata)
        return missing(about, holdersError(rows, server));
    if (!rows.offer.instrument)
        return missing(about, metadataError(rows, server));
    return rows.offer.lostRows > 0 ? missing(about, roomError(rows))
                                   : present(about, listedByPerformanceSchema());
}

Capability waiters(const UserLockRows &rows, const SqlServer &server)
{
    const Capability about =
        capability(QStringLiteral("user_lock.waiters"), Words::tr("Waiters of user-level locks"));
    if (!rows.metadata || !rows.offer.instrument)
        return missing(about, waitersError(rows, server));
    return rows.offer.lostRows > 0 ? missing(about, roomError(rows))
                                   : present(about, listedByPerformanceSchema());
}

Capability heldTime(const UserLockRows &rows, const SqlServer &server)
{
    const Capability about = capability(QStringLiteral("user_lock.held_time"),
                                        Words::tr("How long a user-level lock has been held"));
    if (rows.plugin)
        return present(about, Words::tr("The plugin METADATA_LOCK_INFO counts it."));
    if (server.mariaDb)
        return missing(about, pluginError(rows, server));
    return present(
        about, Words::tr("MySQL does not count it; it is counted from when it was first seen."));
}

Capability sessions(const UserLockRows &rows, const SqlServer &server)
{
    const Capability about =
        capability(QStringLiteral("user_lock.sessions"),
                   Words::tr("User, host and statement of those who hold and wait"));
    return rows.allSessions ? present(about, Words::tr("The account sees every session."))
                            : missing(about, sessionsError(server));
}

Capability transactions(const UserLockRows &rows, const SqlServer &server)
{
    const Capability about = capability(QStringLiteral("user_lock.transactions"),
                                        Words::tr("Open transactions of those who hold"));
    if (rows.transactions)
        return present(about, Words::tr("The account may read INNODB_TRX."));
    Error error = rows.transactions.error();
    if (error.kind == ErrorKind::Denied) {
        error.message = Words::tr("The PROCESS privilege is missing.");
        error.remedy = grantProcess(server);
    }
    return missing(about, error);
}

} // namespace

bool listsAllHolders(const UserLockRows &rows)
{
    return rows.plugin || metadataIsWhole(rows);
}

std::vector<Error> userLockProblems(const UserLockRows &rows, const SqlServer &server)
{
    // Where nothing is listed there are no holders whose sessions could be missed.
    if (!rows.plugin && !rows.metadata)
        return {holdersError(rows, server)};
    std::vector<Error> problems;
    if (rows.metadata && !rows.offer.instrument)
        problems.push_back(metadataError(rows, server));
    else if (rows.metadata && rows.offer.lostRows > 0)
        problems.push_back(roomError(rows));
    else if (!rows.metadata && rows.metadata.error().kind == ErrorKind::Denied)
        problems.push_back(waitersError(rows, server));
    if (!rows.plugin && rows.plugin.error().kind != ErrorKind::Unsupported)
        problems.push_back(pluginError(rows, server));
    if (!rows.sessions)
        problems.push_back(rows.sessions.error());
    else if (!rows.allSessions)
        problems.push_back(sessionsError(server));
    return problems;
}

std::vector<Capability> userLockCapabilities(const UserLockRows &rows, const SqlServer &server)
{
    return {holders(rows, server), waiters(rows, server), heldTime(rows, server),
            sessions(rows, server), transactions(rows, server)};
}

} // namespace lockmaster
