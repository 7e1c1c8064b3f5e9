// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/roomystyle.h"

#include "ui/kit/textsize.h"

#include <QApplication>
#include <QStyleOption>

#include <cmath>

namespace lockmaster {

namespace {

QString fusion()
{
    return QStringLiteral("fusion");
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

} // namespace lockmaster
