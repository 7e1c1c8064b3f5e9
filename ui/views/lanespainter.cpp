// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lanespainter.h"

#include "ui/models/lanetext.h"
#include "ui/views/lanesfoot.h"
#include "ui/views/lanesigns.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int leastColumn = 2;
/** Ticks and stretches closer than this are drawn as one. */
constexpr double merged = 2;
constexpr int leastRounded = 8;
constexpr qreal radius = 3;
constexpr int signSize = 9;
constexpr int labelLeft = 12;
constexpr int labelSign = 8;

QColor translucent(QColor color, float alpha)
{
    color.setAlphaF(alpha);
    return color;
}

QColor blend(const QColor &over, const QColor &under, double share)
{
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(a * share + b * (1 - share)));
    };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()),
            mix(over.blue(), under.blue())};
}

SteadyTime endOf(const LeaderSpan &span, SteadyTime now)
{
    return std::max(span.from, span.until.value_or(now));
}

/** Draws one frame. */
class LanesPainter
{
public:
    LanesPainter(QPainter &painter, const LaneChart &chart, const LanesGeometry &geometry,
                 const LanesLook &look, const QRect &clip)
        : m_painter(painter), m_chart(chart), m_geometry(geometry), m_look(look),
          m_colors(*look.colors), m_clip(clip), m_paper(geometry.lanes()),
          m_from(geometry.at(std::max(clip.left(), m_paper.left()) - leastColumn)),
          m_until(geometry.at(std::min(clip.right(), m_paper.right()) + leastColumn)),
          m_font(look.font), m_small(look.font), m_bold(look.font)
    {
        m_small.setPointSizeF(std::max(6.0, look.font.pointSizeF() * 0.9));
        m_bold.setBold(true);
        m_gone = blend(m_colors.accent, m_colors.base, 0.78);
    }

    LanesCount paint()
    {
        m_painter.save();
        m_painter.setFont(m_font);
        m_painter.fillRect(m_clip, m_colors.base);
        const auto [first, last] = m_geometry.visibleLanes(m_clip);
        m_painter.save();
        m_painter.setClipRect(m_paper, Qt::IntersectClip);
        paintGround(first, last);
        paintGrid();
        paintColumns();
        for (int lane = first; lane < last; ++lane)
            paintLane(lane);
        paintOverlaps();
        paintMarks();
        m_painter.restore();
        paintAxis();
        paintFoot();
        if (m_clip.left() < m_paper.left())
            paintLabels(first, last);
        paintCrosshair();
        paintFocus();
        m_painter.restore();
        return m_count;
    }

private:
    // Where things are

    int x(SteadyTime at) const
    {
        // Far outside, where an int would not do.
        const double value = std::clamp(m_geometry.x(at), -1e6, 1e6);
        return static_cast<int>(std::lround(value));
    }

    QRect column(const LeaderSpan &span, int top, int height, int least = 1) const
    {
        const int left = std::max(x(span.from), m_paper.left() - 8);
        const int right = std::min(x(endOf(span, m_geometry.now)), m_paper.right() + 9);
        return {left, top, std::max(least, right - left), height};
    }

    bool isVisible(const LeaderSpan &span) const
    {
        return span.from <= m_until && endOf(span, m_geometry.now) >= m_from;
    }

    /** Of items by begin that do not overlap, the first that may be visible. */
    template<class Items, class SpanOf>
    auto firstVisible(const Items &items, SpanOf spanOf) const
    {
        return std::partition_point(items.begin(), items.end(), [&](const auto &item) {
            return endOf(spanOf(item), m_geometry.now) < m_from;
        });
    }

    template<class Items, class Visit>
    void eachVisible(const Items &items, Visit visit) const
    {
        const auto spanOf = [](const auto &item) { return item.span; };
        for (auto item = firstVisible(items, spanOf);
             item != items.end() && item->span.from <= m_until; ++item)
            visit(*item);
    }

    // The ground

    void paintGround(int first, int last)
    {
        const int known = x(m_chart.since);
        if (!m_chart.isEmpty() && known > m_paper.left())
            m_painter.fillRect(
                QRect(m_paper.left(), m_paper.top(), known - m_paper.left(), m_paper.height()),
                m_colors.window);
        if (m_look.chosen && *m_look.chosen >= first && *m_look.chosen < last)
            m_painter.fillRect(m_geometry.lane(*m_look.chosen), m_colors.hover);
        for (int lane = first; lane < last; ++lane) {
            const QRect bar = m_geometry.bar(lane);
            m_painter.fillRect(bar.left(), bar.center().y(), bar.width(), 1, m_colors.line);
        }
    }

    const std::vector<AxisLabel> &labels()
    {
        if (m_labelsDone)
            return m_labels;
        m_labelsDone = true;
        const QFontMetrics metrics(m_small);
        const auto wide = [&](const char *text, double spare) {
            return (metrics.horizontalAdvance(QLatin1StringView(text)) + spare)
                   * m_geometry.nanosPerPixel / 1000;
        };
        Micros step = axisStep(Micros(std::llround(wide("00:00:00", 32))));
        if (step < 1s)
            step = axisStep(Micros(std::llround(wide("00:00:00.000", 32))));
        const double reach = metrics.horizontalAdvance(QStringLiteral("00:00:00.000"));
        m_labels = axisLabels(m_chart, m_geometry.at(m_clip.left() - reach),
                              m_geometry.at(m_clip.right() + reach), step);
        return m_labels;
    }

    void paintGrid()
    {
        for (const AxisLabel &label : labels())
            m_painter.fillRect(x(label.at), m_paper.top(), 1, m_paper.height(), m_colors.line);
    }

    // What concerns all lanes

    void paintColumns()
    {
        const QColor fill = translucent(m_colors.danger, 0.2F);
        const QColor edge = translucent(m_colors.danger, 0.55F);
        int last = m_paper.left() - 1000;
        eachVisible(m_chart.vacancies, [&](const LaneChart::Vacancy &vacancy) {
            const QRect rect = column(vacancy.span, m_paper.top(), m_paper.height(), leastColumn);
            if (rect.right() <= last)
                return;
            last = rect.right();
            ++m_count.columns;
            m_painter.fillRect(rect, fill);
            m_painter.fillRect(rect.left(), rect.top(), 1, rect.height(), edge);
            m_painter.fillRect(rect.right(), rect.top(), 1, rect.height(), edge);
        });
        eachVisible(m_chart.unseen, [&](const LaneChart::Unseen &unseen) {
            const QRect across = unseen.lane ? m_geometry.lane(*unseen.lane) : m_paper;
            hatch(column(unseen.span, across.top(), across.height(), leastColumn), m_colors.muted,
                  translucent(m_colors.muted, 0.12F));
            ++m_count.columns;
        });
    }

    void hatch(const QRect &rect, const QColor &lines, const QColor &fill)
    {
        // The pattern moves with the time under it.
        m_painter.setBrushOrigin(x(m_chart.since) % 8, 0);
        m_painter.fillRect(rect, fill);
        m_painter.fillRect(rect, QBrush(translucent(lines, 0.55F), Qt::BDiagPattern));
    }

    void paintOverlaps()
    {
        for (const LeaderOverlap &overlap : m_chart.overlaps) {
            if (overlap.span.from > m_until)
                break;
            if (isVisible(overlap.span))
                paintOverlap(overlap);
        }
    }

    void paintOverlap(const LeaderOverlap &overlap)
    {
        ++m_count.columns;
        const QRect first = m_geometry.bar(overlap.first);
        const QRect second = m_geometry.bar(overlap.second);
        const int below =
            second.bottom() + 1
            + (m_geometry.metrics.beliefHeight > 0 ? m_geometry.metrics.beliefHeight + 2 : 0);
        const QRect both =
            column(overlap.span, first.top() - 3, below - first.top() + 6, leastColumn);
        m_painter.fillRect(both, translucent(m_colors.conflict, 0.16F));
        for (const QRect &bar : {first, second}) {
            const QRect part = column(overlap.span, bar.top(), bar.height(), leastColumn);
            m_painter.fillRect(part, m_colors.conflict);
            m_painter.setBrushOrigin(x(m_chart.since) % 8, 0);
            m_painter.fillRect(part, QBrush(translucent(m_colors.base, 0.6F), Qt::BDiagPattern));
        }
        for (const int edge : {both.left(), both.right()})
            m_painter.fillRect(edge, both.top(), 1, both.height(), m_colors.conflict);
    }

    // A lane

    void paintLane(int index)
    {
        const LaneChart::Lane &lane = m_chart.lanes[static_cast<size_t>(index)];
        const QRect bar = m_geometry.bar(index);
        const QRect belief = m_geometry.belief(index);
        eachVisible(lane.leads, [&](const LaneChart::Bar &one) { paintBar(one, bar); });
        eachVisible(lane.believes, [&](const LaneChart::Bar &one) {
            const QRect rect = column(one.span, belief.top(), belief.height());
            m_painter.fillRect(rect, m_colors.noExpiry);
            ++m_count.bars;
            if (one.reign)
                paintDoings(*one.reign, bar, belief);
        });
    }

    void paintBar(const LaneChart::Bar &bar, const QRect &lane)
    {
        ++m_count.bars;
        const QRect rect = column(bar.span, lane.top(), lane.height());
        const QColor &fill = bar.span.until ? m_gone : m_colors.accent;
        if (rect.width() < leastRounded) {
            m_painter.fillRect(rect, fill);
        } else {
            m_painter.setRenderHint(QPainter::Antialiasing);
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(fill);
            m_painter.drawRoundedRect(rect, radius, radius);
            m_painter.setRenderHint(QPainter::Antialiasing, false);
        }
        if (bar.reign) {
            paintDoings(*bar.reign, lane, lane);
            paintTicks(*bar.reign, lane);
        }
        paintBarText(bar, rect);
    }

    /** Work at the top of the bar; standing still hatched over `whole`. */
    void paintDoings(const Reign &reign, const QRect &bar, const QRect &whole)
    {
        const int height = std::max(3, bar.height() / 5);
        eachBand(reign.working, [&](int left, int right) {
            m_painter.fillRect(left, bar.top(), right - left, height,
                               blend(m_colors.accent, m_colors.text, 0.55));
            ++m_count.bars;
        });
        eachBand(reign.frozen, [&](int left, int right) {
            const QRect rect(left, whole.top(), right - left, whole.height());
            m_painter.fillRect(rect, m_colors.line);
            hatch(rect, m_colors.text, Qt::transparent);
            ++m_count.bars;
        });
    }

    /** Visible stretches as pixels; those with no room between them as one. */
    template<class Draw>
    void eachBand(const std::vector<LeaderSpan> &spans, Draw draw) const
    {
        const auto same = [](const LeaderSpan &span) { return span; };
        const auto step = std::chrono::nanoseconds(std::llround(merged * m_geometry.nanosPerPixel));
        auto span = firstVisible(spans, same);
        while (span != spans.end() && span->from <= m_until) {
            SteadyTime from = span->from;
            SteadyTime until = endOf(*span, m_geometry.now);
            ++span;
            while (span != spans.end() && span->from <= until + step) {
                until = endOf(*span, m_geometry.now);
                // Over everything that ends within the same pixels at once.
                const auto next =
                    std::partition_point(span, spans.end(), [&](const LeaderSpan &one) {
                        return endOf(one, m_geometry.now) <= until + step;
                    });
                if (next == span) {
                    ++span;
                } else {
                    span = next;
                    until = std::max(until, endOf(*std::prev(next), m_geometry.now));
                }
                if (until > m_until)
                    break;
            }
            const int left = std::max(x(from), m_paper.left() - 8);
            const int right = std::min(x(until), m_paper.right() + 9);
            draw(left, std::max(left + 1, right));
        }
    }

    void paintTicks(const Reign &reign, const QRect &bar)
    {
        const std::vector<SteadyTime> &beats = reign.heartbeats;
        const auto step = std::chrono::nanoseconds(std::llround(merged * m_geometry.nanosPerPixel));
        const int height = std::max(3, bar.height() / 4);
        const int top = bar.bottom() + 1 - height;
        m_ticks.clear();
        auto beat = std::lower_bound(beats.begin(), beats.end(), m_from);
        while (beat != beats.end() && *beat <= m_until) {
            const SteadyTime first = *beat;
            SteadyTime last = first;
            // Jump from heartbeat to heartbeat two pixels on, for as long as there is no hole.
            while (++beat != beats.end() && *beat < last + step && last <= m_until) {
                beat = std::lower_bound(beat, beats.end(), last + step);
                last = *--beat;
            }
            const int left = x(first);
            m_ticks.emplace_back(left, top, std::max(1, x(last) - left + 1), height);
        }
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(translucent(m_colors.base, 0.72F));
        m_painter.drawRects(m_ticks.data(), static_cast<int>(m_ticks.size()));
        m_count.ticks += static_cast<int>(m_ticks.size());
    }

    void paintBarText(const LaneChart::Bar &bar, const QRect &rect)
    {
        const QRect seen = rect.intersected(m_paper).adjusted(8, 0, -8, 0);
        const QFontMetrics metrics(m_small);
        const int above = std::max(3, rect.height() / 4);
        if (bar.text.isEmpty() || seen.width() < 32 || rect.height() < metrics.height() + above)
            return;
        m_painter.setFont(m_small);
        m_painter.setPen(m_colors.base);
        m_painter.drawText(seen.adjusted(0, 0, 0, -above + 2), Qt::AlignLeft | Qt::AlignVCenter,
                           metrics.elidedText(bar.text, Qt::ElideMiddle, seen.width()));
        ++m_count.texts;
    }

    // Marks

    static bool hasSign(LeaderMark::Kind kind)
    {
        return kind != LeaderMark::Kind::TookOver && kind != LeaderMark::Kind::Expired;
    }

    QColor markColor(LeaderMark::Kind kind) const
    {
        switch (kind) {
        case LeaderMark::Kind::Killed: return m_colors.danger;
        case LeaderMark::Kind::Finding:
        case LeaderMark::Kind::Skewed: return m_colors.expiring;
        default: return m_colors.text;
        }
    }

    void paintMarks()
    {
        const auto reach =
            std::chrono::nanoseconds(std::llround((signSize + 4) * m_geometry.nanosPerPixel));
        auto mark = std::lower_bound(
            m_chart.marks.begin(), m_chart.marks.end(), m_from - reach,
            [](const LeaderMark &one, SteadyTime moment) { return one.at < moment; });
        std::vector<int> last(m_chart.lanes.size(), -1000);
        for (; mark != m_chart.marks.end() && mark->at <= m_until + reach; ++mark) {
            if (!mark->candidate || !hasSign(mark->kind))
                continue;
            // Signs on top of one another say nothing: the first stands for them.
            int &before = last[static_cast<size_t>(*mark->candidate)];
            const int at = x(mark->at);
            if (at - before < signSize / 2)
                continue;
            before = at;
            paintSign(*mark, at);
        }
    }

    void paintSign(const LeaderMark &mark, int at)
    {
        const QRect bar = m_geometry.bar(*mark.candidate);
        if (bar.bottom() < m_clip.top() - signSize || bar.top() > m_clip.bottom() + signSize)
            return;
        ++m_count.marks;
        const double size = signSize + 6.0;
        const QRectF disc(at + 0.5 - size / 2, bar.center().y() + 0.5 - size / 2, size, size);
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(markColor(mark.kind), 1));
        m_painter.setBrush(m_colors.base);
        m_painter.drawEllipse(disc);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        const double inset = (size - signSize + 1) / 2;
        paintLeaderSign(m_painter, mark.kind, disc.adjusted(inset, inset, -inset, -inset),
                        markColor(mark.kind));
    }

    // Around the lanes

    void paintAxis()
    {
        if (m_clip.top() >= m_paper.top())
            return;
        m_painter.setFont(m_small);
        m_painter.setPen(m_colors.muted);
        const QFontMetrics metrics(m_small);
        for (const AxisLabel &label : labels()) {
            const int width = metrics.horizontalAdvance(label.text);
            const int left = x(label.at) - width / 2;
            if (left < m_paper.left() - width / 2 || left + width > m_geometry.size.width())
                continue;
            m_painter.drawText(QRect(left, 0, width + 1, m_paper.top() - 4),
                               Qt::AlignLeft | Qt::AlignVCenter, label.text);
            ++m_count.texts;
        }
        m_painter.fillRect(m_paper.left(), m_paper.top() - 1, m_paper.width(), 1, m_colors.line);
    }

    QColor footColor(const FootText &text) const
    {
        switch (text.tone) {
        case FootText::Tone::Vacancy: return m_colors.danger;
        case FootText::Tone::Overlap: return m_colors.conflict;
        case FootText::Tone::Finding: return m_colors.expiring;
        case FootText::Tone::Mark: break;
        }
        return m_colors.muted;
    }

    void paintFoot()
    {
        const QRect foot = m_geometry.foot();
        if (!foot.intersects(m_clip))
            return;
        m_painter.fillRect(foot.left(), foot.top(), foot.width(), 1, m_colors.line);
        m_painter.setFont(m_small);
        for (const FootText &text : footTexts(m_chart, m_geometry, m_small)) {
            const QColor color = footColor(text);
            const int at = static_cast<int>(std::lround(text.anchor));
            if (at >= foot.left() && at <= foot.right())
                m_painter.fillRect(at, foot.top(), 1, text.rect.top() - foot.top(), color);
            QRect rect = text.rect;
            if (text.sign) {
                const QRectF sign(rect.left(), rect.center().y() - signSize / 2.0 + 1, signSize,
                                  signSize);
                paintLeaderSign(m_painter, *text.sign, sign, color);
                rect.setLeft(rect.left() + footSign);
            }
            m_painter.setPen(color);
            m_painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                               text.text);
            ++m_count.texts;
        }
    }

    void paintLabels(int first, int last)
    {
        m_painter.save();
        const QRect column(0, m_paper.top(), m_paper.left(), m_paper.height());
        m_painter.setClipRect(column, Qt::IntersectClip);
        m_painter.fillRect(column, m_colors.base);
        for (int lane = first; lane < last; ++lane)
            paintLabel(lane);
        m_painter.restore();
    }

    void paintLabel(int index)
    {
        const LaneChart::Lane &lane = m_chart.lanes[static_cast<size_t>(index)];
        QRect row = m_geometry.lane(index);
        row.setLeft(0);
        row.setWidth(m_paper.left());
        if (m_look.chosen == index) {
            m_painter.fillRect(row, m_colors.selection);
            m_painter.fillRect(0, row.top(), 3, row.height(), m_colors.accent);
        }
        const bool two = m_geometry.metrics.twoLines && !lane.detail.isEmpty();
        const QFontMetrics metrics(lane.leadsNow ? m_bold : m_font);
        const QFontMetrics small(m_small);
        const int height = metrics.height() + (two ? small.height() : 0);
        const int top = m_geometry.bar(index).center().y() - height / 2 + 1;
        const int left = labelLeft + labelSign + 4;
        const int width = row.width() - left - 8;
        if (lane.leadsNow)
            paintLeaderSign(
                m_painter, LeaderMark::Kind::Thawed,
                QRectF(labelLeft, top + (metrics.height() - labelSign) / 2.0, labelSign, labelSign),
                m_colors.accent);
        m_painter.setFont(lane.leadsNow ? m_bold : m_font);
        m_painter.setPen(m_colors.text);
        m_painter.drawText(QRect(left, top, width, metrics.height()),
                           Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                           metrics.elidedText(lane.label, Qt::ElideMiddle, width));
        ++m_count.texts;
        if (!two)
            return;
        m_painter.setFont(m_small);
        m_painter.setPen(lane.leadsNow ? m_colors.accent : m_colors.muted);
        m_painter.drawText(QRect(left, top + metrics.height(), width, small.height()),
                           Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                           small.elidedText(lane.detail, Qt::ElideRight, width));
        ++m_count.texts;
    }

    void paintCrosshair()
    {
        if (!m_look.crosshair)
            return;
        const int at = x(*m_look.crosshair);
        if (at < m_paper.left() || at > m_paper.right() + 1)
            return;
        m_painter.fillRect(at, m_paper.top() - 4, 1, m_paper.height() + 4, m_colors.muted);
        const QFontMetrics metrics(m_small);
        const QString text = LaneText::time(m_chart, *m_look.crosshair);
        const int width = metrics.horizontalAdvance(text) + 12;
        const int left = std::clamp(at - width / 2, 0, m_geometry.size.width() - width);
        const QRect box(left, 2, width, m_paper.top() - 6);
        m_painter.fillRect(box, m_colors.text);
        m_painter.setFont(m_small);
        m_painter.setPen(m_colors.base);
        m_painter.drawText(box, Qt::AlignCenter, text);
    }

    void paintFocus()
    {
        if (!m_look.focused)
            return;
        m_painter.setPen(QPen(m_colors.accent, 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(QRect(QPoint(0, 0), m_geometry.size).adjusted(1, 1, -1, -1));
    }

    QPainter &m_painter;
    const LaneChart &m_chart;
    const LanesGeometry &m_geometry;
    const LanesLook &m_look;
    const Colors &m_colors;
    QRect m_clip;
    QRect m_paper;
    SteadyTime m_from;
    SteadyTime m_until;
    QFont m_font;
    QFont m_small;
    QFont m_bold;
    QColor m_gone;
    std::vector<AxisLabel> m_labels;
    bool m_labelsDone = false;
    std::vector<QRect> m_ticks;
    LanesCount m_count;
};

} // namespace

LanesCount paintLanes(QPainter &painter, const LaneChart &chart, const LanesGeometry &geometry,
                      const LanesLook &look, const QRect &clip)
{
    return LanesPainter(painter, chart, geometry, look, clip).paint();
}

} // namespace lockmaster
