// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QtGlobal>

#include <optional>
#include <vector>

namespace lockmaster {

/**
 * How long holds took, sorted into bins that about double in length: most holds are short and some
 * are very long. A value.
 */
struct HoldBins {
    std::vector<Micros> limits; ///< where each bin ends
    Micros begin{0};            ///< of the first
    std::vector<qint64> counts; ///< as many as there are limits
    qint64 highest = 0;

    friend bool operator==(const HoldBins &, const HoldBins &) = default;
};

/**
 * From the bin of the shortest to that of the longest, and of `also`, which is not counted.
 * @param lengths shortest first
 */
HoldBins holdBins(const std::vector<Micros> &lengths, std::optional<Micros> also = {});

} // namespace lockmaster
