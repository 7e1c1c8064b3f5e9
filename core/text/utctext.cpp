// SPDX-License-Identifier: Apache-2.0
#include "core/text/utctext.h"

#include <array>
#include <cstdio>

namespace lockmaster {

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
