// SPDX-License-Identifier: Apache-2.0
#include "core/text/durationtext.h"

#include <array>
#include <charconv>
#include <limits>

namespace lockmaster {

namespace {

/** A short text put together where it stands: a column of times is made at each look. */
class ShortText
{
public:
    void add(QLatin1StringView text) { m_end = std::copy(text.begin(), text.end(), m_end); }
    void add(qint64 number) { m_end = std::to_chars(m_end, m_text.end(), number).ptr; }
    void add(qint64 number, QLatin1StringView unit)
    {
        add(number);
        add(unit);
    }
    QString text() const { return QString::fromLatin1(m_text.data(), m_end - m_text.data()); }

private:
    std::array<char, 64> m_text; // two numbers of 20 characters and their units
    char *m_end = m_text.data();
};

QLatin1StringView word(const char *text)
{
    return QLatin1StringView(text);
}

void addTwoUnits(ShortText &out, qint64 count, qint64 secondsInUnit, const char *unit,
                 qint64 secondsInNext, const char *next)
{
    out.add(count / secondsInUnit, word(unit));
    const qint64 rest = count % secondsInUnit / secondsInNext;
    if (rest == 0)
        return;
    out.add(word(" "));
    out.add(rest, word(next));
}

/** One decimal, cut; `value` is in tenths. */
void addTenths(ShortText &out, qint64 value, const char *unit)
{
    out.add(value / 10, word("."));
    out.add(value % 10, word(unit));
}

void addPositive(ShortText &out, qint64 micros)
{
    constexpr qint64 milli = 1000;
    constexpr qint64 second = 1000 * milli;
    if (micros < milli)
        return addTenths(out, micros / (milli / 10), " ms");
    if (micros < 100 * milli)
        return out.add(micros / milli, word(" ms"));
    if (micros < 10 * second)
        return addTenths(out, micros / (second / 10), " s");

    constexpr qint64 minute = 60;
    constexpr qint64 hour = 60 * minute;
    constexpr qint64 day = 24 * hour;
    const qint64 seconds = micros / second;
    if (seconds < minute)
        return out.add(seconds, word(" s"));
    if (seconds < hour)
        return addTwoUnits(out, seconds, minute, " m", 1, " s");
    if (seconds < day)
        return addTwoUnits(out, seconds, hour, " h", minute, " m");
    return addTwoUnits(out, seconds, day, " d", hour, " h");
}

} // namespace

QString durationText(Micros duration)
{
    if (duration == Micros::zero())
        return QStringLiteral("0 s");
    ShortText out;
    if (duration > Micros::zero()) {
        addPositive(out, duration.count());
        return out.text();
    }
    const qint64 most = std::numeric_limits<qint64>::max();
    out.add(word("-"));
    addPositive(out, duration == Micros::min() ? most : -duration.count());
    return out.text();
}

} // namespace lockmaster
