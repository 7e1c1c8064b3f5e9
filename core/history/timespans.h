// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyvalues.h"

#include <algorithm>
#include <vector>

namespace lockmaster {

/// Stretches of time, added up. Internal to the reader.

struct TimeSpan {
    ServerTime from{};
    ServerTime until{};
};

/** In order, as one where they touch or overlap. */
std::vector<TimeSpan> united(std::vector<TimeSpan> spans);

/** What of each of `spans` lies in `limits`, which are united; of two that overlap each has its
 * own. */
std::vector<TimeSpan> within(const std::vector<TimeSpan> &spans,
                             const std::vector<TimeSpan> &limits);

/** How many of some stretches there are at a time; one ends before another begins. */
class AtOnce
{
public:
    explicit AtOnce(const std::vector<TimeSpan> &spans);

    qint64 mostWithin(const TimeSpan &span) const;

private:
    struct Step {
        ServerTime at;
        qint64 count; ///< from then on
    };
    std::vector<Step> m_steps;
};

/** When all of a place could be read, from `from` on. @param looks oldest first */
std::vector<TimeSpan> wholeLooks(const std::vector<SeenStretch> &looks, ServerTime from);

/** Calls `take(bin, time)` for each of `bins`, in order and side by side, that `span` reaches into.
 */
template<class Bin, class Take>
void forEachBin(std::vector<Bin> &bins, const TimeSpan &span, const Take &take)
{
    auto bin = std::partition_point(
        bins.begin(), bins.end(), [&span](const Bin &before) { return before.until <= span.from; });
    for (; bin != bins.end() && bin->from < span.until; ++bin)
        take(*bin, std::chrono::duration_cast<Micros>(std::min(span.until, bin->until)
                                                      - std::max(span.from, bin->from)));
}

/** Adds to `into` of each bin what of `spans` lies in it. */
template<class Bin>
void addUp(const std::vector<TimeSpan> &spans, std::vector<Bin> &bins, Micros Bin::*into)
{
    for (const TimeSpan &span : spans)
        forEachBin(bins, span, [into](Bin &bin, Micros time) { bin.*into += time; });
}

} // namespace lockmaster
