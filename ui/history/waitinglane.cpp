// SPDX-License-Identifier: Apache-2.0
#include "ui/history/waitinglane.h"

#include "core/display/locktext.h"

#include <algorithm>
#include <map>

namespace lockmaster {

namespace {

using Level = LaneChart::Level;

/** Of waiters with names is known when each came and went. */
std::vector<Level> exactLevels(const std::vector<HistoryWait> &waits, const HistoryLock &lock,
                               const ClockReading &pin)
{
    std::map<SteadyTime, qint64> steps;
    for (const HistoryWait &wait : waits) {
        if (wait.lock != lock)
            continue;
        const SteadyTime from = pin.localAt(wait.since);
        ++steps[from];
        if (wait.until)
            --steps[std::max(from, pin.localAt(*wait.until))];
    }
    std::vector<Level> levels;
    qint64 count = 0;
    for (const auto &[moment, change] : steps) {
        if (change == 0)
            continue;
        if (count > 0)
            levels.back().span.until = moment;
        count += change;
        if (count > 0)
            levels.push_back({{moment, std::nullopt}, count});
    }
    return levels;
}

/** Of others, the most at once during each hold. Of holds side by side the first one tells. */
std::vector<Level> mostOfHolds(const std::vector<HistoryRow> &rows, const ClockReading &pin)
{
    std::vector<Level> levels;
    for (const HistoryRow &row : rows) {
        const HistoryHold &hold = row.hold;
        if (!hold.waiters || *hold.waiters == 0)
            continue;
        Level level{{pin.localAt(hold.since), {}}, *hold.waiters, true};
        if (hold.until)
            level.span.until = std::max(level.span.from, pin.localAt(*hold.until));
        levels.push_back(level);
    }
    std::sort(levels.begin(), levels.end(),
              [](const Level &a, const Level &b) { return a.span.from < b.span.from; });
    SteadyTime end = SteadyTime::min();
    std::erase_if(levels, [&end](const Level &level) {
        if (level.span.from < end)
            return true;
        end = level.span.until.value_or(SteadyTime::max());
        return false;
    });
    return levels;
}

} // namespace

namespace {

/** Who came later was not asked for: those who stayed would seem to be all. */
void cutLevels(std::vector<Level> &levels, SteadyTime until)
{
    std::erase_if(
        levels, [until](const Level &level) { return !level.isMost && level.span.from >= until; });
    for (Level &level : levels) {
        if (!level.isMost && level.span.until.value_or(SteadyTime::max()) > until)
            level.span.until = until;
    }
}

} // namespace

std::optional<LaneChart::Lane> waitingLane(const HistoryAnswer &answer,
                                           const std::vector<HistoryRow> &rows,
                                           const ClockReading &pin,
                                           std::shared_ptr<const std::vector<LeaderSpan>> unseen)
{
    LaneChart::Lane lane;
    // Whoever asks for an owner is told of its waits alone, and of them on any lock.
    if (!rows.empty() && answer.question.query.owner.isEmpty())
        lane.levels = exactLevels(answer.page.waits, rows.front().hold.lock, pin);
    // Of what is not listed any more, the holds still tell.
    if (lane.levels.empty() || answer.page.olderWaits) {
        std::vector<Level> most = mostOfHolds(rows, pin);
        if (!lane.levels.empty())
            std::erase_if(most, [first = lane.levels.front().span.from](const Level &level) {
                return !level.span.until || *level.span.until > first;
            });
        lane.levels.insert(lane.levels.begin(), most.begin(), most.end());
    }
    const auto &until = answer.question.query.until;
    if (until && *until < answer.asked)
        cutLevels(lane.levels, pin.localAt(*until));
    if (lane.levels.empty())
        return std::nullopt;
    for (const Level &level : lane.levels)
        lane.highest = std::max(lane.highest, level.count);
    lane.id = QStringLiteral("waiting");
    lane.label = HistoryText::tr("Waiting");
    lane.detail = HistoryText::tr("at most %1").arg(countText(lane.highest));
    lane.unseen = std::move(unseen);
    return lane;
}

} // namespace lockmaster
