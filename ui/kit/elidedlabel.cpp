// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/elidedlabel.h"

#include "ui/kit/elision.h"
#include "ui/kit/locktext.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lockmaster {

ElidedLabel::ElidedLabel(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {24, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::setLeastScale(qreal least)
{
    m_leastScale = least;
    update();
}

QFont ElidedLabel::shownFont() const
{
    QFont shown = font();
    const int room = contentsRect().width();
    // Glyphs do not shrink by quite as much as their font.
    for (qreal scale = 1; scale > m_leastScale;) {
        const int wide = QFontMetrics(shown).horizontalAdvance(text());
        if (wide <= room)
            break;
        scale = std::max(m_leastScale, scale * std::min(0.98, qreal(room) / wide));
        shown.setPointSizeF(font().pointSizeF() * scale);
    }
    return shown;
}

QString ElidedLabel::shownText() const
{
    return fittingSentence(QFontMetrics(shownFont()), text(), contentsRect().width());
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setFont(shownFont());
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine,
                     shownText());
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && shownText() != text()) {
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plainToolTip(text()),
                           this);
        return true;
    }
    return QLabel::event(event);
}

} // namespace lockmaster
