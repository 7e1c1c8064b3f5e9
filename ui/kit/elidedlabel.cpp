// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/elidedlabel.h"

#include "core/display/locktext.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QToolTip>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr QChar ellipsis(0x2026);

/**
 * `≥ 13 m` of `≥ 13 m 18 s`, and `13분` of `13분 18초`; empty: there is no smaller unit.
 */
QString withoutSmallerUnit(const QString &text)
{
    static const QRegularExpression smaller(QStringLiteral(
        "(?<larger>\\d ?\\p{L}+) [\\d.,]+ ?(?:[a-z]+|\\p{Hangul}+)(?<behind>[^\\d]*)\\z"));
    const auto match = smaller.match(text);
    if (!match.hasMatch())
        return {};
    return text.left(match.capturedEnd(QStringLiteral("larger")))
           + match.captured(QStringLiteral("behind"));
}

bool beginsNumber(const QString &text)
{
    return !text.isEmpty() && (text[0].isDigit() || (text.size() > 1 && text[1].isDigit()));
}

} // namespace

QString fittingFigure(const QFontMetrics &metrics, const QString &text, int width)
{
    QString shown = text;
    while (metrics.horizontalAdvance(shown) > width) {
        shown = withoutSmallerUnit(shown);
        if (shown.isEmpty())
            return QString(ellipsis);
    }
    return shown;
}

QString fittingSentence(const QFontMetrics &metrics, const QString &text, int width)
{
    QString shown = metrics.elidedText(text, Qt::ElideRight, width);
    if (shown == text || !shown.endsWith(ellipsis))
        return shown;
    const QString kept = shown.chopped(1).trimmed();
    const qsizetype last = kept.lastIndexOf(u' ') + 1;
    // Of a number neither its end nor its unit may be missing.
    if (!beginsNumber(kept.mid(last)))
        return shown;
    if (last == 0)
        return text.contains(u' ') ? fittingFigure(metrics, text, width) : shown;
    return kept.left(last).trimmed() + ellipsis;
}

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
