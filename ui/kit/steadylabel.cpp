// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/steadylabel.h"

#include <QEvent>

#include <algorithm>

namespace lockmaster {

SteadyLabel::SteadyLabel(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
}

void SteadyLabel::showText(const QString &text)
{
    if (text == this->text())
        return;
    setText(text);
    fit();
}

void SteadyLabel::setRoomFor(const QString &text)
{
    m_widest = text;
    fit();
}

void SteadyLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

void SteadyLabel::fit()
{
    const auto widthOf = [this](const QString &text) {
        return fontMetrics().size(Qt::TextSingleLine, text).width();
    };
    const QSize room(std::max(widthOf(text()), widthOf(m_widest)), fontMetrics().height());
    setFixedSize(room.grownBy(contentsMargins()));
}

} // namespace lockmaster
