// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/lockfacts.h"

#include "core/sql/sqlconnection.h"
#include "core/systems/userlock/lockname.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** More than the time between two statements of ours. */
constexpr Micros countsTheSame = 100ms;

/** Of several locks that look alike, the latest: any change of theirs counts as one. */
Result<void> readMetadata(SqlConnection &connection, const QByteArray &shown, LockPart part,
                          SessionFacts &facts, SteadyTime deadline)
{
    if (facts.thread == 0)
        return {};
    const QString status =
        part == LockPart::Holds ? QStringLiteral("GRANTED") : QStringLiteral("PENDING");
    return askIfTold(connection,
                     QStringLiteral("SELECT CAST(OBJECT_NAME AS BINARY), OWNER_EVENT_ID"
                                    " FROM performance_schema.metadata_locks WHERE OBJECT_TYPE ="
                                    " 'USER LEVEL LOCK' AND OWNER_THREAD_ID = ? AND"
                                    " LOCK_STATUS = ?"),
                     {facts.thread, status}, deadline, [&](const SqlRow &row) {
                         if (row.bytes(0) == shown)
                             facts.lockEvent = std::max(facts.lockEvent, row.integer(1));
                     });
}

Result<void> readHeldTime(SqlConnection &connection, qint64 session, const QByteArray &shown,
                          SessionFacts &facts, SteadyTime deadline)
{
    return askIfTold(connection,
                     QStringLiteral("SELECT CAST(TABLE_SCHEMA AS BINARY), LOCK_TIME_MS"
                                    " FROM information_schema.METADATA_LOCK_INFO"
                                    " WHERE LOCK_TYPE = 'User lock' AND THREAD_ID = ?"),
                     {session}, deadline, [&](const SqlRow &row) {
                         if (row.bytes(0) == shown && !row.isNull(1))
                             facts.held = row.integer(1) * Micros(1ms);
                     });
}

} // namespace

Result<SessionFacts> readLockFacts(SqlConnection &connection, qint64 session,
                                   const QByteArray &lock, LockPart part, SteadyTime deadline)
{
    auto facts = readSessionFacts(connection, session, deadline);
    if (!facts)
        return facts;
    const QByteArray shown = shownLockName(lock);
    auto read = readMetadata(connection, shown, part, *facts, deadline);
    if (read && part == LockPart::Holds && connection.server().mariaDb)
        read = readHeldTime(connection, session, shown, *facts, deadline);
    if (!read)
        return passOn(read);
    return facts;
}

bool tookAnew(const SessionFacts &before, const SessionFacts &now)
{
    if (before.lockEvent != 0 && now.lockEvent != 0 && before.lockEvent != now.lockEvent)
        return true;
    return before.held && now.held && *now.held + countsTheSame < now.readAt - before.readAt;
}

Result<qint64> holderOfLock(SqlConnection &connection, const QByteArray &lock, SteadyTime deadline)
{
    qint64 holder = 0;
    const auto read = connection.select(
        QStringLiteral("SELECT IS_USED_LOCK(%1)").arg(lockNameLiteral(lock)), {}, deadline,
        [&holder](const SqlRow &row) { holder = row.isNull(0) ? 0 : row.integer(0); });
    if (!read)
        return passOn(read);
    return holder;
}

} // namespace lockmaster
