// SPDX-License-Identifier: Apache-2.0
#include "core/report/reportclock.h"

#include "core/report/lockreport.h"
#include "core/text/momenttext.h"
#include "core/text/words.h"

#include <algorithm>
#include <cstdlib>

namespace lockmaster {

namespace {

QString offsetText(int seconds)
{
    const int minutes = std::abs(seconds) / 60;
    return QStringLiteral("%1%2:%3")
        .arg(QLatin1Char(seconds < 0 ? '-' : '+'))
        .arg(minutes / 60, 2, 10, QLatin1Char('0'))
        .arg(minutes % 60, 2, 10, QLatin1Char('0'));
}

QString offsetAt(ServerTime at, const QTimeZone &zone)
{
    return offsetText(localTimeOf(at, zone).offsetFromUtc());
}

} // namespace

ReportClock::ReportClock(const QTimeZone &zone, const LockReport &report)
    : m_zone(zone), m_first(report.order.from), m_last(report.order.until)
{
    const auto reach = [this](ServerTime from, ServerTime until) {
        m_first = std::min(m_first, from);
        m_last = std::max(m_last, until);
    };
    for (const HistoryHold &hold : report.holds)
        reach(hold.since, hold.until.value_or(hold.lastSeen));
    for (const HistoryWait &wait : report.waits)
        reach(wait.since, wait.until.value_or(wait.lastSeen));
    for (const ReportAction &action : report.actions)
        reach(action.first().time, action.outcome ? action.outcome->time : action.first().time);
    if (report.now)
        reach(report.now->at, report.now->at);
    const QDateTime first = localTimeOf(m_first, m_zone);
    const QDateTime last = localTimeOf(m_last, m_zone);
    const QTimeZone::OffsetData next =
        m_zone.hasTransitions() ? m_zone.nextTransition(first) : QTimeZone::OffsetData();
    m_isEven = first.offsetFromUtc() == last.offsetFromUtc()
               && (!next.atUtc.isValid() || next.atUtc > last);
}

QString ReportClock::text(ServerTime at) const
{
    const QString text = momentText(at, m_zone);
    const QString offset = offsetAt(at, m_zone);
    // What lies outside of that time, as when the report was made, may be by another offset.
    const bool isPlain = m_isEven && offset == offsetAt(m_first, m_zone);
    return isPlain ? text : text + u' ' + offset;
}

QString ReportClock::offsetBehind(ServerTime at) const
{
    return m_isEven ? QString() : offsetAt(at, m_zone);
}

QString ReportClock::zoneText() const
{
    const QString name = QString::fromUtf8(m_zone.id());
    if (m_isEven) {
        const QString offset = QStringLiteral("UTC") + offsetAt(m_first, m_zone);
        return name == u"UTC" ? name : QStringLiteral("%1 (%2)").arg(name, offset);
    }
    QStringList parts{QStringLiteral("UTC") + offsetAt(m_first, m_zone)};
    const QDateTime last = localTimeOf(m_last, m_zone);
    QDateTime at = localTimeOf(m_first, m_zone);
    while (parts.size() < 10) {
        const QTimeZone::OffsetData next = m_zone.nextTransition(at);
        if (!next.atUtc.isValid() || next.atUtc > last)
            break;
        at = next.atUtc.toTimeZone(m_zone);
        parts << Words::tr("UTC%1 from %2 on").arg(offsetText(next.offsetFromUtc), momentText(at));
    }
    return QStringLiteral("%1 (%2)").arg(name, parts.join(QStringLiteral(", ")));
}

} // namespace lockmaster
