// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QString>

namespace lockmaster {

/**
 * A duration in its two largest units, cut and not rounded: `14 d 2 h`, `3 h 12 m`, `2 m 14 s`,
 * `41 s`, `3.1 s`, `0.8 s`, `40 ms`, `0.4 ms`. Units of zero are left out: `2 m`. Zero is `0 s`;
 * a negative duration has a minus sign in front.
 */
QString durationText(Micros duration);

} // namespace lockmaster
