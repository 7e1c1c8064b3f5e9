// SPDX-License-Identifier: Apache-2.0
#include "core/systems/serversession.h"

#include "core/transport/sqlconnection.h"

#include <QCoreApplication>

#include <thread>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto askAgainAfter = 50ms;

/** Whether the session is still there; an error where our own is not shown either. */
Result<bool> isThere(SqlConnection &connection, qint64 id, SteadyTime deadline)
{
    bool there = false;
    bool own = false;
    const auto asked =
        connection.select(connection.server().mariaDb
                              ? QStringLiteral("SELECT ID FROM information_schema.PROCESSLIST")
                              : QStringLiteral("SELECT ID FROM performance_schema.processlist"),
                          {}, deadline, [&](const SqlRow &row) {
                              there = there || row.integer(0) == id;
                              own = own || row.integer(0) == connection.server().connectionId;
                          });
    if (!asked)
        return tl::make_unexpected(asked.error());
    if (!own)
        return failure(ErrorKind::Unsupported,
                       QCoreApplication::translate(
                           "lockmaster",
                           "%1 does not show its sessions: whether it still works on the "
                           "command cannot be told.")
                           .arg(connection.endpoint().address));
    return there;
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
            return tl::make_unexpected(there.error());
        if (!*there)
            return {};
        if (std::chrono::steady_clock::now() + askAgainAfter >= deadline)
            return failure(
                ErrorKind::Timeout,
                QCoreApplication::translate("lockmaster",
                                            "%1 still shows the connection #%2 that the command "
                                            "went out on: it may still happen.")
                    .arg(connection.endpoint().address, QString::number(session.connectionId)),
                QCoreApplication::translate("lockmaster", "Look again when it has gone."));
        std::this_thread::sleep_for(askAgainAfter);
    }
}

} // namespace lockmaster
