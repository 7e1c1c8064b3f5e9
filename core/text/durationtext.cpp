// SPDX-License-Identifier: Apache-2.0
#include "core/text/durationtext.h"

#include "core/text/durationunits.h"
#include "core/text/plainwords.h"
#include "core/text/words.h"

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

/** What stands behind a number, with the space that its language has there. */
struct UnitWords {
    QString day = QStringLiteral(" d");
    QString hour = QStringLiteral(" h");
    QString minute = QStringLiteral(" m");
    QString second = QStringLiteral(" s");
};

UnitWords &spokenUnits()
{
    static UnitWords spoken;
    return spoken;
}

/** Looked up once and not for each text: a column of times is made at each look. */
const UnitWords &unitWords()
{
    static const UnitWords english;
    return PlainWords::areWanted() ? english : spokenUnits();
}

/** A short text put together where it stands. */
class ShortText
{
public:
    void add(QStringView text)
    {
        m_end = std::copy(text.utf16(), text.utf16() + text.size(), m_end);
    }
    void add(qint64 number)
    {
        std::array<char, 24> digits;
        const char *const end =
            std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
        m_end = std::transform(static_cast<const char *>(digits.data()), end, m_end,
                               [](char digit) { return char16_t(digit); });
    }
    void add(qint64 number, QStringView unit)
    {
        add(number);
        add(unit);
    }
    QString text() const { return QStringView(m_text.data(), m_end - m_text.data()).toString(); }

private:
    std::array<char16_t, 64> m_text; // two numbers of 20 characters and their units
    char16_t *m_end = m_text.data();
};

void addTwoUnits(ShortText &out, qint64 count, qint64 secondsInUnit, QStringView unit,
                 qint64 secondsInNext, QStringView next)
{
    out.add(count / secondsInUnit, unit);
    const qint64 rest = count % secondsInUnit / secondsInNext;
    if (rest == 0)
        return;
    out.add(u" ");
    out.add(rest, next);
}

/** One decimal, cut; `value` is in tenths. */
void addTenths(ShortText &out, qint64 value, QStringView unit)
{
    out.add(value / 10, u".");
    out.add(value % 10, unit);
}

void addPositive(ShortText &out, qint64 micros)
{
    constexpr qint64 milli = 1000;
    constexpr qint64 second = 1000 * milli;
    if (micros < milli)
        return addTenths(out, micros / (milli / 10), u" ms");
    if (micros < 100 * milli)
        return out.add(micros / milli, u" ms");
    const UnitWords &words = unitWords();
    if (micros < 10 * second)
        return addTenths(out, micros / (second / 10), words.second);

    constexpr qint64 minute = 60;
    constexpr qint64 hour = 60 * minute;
    constexpr qint64 day = 24 * hour;
    const qint64 seconds = micros / second;
    if (seconds < minute)
        return out.add(seconds, words.second);
    if (seconds < hour)
        return addTwoUnits(out, seconds, minute, words.minute, 1, words.second);
    if (seconds < day)
        return addTwoUnits(out, seconds, hour, words.hour, minute, words.minute);
    return addTwoUnits(out, seconds, day, words.day, hour, words.hour);
}

/** Not rounded up: what is shown was reached. */
QString cutFigure(Micros duration, Micros to, int decimals)
{
    const qint64 whole = duration.count() / to.count() * to.count();
    return QString::number(double(whole) / 1e6, 'f', decimals);
}

QString cutSeconds(Micros duration, Micros to, int decimals)
{
    return cutFigure(duration, to, decimals) + unitWords().second;
}

} // namespace

void speakDurationUnits()
{
    constexpr qsizetype longestUnit = 8; // there is room for so much
    spokenUnits() = {
        Words::tr(" d", "behind a number: days").left(longestUnit),
        Words::tr(" h", "behind a number: hours").left(longestUnit),
        Words::tr(" m", "behind a number: minutes").left(longestUnit),
        Words::tr(" s", "behind a number: seconds").left(longestUnit),
    };
}

QString durationText(Micros duration)
{
    if (duration == Micros::zero())
        return u'0' + unitWords().second;
    ShortText out;
    if (duration > Micros::zero()) {
        addPositive(out, duration.count());
        return out.text();
    }
    const qint64 most = std::numeric_limits<qint64>::max();
    out.add(u"-");
    addPositive(out, duration == Micros::min() ? most : -duration.count());
    return out.text();
}

QString ageText(Micros age)
{
    const auto whole = std::chrono::floor<std::chrono::seconds>(std::max(age, 0us));
    return whole < 1min ? QString::number(whole.count()) + unitWords().second : durationText(whole);
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
    const UnitWords &words = unitWords();
    return QString::number(minutes.count()) + words.minute + u' '
           + cutFigure(duration - minutes, 1ms, 3).rightJustified(6, u'0') + words.second;
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
    return text + unitWords().second;
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
