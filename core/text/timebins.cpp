// SPDX-License-Identifier: Apache-2.0
#include "core/text/timebins.h"

#include "core/text/momenttext.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Micros wholeDay = 24h;
/** As people divide time. */
constexpr std::array<Micros, 11> steps = {
    1min, 5min, 10min, 30min, 1h, 3h, 6h, wholeDay, 2 * wholeDay, 7 * wholeDay, 28 * wholeDay};
/** So many can still be told apart where there is little room. */
constexpr qint64 mostBins = 48;

ServerTime wallOf(const QDateTime &time)
{
    return ServerTime(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
}

void addDay(std::vector<ServerTime> &edges, const QDate &day, Micros step)
{
    const ServerTime next = wallOf(day.addDays(1).startOfDay());
    if (step <= 1h) {
        for (ServerTime at = wallOf(day.startOfDay()); at < next; at += step)
            edges.push_back(at);
        return;
    }
    edges.push_back(wallOf(day.startOfDay()));
    for (Micros time = step; time < wholeDay; time += step) {
        const auto seconds = int(std::chrono::duration_cast<std::chrono::seconds>(time).count());
        edges.push_back(wallOf(QDateTime(day, QTime(0, 0).addSecs(seconds))));
    }
}

} // namespace

std::vector<ServerTime> localEdges(const QDate &first, const QDate &last, Micros step)
{
    std::vector<ServerTime> edges;
    const qint64 days = std::max<qint64>(1, step / wholeDay);
    QDate day = first;
    for (; day <= last; day = day.addDays(days)) {
        if (step < wholeDay)
            addDay(edges, day, step);
        else
            edges.push_back(wallOf(day.startOfDay()));
    }
    edges.push_back(wallOf(day.startOfDay()));
    return edges;
}

TimeBins timeBins(ServerTime from, ServerTime until)
{
    const auto length = std::chrono::duration_cast<Micros>(until - from);
    const auto enough = std::find_if(steps.begin(), steps.end(),
                                     [length](Micros step) { return length / step < mostBins; });
    TimeBins bins;
    bins.step = enough == steps.end() ? steps.back() : *enough;
    while (length / bins.step >= mostBins)
        bins.step *= 2;
    bins.edges = localEdges(localTimeOf(from).date(), localTimeOf(until).date(), bins.step);
    auto &edges = bins.edges;
    edges.erase(std::lower_bound(edges.begin(), edges.end(), until) + 1, edges.end());
    edges.erase(edges.begin(), std::upper_bound(edges.begin(), edges.end(), from) - 1);
    return bins;
}

} // namespace lockmaster
