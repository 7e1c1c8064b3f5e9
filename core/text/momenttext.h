// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QByteArray>
#include <QDateTime>
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

/** On the clock of UTC, of this machine's zone, or of `zone`, to the millisecond. */
QDateTime utcTimeOf(ServerTime at);
QDateTime localTimeOf(ServerTime at);
QDateTime localTimeOf(ServerTime at, const QTimeZone &zone);

/** How much of a time of day is written: `03:00`, `03:00:15`, `03:00:15.204`. */
enum class TimeDetail : quint8 { ToMinute, ToSecond, ToMilli };

/** `03:00:15`, on the clock that `at` is of. */
QString clockText(const QDateTime &at, TimeDetail detail);

/** `2026-03-01 03:00:15`, on the clock that `at` is of. */
QString momentText(const QDateTime &at, TimeDetail detail = TimeDetail::ToSecond);

/** The same, on `zone`'s clock. */
QString momentText(ServerTime at, const QTimeZone &zone);

/** `2026-03-01 03:00:15 UTC`. */
QString utcMomentText(ServerTime at, TimeDetail detail = TimeDetail::ToSecond);

/**
 * As much as tells it from `now`, on this machine's clock: `03:00:15` today, `02-27 03:00:15`
 * within 300 days, otherwise `2025-01-01`.
 */
QString nearMomentText(ServerTime at, ServerTime now);

/** `2026-03-01T09:30:00.123456Z`. */
QString utcText(ServerTime time);

/** The same as bytes, for long lists of them. */
QByteArray utcBytes(ServerTime time);

/** None for anything that `utcText` did not write. */
std::optional<ServerTime> utcFromText(QByteArrayView text);

} // namespace lockmaster
