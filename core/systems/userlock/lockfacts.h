// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/sessions/sessionfacts.h"

namespace lockmaster {

/** Which of a session's dealings with a lock is asked for. */
enum class LockPart : quint8 { Holds, WaitsFor };

/** `readSessionFacts` with what the session has to do with that lock, in up to two more statements.
 */
Result<SessionFacts> readLockFacts(SqlConnection &connection, qint64 session,
                                   const QByteArray &lock, LockPart part, SteadyTime deadline);

/** The lock was let go of in between and taken again by the same session. */
bool tookAnew(const SessionFacts &before, const SessionFacts &now);

/** Who holds the lock now; 0: nobody. Errors: those of the connection. */
Result<qint64> holderOfLock(SqlConnection &connection, const QByteArray &lock, SteadyTime deadline);

} // namespace lockmaster
