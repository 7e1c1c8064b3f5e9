// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanespainter.h"

#include "ui/kit/elidedlabel.h"
#include "core/display/lanetext.h"
#include "ui/lanes/lanesigns.h"
#include "ui/lanes/lanesnobody.h"
#include "ui/lanes/lanespaper.h"

#include <QFontMetrics>
#include <QImage>
#include <QPaintEngine>

namespace lockmaster {

namespace {

/** Ticks and stretches closer than this are drawn as one. */
constexpr double merged = 3;
constexpr int leastRounded = 8;
constexpr int leastEdged = 5;
constexpr int leastRagged = 14;
constexpr int leastPerSign = 16;
constexpr qreal lanespainterRadius = 3;
constexpr size_t fewTicks = 64;

using Beat = std::vector<SteadyTime>::const_iterator;

/** The first at or after `limit`: it is nearly always one of the next few. */
Beat firstAfter(Beat begin, Beat end, SteadyTime limit)
{
    constexpr std::ptrdiff_t few = 8;
    const Beat near = begin + std::min(few, end - begin);
    return near == end || *near >= limit ? std::lower_bound(begin, near, limit)
                                         : std::lower_bound(near, end, limit);
}

/** Draws what is between the axis, the labels and the foot. */
class LanesPainter
{
public:
    explicit LanesPainter(LanesPaper &paper)
        : m_paper(paper), m_painter(paper.painter), m_colors(paper.colors),
          m_gone(pastColor(m_colors)), m_work(darker(m_colors.accent)),
          m_belief(blended(m_colors.text, m_colors.base, 0.66)), m_tickHeight(tickHeight())
    {
    }

    void paint()
    {
        const auto [first, last] = m_paper.geometry.visibleLanes(m_paper.clip);
        m_painter.save();
        m_painter.setClipRect(m_paper.lanes, Qt::IntersectClip);
        paintGround(first, last);
        paintColumns();
        for (int lane = first; lane < last; ++lane)
            paintLane(lane);
        paintOverlaps();
        paintMarks();
        paintNobody();
        paintWordsBeyond();
        m_painter.restore();
    }

private:
    int tickHeight() const { return std::max(3, m_paper.geometry.metrics.barHeight / 4); }

    QColor darker(const QColor &color) const
    {
        const bool dark = m_colors.base.lightness() < m_colors.text.lightness();
        return blended(color, dark ? m_colors.base : m_colors.text, 0.5);
    }

    // The ground

    void paintGround(int first, int last)
    {
        for (const QRect &beyond : {beforeSince(), afterUntil()}) {
            if (!beyond.isValid())
                continue;
            m_painter.fillRect(beyond, m_colors.window);
            // Of holds, lanes without a bar would look free there.
            if (m_paper.chart.story == LaneChart::Story::Holds)
                m_paper.hatch(beyond, m_paper.wash(m_colors.muted, 0.3F));
        }
        const auto chosen = m_paper.look.chosen;
        if (chosen && *chosen >= first && *chosen < last)
            m_painter.fillRect(m_paper.geometry.lane(*chosen), m_colors.hover);
        for (int lane = first; lane < last; ++lane) {
            const QRect bar = m_paper.geometry.bar(lane);
            m_painter.fillRect(bar.left(), bar.center().y(), bar.width(), 1, m_colors.line);
        }
        const QRect lanes = m_paper.lanes;
        for (const AxisLabel &label : m_paper.labels) {
            const int at = m_paper.x(label.at);
            if (at >= lanes.left() && at <= lanes.right())
                m_painter.fillRect(at, lanes.top(), 1, lanes.height(), m_colors.line);
        }
    }

    /** Nothing, or not all, is claimed about the time before. Not valid: it is out of sight. */
    QRect beforeSince() const
    {
        const QRect lanes = m_paper.lanes;
        return lanes.adjusted(0, 0, m_paper.x(m_paper.chart.since) - lanes.right() - 1, 0);
    }

    /** The same of the time after. Not valid: all that is visible was asked for. */
    QRect afterUntil() const
    {
        if (!m_paper.chart.until)
            return {};
        QRect after = m_paper.lanes;
        after.setLeft(std::max(after.left(), m_paper.x(*m_paper.chart.until)));
        return after;
    }

    /** What was held all along may reach there: the words stand on it. */
    void paintWordsBeyond()
    {
        const QRect before = beforeSince();
        paintWords(before, LaneText::before(m_paper.chart), before.right() - 7, -1);
        const QRect after = afterUntil();
        paintWords(after, m_paper.chart.after, after.left() + 8, 0);
    }

    /** @param at where they end (`side` -1) or begin (0) */
    void paintWords(const QRect &ground, const QString &words, int at, int side)
    {
        const QFontMetrics metrics(m_paper.small);
        const int width = metrics.horizontalAdvance(words);
        if (words.isEmpty() || width + 16 > ground.width())
            return;
        const QRect where(at + side * width, ground.bottom() - metrics.height() - 4, width,
                          metrics.height());
        m_painter.fillRect(where.adjusted(-4, -1, 4, 1), m_colors.window);
        m_painter.setFont(m_paper.small);
        m_painter.setPen(m_colors.muted);
        m_paper.text(where, Qt::AlignRight, words);
    }

    // What concerns all lanes

    void paintColumns()
    {
        paintVacancies();
        m_paper.eachVisible(m_paper.chart.unseen, [&](const LaneChart::Unseen &unseen) {
            const QRect across = unseen.lane ? m_paper.geometry.lane(*unseen.lane) : m_paper.lanes;
            paintUnseen(m_paper.column(unseen.span, across.top(), across.height(),
                                       LanesPaper::leastColumn));
        });
    }

    void paintUnseen(const QRect &rect)
    {
        m_painter.fillRect(rect, m_paper.wash(m_colors.muted, 0.12F));
        m_paper.hatch(rect, m_paper.wash(m_colors.muted, 0.5F));
        ++m_paper.count.columns;
    }

    /** The table's lane has its own where the table is shown beside the truth. */
    void paintVacancies()
    {
        if (!m_paper.chart.tableVacancies.empty())
            paintVacancies(m_paper.chart.tableVacancies, m_paper.geometry.lane(0));
        paintVacancies(m_paper.chart.vacancies, vacantLanes(m_paper.chart, m_paper.geometry));
    }

    /** Whoever looks sees it from afar, and reads since when. */
    void paintNobody()
    {
        const auto nobody = nobodyText(m_paper.chart, m_paper.geometry, m_paper.small);
        if (!nobody)
            return;
        m_painter.setFont(nobody->font);
        m_painter.setPen(nobody->isUnknown ? m_colors.text : m_colors.base);
        if (nobody->isUnknown)
            m_painter.fillRect(groundOf(*nobody), m_colors.base);
        m_paper.text(nobody->rect, Qt::AlignHCenter, nobody->text);
    }

    /** Words are not read on hatching. */
    static QRect groundOf(const NobodyText &words)
    {
        const QFontMetrics metrics(words.font);
        QRect ground(0, 0, metrics.horizontalAdvance(words.text) + 16, metrics.height() + 4);
        ground.moveCenter(words.rect.center());
        return ground;
    }

    void paintVacancies(const std::vector<LaneChart::Vacancy> &vacancies, const QRect &across)
    {
        const QColor fill = m_paper.wash(m_colors.danger, 0.2F);
        const QColor strong = m_paper.wash(m_colors.danger, 0.4F);
        const QColor edge = m_paper.wash(m_colors.danger, 0.55F);
        int last = m_paper.lanes.left() - 1000;
        m_paper.eachVisible(vacancies, [&](const LaneChart::Vacancy &vacancy) {
            const QRect rect = m_paper.column(vacancy.span, across.top(), across.height(),
                                              LanesPaper::leastColumn);
            if (rect.right() <= last)
                return;
            last = rect.right();
            ++m_paper.count.columns;
            // Nobody leads now: nothing else in the picture matters as much.
            const bool lasts = !vacancy.span.until;
            m_painter.fillRect(rect, lasts                       ? m_colors.danger
                                     : rect.width() < leastEdged ? strong
                                                                 : fill);
            if (rect.width() < leastEdged)
                return;
            m_painter.fillRect(rect.left(), rect.top(), 1, rect.height(), edge);
            m_painter.fillRect(rect.right(), rect.top(), 1, rect.height(), edge);
        });
    }

    void paintOverlaps()
    {
        for (const LeaderOverlap &overlap : m_paper.chart.overlaps) {
            if (overlap.span.from > m_paper.until)
                break;
            if (m_paper.isVisible(overlap.span))
                paintOverlap(overlap);
        }
    }

    void paintOverlap(const LeaderOverlap &overlap)
    {
        ++m_paper.count.columns;
        const QRect first = m_paper.geometry.bar(overlap.first);
        const QRect second = m_paper.geometry.bar(overlap.second);
        const int belief = m_paper.geometry.metrics.beliefHeight;
        const int below = second.bottom() + 1 + (belief > 0 ? belief + 2 : 0);
        const QRect both = m_paper.column(overlap.span, first.top() - 4, below - first.top() + 8,
                                          LanesPaper::leastColumn);
        m_painter.fillRect(both, translucent(m_colors.conflict, 0.18F));
        for (const QRect &bar : {first, second}) {
            // The heartbeats stay visible: they show that both were alive.
            const QRect part = m_paper.column(overlap.span, bar.top(), bar.height() - m_tickHeight,
                                              LanesPaper::leastColumn);
            m_painter.fillRect(part, m_colors.conflict);
            m_paper.hatch(part, translucent(m_colors.base, 0.6F));
        }
        for (const int edge : {both.left(), both.right()})
            m_painter.fillRect(edge, both.top(), 1, both.height(), m_colors.conflict);
    }

    // A lane

    void paintLane(int index)
    {
        const LaneChart::Lane &lane = m_paper.chart.lanes[static_cast<size_t>(index)];
        const QRect bar = m_paper.geometry.bar(index);
        const QRect belief = m_paper.geometry.belief(index);
        if (lane.unseen) {
            const QRect across = m_paper.geometry.lane(index);
            eachBand(*lane.unseen, [&](int left, int right) {
                paintUnseen(QRect(left, across.top(), right - left, across.height()));
            });
        }
        if (!lane.levels.empty())
            paintLevels(lane, m_paper.geometry.lane(index));
        const LaneChart::Bar *before = nullptr;
        m_paper.eachVisible(lane.leads, [&](const LaneChart::Bar &one) {
            paintBar(one, bar);
            if (before && isHandedOver(*before, one))
                m_painter.fillRect(m_paper.x(one.span.from), bar.top(), 1, bar.height(),
                                   m_colors.base);
            before = &one;
        });
        m_paper.eachVisible(lane.believes, [&](const LaneChart::Bar &one) {
            m_painter.fillRect(m_paper.column(one.span, belief.top(), belief.height()), m_belief);
            ++m_paper.count.bars;
            if (one.reign)
                paintDoings(*one.reign, bar, belief);
        });
    }

    /** As an area from the lane's bottom up; hatched where there were that many for a moment. */
    void paintLevels(const LaneChart::Lane &lane, const QRect &across)
    {
        constexpr int air = 4;
        const int highest = across.height() - 2 * air;
        const QColor fill = m_paper.wash(m_belief, 0.55F);
        m_paper.eachVisible(lane.levels, [&](const LaneChart::Level &level) {
            const double share = double(level.count) / double(std::max<qint64>(1, lane.highest));
            const int height = std::max(2, int(std::lround(highest * share)));
            const QRect rect =
                m_paper.column(level.span, across.bottom() + 1 - air - height, height);
            if (level.isMost)
                m_paper.hatch(rect, m_belief);
            else
                m_painter.fillRect(rect, fill);
            m_painter.fillRect(rect.left(), rect.top(), rect.width(), 2, m_belief);
            ++m_paper.count.bars;
        });
    }

    /** Side by side they look like one where both owners have the same colour. */
    bool isHandedOver(const LaneChart::Bar &before, const LaneChart::Bar &after) const
    {
        constexpr int leastBar = 3; // of narrower ones the line would be all
        return m_paper.chart.story == LaneChart::Story::Holds && before.hue == after.hue
               && before.text != after.text
               && m_paper.x(after.span.from) - m_paper.x(m_paper.endOf(before.span)) < 1
               && m_paper.x(m_paper.endOf(after.span)) - m_paper.x(after.span.from) >= leastBar;
    }

    QColor fillOf(const LaneChart::Bar &bar) const
    {
        if (!bar.hue)
            return bar.span.until ? m_gone : m_colors.accent;
        const QColor &owners = ownerColor(*bar.hue, m_colors);
        return bar.span.until ? blended(owners, m_colors.base, pastShare) : owners;
    }

    void paintBar(const LaneChart::Bar &bar, const QRect &lane)
    {
        ++m_paper.count.bars;
        const QRect rect = m_paper.column(bar.span, lane.top(), lane.height());
        const QColor fill = fillOf(bar);
        fillRounded(rect, fill);
        if (bar.openBegin)
            paintRagged(rect, rect.left(), 1);
        if (bar.openEnd)
            paintRagged(rect, rect.right(), -1);
        if (bar.reign) {
            paintTicks(*bar.reign, lane, blended(m_colors.base, fill, 0.72));
            paintDoings(*bar.reign, lane, lane);
        }
        paintBarText(bar, rect, fill);
    }

    /** Only the ends are drawn smoothly: between them there is nothing to smooth, and much of it.
     */
    void fillRounded(const QRect &rect, const QColor &fill)
    {
        if (rect.width() < leastRounded) {
            m_painter.fillRect(rect, fill);
            return;
        }
        constexpr int end = static_cast<int>(lanespainterRadius);
        m_painter.fillRect(rect.adjusted(end, 0, -end, 0), fill);
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(fill);
        for (const int left : {rect.left(), rect.right() + 1 - 2 * end})
            m_painter.drawRoundedRect(QRect(left, rect.top(), 2 * end, rect.height()),
                                      lanespainterRadius, lanespainterRadius);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }

    /** Gaps of the ground's colour: it went on beyond, and nobody knows how far. */
    void paintRagged(const QRect &bar, int end, int inwards)
    {
        if (bar.width() < leastRagged)
            return;
        for (const int from : {2, 5})
            m_painter.fillRect(end + from * inwards, bar.top(), 1, bar.height(), m_colors.base);
    }

    /** Work at the top of the bar; standing still hatched over `whole`. */
    void paintDoings(const Reign &reign, const QRect &bar, const QRect &whole)
    {
        const int height = std::max(3, bar.height() / 6);
        eachBand(reign.working, [&](int left, int right) {
            m_painter.fillRect(left, bar.top(), right - left, height, m_work);
            ++m_paper.count.bars;
        });
        eachBand(reign.frozen, [&](int left, int right) {
            const QRect rect(left, whole.top(), right - left, whole.height());
            m_painter.fillRect(rect, m_colors.line);
            m_paper.hatch(rect, translucent(m_colors.text, 0.55F));
            ++m_paper.count.bars;
        });
    }

    /** Visible stretches as pixels; those with no room between them as one. */
    template<class Draw>
    void eachBand(const std::vector<LeaderSpan> &spans, Draw draw) const
    {
        const auto same = [](const LeaderSpan &span) { return span; };
        const auto step = m_paper.pixels(merged);
        auto span = m_paper.firstVisible(spans, same);
        while (span != spans.end() && span->from <= m_paper.until) {
            const SteadyTime from = span->from;
            SteadyTime until = m_paper.endOf(*span);
            // From stretch to stretch a few pixels on, for as long as there is no hole.
            while (++span != spans.end() && span->from <= until + step && until <= m_paper.until) {
                const auto next = std::partition_point(
                    span, spans.end(),
                    [limit = until + step](const LeaderSpan &one) { return one.from <= limit; });
                span = std::prev(next);
                until = std::max(until, m_paper.endOf(*span));
            }
            const int left = std::max(m_paper.x(from), m_paper.lanes.left() - m_paper.beyond);
            const int right =
                std::min(m_paper.x(until), m_paper.lanes.right() + 1 + m_paper.beyond);
            draw(left, std::max(left + 1, right));
        }
    }

    void paintTicks(const Reign &reign, const QRect &bar, const QColor &color)
    {
        const std::vector<SteadyTime> &beats = reign.heartbeats;
        const auto step = m_paper.pixels(merged);
        const int top = bar.bottom() + 1 - m_tickHeight;
        m_ticks.clear();
        auto beat = std::lower_bound(beats.begin(), beats.end(), m_paper.from);
        while (beat != beats.end() && *beat <= m_paper.until) {
            const SteadyTime first = *beat;
            SteadyTime last = first;
            // From heartbeat to heartbeat a few pixels on, for as long as there is no hole.
            while (++beat != beats.end() && *beat < last + step && last <= m_paper.until) {
                beat = std::prev(firstAfter(beat, beats.end(), last + step));
                last = *beat;
            }
            const int left = m_paper.x(first);
            m_ticks.emplace_back(left, top, m_paper.x(last) - left + 1, m_tickHeight);
        }
        m_paper.count.ticks += static_cast<int>(m_ticks.size());
        if (m_ticks.size() > fewTicks && paintsPixels()) {
            fillTicks(color);
            return;
        }
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(color);
        m_painter.drawRects(m_ticks.data(), static_cast<int>(m_ticks.size()));
    }

    /** Onto an image or a window, one of our pixels for one of its own. */
    bool paintsPixels() const
    {
        return m_painter.paintEngine()->type() == QPaintEngine::Raster
               && m_painter.deviceTransform().type() <= QTransform::TxTranslate;
    }

    /** The same as one rectangle with a pattern: thousands of small ones take far longer. */
    void fillTicks(const QColor &color)
    {
        const int left = std::max(m_ticks.front().left(), m_paper.lanes.left());
        const int end = std::min(m_ticks.back().right(), m_paper.lanes.right()) + 1;
        if (left >= end)
            return;
        QImage pattern(end - left, 1, QImage::Format_ARGB32_Premultiplied);
        pattern.fill(Qt::transparent);
        auto *pixels = reinterpret_cast<QRgb *>(pattern.scanLine(0));
        const QRgb filled = qPremultiply(color.rgba());
        for (const QRect &tick : m_ticks) {
            const int from = std::clamp(tick.left(), left, end) - left;
            const int to = std::clamp(tick.right() + 1, left, end) - left;
            std::fill(pixels + from, pixels + to, filled);
        }
        const QRect &any = m_ticks.front();
        m_painter.setBrushOrigin(left, any.top());
        m_painter.fillRect(QRect(left, any.top(), end - left, any.height()), QBrush(pattern));
        m_painter.setBrushOrigin(0, 0);
    }

    void paintBarText(const LaneChart::Bar &bar, const QRect &rect, const QColor &fill)
    {
        // Ticks stand at the bottom of a bar, and at a ragged end nothing can be read.
        const QRect seen = rect.intersected(m_paper.lanes)
                               .adjusted(bar.openBegin ? 12 : 8, 0, bar.openEnd ? -12 : -8,
                                         bar.reign ? -m_tickHeight + 2 : 0);
        const QFontMetrics metrics(m_paper.small);
        if (bar.text.isEmpty() || seen.width() < 32 || seen.height() < metrics.height())
            return;
        m_painter.setFont(m_paper.small);
        m_painter.setPen(wordsOn(fill, m_colors));
        m_paper.text(seen, Qt::AlignLeft,
                     bar.textIsFigure
                         ? fittingFigure(metrics, bar.text, seen.width())
                         : metrics.elidedText(bar.text, Qt::ElideMiddle, seen.width()));
    }

    // Marks

    /** That a lease ran out is told by the vacancy behind it, where the lanes are leaders'. */
    bool hasSign(const LeaderMark &mark) const
    {
        return mark.candidate && mark.kind != LeaderMark::Kind::TookOver
               && (mark.kind != LeaderMark::Kind::Expired
                   || m_paper.chart.story == LaneChart::Story::Holds);
    }

    void paintMarks()
    {
        // Of the whole view: which are shown must not depend on what is painted anew.
        const auto reach = m_paper.pixels(LanesPaper::signSize + 4);
        const std::vector<LeaderMark> &marks = m_paper.chart.marks;
        auto mark = std::lower_bound(
            marks.begin(), marks.end(), m_paper.geometry.from - reach,
            [](const LeaderMark &one, SteadyTime moment) { return one.at < moment; });
        const auto end = std::upper_bound(
            mark, marks.end(), m_paper.geometry.until() + reach,
            [](SteadyTime moment, const LeaderMark &one) { return moment < one.at; });
        // Too many to be read would only hide the bars under them.
        const auto signs =
            std::count_if(mark, end, [this](const LeaderMark &one) { return hasSign(one); });
        if (signs > m_paper.lanes.width() / leastPerSign)
            return;
        std::vector<int> last(m_paper.chart.lanes.size(), -1000);
        for (; mark != end; ++mark) {
            if (!hasSign(*mark))
                continue;
            // Signs on top of one another say nothing: the first stands for them.
            int &before = last[static_cast<size_t>(*mark->candidate)];
            const int at = m_paper.x(mark->at);
            if (at - before < LanesPaper::signSize)
                continue;
            before = at;
            if (at >= m_paper.lanes.left() - m_paper.beyond
                && at <= m_paper.lanes.right() + m_paper.beyond)
                paintSign(*mark, at);
        }
    }

    void paintSign(const LeaderMark &mark, int at)
    {
        const QRect bar = m_paper.geometry.bar(*mark.candidate);
        const double spare = bar.height() < 20 ? 4 : 6;
        const double size = LanesPaper::signSize + spare;
        if (bar.bottom() < m_paper.clip.top() - size || bar.top() > m_paper.clip.bottom() + size)
            return;
        ++m_paper.count.marks;
        const QColor color = markColor(mark.kind, m_colors);
        const QRectF disc(at + 0.5 - size / 2, bar.center().y() + 0.5 - size / 2, size, size);
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(color, 1));
        m_painter.setBrush(m_colors.base);
        m_painter.drawEllipse(disc);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        const double inset = (spare + 1) / 2;
        paintLeaderSign(m_painter, mark.kind, disc.adjusted(inset, inset, -inset, -inset), color);
    }

    LanesPaper &m_paper;
    QPainter &m_painter;
    const Colors &m_colors;
    QColor m_gone;
    QColor m_work;
    QColor m_belief;
    int m_tickHeight;
    std::vector<QRect> m_ticks;
};

} // namespace

LanesCount paintLanes(QPainter &painter, const LaneChart &chart, const LanesGeometry &geometry,
                      const LanesAppearance &look, const QRect &clip)
{
    painter.save();
    painter.fillRect(clip, look.colors->base);
    LanesPaper paper(painter, chart, geometry, look, clip);
    LanesPainter(paper).paint();
    paintLanesFrame(paper);
    painter.restore();
    return paper.count;
}

} // namespace lockmaster
