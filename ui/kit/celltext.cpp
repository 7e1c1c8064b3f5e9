// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/celltext.h"

#include "ui/kit/elidedlabel.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

/** Some windows full of rows; a line takes about a kilobyte. */
constexpr qsizetype mostLines = 3000;

/** What a static text would set in another way than a painter does: its direction, its lines. */
bool isPlainLine(const QString &text)
{
    return !text.isRightToLeft() && std::none_of(text.begin(), text.end(), [](QChar c) {
        return c == u'\n' || c == QChar::LineSeparator || c == QChar::ParagraphSeparator;
    });
}

QString elided(const QFontMetrics &metrics, const QString &text, Qt::TextElideMode elide, int room)
{
    return elide == Qt::ElideRight ? fittingSentence(metrics, text, room)
                                   : metrics.elidedText(text, elide, room);
}

int drawAsPainterDoes(QPainter &painter, const QRect &rect, const QString &text,
                      Qt::Alignment alignment, Qt::TextElideMode elide)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const QString shown = elided(metrics, text, elide, rect.width());
    painter.drawText(rect,
                     static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextSingleLine
                         | Qt::TextDontClip,
                     shown);
    return std::min(metrics.horizontalAdvance(shown), rect.width());
}

} // namespace

CellText::CellText() : m_lines(mostLines) {}

CellText::Line CellText::line(const Key &key, const QFont &font)
{
    if (const Line *known = m_lines.object(key))
        return *known;
    Line made;
    made.text.setTextFormat(Qt::PlainText);
    made.text.setPerformanceHint(QStaticText::AggressiveCaching);
    made.text.setText(key.elide == Qt::ElideNone
                          ? key.text
                          : elided(QFontMetrics(font), key.text, key.elide, key.room));
    made.text.prepare({}, font);
    made.width = static_cast<int>(std::ceil(made.text.size().width()));
    m_lines.insert(key, new Line(made));
    return made;
}

int CellText::draw(QPainter &painter, const QRect &rect, const QString &text,
                   Qt::Alignment alignment, Qt::TextElideMode elide)
{
    if (text.isEmpty() || rect.width() <= 0)
        return 0;
    if (!isPlainLine(text))
        return drawAsPainterDoes(painter, rect, text, alignment, elide);
    if (m_font != painter.font()) {
        m_font = painter.font();
        m_lines.clear();
    }
    // A very long text is not worth finding all of its glyphs, only to leave most of them out.
    constexpr qsizetype longText = 500;
    const Key whole{text};
    const bool cut = text.size() > longText || line(whole, m_font).width > rect.width();
    // Figures stand at the right.
    if (cut && alignment.testFlag(Qt::AlignRight)) {
        const QString figure = fittingFigure(QFontMetrics(m_font), text, rect.width());
        if (figure != text)
            return draw(painter, rect, figure, alignment, elide);
    }
    const Line shown = line(cut ? Key{text, elide, rect.width()} : whole, m_font);
    const int height = painter.fontMetrics().height();
    const int x = alignment.testFlag(Qt::AlignRight) ? rect.right() + 1 - shown.width : rect.left();
    painter.drawStaticText(x, rect.top() + (rect.height() - height) / 2, shown.text);
    return std::min(shown.width, rect.width());
}

} // namespace lockmaster
