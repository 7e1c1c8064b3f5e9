// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QString>
#include <QTimeZone>

#include <optional>

namespace lockmaster {

/**
 * A moment as people write it: `03:00` or `03:00:15` is the last one before `now`; `2026-03-01`
 * begins the day; `2026-03-01 03:00` with a space or a T, seconds and their decimals; all on
 * `zone`'s clock unless `Z` or `+09:00` stands behind. None for anything else, and for what is
 * later than `now`.
 */
std::optional<ServerTime> momentFromText(const QString &text, ServerTime now,
                                         const QTimeZone &zone);

/** The same; or a duration, as `2h`: so long before `now`. */
std::optional<ServerTime> pastFromText(const QString &text, ServerTime now, const QTimeZone &zone);

/** `2026-03-01 03:00:15` on `zone`'s clock. */
QString momentText(ServerTime at, const QTimeZone &zone);

} // namespace lockmaster
