// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/elision.h"

#include <QFontMetrics>

namespace lockmaster {

namespace {

constexpr QChar ellipsis(0x2026);

/** `≥ 13 m` of `≥ 13 m 18 s`; empty where there is no smaller unit. */
QString withoutSmallerUnit(const QString &text)
{
    const qsizetype unit = text.lastIndexOf(u' ');
    const qsizetype number = unit > 0 ? text.lastIndexOf(u' ', unit - 1) : -1;
    const bool isUnits = number > 0 && text[number - 1].isLetter() && text[number + 1].isDigit();
    return isUnits ? text.left(number) : QString();
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
    const QString shown = metrics.elidedText(text, Qt::ElideRight, width);
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

} // namespace lockmaster
