// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

namespace lockmaster {

/** The columns of the lock table, in their natural order. */
enum class LockColumn : quint8 { Name, System, Backend, Owner, Ttl, Held, Waiters, Changes, State };
inline constexpr int lockColumnCount = 9;

/** The word by which profile and settings know it: `held`. */
QString lockColumnName(LockColumn column);
std::optional<LockColumn> lockColumnFromName(QStringView name);

} // namespace lockmaster
