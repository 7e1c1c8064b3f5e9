// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/serversession.h"

#include "core/text/words.h"
#include "core/sql/sqlconnection.h"

#include <thread>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto looksAgainAfter = 50ms;

struct Shown {
    bool session = false;
    bool own = false; ///< ours: if not even that is shown, nothing else says anything
};

Result<Shown> seeSessions(SqlConnection &connection, const QString &list, qint64 id,
                          SteadyTime deadline)
{
    Shown shown;
    const auto asked = connection.select(
        QStringLiteral("SELECT ID FROM ") + list, {}, deadline, [&](const SqlRow &row) {
            const qint64 seen = row.integer(0);
            shown.session = shown.session || seen == id;
            shown.own = shown.own || seen == connection.server().connectionId;
        });
    if (!asked)
        return passOn(asked);
    return shown;
}

/** Whether the session is still there. */
Result<bool> isThere(SqlConnection &connection, qint64 id, SteadyTime deadline)
{
    // MySQL wants the first list to be used, and keeps it empty where performance_schema is off.
    for (const char *list : {"performance_schema.processlist", "information_schema.PROCESSLIST"}) {
        if (connection.server().mariaDb && list[0] == 'p')
            continue;
        const auto shown = seeSessions(connection, QString::fromLatin1(list), id, deadline);
        if (!shown && !connection.usable())
            return passOn(shown);
        if (shown && shown->own)
            return shown->session;
    }
    return failure(ErrorKind::Unsupported,
                   Words::tr("%1 does not show its sessions: whether it still works on the "
                             "command cannot be told.")
                       .arg(connection.endpoint().address));
}

} // namespace

ServerSession sessionOf(const SqlConnection &connection)
{
    return {connection.server().connectionId, connection.server().identity};
}

Result<void> awaitSessionEnd(SqlConnection &connection, const ServerSession &session,
                             SteadyTime deadline)
{
    const QByteArray &now = connection.server().identity;
    const bool restarted = !now.isEmpty() && !session.server.isEmpty() && now != session.server;
    if (restarted)
        return {};
    for (;;) {
        const auto there = isThere(connection, session.connectionId, deadline);
        if (!there)
            return passOn(there);
        if (!*there)
            return {};
        if (std::chrono::steady_clock::now() + looksAgainAfter >= deadline)
            return failure(
                ErrorKind::Timeout,
                Words::tr("%1 still shows the connection #%2 that the command "
                          "went out on: it may still happen.")
                    .arg(connection.endpoint().address, QString::number(session.connectionId)),
                Words::tr("Look again when it has gone."));
        std::this_thread::sleep_for(looksAgainAfter);
    }
}

} // namespace lockmaster
