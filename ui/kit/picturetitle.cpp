// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/picturetitle.h"

#include "core/text/momenttext.h"

#include <QDateTime>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cstdlib>

namespace lockmaster {

namespace {

constexpr int picturetitleMargin = 8;
constexpr QStringView separator = u" · ";

QFont boldOf(QFont font)
{
    font.setBold(true);
    return font;
}

QString zoneText(const QDateTime &time)
{
    const int minutes = time.offsetFromUtc() / 60;
    return QStringLiteral(" UTC%1%2:%3")
        .arg(QLatin1Char(minutes < 0 ? '-' : '+'))
        .arg(std::abs(minutes) / 60, 2, 10, QLatin1Char('0'))
        .arg(std::abs(minutes) % 60, 2, 10, QLatin1Char('0'));
}

constexpr QStringView clockForm = u"HH:mm:ss";
constexpr QStringView momentForm = u"yyyy-MM-dd HH:mm:ss";

} // namespace

int PictureTitle::height(const QFont &font) const
{
    return title.isEmpty() ? 0
                           : QFontMetrics(boldOf(font)).height() + QFontMetrics(font).height()
                                 + 2 * picturetitleMargin;
}

int PictureTitle::usualWidth(const QFont &font) const
{
    // A name of a thousand servers is shortened, and the picture is no wider for it.
    constexpr int widest = 1600;
    const int words =
        std::max(QFontMetrics(boldOf(font)).horizontalAdvance(title),
                 QFontMetrics(font).horizontalAdvance(place + separator.toString() + time));
    return std::min(words + 2 * picturetitleMargin, widest);
}

void PictureTitle::paint(QPainter &painter, const QFont &font, const Colors &colors,
                         int width) const
{
    if (title.isEmpty())
        return;
    painter.fillRect(0, 0, width, height(font), colors.base);
    const int room = std::max(0, width - 2 * picturetitleMargin);
    int top = picturetitleMargin;
    const auto write = [&](const QString &text, const QFont &with, const QColor &color) {
        const QFontMetrics metrics(with);
        painter.setFont(with);
        painter.setPen(color);
        painter.drawText(QRect(picturetitleMargin, top, room, metrics.height()),
                         int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, text);
        top += metrics.height();
    };
    const QFont bold = boldOf(font);
    write(QFontMetrics(bold).elidedText(title, Qt::ElideMiddle, room), bold, colors.text);
    // Where not all has room it is the place that is shortened: of a time nothing may be missing.
    const QString behind = place.isEmpty() ? time : separator.toString() + time;
    const QFontMetrics metrics(font);
    const int forPlace = std::max(room - metrics.horizontalAdvance(behind), 0);
    write(metrics.elidedText(place, Qt::ElideMiddle, forPlace) + behind, font, colors.muted);
}

QString stretchText(ServerTime from, ServerTime until)
{
    const QDateTime begin = localTimeOf(from);
    const QDateTime end = localTimeOf(until);
    const bool sameZone = begin.offsetFromUtc() == end.offsetFromUtc();
    const bool sameDay = begin.date() == end.date();
    return begin.toString(momentForm) + (sameZone ? QString() : zoneText(begin))
           + QStringLiteral(" – ") + end.toString(sameDay ? clockForm : momentForm) + zoneText(end);
}

QString stampText(ServerTime at)
{
    const QDateTime time = localTimeOf(at);
    return time.toString(momentForm) + zoneText(time);
}

} // namespace lockmaster
