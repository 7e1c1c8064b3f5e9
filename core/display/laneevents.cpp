// SPDX-License-Identifier: Apache-2.0
#include "core/display/lanetext.h"

#include "core/display/locktext.h"
#include "core/text/durationtext.h"

#include <algorithm>

namespace lockmaster {

namespace {

Micros laneeventsLength(const LeaderSpan &span, SteadyTime now)
{
    return std::chrono::duration_cast<Micros>(span.until.value_or(now) - span.from);
}

/** Finds the nearest of all that can be stepped to, in one direction. */
class EventSearch
{
public:
    EventSearch(const LaneChart &chart, std::optional<int> lane, SteadyTime from, SteadyTime now,
                bool forward)
        : m_chart(chart), m_lane(lane), m_from(from), m_now(now), m_forward(forward)
    {
    }

    std::optional<LaneEvent> nearest()
    {
        for (int lane = 0; lane < static_cast<int>(m_chart.lanes.size()); ++lane) {
            if (!concerns(lane))
                continue;
            const LaneChart::Lane &one = m_chart.lanes[static_cast<size_t>(lane)];
            offerReign(one.leads, lane, LaneText::tr("%1 leads for %2"));
            if (m_chart.story == LaneChart::Story::Leaders)
                offerReign(one.believes, lane, LaneText::tr("%1 believes to lead for %2"));
        }
        if (!m_chart.unseen.empty() && concerns(m_chart.unseen.front().lane))
            offer(m_chart.unseen, m_chart.unseen.front().lane, [this](const auto &one) {
                return LaneText::tr("not known: the server did not answer for") + u' '
                       + preciseDurationText(laneeventsLength(one.span, m_now));
            });
        offer(m_chart.vacancies, {},
              [this](const auto &one) { return LaneText::caption(one, m_now); });
        offer(m_chart.overlaps, {}, [this](const auto &one) {
            return LaneText::tr("%1 and %2: %3")
                .arg(labelAt(one.first), labelAt(one.second), LaneText::caption(one, m_now));
        });
        offerMarks();
        for (int lane = 0; lane < static_cast<int>(m_chart.lanes.size()); ++lane) {
            if (concerns(lane))
                offerLevels(m_chart.lanes[static_cast<size_t>(lane)].levels, lane);
        }
        if (!m_best)
            return std::nullopt;
        m_best->text = LaneText::time(m_chart, m_best->at) + u' ' + m_best->text;
        return m_best;
    }

private:
    bool concerns(std::optional<int> lane) const { return !m_lane || !lane || lane == m_lane; }
    QString labelAt(int lane) const { return m_chart.lanes[static_cast<size_t>(lane)].label; }

    bool isBetter(SteadyTime at) const
    {
        if (m_forward)
            return at > m_from && (!m_best || at < m_best->at);
        return at < m_from && (!m_best || at > m_best->at);
    }

    void add(SteadyTime at, std::optional<int> lane, const QString &text)
    {
        // What happens at one moment is told together: nothing is stepped over.
        if (m_best && m_best->at == at) {
            if (!m_best->text.contains(text))
                m_best->text += QStringLiteral("; ") + text;
            return;
        }
        if (isBetter(at))
            m_best = {at, lane, text};
    }

    /** Of items by begin, the only one that may be nearest. */
    template<class Items, class Begin>
    auto candidate(const Items &items, Begin begin) const
    {
        if (m_forward)
            return std::upper_bound(
                items.begin(), items.end(), m_from,
                [begin](SteadyTime at, const auto &item) { return at < begin(item); });
        const auto after =
            std::lower_bound(items.begin(), items.end(), m_from,
                             [begin](const auto &item, SteadyTime at) { return begin(item) < at; });
        return after == items.begin() ? items.end() : std::prev(after);
    }

    template<class Items, class Text>
    void offer(const Items &items, std::optional<int> lane, Text text)
    {
        const auto item = candidate(items, [](const auto &one) { return one.span.from; });
        if (item != items.end())
            add(item->span.from, lane, text(*item));
    }

    void offerReign(const std::vector<LaneChart::Bar> &bars, int lane, const QString &words)
    {
        offer(bars, lane, [&](const LaneChart::Bar &bar) {
            const QString measured = preciseDurationText(laneeventsLength(bar.span, m_now));
            const QString length = bar.openBegin || bar.openEnd ? atLeast(measured) : measured;
            if (m_chart.story == LaneChart::Story::Holds)
                return bar.told + u' ' + length;
            const QString who = bar.text.isEmpty() ? labelAt(lane) : bar.text;
            return words.arg(who, length);
        });
    }

    /** Who came and went is told where nothing else happened: a hold's begin says its own. */
    void offerLevels(const std::vector<LaneChart::Level> &levels, int lane)
    {
        const auto next = candidate(levels, [](const auto &one) { return one.span.from; });
        if (next != levels.end())
            addAlone(next->span.from, lane,
                     next->isMost
                         ? LaneText::tr("at most %1 waited at once").arg(countText(next->count))
                         : LaneText::tr("waiting: %1").arg(countText(next->count)));
        const auto ended =
            candidate(levels, [](const auto &one) { return one.span.until.value_or(never); });
        if (ended == levels.end() || !ended->span.until)
            return;
        const auto after = std::next(ended);
        const bool goesOn = after != levels.end() && after->span.from <= *ended->span.until;
        if (!goesOn && !ended->isMost)
            addAlone(*ended->span.until, lane, LaneText::tr("nobody waits any more"));
    }

    void addAlone(SteadyTime at, int lane, const QString &text)
    {
        if (!m_best || m_best->at != at)
            add(at, lane, text);
    }

    void offerMarks()
    {
        const auto &marks = m_chart.marks;
        auto mark = candidate(marks, [](const LeaderMark &one) { return one.at; });
        while (mark != marks.end()) {
            if (concerns(mark->candidate) && mark->kind != LeaderMark::Kind::TookOver) {
                const QString who =
                    mark->candidate ? labelAt(*mark->candidate) + QStringLiteral(" ") : QString();
                add(mark->at, mark->candidate, who + LaneText::mark(*mark));
                return;
            }
            if (!m_forward && mark == marks.begin())
                return;
            m_forward ? ++mark : --mark;
        }
    }

    static constexpr SteadyTime never = SteadyTime::max();

    const LaneChart &m_chart;
    std::optional<int> m_lane;
    SteadyTime m_from;
    SteadyTime m_now;
    bool m_forward;
    std::optional<LaneEvent> m_best;
};

} // namespace

std::optional<LaneEvent> LaneText::nextEvent(const LaneChart &chart, std::optional<int> lane,
                                             SteadyTime after, SteadyTime now)
{
    return EventSearch(chart, lane, after, now, true).nearest();
}

std::optional<LaneEvent> LaneText::previousEvent(const LaneChart &chart, std::optional<int> lane,
                                                 SteadyTime before, SteadyTime now)
{
    return EventSearch(chart, lane, before, now, false).nearest();
}

} // namespace lockmaster
