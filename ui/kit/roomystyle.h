// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProxyStyle>

namespace lockmaster {

/**
 * Fusion, whose buttons have their words at their very edge, whose boxes to tick stay as small as
 * they are however large the text is, and whose mark of what has the keys is hard to see. GUI
 * thread.
 */
class RoomyStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    RoomyStyle();

    /** Makes it the program's, unless the desktop brings a style of its own. */
    static void install();

    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents,
                           const QWidget *widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option,
                    const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                            QPainter *painter, const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
};

} // namespace lockmaster
