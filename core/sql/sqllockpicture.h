// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/platform/clock.h"

namespace lockmaster {

class SqlConnection;

/** MariaDB takes a new picture of its locks only when nobody has looked at the old for 100 ms. */
inline constexpr Millis newPictureAfter{120};

/**
 * Has MariaDB take a new picture of its transactions and locks, which it does only when nobody has
 * looked at the old one for 100 ms: what is read there next is of a moment after the call. On MySQL
 * that is so anyway. False where the deadline came, or a second was over, before. Errors: the
 * connection's. Leaves no transaction open.
 */
Result<bool> renewLockPicture(SqlConnection &connection, SteadyTime deadline);

} // namespace lockmaster
