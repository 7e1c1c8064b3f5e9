// SPDX-License-Identifier: Apache-2.0
#include "core/history/timespans.h"

namespace lockmaster {

namespace {

/** The first that ends behind `at`. */
auto firstBehind(const std::vector<TimeSpan> &limits, ServerTime at)
{
    return std::partition_point(limits.begin(), limits.end(),
                                [at](const TimeSpan &limit) { return limit.until <= at; });
}

} // namespace

std::vector<TimeSpan> united(std::vector<TimeSpan> spans)
{
    std::sort(spans.begin(), spans.end(),
              [](const TimeSpan &a, const TimeSpan &b) { return a.from < b.from; });
    std::vector<TimeSpan> all;
    for (const TimeSpan &span : spans) {
        if (!all.empty() && span.from <= all.back().until)
            all.back().until = std::max(all.back().until, span.until);
        else
            all.push_back(span);
    }
    return all;
}

std::vector<TimeSpan> within(const std::vector<TimeSpan> &spans,
                             const std::vector<TimeSpan> &limits)
{
    std::vector<TimeSpan> pieces;
    for (const TimeSpan &span : spans) {
        auto limit = firstBehind(limits, span.from);
        for (; limit != limits.end() && limit->from < span.until; ++limit) {
            const TimeSpan piece{std::max(span.from, limit->from),
                                 std::min(span.until, limit->until)};
            if (piece.from < piece.until)
                pieces.push_back(piece);
        }
    }
    return pieces;
}

AtOnce::AtOnce(const std::vector<TimeSpan> &spans)
{
    std::vector<std::pair<ServerTime, int>> changes;
    for (const TimeSpan &span : spans) {
        if (span.from < span.until)
            changes.insert(changes.end(), {{span.from, 1}, {span.until, -1}});
    }
    std::sort(changes.begin(), changes.end());
    qint64 count = 0;
    for (const auto &[at, change] : changes)
        m_steps.push_back({at, count += change});
}

qint64 AtOnce::mostWithin(const TimeSpan &span) const
{
    auto step = std::partition_point(m_steps.begin(), m_steps.end(), [&span](const Step &before) {
        return before.at <= span.from;
    });
    qint64 most = step == m_steps.begin() ? 0 : std::prev(step)->count;
    for (; step != m_steps.end() && step->at < span.until; ++step)
        most = std::max(most, step->count);
    return most;
}

std::vector<TimeSpan> wholeLooks(const std::vector<SeenStretch> &looks, ServerTime from)
{
    std::vector<TimeSpan> seen;
    for (const SeenStretch &stretch : wholeStretches(looks)) {
        if (stretch.until > from)
            seen.push_back({std::max(stretch.from, from), stretch.until});
    }
    return united(std::move(seen));
}

} // namespace lockmaster
