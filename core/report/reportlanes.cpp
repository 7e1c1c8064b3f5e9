// SPDX-License-Identifier: Apache-2.0
#include "core/report/reportlanes.h"

#include "core/report/reportclock.h"
#include "core/report/reporttables.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "core/text/words.h"

#include <QMap>

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr size_t mostLanes = 12;

ReportBar::Tone toneOf(HistoryEnd end)
{
    switch (end) {
    case HistoryEnd::Open:
    case HistoryEnd::Released:
    case HistoryEnd::OwnerChanged: return ReportBar::Tone::Plain;
    case HistoryEnd::Expired: return ReportBar::Tone::Expired;
    case HistoryEnd::Lost: return ReportBar::Tone::Lost;
    case HistoryEnd::Unseen:
    case HistoryEnd::Unknown: return ReportBar::Tone::NotKnown;
    }
    Q_UNREACHABLE();
}

template<class Row>
ReportBar barOf(const Row &row, bool isUnseen, bool goesOn, const ReportOrder &order)
{
    ReportBar bar;
    const ServerTime until = row.until.value_or(row.lastSeen);
    bar.from = std::max(row.since, order.from);
    bar.until = std::max(bar.from, std::min(until, order.until));
    bar.openBegin = row.begin == HistoryBegin::FirstSeen || row.since < order.from;
    bar.openEnd = isUnseen || goesOn || until > order.until;
    return bar;
}

/** Who has held or waited, and for how long. */
struct Party {
    ReportLane lane;
    size_t place = 0; ///< who came first
    Micros length{0};
};

std::vector<ReportLane> lanesOf(QMap<std::pair<QString, QByteArray>, Party> &&parties)
{
    std::vector<Party> all(parties.begin(), parties.end());
    std::vector<ReportLane> lanes;
    ReportLane others;
    if (all.size() > mostLanes) {
        std::sort(all.begin(), all.end(), [](const Party &a, const Party &b) {
            return std::pair(-a.length, a.place) < std::pair(-b.length, b.place);
        });
        others.whole = Words::tr("%1 others").arg(all.size() - mostLanes);
        others.label = others.whole;
        for (size_t i = mostLanes; i < all.size(); ++i)
            others.bars.insert(others.bars.end(), all[i].lane.bars.begin(), all[i].lane.bars.end());
        std::stable_sort(others.bars.begin(), others.bars.end(),
                         [](const ReportBar &a, const ReportBar &b) { return a.from < b.from; });
        all.resize(mostLanes);
    }
    std::sort(all.begin(), all.end(),
              [](const Party &a, const Party &b) { return a.place < b.place; });
    lanes.reserve(all.size() + 1);
    for (Party &party : all)
        lanes.push_back(std::move(party.lane));
    if (!others.bars.empty())
        lanes.push_back(std::move(others));
    return lanes;
}

QString partyName(const QString &owner)
{
    return owner.isEmpty() ? Words::tr("(no owner is known)") : literalText(owner);
}

/** `web-3: 03:00:00 to 03:01:00 (1 m), released` */
QString barText(const QString &name, const QString &from, const QString &until,
                const QString &length, const QString &end)
{
    return Words::tr("%1: %2 to %3 (%4), %5").arg(name, from, until, length, end);
}

bool isWide(char32_t code)
{
    return (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf)
           || (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff)
           || (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60)
           || (code >= 0x1f300 && code <= 0x1faff) || (code >= 0x20000 && code <= 0x3fffd);
}

/** The beginning that is no wider than `columns`, as `widthOf` has it, with an ellipsis for the
 * rest.
 */
template<class WidthOf>
QString cutTo(const QString &literal, int columns, const WidthOf &widthOf)
{
    if (widthOf(literal) <= columns)
        return literal;
    QString text = beginningOf(literal, columns - 1);
    while (!text.isEmpty() && widthOf(text) > columns - 1)
        text = beginningOf(text, text.size() - 1);
    return text + QChar(0x2026);
}

} // namespace

std::vector<ReportLane> holderLanes(const LockReport &report, const ReportClock &clock)
{
    QMap<std::pair<QString, QByteArray>, Party> parties;
    for (const HistoryHold &hold : report.holds) {
        const size_t next = size_t(parties.size());
        Party &party = parties[{hold.owner, hold.ownerRaw}];
        if (party.lane.bars.empty()) {
            party.place = next;
            party.lane.whole = partyName(hold.owner);
            party.lane.label = fitting(party.lane.whole, labelColumns);
        }
        ReportBar bar =
            barOf(hold, hold.end == HistoryEnd::Unseen, hold.end == HistoryEnd::Open, report.order);
        bar.tone = toneOf(hold.end);
        bar.says = barText(party.lane.label, clock.text(hold.since),
                           clock.text(hold.until.value_or(hold.lastSeen)), lengthText(hold),
                           holdEndText(hold.end));
        party.length += std::chrono::duration_cast<Micros>(bar.until - bar.from);
        party.lane.bars.push_back(std::move(bar));
    }
    return lanesOf(std::move(parties));
}

std::vector<ReportLane> waiterLanes(const LockReport &report, const ReportClock &clock)
{
    QMap<std::pair<QString, QByteArray>, Party> parties;
    for (const HistoryWait &wait : report.waits) {
        const size_t next = size_t(parties.size());
        Party &party = parties[{wait.waiter, QByteArray()}];
        if (party.lane.bars.empty()) {
            party.place = next;
            party.lane.whole = partyName(wait.waiter);
            party.lane.label = fitting(party.lane.whole, labelColumns);
        }
        ReportBar bar =
            barOf(wait, wait.end == WaitEnd::Unseen, wait.end == WaitEnd::Open, report.order);
        bar.tone = ReportBar::Tone::Waiting;
        bar.says = barText(party.lane.label, clock.text(wait.since),
                           clock.text(wait.until.value_or(wait.lastSeen)), lengthText(wait),
                           waitEndText(wait.end));
        party.length += std::chrono::duration_cast<Micros>(bar.until - bar.from);
        party.lane.bars.push_back(std::move(bar));
    }
    return lanesOf(std::move(parties));
}

int columnsOf(const QString &text)
{
    int columns = 0;
    const auto codes = text.toUcs4();
    for (const char32_t code : codes)
        columns += isWide(code) ? 2 : 1;
    return columns;
}

QString fitting(const QString &literal, int columns)
{
    return cutTo(literal, columns, columnsOf);
}

double drawnColumnsOf(const QString &text)
{
    double columns = 0;
    const auto codes = text.toUcs4();
    for (const char32_t code : codes) {
        if (isWide(code))
            columns += 2;
        else if (QStringView(u"MWmw@%").contains(QChar(char16_t(code))) && code < 0x80)
            columns += 1.6;
        else
            columns += QChar::isUpper(code) ? 1.25 : 1;
    }
    return columns;
}

QString fittingDrawn(const QString &literal, int columns)
{
    return cutTo(literal, columns, drawnColumnsOf);
}

std::vector<ReportTick> axisOf(const ReportOrder &order, const QTimeZone &zone, int most)
{
    using std::chrono::seconds;
    constexpr auto day = 24h;
    constexpr std::array<seconds, 22> steps = {
        1s,    2s, 5s, 10s, 15s, 30s, 1min, 2min,    5min,    10min,    15min,
        30min, 1h, 2h, 3h,  6h,  12h, day,  2 * day, 7 * day, 14 * day, 30 * day};
    const auto range = std::chrono::duration_cast<seconds>(order.until - order.from);
    const auto fits =
        std::find_if(steps.begin(), steps.end(), [&](seconds s) { return range / s < most; });
    const seconds step = fits == steps.end() ? range / most + 1s : *fits;
    std::vector<ReportTick> ticks;
    QString before;
    // Offsets are whole minutes: the first of a round time by that clock behind the begin.
    const auto offset = [&zone](ServerTime at) {
        return seconds(localTimeOf(at, zone).offsetFromUtc());
    };
    const auto begin = std::chrono::ceil<seconds>(order.from);
    const auto local = (begin + offset(order.from)).time_since_epoch();
    ServerTime at = begin + (step - local % step) % step;
    for (; at <= order.until; at += step) {
        const QDateTime shown = localTimeOf(at, zone);
        ReportTick tick{at,
                        clockText(shown, step < 1min ? TimeDetail::ToSecond : TimeDetail::ToMinute),
                        shown.toString(QStringLiteral("yyyy-MM-dd"))};
        if (tick.day == before)
            tick.day.clear();
        else
            before = tick.day;
        ticks.push_back(std::move(tick));
    }
    return ticks;
}

} // namespace lockmaster
