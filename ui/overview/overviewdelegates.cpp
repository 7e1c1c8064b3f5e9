// SPDX-License-Identifier: Apache-2.0
#include "ui/overview/overviewdelegates.h"

#include "ui/kit/environmentsigns.h"
#include "ui/kit/icons.h"
#include "ui/overview/overviewrow.h"

#include <QPainter>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int foldWidth = 16;
constexpr int readOnlySize = 12;
constexpr int behindName = 6;
constexpr int barStep = 3;
constexpr int barAir = 5;
/** A bar of a server on which little happens is not to look like a storm. */
constexpr qint64 leastScale = 5;

} // namespace

QRect ServerDelegate::foldPlace(const QRect &cell)
{
    return {cell.left(), cell.top(), padding + foldWidth, cell.height()};
}

void ServerDelegate::paintContent(const Cell &cell) const
{
    const QVariant folded = cell.index.data(FoldRole);
    QRect rect = cell.content;
    if (folded.isValid()) {
        drawText(cell, rect, folded.toBool() ? QStringLiteral("▸") : QStringLiteral("▾"),
                 cell.colors.muted, Qt::AlignLeft);
        QFont font = cell.option.font;
        font.setBold(true);
        cell.painter.setFont(font);
    }
    if (folded.isValid() || cell.index.data(IndentRole).toBool())
        rect.setLeft(rect.left() + foldWidth);
    const QString name = cell.index.data(Qt::DisplayRole).toString();
    rect.setLeft(rect.left() + drawText(cell, rect, name, cell.colors.text, Qt::AlignLeft)
                 + behindName);
    const auto environment = cell.index.data(EnvironmentRole).value<Environment>();
    if (const int badge = badgeWidth(environment, cell.option.font);
        badge > 0 && badge < rect.width())
        rect.setLeft(rect.left()
                     + paintBadge(cell.painter, rect, environment, cell.option.font, cell.colors)
                     + behindName);
    if (cell.index.data(OwnReadOnlyRole).toBool() && rect.width() >= readOnlySize)
        symbolicIcon(QStringLiteral("lock"), cell.colors.muted)
            .paint(&cell.painter, rect.left(), rect.center().y() - readOnlySize / 2, readOnlySize,
                   readOnlySize);
}

int RateDelegate::barsWidth()
{
    return ChangeRate::steps * barStep;
}

void RateDelegate::paintContent(const Cell &cell) const
{
    const QString number = cell.index.data(Qt::DisplayRole).toString();
    const int left = barsWidth() + padding + cell.option.fontMetrics.horizontalAdvance(number);
    if (left <= cell.content.width())
        paintBars(cell, cell.index.data(RateRole).value<ChangeRate>());
    drawText(cell, cell.content, number, cell.colors.text, Qt::AlignRight);
}

void RateDelegate::paintBars(const Cell &cell, const ChangeRate &rate)
{
    const qint64 most =
        std::max(*std::max_element(rate.counts.begin(), rate.counts.end()), leastScale);
    const QRect box(cell.content.left(), cell.content.top() + barAir, barsWidth(),
                    cell.content.height() - 2 * barAir);
    for (int step = 0; step < ChangeRate::steps; ++step) {
        const qint64 count = rate.counts.at(size_t(step));
        // Where nothing happened a line says that somebody looked.
        if (count == 0 && !rate.watched.test(size_t(step)))
            continue;
        const int height = count == 0 ? 1 : std::max(2, int(box.height() * count / most));
        cell.painter.fillRect(box.left() + step * barStep, box.bottom() + 1 - height, barStep - 1,
                              height, count == 0 ? cell.colors.line : cell.colors.muted);
    }
}

} // namespace lockmaster
