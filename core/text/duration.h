// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QString>

#include <optional>

namespace lockmaster {

/**
 * A duration as people write it: `500ms`, `1.2s`, `5m`, `2h`, `1d`, `250us`. None for anything
 * else: no sign, no unit, or more than a thousand days.
 */
std::optional<Micros> durationFromText(QStringView text);

/** The shortest exact form of a duration that is not negative: `1200ms`, `5m`, `0s`. */
QString durationProfileText(Micros duration);

} // namespace lockmaster
