// SPDX-License-Identifier: Apache-2.0
#include "ui/history/holdbins.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** As people count time. */
constexpr std::array<Micros, 29> limits = {
    1ms,  2ms,  5ms,   10ms,  20ms, 50ms, 100ms, 200ms, 500ms, 1s,  2s,   5s,   10s,   30s,    1min,
    2min, 5min, 10min, 30min, 1h,   2h,   6h,    12h,   24h,   48h, 168h, 720h, 2400h, 96'000h};

} // namespace

HoldBins holdBins(const std::vector<Micros> &lengths, std::optional<Micros> also)
{
    HoldBins bins;
    if (lengths.empty())
        return bins;
    const auto binOf = [](Micros length) {
        return std::upper_bound(limits.begin(), limits.end() - 1, length) - limits.begin();
    };
    const auto first = binOf(std::min(also.value_or(lengths.front()), lengths.front()));
    const auto last = binOf(std::max(also.value_or(lengths.back()), lengths.back()));
    if (first > 0)
        bins.begin = limits[size_t(first - 1)];
    bins.limits.assign(limits.begin() + first, limits.begin() + last + 1);
    bins.counts.assign(bins.limits.size(), 0);
    for (const Micros length : lengths)
        ++bins.counts[size_t(binOf(length) - first)];
    bins.highest = *std::max_element(bins.counts.begin(), bins.counts.end());
    return bins;
}

} // namespace lockmaster
