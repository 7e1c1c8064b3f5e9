// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <optional>

namespace lockmaster {

/**
 * The first field of an index entry as InnoDB writes it in its lists of locks: `'daily-close', 7`
 * gives `daily-close`, `0xFF01` its two bytes. Quotes are doubled in it and characters beyond the
 * basic plane are written as `?` by some servers. None for anything else (numbers, NULL, a cut).
 */
std::optional<QByteArray> firstOfLockData(const QByteArray &data);

/** The end of an index, which is locked along with ranges. */
bool isSupremum(const QByteArray &data);

} // namespace lockmaster
