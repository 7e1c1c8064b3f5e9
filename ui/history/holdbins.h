// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QtGlobal>

#include <vector>

namespace lockmaster {

/**
 * How long holds took, sorted into bins that about double in length: most holds are short and some
 * are very long. A value.
 */
struct HoldBins {
    std::vector<Micros> limits; ///< where each bin ends; the first begins at zero
    std::vector<qint64> counts; ///< as many as there are limits
    qint64 highest = 0;

    friend bool operator==(const HoldBins &, const HoldBins &) = default;
};

/** From the bin of the shortest to that of the longest. @param lengths shortest first */
HoldBins holdBins(const std::vector<Micros> &lengths);

} // namespace lockmaster
