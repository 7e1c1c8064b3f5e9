// SPDX-License-Identifier: Apache-2.0
#include "core/domain/durationtext.h"

#include <limits>

namespace lockmaster {

namespace {

QString twoUnits(qint64 count, qint64 secondsInUnit, QChar unit, qint64 secondsInNext, QChar next)
{
    const QString large = QStringLiteral("%1 %2").arg(count / secondsInUnit).arg(unit);
    const qint64 rest = count % secondsInUnit / secondsInNext;
    return rest == 0 ? large : large + QStringLiteral(" %1 %2").arg(rest).arg(next);
}

/** One decimal, cut; `value` is in tenths. */
QString tenths(qint64 value, QLatin1StringView unit)
{
    return QStringLiteral("%1.%2 %3").arg(value / 10).arg(value % 10).arg(unit);
}

QString positiveText(qint64 micros)
{
    constexpr qint64 milli = 1000;
    constexpr qint64 second = 1000 * milli;
    if (micros < milli)
        return tenths(micros / (milli / 10), QLatin1StringView("ms"));
    if (micros < 100 * milli)
        return QStringLiteral("%1 ms").arg(micros / milli);
    if (micros < 10 * second)
        return tenths(micros / (second / 10), QLatin1StringView("s"));

    constexpr qint64 minute = 60;
    constexpr qint64 hour = 60 * minute;
    constexpr qint64 day = 24 * hour;
    const qint64 seconds = micros / second;
    if (seconds < minute)
        return QStringLiteral("%1 s").arg(seconds);
    if (seconds < hour)
        return twoUnits(seconds, minute, u'm', 1, u's');
    if (seconds < day)
        return twoUnits(seconds, hour, u'h', minute, u'm');
    return twoUnits(seconds, day, u'd', hour, u'h');
}

} // namespace

QString durationText(Micros duration)
{
    if (duration == Micros::zero())
        return QStringLiteral("0 s");
    if (duration > Micros::zero())
        return positiveText(duration.count());
    const qint64 most = std::numeric_limits<qint64>::max();
    const qint64 count = duration == Micros::min() ? most : -duration.count();
    return u'-' + positiveText(count);
}

} // namespace lockmaster
