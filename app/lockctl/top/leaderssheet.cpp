// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/leaderssheet.h"

#include "app/lockctl/shell/texttable.h"
#include "app/lockctl/top/modeltable.h"
#include "core/display/lanetext.h"
#include "core/display/leadertext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr TopHint leaderHints[] = {
    {"Up Down", QT_TRANSLATE_NOOP("lockmaster", "choose"),
     QT_TRANSLATE_NOOP("lockmaster", "Whose lanes are shown")},
    {"+ -", QT_TRANSLATE_NOOP("lockmaster", "time"),
     QT_TRANSLATE_NOOP("lockmaster", "More or less of the past in the lanes")},
};
constexpr std::chrono::seconds leastSpan = 15s;
constexpr std::chrono::seconds mostSpan = 3600s;

bool covers(const LeaderSpan &span, SteadyTime at)
{
    return span.from <= at && (!span.until || at < *span.until);
}

template<class List, class SpanOf>
bool anyCovers(const List &list, SteadyTime at, const SpanOf &spanOf)
{
    return std::any_of(list.begin(), list.end(),
                       [&](const auto &one) { return covers(spanOf(one), at); });
}

/** One cell of a lane: a moment of it. */
enum class Cell : quint8 { Before, Nothing, Leads, Believes, Vacant, Unseen };

Cell cellOf(const LaneChart &chart, int number, SteadyTime at)
{
    const LaneChart::Lane &lane = chart.lanes[size_t(number)];
    const auto span = [](const auto &one) -> const LeaderSpan & { return one.span; };
    if (at < chart.since)
        return Cell::Before;
    const bool isUnseen =
        std::any_of(chart.unseen.begin(), chart.unseen.end(),
                    [&](const LaneChart::Unseen &one) {
                        return (!one.lane || *one.lane == number) && covers(one.span, at);
                    })
        || (lane.unseen
            && anyCovers(*lane.unseen, at,
                         [](const LeaderSpan &one) -> const LeaderSpan & { return one; }));
    if (isUnseen)
        return Cell::Unseen;
    if (anyCovers(lane.leads, at, span))
        return Cell::Leads;
    if (anyCovers(lane.believes, at, span))
        return Cell::Believes;
    return anyCovers(chart.vacancies, at, span) ? Cell::Vacant : Cell::Nothing;
}

/** Whoever led last, of as many lanes as there is room for, in the order of all of them. */
std::vector<int> shownLanes(const LaneChart &chart, int room)
{
    std::vector<int> lanes(chart.lanes.size());
    std::iota(lanes.begin(), lanes.end(), 0);
    if (int(lanes.size()) <= room)
        return lanes;
    const auto ledLast = [&chart](int lane) {
        const auto &leads = chart.lanes[size_t(lane)].leads;
        return leads.empty() ? SteadyTime::min()
                             : leads.back().span.until.value_or(SteadyTime::max());
    };
    std::stable_sort(lanes.begin(), lanes.end(),
                     [&ledLast](int a, int b) { return ledLast(a) > ledLast(b); });
    lanes.resize(size_t(std::max(0, room)));
    std::sort(lanes.begin(), lanes.end());
    return lanes;
}

StyledText cellText(Cell cell, int count)
{
    switch (cell) {
    case Cell::Before: return {QString(count, u' '), {}};
    case Cell::Nothing: return {QString(count, u'.'), {Tone::Muted}};
    // Blanks in reverse: a bar on every terminal, with colours or without.
    case Cell::Leads: return {QString(count, u' '), {Tone::Held, false, true}};
    case Cell::Believes: return {QString(count, u'~'), {Tone::Expiring}};
    case Cell::Vacant: return {QString(count, u'!'), {Tone::Danger, true}};
    case Cell::Unseen: return {QString(count, u'?'), {Tone::Muted}};
    }
    Q_UNREACHABLE();
}

} // namespace

std::span<const TopHint> LeadersSheet::hints() const
{
    return leaderHints;
}

bool LeadersSheet::press(const TopKey &key)
{
    if (m_cursor.take(key, m_model.rowCount(), m_shown))
        return true;
    if (key.is(u'+'))
        m_span = std::min(m_span * 2, mostSpan);
    else if (key.is(u'-'))
        m_span = std::max(m_span / 2, leastSpan);
    else
        return false;
    return true;
}

void LeadersSheet::draw(TextScreen &screen, const TextArea &area)
{
    const int count = m_model.rowCount();
    if (count == 0) {
        screen.put(area.row + 1, 2, Words::tr("No lock that elects a leader is seen."), {},
                   area.width - 4);
        return;
    }
    const int most = std::max(2, area.height / 3);
    const TextArea table{area.row, area.column, area.width, std::min(count + 1, most)};
    m_shown = table.height - 1;
    constexpr std::array figures{int(LeadersModel::Heartbeat), int(LeadersModel::Changes)};
    drawTable(screen, table, m_model, m_cursor, figures);
    TextArea rest{area.row + table.height + 1, area.column, area.width,
                  area.height - table.height - 1};
    const LeaderEntry &entry = m_model.entryAt(m_cursor.row());
    drawFigures(screen, rest, entry);
    drawLanes(screen, rest, entry);
}

/** In as many lines as they take, and a blank one. */
void LeadersSheet::drawFigures(TextScreen &screen, TextArea &area, const LeaderEntry &entry) const
{
    int at = 0;
    int row = 0;
    const int most = std::max(1, area.height / 3);
    for (const Figure &figure : LeaderText::figures(entry, m_clock.now())) {
        const QString note =
            figure.note.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(figure.note);
        const int width = textWidth(figure.title) + 1 + textWidth(figure.value) + textWidth(note);
        if (at > 0 && at + width > area.width) {
            at = 0;
            ++row;
        }
        if (row >= most)
            break;
        at += screen.put(area.row + row, area.column + at,
                         StyledLine{{figure.title + u' ', {Tone::Muted}},
                                    {figure.value, {figure.tone, true}},
                                    {note, {Tone::Muted}}},
                         area.width - at);
        at += columnGap + 1;
    }
    area.row += row + 2;
    area.height -= row + 2;
}

void LeadersSheet::drawLanes(TextScreen &screen, const TextArea &area,
                             const LeaderEntry &entry) const
{
    constexpr int leastLane = 20;
    LaneChart chart = laneChart(*entry.watch->history);
    // The worst has a picture as well.
    if (chart.lanes.empty() && !chart.vacancies.empty())
        chart.lanes.push_back({.id = {},
                               .label = Words::tr("nobody"),
                               .detail = {},
                               .leadsNow = false,
                               .leads = {},
                               .believes = {},
                               .unseen = {}});
    if (chart.lanes.empty() || area.height < 2)
        return;
    int labelWidth = 6;
    for (const LaneChart::Lane &lane : chart.lanes)
        labelWidth = std::max(labelWidth, textWidth(literalText(lane.label)));
    labelWidth = std::min(labelWidth, std::max(6, area.width - leastLane));
    const int cells = area.width - labelWidth - columnGap;
    if (cells < 1)
        return;
    // What was seen ends where it was looked last: of the time since then nothing is claimed.
    const BackendStatus &status = entry.backend->status;
    const bool isSeen = status.state == BackendState::Online;
    const SteadyTime seenUntil = status.dataFrom.value_or(m_clock.now());
    const SteadyTime now = isSeen ? seenUntil : m_clock.now();
    const auto step = std::chrono::duration_cast<SteadyTime::duration>(m_span) / cells;
    const std::vector<int> lanes = shownLanes(chart, area.height - 1);
    const int rows = int(lanes.size());
    for (int i = 0; i < rows; ++i) {
        const LaneChart::Lane &lane = chart.lanes[size_t(lanes[size_t(i)])];
        screen.put(area.row + i, area.column, elidedMiddle(literalText(lane.label), labelWidth),
                   {Tone::Plain, lane.leadsNow && isSeen}, labelWidth);
        int begin = 0;
        std::optional<Cell> before;
        for (int cell = 0; cell <= cells; ++cell) {
            std::optional<Cell> is;
            const SteadyTime at = now - step * (cells - cell) + step / 2;
            if (cell < cells)
                is = at > seenUntil ? Cell::Unseen : cellOf(chart, lanes[size_t(i)], at);
            if (is == before)
                continue;
            if (before) {
                const StyledText bar = cellText(*before, cell - begin);
                screen.put(area.row + i, area.column + labelWidth + columnGap + begin, bar.text,
                           bar.style, cell - begin);
            }
            begin = cell;
            before = is;
        }
    }
    const int axis = area.row + rows;
    if (rows < int(chart.lanes.size()))
        screen.put(axis, area.column, QStringLiteral("+%1").arg(int(chart.lanes.size()) - rows),
                   {Tone::Muted}, labelWidth);
    screen.put(axis, area.column + labelWidth + columnGap,
               Words::tr("%1 ago").arg(durationText(Micros(m_span))), {Tone::Muted}, cells);
    screen.putRight(axis, area.column + labelWidth + columnGap, Words::tr("now"), {Tone::Muted},
                    cells);
    if (!chart.vacancies.empty() && cells > 40)
        screen.put(axis, area.column + labelWidth + columnGap + 12,
                   QStringLiteral("  ") + Words::tr("last vacant:") + u' '
                       + LaneText::caption(chart.vacancies.back(), m_clock.now()),
                   {Tone::Muted}, cells - 12 - 4);
}

} // namespace lockmaster
