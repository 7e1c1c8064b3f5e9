// SPDX-License-Identifier: Apache-2.0
#include "core/text/momenttext.h"

#include "core/text/durationtext.h"

#include <QRegularExpression>

#include <array>
#include <cstdio>

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

namespace {

/** A year that needs more than four digits, or a sign. */
QByteArray farText(const std::chrono::year_month_day &date,
                   const std::chrono::hh_mm_ss<Micros> &clock)
{
    std::array<char, 64> text;
    const int length =
        std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%06dZ",
                      int(date.year()), unsigned(date.month()), unsigned(date.day()),
                      int(clock.hours().count()), int(clock.minutes().count()),
                      int(clock.seconds().count()), int(clock.subseconds().count()));
    return QByteArray(text.data(), length);
}

/** Writes `value` so that its last digit stands before `end`, over as many zeros as it has digits.
 */
void putNumber(char *end, quint32 value)
{
    for (; value > 0; value /= 10)
        *--end = char('0' + value % 10);
}

} // namespace

QByteArray utcBytes(ServerTime time)
{
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(std::chrono::duration_cast<Micros>(time - day));
    if (int(date.year()) < 0 || int(date.year()) > 9999)
        return farText(date, clock);
    QByteArray text("0000-00-00T00:00:00.000000Z");
    char *const at = text.data();
    putNumber(at + 4, quint32(int(date.year())));
    putNumber(at + 7, unsigned(date.month()));
    putNumber(at + 10, unsigned(date.day()));
    putNumber(at + 13, quint32(clock.hours().count()));
    putNumber(at + 16, quint32(clock.minutes().count()));
    putNumber(at + 19, quint32(clock.seconds().count()));
    putNumber(at + 26, quint32(clock.subseconds().count()));
    return text;
}

QString utcText(ServerTime time)
{
    return QString::fromLatin1(utcBytes(time));
}

std::optional<ServerTime> utcFromText(QByteArrayView text)
{
    constexpr QByteArrayView shape("0000-00-00T00:00:00.000000Z");
    if (text.size() != shape.size())
        return std::nullopt;
    for (qsizetype i = 0; i < shape.size(); ++i) {
        const bool fits = shape[i] == '0' ? text[i] >= '0' && text[i] <= '9' : text[i] == shape[i];
        if (!fits)
            return std::nullopt;
    }
    const auto number = [text](qsizetype at, qsizetype length) {
        return text.sliced(at, length).toByteArray().toInt();
    };
    using namespace std::chrono;
    const year_month_day date(year(number(0, 4)), month(unsigned(number(5, 2))),
                              day(unsigned(number(8, 2))));
    if (!date.ok() || number(11, 2) > 23 || number(14, 2) > 59 || number(17, 2) > 59)
        return std::nullopt;
    return ServerTime(sys_days(date)) + hours(number(11, 2)) + minutes(number(14, 2))
           + seconds(number(17, 2)) + microseconds(number(20, 6));
}

} // namespace lockmaster
