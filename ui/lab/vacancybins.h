// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <vector>

namespace lockmaster {

/** Times without a leader, sorted into bins of one width that begin at zero. A value. */
struct VacancyBins {
    Micros width{0};               ///< a round number; zero: there is nothing
    std::vector<double> measured;  ///< how many fell into each bin
    std::vector<double> predicted; ///< how many should, of as many as were measured, or of 1
    double highest = 0;            ///< of both

    friend bool operator==(const VacancyBins &, const VacancyBins &) = default;
};

/** At most `most` bins, which hold all of both. */
VacancyBins vacancyBins(const std::vector<Micros> &measured, const std::vector<Micros> &predicted,
                        int most);

} // namespace lockmaster
