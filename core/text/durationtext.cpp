// SPDX-License-Identifier: Apache-2.0
#include "core/text/durationtext.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

struct Unit {
    QLatin1StringView name;
    Micros length;
};

constexpr std::array units = {
    Unit{QLatin1StringView("d"), 24h},  Unit{QLatin1StringView("h"), 1h},
    Unit{QLatin1StringView("m"), 1min}, Unit{QLatin1StringView("s"), 1s},
    Unit{QLatin1StringView("ms"), 1ms}, Unit{QLatin1StringView("us"), 1us},
};
constexpr Micros longest = 24h * 1000;

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

/** Not rounded up: what is shown was reached. */
QString cutSeconds(Micros duration, Micros to, int decimals)
{
    const qint64 whole = duration.count() / to.count() * to.count();
    return QStringLiteral("%1 s").arg(double(whole) / 1e6, 0, 'f', decimals);
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

QString ageText(Micros age)
{
    const auto whole = std::chrono::floor<std::chrono::seconds>(std::max(age, 0us));
    return whole < 1min ? QStringLiteral("%1 s").arg(whole.count()) : durationText(whole);
}

QString tickingText(Micros age)
{
    return age < 10s ? cutSeconds(age, 100ms, 1) : ageText(age);
}

QString briefDurationText(Micros duration)
{
    if (duration >= 0us && duration < 100ms)
        return duration == 0us ? durationText(duration)
                               : QStringLiteral("%1 ms").arg(duration.count() / 1000);
    if (duration < 10s)
        return cutSeconds(duration, 10ms, 2);
    return duration < 1min ? cutSeconds(duration, 100ms, 1) : durationText(duration);
}

QString runningText(Micros duration)
{
    return duration < 10s ? briefDurationText(std::max(duration, 0us)) : ageText(duration);
}

QString preciseDurationText(Micros duration)
{
    if (duration < 1min)
        return cutSeconds(duration, 1ms, 3);
    if (duration >= 1h)
        return durationText(duration);
    const auto minutes = std::chrono::floor<std::chrono::minutes>(duration);
    return QStringLiteral("%1 m %2")
        .arg(minutes.count())
        .arg(cutSeconds(duration - minutes, 1ms, 3).rightJustified(8, u'0'));
}

QString exactDurationText(Micros duration)
{
    const qint64 ms = std::chrono::round<Millis>(duration).count();
    if (ms < 1000)
        return QStringLiteral("%1 ms").arg(ms);
    QString text = QString::number(double(ms) / 1000, 'f', 3);
    while (text.endsWith(u'0'))
        text.chop(1);
    if (text.endsWith(u'.'))
        text.chop(1);
    return text + QStringLiteral(" s");
}

QString periodText(Millis period)
{
    return period % 1s == 0ms ? ageText(period) : durationText(period);
}

QString latencyText(Micros latency)
{
    if (latency >= 10ms)
        return durationText(latency);
    return QStringLiteral("%1 ms").arg(double(latency.count()) / 1000.0, 0, 'f', 1);
}

QString atLeast(const QString &length)
{
    return QStringLiteral("≥ ") + length;
}

std::optional<Micros> durationFromText(QStringView text)
{
    static const QRegularExpression form(
        QStringLiteral("\\A(\\d{1,15}(?:\\.\\d{1,6})?)([a-z]+)\\z"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    for (const Unit &unit : units) {
        if (match.capturedView(2) != unit.name)
            continue;
        const double micros = match.capturedView(1).toDouble() * double(unit.length.count());
        if (micros > double(longest.count()))
            return std::nullopt;
        return Micros(std::llround(micros));
    }
    return std::nullopt;
}

QString durationProfileText(Micros duration)
{
    if (duration == 0us)
        return QStringLiteral("0s");
    for (const Unit &unit : units) {
        if (duration % unit.length == 0us)
            return QString::number(duration / unit.length) + unit.name;
    }
    Q_UNREACHABLE();
}

} // namespace lockmaster
