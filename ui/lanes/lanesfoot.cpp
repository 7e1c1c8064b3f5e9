// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanesfoot.h"

#include "core/display/lanetext.h"
#include "ui/lanes/lanesnobody.h"

#include <QFontMetrics>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr double lanesfootGap = 12;
/** Less room than this around its place: the text is not even measured. */
constexpr double least = 24;
/** A text may begin or end this far from what it belongs to. */
constexpr double beside = 24;
constexpr int leastPerCaption = 60;

struct Interval {
    double from = 0;
    double until = 0;
};

struct Wish {
    FootText::Tone tone = FootText::Tone::Mark;
    LeaderSpan span;
    std::optional<LeaderMark::Kind> sign;
};

class FootLayout
{
public:
    FootLayout(const LaneChart &chart, const LanesGeometry &geometry, const QFont &font)
        : m_chart(chart), m_geometry(geometry), m_metrics(font), m_paper(geometry.foot()),
          m_nobodyIsTold(nobodyText(chart, geometry, font).has_value())
    {
        // Texts are laid out from a point that moves a page at a time, so that they do not jump
        // from row to row while the time under them scrolls by.
        const double page = std::max(1.0, m_paper.width() * geometry.nanosPerPixel);
        const double left = double((geometry.from - chart.since).count());
        const auto whole = [&](double pages) {
            return chart.since + std::chrono::nanoseconds(std::llround(pages * page));
        };
        m_from = whole(std::floor(left / page) - 1);
        m_until = whole(std::floor(left / page) + 3);
    }

    std::vector<FootText> place()
    {
        for (const LeaderOverlap &overlap : m_chart.overlaps) {
            if (isNear(overlap.span))
                add(
                    {FootText::Tone::Overlap, overlap.span, {}},
                    [&] { return LaneText::caption(overlap, m_geometry.now); },
                    [&] { return LaneText::shortCaption(overlap, m_geometry.now); });
        }
        placeVacancies();
        placeMarks(FootText::Tone::Mark);
        placeMarks(FootText::Tone::Finding);
        for (FootText &text : m_placed)
            text.hasLine = text.hasLine || isFree(m_rows.front(), text.anchor);
        return std::move(m_placed);
    }

private:
    static bool isFree(const std::vector<Interval> &row, double x)
    {
        return std::none_of(row.begin(), row.end(), [x](const Interval &taken) {
            return taken.from - 4 < x && x < taken.until + 4;
        });
    }

    bool isNear(const LeaderSpan &span) const
    {
        return span.from <= m_until && span.until.value_or(m_geometry.now) >= m_from;
    }

    bool isVisible(const LeaderSpan &span) const
    {
        return span.from <= m_geometry.until()
               && span.until.value_or(m_geometry.now) >= m_geometry.from;
    }

    void placeVacancies()
    {
        std::vector<const LaneChart::Vacancy *> wanted;
        for (const LaneChart::Vacancy &vacancy : m_chart.vacancies) {
            const bool isTold = !vacancy.span.until && m_nobodyIsTold;
            if (isNear(vacancy.span) && !isTold)
                wanted.push_back(&vacancy);
        }
        // Where there is no room for all, the longest matter.
        if (static_cast<int>(wanted.size()) * leastPerCaption > 3 * m_paper.width())
            std::stable_sort(wanted.begin(), wanted.end(), [this](const auto *a, const auto *b) {
                return lengthOf(a->span) > lengthOf(b->span);
            });
        for (const LaneChart::Vacancy *vacancy : wanted)
            add(
                {FootText::Tone::Vacancy, vacancy->span, {}},
                [&] { return LaneText::caption(*vacancy, m_geometry.now); },
                [&] { return LaneText::shortCaption(*vacancy, m_geometry.now); });
    }

    SteadyTime::duration lengthOf(const LeaderSpan &span) const
    {
        return span.until.value_or(m_geometry.now) - span.from;
    }

    void placeMarks(FootText::Tone tone)
    {
        auto mark = std::lower_bound(
            m_chart.marks.begin(), m_chart.marks.end(), m_from,
            [](const LeaderMark &one, SteadyTime moment) { return one.at < moment; });
        for (; mark != m_chart.marks.end() && mark->at <= m_until; ++mark) {
            if (mark->kind == LeaderMark::Kind::TookOver || mark->kind == LeaderMark::Kind::Expired
                || isCause(*mark))
                continue;
            const bool isFinding = mark->kind == LeaderMark::Kind::Finding;
            // Of holds, what comes and goes with every row is told where it is pointed at; what
            // somebody did stands there.
            if (m_chart.story == LaneChart::Story::Holds
                && mark->kind != LeaderMark::Kind::SteppedDown)
                continue;
            if (isFinding != (tone == FootText::Tone::Finding))
                continue;
            const auto text = [&] { return LaneText::mark(*mark); };
            add({tone, {mark->at, mark->at}, mark->kind}, text, text);
        }
    }

    /** The caption of a vacancy says already what this mark says. */
    bool isCause(const LeaderMark &mark) const
    {
        const auto vacancy = std::lower_bound(m_chart.vacancies.begin(), m_chart.vacancies.end(),
                                              mark.at, [](const auto &one, SteadyTime moment) {
                                                  return one.span.until && *one.span.until < moment;
                                              });
        return vacancy != m_chart.vacancies.end() && vacancy->span.from - mark.at <= causeReach
               && vacancy->cause == mark.text;
    }

    /** Where it stands: the middle of what is visible of it. */
    double anchorOf(const LeaderSpan &span, bool visible) const
    {
        double from = m_geometry.x(span.from);
        double until = m_geometry.x(span.until.value_or(m_geometry.now));
        if (visible) {
            from = std::max<double>(from, m_paper.left());
            until = std::min<double>(until, m_paper.right());
        }
        return (from + until) / 2;
    }

    template<class Full, class Short>
    void add(const Wish &wish, Full full, Short brief)
    {
        const bool visible = isVisible(wish.span);
        const double anchor = anchorOf(wish.span, visible);
        if (!place(wish, anchor, visible, full))
            place(wish, anchor, visible, brief);
    }

    template<class Text>
    bool place(const Wish &wish, double anchor, bool visible, Text textOf)
    {
        std::optional<QString> text;
        for (size_t row = 0; row < m_rows.size(); ++row) {
            for (const Interval &room : rooms(row, anchor, visible)) {
                if (room.until - room.from < least)
                    continue;
                if (!text)
                    text = textOf();
                const double width =
                    m_metrics.horizontalAdvance(*text) + (wish.sign ? footSign : 0) + 1;
                if (room.until - room.from < width)
                    continue;
                const double left = std::clamp(anchor - width / 2, room.from, room.until - width);
                m_rows[row].push_back({left, left + width});
                if (visible)
                    keep(wish, *text, anchor, static_cast<int>(row), std::lround(left),
                         static_cast<int>(std::ceil(width)));
                return true;
            }
        }
        return false;
    }

    void keep(const Wish &wish, const QString &text, double anchor, int row, long left, int width)
    {
        const QRect rect(static_cast<int>(left),
                         m_paper.top() + 4 + row * m_geometry.metrics.footRow, width,
                         m_geometry.metrics.footRow);
        m_placed.push_back({wish.tone, text, rect, anchor, row == 0, wish.sign});
    }

    /** The free stretches of a row at `anchor`, or on both sides of what is there already. */
    std::vector<Interval> rooms(size_t row, double anchor, bool visible) const
    {
        const auto &taken = m_rows[row];
        const auto covering = std::find_if(taken.begin(), taken.end(), [&](const Interval &one) {
            return one.from - lanesfootGap < anchor && anchor < one.until + lanesfootGap;
        });
        if (covering == taken.end())
            return {roomAt(row, anchor, anchor, visible)};
        const double middle = (covering->from + covering->until) / 2;
        std::vector<Interval> found;
        for (const Interval &room :
             {roomAt(row, middle, anchor, visible), roomAt(row, middle - 0.5, anchor, visible)}) {
            if (room.from - anchor <= beside && anchor - room.until <= beside)
                found.push_back(room);
        }
        return found;
    }

    /** What is free between the texts whose middles are left and right of `x`. */
    Interval roomAt(size_t row, double x, double anchor, bool visible) const
    {
        Interval room{anchor - 1e6, anchor + 1e6};
        if (visible)
            room = {double(m_paper.left()), double(m_paper.right() + 1)};
        for (const Interval &taken : m_rows[row]) {
            if ((taken.from + taken.until) / 2 <= x)
                room.from = std::max(room.from, taken.until + lanesfootGap);
            else
                room.until = std::min(room.until, taken.from - lanesfootGap);
        }
        return room;
    }

    const LaneChart &m_chart;
    const LanesGeometry &m_geometry;
    QFontMetrics m_metrics;
    QRect m_paper;
    bool m_nobodyIsTold; ///< in the lanes themselves
    SteadyTime m_from;
    SteadyTime m_until;
    std::array<std::vector<Interval>, 2> m_rows;
    std::vector<FootText> m_placed;
};

} // namespace

std::vector<FootText> footTexts(const LaneChart &chart, const LanesGeometry &geometry,
                                const QFont &font)
{
    return FootLayout(chart, geometry, font).place();
}

} // namespace lockmaster
