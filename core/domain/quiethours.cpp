// SPDX-License-Identifier: Apache-2.0
#include "core/domain/quiethours.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

constexpr int minutesOfDay = 24 * 60;

constexpr std::array dayNames = {
    QLatin1StringView("mon"), QLatin1StringView("tue"), QLatin1StringView("wed"),
    QLatin1StringView("thu"), QLatin1StringView("fri"), QLatin1StringView("sat"),
    QLatin1StringView("sun"),
};

std::optional<quint8> daysFromText(QStringView text)
{
    if (text.isEmpty())
        return QuietHours().days;
    quint8 days = 0;
    for (const QStringView word : text.split(u',')) {
        const auto found = std::find(dayNames.begin(), dayNames.end(), word);
        if (found == dayNames.end())
            return std::nullopt;
        days |= quint8(1 << (found - dayNames.begin()));
    }
    return days;
}

} // namespace

std::optional<QuietHours> quietHoursFromText(QStringView text)
{
    static const QRegularExpression form(
        QStringLiteral("\\A(?:([a-z,]+) )?(\\d\\d):(\\d\\d)-(\\d\\d):(\\d\\d)\\z"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const auto days = daysFromText(match.capturedView(1));
    const int fromMinute = match.capturedView(3).toInt();
    const int untilMinute = match.capturedView(5).toInt();
    const int from = match.capturedView(2).toInt() * 60 + fromMinute;
    const int until = match.capturedView(4).toInt() * 60 + untilMinute;
    if (!days || fromMinute > 59 || untilMinute > 59 || from >= minutesOfDay || until > minutesOfDay
        || from == until)
        return std::nullopt;
    return QuietHours{*days, from, until};
}

bool isQuiet(const std::vector<QuietHours> &hours, const QDateTime &local)
{
    const int minute = local.time().hour() * 60 + local.time().minute();
    const int today = local.date().dayOfWeek() - 1;
    const int yesterday = (today + 6) % 7;
    return std::any_of(hours.begin(), hours.end(), [&](const QuietHours &quiet) {
        const auto begins = [&quiet](int day) { return (quiet.days >> day & 1) != 0; };
        if (quiet.from < quiet.until)
            return begins(today) && minute >= quiet.from && minute < quiet.until;
        return (begins(today) && minute >= quiet.from)
               || (begins(yesterday) && minute < quiet.until);
    });
}

} // namespace lockmaster
