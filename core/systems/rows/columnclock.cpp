// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/columnclock.h"

#include "core/text/momenttext.h"
#include "core/sql/sqlserverzone.h"

#include <QDateTime>

#include <limits>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr qint64 quarterHour = Micros(15min).count();

qint64 floorDivided(qint64 value, qint64 by)
{
    return value / by - (value % by < 0 ? 1 : 0);
}

QString dateTimeText(qint64 micros, bool fraction)
{
    constexpr qsizetype fractionSize = 7; // with its dot
    QByteArray text = utcBytes(ServerTime(Micros(micros)));
    text[text.indexOf('T')] = ' ';
    text.chop(1);
    const qsizetype dot = text.size() - fractionSize;
    if (fraction) {
        while (text.endsWith('0') && text.size() > dot + 1)
            text.chop(1);
    }
    if (!fraction || text.size() == dot + 1)
        text.truncate(dot);
    return QString::fromLatin1(text);
}

} // namespace

ColumnClock::ColumnClock(const ClockSpec &spec, const SqlTableReading &reading)
{
    switch (spec.kind) {
    case ClockSpec::Kind::Server: takeServerZone(reading); break;
    case ClockSpec::Kind::Utc: break;
    case ClockSpec::Kind::Offset: m_offsetNow = std::chrono::seconds(spec.offsetSeconds); break;
    case ClockSpec::Kind::Zone:
        m_zone = QTimeZone(spec.zone);
        m_offsetNow = zoneOffset(reading.serverUtc);
        break;
    }
}

void ColumnClock::takeServerZone(const SqlTableReading &reading)
{
    m_offsetNow = Micros(reading.serverNow - reading.serverUtc);
    m_unsure = !reading.zone;
    if (!reading.zone || reading.zone->stretches.size() == 1)
        return;
    constexpr qint64 day = Micros(24h).count();
    m_serverZone = reading.zone;
    const auto &stretches = m_serverZone->stretches;
    const size_t at = m_serverZone->stretchAt(reading.serverUtc);
    m_plainFrom = at == 0 ? std::numeric_limits<qint64>::min() : stretches[at].from + 2 * day;
    m_plainUntil = at + 1 == stretches.size() ? std::numeric_limits<qint64>::max()
                                              : stretches[at + 1].from - 2 * day;
}

Micros ColumnClock::zoneOffset(qint64 utcMicros) const
{
    if (m_serverZone)
        return m_serverZone->offsetAt(utcMicros);
    const qint64 seconds = floorDivided(utcMicros, Micros(1s).count());
    return std::chrono::seconds(
        m_zone.offsetFromUtc(QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC)));
}

ColumnClock::Moment ColumnClock::moment(qint64 written) const
{
    const bool plain = m_serverZone && written >= m_plainFrom && written <= m_plainUntil;
    if (changes() && !plain)
        return inZone(written);
    return {ServerTime(Micros(written) - m_offsetNow), {}, false, m_unsure};
}

qint64 ColumnClock::written(ServerTime at) const
{
    const qint64 utc = at.time_since_epoch().count();
    return utc + (changes() ? zoneOffset(utc) : m_offsetNow).count();
}

ColumnClock::Moment ColumnClock::inZone(qint64 written) const
{
    // Zones change their offset on the quarter of an hour, so one answer does for all of it.
    const qint64 quarter = floorDivided(written, quarterHour);
    auto known = m_shifts.constFind(quarter);
    if (known == m_shifts.constEnd())
        known = m_shifts.insert(quarter, shiftOf(quarter * quarterHour));
    Moment moment;
    moment.at = ServerTime(Micros(written) - known->first);
    if (known->second)
        moment.again = ServerTime(Micros(written) - *known->second);
    if (known->skippedAt) {
        moment.at = ServerTime(Micros(*known->skippedAt));
        moment.skipped = true;
    }
    return moment;
}

/** The offsets a day before and a day after are the only ones that can apply. */
ColumnClock::Shift ColumnClock::shiftOf(qint64 written) const
{
    constexpr qint64 day = Micros(24h).count();
    const Micros before = zoneOffset(written - day);
    const Micros after = zoneOffset(written + day);
    const auto applies = [this, written](Micros offset) {
        return zoneOffset(written - offset.count()) == offset;
    };
    const bool beforeApplies = applies(before);
    if (before == after)
        return {before, {}, {}};
    const bool afterApplies = applies(after);
    if (beforeApplies && afterApplies)
        return {before, after, {}};
    if (beforeApplies || afterApplies)
        return {beforeApplies ? before : after, {}, {}};
    return {before, {}, changeBetween(written - after.count(), written - before.count())};
}

/** To the second. The offset is another at `after` than at `before`. */
qint64 ColumnClock::changeBetween(qint64 before, qint64 after) const
{
    const Micros old = zoneOffset(before);
    while (after - before > Micros(1s).count()) {
        const qint64 middle = before + (after - before) / 2;
        (zoneOffset(middle) == old ? before : after) = middle;
    }
    return after - after % Micros(1s).count();
}

QString columnText(qint64 written)
{
    return dateTimeText(written, true);
}

QString utcSecondText(ServerTime time)
{
    return dateTimeText(time.time_since_epoch().count(), false) + QStringLiteral(" UTC");
}

} // namespace lockmaster
