// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QString>

#include <optional>

namespace lockmaster {

/**
 * A duration in its two largest units, cut and not rounded: `14 d 2 h`, `3 h 12 m`, `2 m 14 s`,
 * `41 s`, `3.1 s`, `0.8 s`, `40 ms`, `0.4 ms`. Units of zero are left out: `2 m`. Zero is `0 s`;
 * a negative duration has a minus sign in front.
 */
QString durationText(Micros duration);

/** How long ago, in whole seconds: `3 s`, `2 m 14 s`. What is not over yet is `0 s`. */
QString ageText(Micros age);

/** An age that is watched as it grows: tenths below ten seconds, `0.4 s`, so that it ticks evenly.
 */
QString tickingText(Micros age);

/** A length that was measured, cut to hundredths below ten seconds: `12 ms`, `0.85 s`, `41.2 s`. */
QString briefDurationText(Micros duration);

/** A length that still grows: hundredths as long as they matter, then whole seconds. */
QString runningText(Micros duration);

/** To the millisecond as long as seconds matter, always with all digits: `0.820 s`, `1 m 01.000 s`.
 */
QString preciseDurationText(Micros duration);

/** To the millisecond, in one unit and without zeros at the end: `200 ms`, `1.002 s`, `90 s`. */
QString exactDurationText(Micros duration);

/** How often something is done: `1 s`, `0.5 s`, `1 m`. */
QString periodText(Millis period);

/** How long an answer took: `0.3 ms`, `41 ms`, `1.2 s`. */
QString latencyText(Micros latency);

/** What is known to be so long or longer: `≥ 3 s`. */
QString atLeast(const QString &length);

/**
 * A duration as people write it: `500ms`, `1.2s`, `5m`, `2h`, `1d`, `250us`. None for anything
 * else: no sign, no unit, or more than a thousand days.
 */
std::optional<Micros> durationFromText(QStringView text);

/** The shortest exact form of a duration that is not negative: `1200ms`, `5m`, `0s`. */
QString durationProfileText(Micros duration);

} // namespace lockmaster
