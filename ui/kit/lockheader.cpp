// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/lockheader.h"

#include "ui/kit/lockdelegate.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace lockmaster {

namespace {

int headerHeight(const QWidget &header)
{
    constexpr int least = 28;
    constexpr int air = 8;
    return std::max(least, header.fontMetrics().height() + air);
}

constexpr int arrowWidth = 7;
constexpr int arrowGap = 5;

void paintArrow(QPainter &painter, QPointF centre, bool descending, const QColor &color)
{
    const qreal half = arrowWidth / 2.0;
    const qreal tip = descending ? 2.0 : -2.0;
    QPainterPath arrow(centre + QPointF(-half, -tip));
    arrow.lineTo(centre + QPointF(half, -tip));
    arrow.lineTo(centre + QPointF(0, tip));
    arrow.closeSubpath();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(arrow, color);
}

} // namespace

LockHeader::LockHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    QFont bold = font();
    bold.setPointSizeF(bold.pointSizeF() * 0.92);
    bold.setBold(true);
    setFont(bold);
    setMouseTracking(true);
}

QSize LockHeader::sizeHint() const
{
    return {QHeaderView::sizeHint().width(), headerHeight(*this)};
}

QSize LockHeader::sectionSizeFromContents(int section) const
{
    const QString title = model()->headerData(section, orientation()).toString();
    return {fontMetrics().horizontalAdvance(title) + 2 * LockDelegate::padding + 1,
            headerHeight(*this)};
}

void LockHeader::paintSection(QPainter *painter, const QRect &rect, int section) const
{
    const Colors &colors = colorsFor(palette());
    const bool hovered = rect.contains(viewport()->mapFromGlobal(QCursor::pos()));
    painter->save();
    painter->fillRect(rect, hovered ? colors.hover : colors.window);
    painter->fillRect(rect.left(), rect.bottom(), rect.width(), 1, colors.line);
    const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == section;
    const auto alignment =
        model()->headerData(section, orientation(), Qt::TextAlignmentRole).value<Qt::Alignment>();
    const bool right = alignment.testFlag(Qt::AlignRight);

    QRect text = rect.adjusted(LockDelegate::padding, 0, -LockDelegate::padding, 0);
    const int arrow = sorted ? arrowWidth + arrowGap : 0;
    const QString title =
        fontMetrics().elidedText(model()->headerData(section, orientation()).toString(),
                                 Qt::ElideRight, text.width() - arrow);
    const int width = fontMetrics().horizontalAdvance(title);
    if (right)
        text.setLeft(text.right() + 1 - width);
    painter->setFont(font());
    painter->setPen(sorted ? colors.text : colors.muted);
    painter->drawText(text, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextDontClip,
                      title);
    if (sorted) {
        const qreal x = right ? text.left() - arrowGap - arrowWidth / 2.0
                              : text.left() + width + arrowGap + arrowWidth / 2.0;
        paintArrow(*painter, {x, rect.center().y() + 0.5},
                   sortIndicatorOrder() == Qt::DescendingOrder, colors.text);
    }
    painter->restore();
}

} // namespace lockmaster
