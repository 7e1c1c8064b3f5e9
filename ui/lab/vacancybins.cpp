// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/vacancybins.h"

#include <QtGlobal>

#include <algorithm>

namespace lockmaster {

namespace {

/** The smallest of 1, 2 and 5 times a power of ten milliseconds in which `most` bins hold `all`. */
Micros roundWidth(Micros all, int most)
{
    for (Micros ten = Millis(1);; ten *= 10) {
        for (const int factor : {1, 2, 5}) {
            const Micros width = ten * factor;
            if (all.count() < width.count() * most)
                return width;
        }
    }
}

std::vector<double> counted(const std::vector<Micros> &times, Micros width, size_t bins,
                            double weight)
{
    std::vector<double> counts(bins, 0.0);
    for (const Micros time : times) {
        const auto bin = std::max<qint64>(0, time / width);
        counts[std::min(bins - 1, size_t(bin))] += weight;
    }
    return counts;
}

} // namespace

VacancyBins vacancyBins(const std::vector<Micros> &measured, const std::vector<Micros> &predicted,
                        int most)
{
    VacancyBins bins;
    Micros longest{-1};
    for (const auto *times : {&measured, &predicted}) {
        for (const Micros time : *times)
            longest = std::max(longest, time);
    }
    if (longest < Micros(0) || most < 1)
        return bins;
    bins.width = roundWidth(longest, most);
    const auto count = size_t(longest / bins.width) + 1;
    bins.measured = counted(measured, bins.width, count, 1.0);
    const double total = measured.empty() ? 1.0 : double(measured.size());
    const double weight = predicted.empty() ? 0.0 : total / double(predicted.size());
    bins.predicted = counted(predicted, bins.width, count, weight);
    for (const auto *counts : {&bins.measured, &bins.predicted})
        bins.highest = std::max(bins.highest, *std::max_element(counts->begin(), counts->end()));
    return bins;
}

} // namespace lockmaster
