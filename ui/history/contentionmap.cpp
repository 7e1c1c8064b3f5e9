// SPDX-License-Identifier: Apache-2.0
#include "ui/history/contentionmap.h"

#include "core/display/locktext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Micros contentionmapDay = 24h;
/** Names may be as long as books, and each cell says its own. */
constexpr qsizetype longestNamed = 120;

/** How many waited on average, at least, of what was looked at. */
double rateOf(const ContentionBin &bin)
{
    return bin.known > Micros(0) ? double(bin.waited.count()) / double(bin.known.count()) : 0;
}

/** Lengths differ by orders of magnitude, and the shorter ones are to be seen beside the longest.
 */
double shareOf(double rate, double most)
{
    return most > 0 ? std::sqrt(rate / most) : 0;
}

Micros lengthOf(const ContentionBin &bin)
{
    return std::chrono::duration_cast<Micros>(bin.until - bin.from);
}

HeatMap::Cell cellOf(const ContentionBin &bin, double most)
{
    const auto length = double(lengthOf(bin).count());
    HeatMap::Cell cell;
    cell.share = shareOf(rateOf(bin), most);
    cell.unseen = 1 - double(bin.known.count()) / length;
    // What is known of waiters with names is known, whatever others there were.
    if (bin.waited == Micros(0)) {
        cell.untold = double(bin.untold.count()) / length;
        cell.isMarked = bin.mostWaiters > 0;
    }
    return cell;
}

QString dayText(const QDateTime &at)
{
    return QLocale().toString(at.date(), QStringLiteral("ddd"))
           + at.toString(QStringLiteral(" yyyy-MM-dd"));
}

/** Where clocks go forward at midnight a day begins later. */
bool isMidnight(const QDateTime &at)
{
    return at == at.date().startOfDay(at.timeZone());
}

} // namespace

ContentionMap::ContentionMap(QWidget *parent)
    : HeatMap(Rows::AreOfThings, tr("When the most wanted locks were waited for"), parent)
{
    connect(this, &HeatMap::rowWanted, this,
            [this](int row) { emit lockWanted(HistoryLock(m_locks[size_t(row)].lock)); });
}

void ContentionMap::setRanking(const ContentionRanking &ranking)
{
    m_locks.clear();
    m_countedFrom = ranking.countedFrom;
    m_step = ranking.step;
    QStringList backends;
    double most = 0;
    for (const LockContention &one : ranking.locks) {
        if (one.course.empty())
            continue;
        m_locks.push_back(one);
        if (!backends.contains(one.lock.backend))
            backends << one.lock.backend;
        for (const ContentionBin &bin : one.course)
            most = std::max(most, rateOf(bin));
    }
    std::vector<Row> rows;
    std::vector<std::optional<Cell>> cells;
    for (const LockContention &one : m_locks) {
        const HistoryLock &lock = one.lock;
        const QChar end(u'\0');
        rows.push_back(
            {lock.backend + end + lock.source + end + lock.system + end
                 + QString::fromLatin1(lock.name.toHex()),
             briefText(literalText(lock.name), longestNamed),
             backends.size() > 1 ? briefText(literalText(lock.backend), longestNamed) : QString()});
        for (const ContentionBin &bin : one.course)
            cells.emplace_back(cellOf(bin, most));
    }
    setMap(std::move(rows), m_locks.empty() ? std::vector<Column>() : columnsOf(ranking.edges),
           std::move(cells), legendOf(most));
}

/** Days are named where they begin. */
std::vector<HeatMap::Column> ContentionMap::columnsOf(const std::vector<ServerTime> &edges) const
{
    std::vector<Column> columns;
    for (size_t i = 0; i + 1 < edges.size(); ++i) {
        const QDateTime at = localTimeOf(edges[i]);
        Column column;
        column.id = edges[i].time_since_epoch().count();
        const bool isDay = isMidnight(at);
        if (m_step < contentionmapDay && !isDay) {
            column.label = clockText(at, TimeDetail::ToMinute);
            column.turn = int(std::chrono::milliseconds(at.time().msecsSinceStartOfDay()) / m_step);
        } else {
            column.label = at.toString(QStringLiteral("MM-dd"));
            column.turn = int(i);
            column.isMain = m_step < contentionmapDay;
        }
        columns.push_back(column);
    }
    return columns;
}

std::vector<HeatLegendEntry> ContentionMap::legendOf(double most) const
{
    using Sign = HeatLegendEntry::Sign;
    const auto any = [this](const auto &is) {
        return std::any_of(m_locks.begin(), m_locks.end(), [&is](const LockContention &one) {
            return std::any_of(one.course.begin(), one.course.end(), is);
        });
    };
    std::vector<HeatLegendEntry> legend;
    if (most > 0) {
        const auto longest = most * double(m_step.count());
        const auto text = [](double micros) { return durationText(Micros(std::llround(micros))); };
        legend.push_back({Sign::Scale,
                          tr("Waited, in all, per %1:").arg(durationText(m_step)),
                          {text(0), text(longest / 4), text(longest)}});
    }
    if (any([](const ContentionBin &bin) { return cellOf(bin, 0).isMarked; }))
        legend.push_back({Sign::Marked, tr("waited, how long is not told")});
    if (any([](const ContentionBin &bin) { return cellOf(bin, 0).untold > 0; }))
        legend.push_back({Sign::Untold, tr("held, who waits is not told")});
    if (any([](const ContentionBin &bin) { return lengthOf(bin) - bin.known >= 1s; }))
        legend.push_back({Sign::Unseen, m_countedFrom ? tr("nobody looked, or not counted")
                                                      : tr("nobody looked")});
    return legend;
}

QString ContentionMap::stretchOf(const ContentionBin &bin) const
{
    const QDateTime from = localTimeOf(bin.from);
    const QDateTime until = localTimeOf(bin.until);
    // A whole day ends where the next one begins.
    const bool isOfDays = m_step >= contentionmapDay && isMidnight(from) && isMidnight(until);
    if (isOfDays) {
        const QDateTime last = until.addMSecs(-1);
        return last.date() == from.date() ? dayText(from)
                                          : dayText(from) + QStringLiteral(" – ") + dayText(last);
    }
    const auto clock = [](const QDateTime &at) { return clockText(at, TimeDetail::ToMinute); };
    const bool isOneDay =
        until.date() == from.date() || until == from.date().addDays(1).startOfDay();
    return dayText(from) + u' ' + clock(from) + QStringLiteral(" – ")
           + (isOneDay ? QString() : dayText(until) + u' ') + clock(until);
}

QString ContentionMap::textOf(int row, int column) const
{
    return hasCell(row, column) ? wordsOf(row, column) : QString();
}

QString ContentionMap::wordsOf(int row, int column) const
{
    const LockContention &one = m_locks[size_t(row)];
    const ContentionBin &bin = one.course[size_t(column)];
    QStringList lines{briefText(literalText(one.lock.name), longestNamed),
                      briefText(literalText(one.lock.backend), longestNamed), stretchOf(bin)};
    if (bin.waited > Micros(0))
        lines << tr("waited, in all: %1 in the %2 that were looked at")
                     .arg(atLeast(durationText(bin.waited)), durationText(bin.known));
    if (bin.mostWaiters > 0)
        lines << tr("up to %1 waited at once in a hold of that time, how long is not told")
                     .arg(countText(bin.mostWaiters));
    if (bin.untold > Micros(0))
        lines << tr("held for %1, and who waited is not told").arg(durationText(bin.untold));
    const Micros quiet = bin.known - bin.untold;
    if (bin.waited == Micros(0) && bin.mostWaiters == 0 && quiet > Micros(0))
        lines
            << tr("nobody was seen to wait in the %1 that were looked at").arg(durationText(quiet));
    if (bin.handOvers > 0)
        lines << tr("hand-overs: %1").arg(countText(bin.handOvers));
    const Micros unknown = lengthOf(bin) - bin.known;
    if (unknown >= 1s) {
        const bool isCut = m_countedFrom && bin.from < *m_countedFrom;
        lines << (isCut ? tr("not known: not counted, or nobody looked, for %1")
                        : tr("not known: nobody looked for %1"))
                     .arg(durationText(unknown));
    }
    return lines.join(u'\n');
}

QString ContentionMap::summary() const
{
    int row = 0;
    int column = 0;
    Micros most{0};
    for (size_t i = 0; i < m_locks.size(); ++i) {
        const auto &course = m_locks[i].course;
        for (size_t bin = 0; bin < course.size(); ++bin) {
            if (course[bin].waited <= most)
                continue;
            most = course[bin].waited;
            row = int(i);
            column = int(bin);
        }
    }
    return most > Micros(0) ? tr("Waited for most: %1").arg(wordsOf(row, column))
                            : tr("Of nobody is known how long it waited.");
}

} // namespace lockmaster
