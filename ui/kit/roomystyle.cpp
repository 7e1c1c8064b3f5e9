// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/roomystyle.h"

#include "ui/kit/colors.h"
#include "ui/kit/textsize.h"

#include <QApplication>
#include <QPainter>
#include <QStyleOption>

#include <cmath>

namespace lockmaster {

namespace {

QString fusion()
{
    return QStringLiteral("fusion");
}

/** Around what has the keys; who uses a mouse knows where it is. */
void drawFocus(QPainter &painter, const QStyleOption &option, const QRect &rect)
{
    if (!option.state.testFlag(QStyle::State_HasFocus)
        || !option.state.testFlag(QStyle::State_KeyboardFocusChange))
        return;
    constexpr qreal width = 2;
    constexpr qreal radius = 3;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colorsFor(option.palette).accent, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect).adjusted(width / 2, width / 2, -width / 2, -width / 2),
                            radius, radius);
    painter.restore();
}

/** What is chosen looks alike in every list, whoever draws its rows. */
QStyleOptionViewItem withOurSelection(const QStyleOptionViewItem &option)
{
    QStyleOptionViewItem own = option;
    const Colors &colors = colorsFor(option.palette);
    own.palette.setColor(QPalette::Highlight, colors.selection);
    own.palette.setColor(QPalette::HighlightedText, colors.text);
    return own;
}

} // namespace

RoomyStyle::RoomyStyle() : QProxyStyle(fusion()) {}

void RoomyStyle::install()
{
    if (QApplication::style()->name().compare(fusion(), Qt::CaseInsensitive) == 0)
        QApplication::setStyle(new RoomyStyle);
}

QSize RoomyStyle::sizeFromContents(ContentsType type, const QStyleOption *option,
                                   const QSize &contents, const QWidget *widget) const
{
    const QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    if (type != CT_PushButton || !button || button->text.isEmpty())
        return size;
    // Those of one short word are wider than it already.
    const int air = 2 * button->fontMetrics.averageCharWidth();
    return size.expandedTo({contents.width() + 2 * air, size.height()});
}

int RoomyStyle::pixelMetric(PixelMetric metric, const QStyleOption *option,
                            const QWidget *widget) const
{
    const int usual = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return int(std::lround(usual * TextSize::scale()));
    default: return usual;
    }
}

void RoomyStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                                    QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto *choice = qstyleoption_cast<const QStyleOptionComboBox *>(option);
    if (control == CC_Slider || (choice && !choice->editable))
        drawFocus(*painter, *option, option->rect);
}

void RoomyStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                             const QWidget *widget) const
{
    if (const auto *row = qstyleoption_cast<const QStyleOptionViewItem *>(option);
        row && element == CE_ItemViewItem) {
        const QStyleOptionViewItem own = withOurSelection(*row);
        QProxyStyle::drawControl(element, &own, painter, widget);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
    // Fusion gives a button's edge another shade, and draws that of a tab past this style.
    constexpr int inside = 3;
    if (element == CE_PushButtonBevel || element == CE_TabBarTabLabel)
        drawFocus(*painter, *option, option->rect.adjusted(inside, inside, -inside, -inside));
}

void RoomyStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
                               QPainter *painter, const QWidget *widget) const
{
    const auto *row = qstyleoption_cast<const QStyleOptionViewItem *>(option);
    if (element == PE_FrameFocusRect) {
        drawFocus(*painter, *option, option->rect);
    } else if (row && element == PE_PanelItemViewRow) {
        const QStyleOptionViewItem own = withOurSelection(*row);
        QProxyStyle::drawPrimitive(element, &own, painter, widget);
    } else {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

} // namespace lockmaster
