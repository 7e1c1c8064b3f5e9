// SPDX-License-Identifier: Apache-2.0
#include "core/text/momenttext.h"

#include "core/text/durationtext.h"

#include <QRegularExpression>

namespace lockmaster {

namespace {

qint64 millisOf(ServerTime time)
{
    return std::chrono::floor<Millis>(time.time_since_epoch()).count();
}

ServerTime timeOf(const QDateTime &time)
{
    return ServerTime(Millis(time.toMSecsSinceEpoch()));
}

/** With or without seconds, and their decimals. */
QTime clockTime(const QString &text)
{
    for (const char *form : {"HH:mm", "HH:mm:ss", "HH:mm:ss.z", "HH:mm:ss.zzz"}) {
        const QTime time = QTime::fromString(text, QString::fromLatin1(form));
        if (time.isValid())
            return time;
    }
    return {};
}

/**
 * When it was that time on that day, the last time until `now`: the hour that a switch repeats
 * comes twice. Not valid where a switch skips it.
 */
QDateTime lastOn(QDate day, QTime time, const QTimeZone &zone, ServerTime now)
{
    QDateTime later(day, time, zone);
    if (!later.isValid() || timeOf(later) <= now)
        return later;
    const int before = zone.offsetFromUtc(later.addDays(-1));
    const QDateTime earlier = later.addSecs(zone.offsetFromUtc(later) - before);
    return earlier.time() == time && timeOf(earlier) <= now ? earlier : later;
}

} // namespace

std::optional<ServerTime> momentFromText(const QString &text, ServerTime now, const QTimeZone &zone)
{
    if (const QTime time = clockTime(text); time.isValid()) {
        const QDate today = localTimeOf(now, zone).date();
        QDateTime last = lastOn(today, time, zone, now);
        if (timeOf(last) > now)
            last = lastOn(today.addDays(-1), time, zone, now);
        return last.isValid() ? std::optional(timeOf(last)) : std::nullopt;
    }
    static const QRegularExpression form(QStringLiteral(
        "\\A(\\d{4}-\\d\\d-\\d\\d)(?:[ T](\\d\\d:\\d\\d(?::\\d\\d)?)(?:\\.(\\d{1,6}))?"
        "(Z|[+-]\\d\\d:\\d\\d)?)?\\z"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const QDate date = QDate::fromString(match.captured(1), Qt::ISODate);
    const QString clock = match.captured(2);
    const QTime time = clock.isEmpty() ? QTime(0, 0) : clockTime(clock);
    const Micros decimals(match.captured(3).leftJustified(6, u'0').toInt());
    const QString offset = match.captured(4);
    QTimeZone at = zone;
    if (offset == u"Z")
        at = QTimeZone::utc();
    else if (!offset.isEmpty())
        at = QTimeZone(QByteArray("UTC") + offset.toLatin1());
    const QDateTime moment(date, time, at);
    if (!date.isValid() || !time.isValid() || !moment.isValid() || timeOf(moment) + decimals > now)
        return std::nullopt;
    return timeOf(moment) + decimals;
}

std::optional<ServerTime> pastFromText(const QString &text, ServerTime now, const QTimeZone &zone)
{
    if (const auto ago = durationFromText(text))
        return now - *ago;
    return momentFromText(text, now, zone);
}

QDateTime utcTimeOf(ServerTime at)
{
    return QDateTime::fromMSecsSinceEpoch(millisOf(at), Qt::UTC);
}

QDateTime localTimeOf(ServerTime at)
{
    return QDateTime::fromMSecsSinceEpoch(millisOf(at));
}

QDateTime localTimeOf(ServerTime at, const QTimeZone &zone)
{
    return QDateTime::fromMSecsSinceEpoch(millisOf(at), zone);
}

QString clockText(const QDateTime &at, TimeDetail detail)
{
    switch (detail) {
    case TimeDetail::ToMinute: return at.toString(QStringLiteral("HH:mm"));
    case TimeDetail::ToSecond: return at.toString(QStringLiteral("HH:mm:ss"));
    case TimeDetail::ToMilli: return at.toString(QStringLiteral("HH:mm:ss.zzz"));
    }
    Q_UNREACHABLE();
}

QString momentText(const QDateTime &at, TimeDetail detail)
{
    return at.toString(QStringLiteral("yyyy-MM-dd ")) + clockText(at, detail);
}

QString momentText(ServerTime at, const QTimeZone &zone)
{
    return momentText(localTimeOf(at, zone));
}

QString utcMomentText(ServerTime at, TimeDetail detail)
{
    return momentText(utcTimeOf(at), detail) + QStringLiteral(" UTC");
}

QString nearMomentText(ServerTime at, ServerTime now)
{
    const QDateTime shown = localTimeOf(at);
    if (shown.date() == localTimeOf(now).date())
        return clockText(shown, TimeDetail::ToSecond);
    // The same day of another year is far enough away.
    constexpr auto withoutYear = std::chrono::days(300);
    return shown.toString(std::chrono::abs(now - at) < withoutYear
                              ? QStringLiteral("MM-dd HH:mm:ss")
                              : QStringLiteral("yyyy-MM-dd"));
}

} // namespace lockmaster
