// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/servers/adminsql.h"

namespace lockmaster::traffic {

/// Design B's two statements. Both end the process where the server is gone.

/** Waits for a user-level lock. @return whether the session has it now. */
bool getLock(AdminSql &sql, const QByteArray &name, int seconds);

/** @return the server's answer: 1 let go (one level of it), 0 another session's; none: nobody's. */
std::optional<int> releaseLock(AdminSql &sql, const QByteArray &name);

} // namespace lockmaster::traffic
