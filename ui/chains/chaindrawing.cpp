// SPDX-License-Identifier: Apache-2.0
#include "ui/chains/chaindrawing.h"

#include <QBuffer>
#include <QPainter>
#include <QPainterPath>
#include <QSvgGenerator>

#include <algorithm>

namespace lockmaster {

namespace {

/** So many who hold nothing stand one by one; others are counted. */
constexpr int mostAlike = 4;

struct Measures {
    explicit Measures(const QFont &font) : metrics(font)
    {
        const int em = metrics.horizontalAdvance(QLatin1Char('m'));
        step = 3 * em;
        narrowest = 9 * em;
        widest = 33 * em;
        gapX = 2 * em;
        padding = em / 2 + 2;
        boxHeight = 2 * metrics.height() + 2 * (padding / 2);
        gapY = metrics.height() / 2;
        storyGap = 2 * metrics.height();
        margin = em;
    }
    /** Of what stands in it, in steps: an age that has one digit more moves nothing. */
    int boxWidth(const ChainLine &line, const QFontMetrics &bold) const
    {
        const int text =
            std::max(bold.horizontalAdvance(line.name), metrics.horizontalAdvance(line.note));
        const int whole = text + 2 * padding + 2;
        return std::clamp((whole + step - 1) / step * step, narrowest, widest);
    }
    QFontMetrics metrics;
    int step = 0;
    int narrowest = 0;
    int widest = 0;
    int boxHeight = 0;
    int gapX = 0;
    int gapY = 0;
    int storyGap = 0;
    int padding = 0;
    int margin = 0;
};

bool holdsNothing(const std::vector<ChainLine> &lines, size_t at)
{
    return lines[at].what == ChainLine::What::Waiter
           && (at + 1 == lines.size() || lines[at + 1].depth <= lines[at].depth);
}

/** Those who wait for the same and hold nothing that is waited for, beyond the first, as one. */
std::vector<ChainLine> drawnOf(const std::vector<ChainLine> &lines)
{
    std::vector<ChainLine> drawn;
    for (size_t i = 0; i < lines.size(); ++i) {
        size_t end = i;
        while (end < lines.size() && holdsNothing(lines, end) && lines[end].depth == lines[i].depth
               && !lines[end].ofCycle)
            ++end;
        const int alike = int(end - i);
        if (alike <= mostAlike) {
            drawn.push_back(lines[i]);
            continue;
        }
        drawn.insert(drawn.end(), lines.begin() + qsizetype(i),
                     lines.begin() + qsizetype(i) + mostAlike - 1);
        ChainLine rest = lines[i];
        rest.name.clear();
        rest.what = ChainLine::What::Unnamed;
        rest.note = ChainDrawing::tr("%Ln more wait", nullptr, alike - mostAlike + 1);
        drawn.push_back(std::move(rest));
        i = end - 1;
    }
    return drawn;
}

QColor frameOf(const ChainDrawing::Box &box, const Colors &colors)
{
    if (box.isCycle)
        return colors.conflict;
    switch (box.what) {
    case ChainLine::What::Root: return colors.danger;
    case ChainLine::What::Resource: return colors.accent;
    case ChainLine::What::Waiter: return colors.muted;
    case ChainLine::What::Unnamed:
    case ChainLine::What::Cut: break;
    }
    return colors.line;
}

QPen penOf(const QColor &color, bool certain, double width)
{
    QPen pen(color, width);
    if (!certain)
        pen.setStyle(Qt::DashLine);
    return pen;
}

void paintBox(QPainter &painter, const ChainDrawing::Box &box, const Measures &measures,
              const QFont &font, const Colors &colors)
{
    const bool isLock = box.what == ChainLine::What::Resource;
    const bool isStrong = box.isCycle || box.what == ChainLine::What::Root;
    painter.setPen(penOf(frameOf(box, colors), box.certain, isStrong ? 2 : 1));
    painter.setBrush(isLock ? colors.window : colors.base);
    const QRectF frame = QRectF(box.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    const double radius = isLock ? frame.height() / 4 : 3;
    painter.drawRoundedRect(frame, radius, radius);
    const QRect inside = box.rect.adjusted(measures.padding, 0, -measures.padding, 0);
    const int line = measures.metrics.height();
    const bool one = box.name.isEmpty() || box.note.isEmpty();
    int top = box.rect.center().y() - (one ? line / 2 : line);
    const auto write = [&](const QString &text, bool bold, const QColor &color,
                           Qt::TextElideMode elide) {
        if (text.isEmpty())
            return;
        QFont its = font;
        its.setBold(bold);
        painter.setFont(its);
        painter.setPen(color);
        const QRect room(inside.x(), top, inside.width(), line);
        painter.drawText(room, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                         QFontMetrics(its).elidedText(text, elide, room.width()));
        top += line;
    };
    write(box.name, true, colors.text, Qt::ElideMiddle);
    write(box.note, false, colors.muted, Qt::ElideRight);
}

void paintLink(QPainter &painter, const ChainDrawing::Link &link, const Colors &colors)
{
    painter.setPen(penOf(colors.muted, link.certain, 1.2));
    painter.setBrush(Qt::NoBrush);
    const QPointF from(link.from.x() + 0.5, link.from.y() + 0.5);
    const QPointF to(link.to.x() + 0.5, link.to.y() + 0.5);
    const double middle = (from.x() + to.x()) / 2;
    QPainterPath path(from);
    path.cubicTo({middle, from.y()}, {middle, to.y()}, to);
    painter.drawPath(path);
    // Whoever stands at the right waits for what stands at the left.
    constexpr double arrow = 4;
    QPainterPath head(from);
    head.lineTo(from.x() + arrow + 1, from.y() - arrow);
    head.lineTo(from.x() + arrow + 1, from.y() + arrow);
    head.closeSubpath();
    painter.fillPath(head, colors.muted);
}

struct Paper {
    ChainDrawing drawing;
    int above = 0;
    QSize size;
};

Paper laidOut(const ChainPaper &paper)
{
    Paper out;
    out.drawing = chainDrawing(*paper.scene, paper.font);
    out.above = paper.title.height(paper.font);
    out.size = {std::max(out.drawing.size.width(), paper.title.usualWidth(paper.font)),
                out.drawing.size.height() + out.above};
    return out;
}

void paintPaper(QPainter &painter, const ChainPaper &paper, const Paper &out)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRect({0, 0}, out.size), paper.colors->base);
    paper.title.paint(painter, paper.font, *paper.colors, out.size.width());
    painter.translate(0, out.above);
    paintChains(painter, out.drawing, paper.font, *paper.colors, QRect({0, 0}, out.drawing.size));
}

} // namespace

int ChainDrawing::storyAt(const QPoint &point) const
{
    const auto found = std::find_if(stories.begin(), stories.end(), [&point](const QRect &room) {
        return point.y() >= room.top() && point.y() <= room.bottom();
    });
    return found == stories.end() ? -1 : int(found - stories.begin());
}

ChainDrawing chainDrawing(const ChainScene &scene, const QFont &font)
{
    const Measures measures(font);
    QFont bold = font;
    bold.setBold(true);
    const QFontMetrics boldMetrics(bold);
    std::vector<std::vector<ChainLine>> stories;
    std::vector<int> widths; // of all boxes that are so far from the left
    for (const ChainStory &story : scene.stories) {
        size_t column = 0;
        for (const ChainLine &line : stories.emplace_back(drawnOf(story.lines))) {
            column = std::min(column, size_t(line.depth));
            widths.resize(std::max(widths.size(), column + 1), measures.narrowest);
            widths[column] = std::max(widths[column], measures.boxWidth(line, boldMetrics));
            ++column;
        }
    }
    ChainDrawing drawing;
    int y = measures.margin;
    int right = 0;
    for (size_t story = 0; story < stories.size(); ++story) {
        const int top = y;
        std::vector<size_t> path; // boxes from the left on
        bool isFirst = true;
        for (const ChainLine &line : stories[story]) {
            const auto depth = size_t(line.depth);
            // Who is the first behind another stands in its row.
            if (!isFirst && depth < path.size())
                y += measures.boxHeight + measures.gapY;
            isFirst = false;
            path.resize(std::min(path.size(), depth));
            const int x = path.empty() ? measures.margin
                                       : drawing.boxes[path.back()].rect.left()
                                             + widths[path.size() - 1] + measures.gapX;
            const QRect rect(x, y, widths[path.size()], measures.boxHeight);
            if (!path.empty()) {
                const QRect &before = drawing.boxes[path.back()].rect;
                drawing.links.push_back({{before.right() + 1, before.center().y()},
                                         {rect.left(), rect.center().y()},
                                         line.certain});
            }
            path.push_back(drawing.boxes.size());
            drawing.boxes.push_back({rect, line.what, int(story), line.certain, line.ofCycle,
                                     line.isAbove, line.name, line.note});
            right = std::max(right, rect.right());
        }
        if (!isFirst)
            y += measures.boxHeight;
        drawing.stories.emplace_back(0, top - measures.storyGap / 2, 1,
                                     y - top + measures.storyGap);
        y += measures.storyGap;
    }
    drawing.size = {right + measures.margin, y};
    for (QRect &room : drawing.stories)
        room.setWidth(drawing.size.width());
    return drawing;
}

void paintChains(QPainter &painter, const ChainDrawing &drawing, const QFont &font,
                 const Colors &colors, const QRect &clip, int chosen)
{
    const Measures measures(font);
    painter.setRenderHint(QPainter::Antialiasing);
    if (chosen >= 0 && size_t(chosen) < drawing.stories.size())
        painter.fillRect(drawing.stories[size_t(chosen)] & clip, colors.selection);
    for (const ChainDrawing::Link &link : drawing.links) {
        if (QRect(link.from, link.to).normalized().adjusted(-2, -6, 2, 6).intersects(clip))
            paintLink(painter, link, colors);
    }
    for (const ChainDrawing::Box &box : drawing.boxes) {
        if (box.rect.intersects(clip))
            paintBox(painter, box, measures, font, colors);
    }
}

QImage chainImage(const ChainPaper &paper, double scale)
{
    // Nobody looks at more, and painting ends there.
    constexpr int longestSide = 30'000;
    constexpr double mostPixels = 80e6;
    const Paper out = laidOut(paper);
    const auto isTooLarge = [&out](double by) {
        return std::max(out.size.width(), out.size.height()) * by > longestSide
               || double(out.size.width()) * out.size.height() * by * by > mostPixels;
    };
    if (isTooLarge(scale))
        scale = 1;
    if (isTooLarge(scale))
        return {};
    QImage image((QSizeF(out.size) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paintPaper(painter, paper, out);
    painter.end();
    return image;
}

QByteArray chainSvg(const ChainPaper &paper)
{
    const Paper out = laidOut(paper);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(out.size);
    generator.setViewBox(QRect({0, 0}, out.size));
    generator.setTitle(paper.title.title.toHtmlEscaped());
    QPainter painter(&generator);
    paintPaper(painter, paper, out);
    painter.end();
    return bytes;
}

} // namespace lockmaster
