// SPDX-License-Identifier: Apache-2.0
#include "ui/history/hourmap.h"

#include "core/display/locktext.h"
#include "core/text/durationtext.h"
#include "core/text/momenttext.h"
#include "core/text/timebins.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int hours = 24;
constexpr int fewestDays = 7;

QString weekday(const QDate &day)
{
    return QLocale().toString(day, QStringLiteral("ddd"));
}

} // namespace

HourMap::HourMap(QWidget *parent)
    : HeatMap(Rows::Follow, tr("How much of each hour it was held"), parent)
{
}

std::vector<ServerTime> HourMap::edges(std::optional<ServerTime> from, ServerTime until)
{
    const QDate last = localTimeOf(until).date();
    const QDate wanted = from ? localTimeOf(*from).date() : last.addDays(1 - mostDays);
    const QDate first =
        std::clamp(wanted, last.addDays(1 - mostDays), last.addDays(1 - fewestDays));
    return localEdges(first, last, 1h);
}

void HourMap::setShares(const std::vector<HeldShare> &shares, ServerTime now)
{
    m_hours.clear();
    m_days.clear();
    for (const HeldShare &share : shares) {
        if (share.from >= now)
            break; // nothing is said of what is to come
        const QDateTime begin = localTimeOf(share.from);
        Hour &its = m_hours[{begin.date(), begin.time().hour()}];
        its.sum.known += share.known;
        its.sum.held += share.held;
        its.sum.holds += share.holds;
        its.length += std::chrono::duration_cast<Micros>(std::min(share.until, now) - share.from);
        if (m_days.isEmpty() || m_days.back() != begin.date())
            m_days << begin.date();
    }
    std::vector<Row> rows;
    std::vector<std::optional<Cell>> cells;
    for (const QDate &day : m_days) {
        rows.push_back(
            {day.toString(Qt::ISODate), weekday(day) + day.toString(QStringLiteral(" MM-dd")), {}});
        for (int hour = 0; hour < hours; ++hour) {
            const auto found = m_hours.find({day, hour});
            if (found == m_hours.end()) {
                cells.emplace_back();
                continue;
            }
            const HeldShare &sum = found->second.sum;
            const auto known = double(sum.known.count());
            Cell cell;
            cell.share = known > 0 ? double(sum.held.count()) / known : 0;
            cell.unseen = 1 - known / double(found->second.length.count());
            cells.emplace_back(cell);
        }
    }
    std::vector<Column> columns;
    columns.reserve(size_t(hours));
    for (int hour = 0; hour < hours; ++hour)
        columns.push_back(
            {hour, QStringLiteral("%1:00").arg(hour, 2, 10, QLatin1Char('0')), hour, false});
    setMap(std::move(rows), std::move(columns), std::move(cells));
}

QString HourMap::textOf(const QDate &day, int hour) const
{
    const auto found = m_hours.find({day, hour});
    if (found == m_hours.end())
        return {};
    const Hour &its = found->second;
    QStringList lines{QStringLiteral("%1 %2 %3:00 – %4:00")
                          .arg(weekday(day), day.toString(Qt::ISODate))
                          .arg(hour, 2, 10, QLatin1Char('0'))
                          .arg((hour + 1) % hours, 2, 10, QLatin1Char('0'))};
    const auto unknown = its.length - its.sum.known;
    if (its.sum.known > Micros(0)) {
        const auto percent =
            std::llround(100.0 * double(its.sum.held.count()) / double(its.sum.known.count()));
        lines << tr("held for %1 of %2 (%3 %)")
                     .arg(durationText(its.sum.held), durationText(its.sum.known))
                     .arg(percent)
              << tr("holds that began: %1").arg(countText(its.sum.holds));
    }
    if (unknown >= 1s)
        lines << tr("not known: nobody looked for %1").arg(durationText(unknown));
    return lines.join(u'\n');
}

QString HourMap::wordsOf(int row, int column) const
{
    return textOf(m_days[row], column);
}

QString HourMap::summary() const
{
    const auto most =
        std::max_element(m_hours.begin(), m_hours.end(), [](const auto &a, const auto &b) {
            return a.second.sum.held < b.second.sum.held;
        });
    return tr("Held most: %1").arg(textOf(most->first.first, most->first.second));
}

} // namespace lockmaster
