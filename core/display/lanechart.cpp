// SPDX-License-Identifier: Apache-2.0
#include "core/display/lanechart.h"

#include "core/text/literaltext.h"
#include "core/display/lanetext.h"
#include "core/display/locktext.h"

#include <QHash>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr qsizetype lanechartLongestLabel = 120;
/** Moments of one event that two clocks' readings set apart. */
constexpr auto sameMoment = 1ms;

QString labelOf(const LeaderCandidate &candidate)
{
    const QString label =
        candidate.label.isEmpty() ? literalText(candidate.identity) : candidate.label;
    return briefText(label.isEmpty() ? LockText::none() : label, lanechartLongestLabel);
}

/** One identity may stand for several processes, and one process for several runs of a number. */
QString laneId(const LeaderCandidate &candidate, int index)
{
    const QString identity = QString::fromLatin1(candidate.identity.toHex());
    return candidate.process ? QStringLiteral("%1/%2").arg(identity).arg(index) : identity;
}

QString joined(const QString &first, const QString &second)
{
    return first.isEmpty()    ? second
           : second.isEmpty() ? first
                              : first + QStringLiteral(" · ") + second;
}

LaneChart::Lane laneOf(const LeaderCandidate &candidate, int index)
{
    LaneChart::Lane lane;
    lane.id = laneId(candidate, index);
    lane.label = labelOf(candidate);
    if (candidate.process)
        lane.detail = LaneText::tr("pid %1").arg(*candidate.process);
    return lane;
}

bool isOpen(const std::vector<LaneChart::Bar> &bars)
{
    return !bars.empty() && !bars.back().span.until;
}

/** Since when nobody has looked; none: somebody does. */
std::optional<SteadyTime> blindSince(const LeaderHistory &history)
{
    const auto &unseen = history.unseen;
    return unseen.empty() || unseen.back().until ? std::nullopt : std::optional(unseen.back().from);
}

/** What lasted when it was seen last is told until then. @return whether it was cut */
bool cutWhereUnseen(LeaderSpan &span, const std::optional<SteadyTime> &blind)
{
    if (span.until || !blind)
        return false;
    span.until = std::max(span.from, *blind);
    return true;
}

LaneChart::Bar barOf(const std::shared_ptr<const Reign> &reign,
                     const std::optional<SteadyTime> &blind, const QString &text = {})
{
    LaneChart::Bar bar{reign->span, text, reign};
    bar.openEnd = cutWhereUnseen(bar.span, blind);
    return bar;
}

LaneChart::Vacancy vacancyOf(const LeaderSpan &span, const std::optional<SteadyTime> &blind,
                             const QString &cause, Micros uncertainty)
{
    LaneChart::Vacancy vacancy{span, cause, uncertainty};
    vacancy.openEnd = cutWhereUnseen(vacancy.span, blind);
    return vacancy;
}

/** Marks that are looked at for one time without a leader: a file may have any number of both. */
constexpr int mostCausesSeen = 64;
constexpr int explainsBest = 2;

/** How well a mark explains that the lead was lost; 0: not at all. */
int explains(LeaderMark::Kind kind)
{
    switch (kind) {
    case LeaderMark::Kind::Killed:
    case LeaderMark::Kind::Stopped:
    case LeaderMark::Kind::Frozen:
    case LeaderMark::Kind::Cut:
    case LeaderMark::Kind::SteppedDown: return explainsBest;
    case LeaderMark::Kind::Expired: return 1;
    default: return 0;
    }
}

/** Whoever led last before `at`. */
std::optional<int> lastLeader(const LeaderHistory &history, SteadyTime at)
{
    const auto after = std::upper_bound(
        history.reigns.begin(), history.reigns.end(), at,
        [](SteadyTime moment, const auto &reign) { return moment < reign->span.from; });
    if (after == history.reigns.begin())
        return std::nullopt;
    return (*std::prev(after))->candidate;
}

QString causeOf(const LeaderHistory &history, SteadyTime vacantFrom)
{
    const std::optional<int> leader = lastLeader(history, vacantFrom);
    const auto end = std::upper_bound(
        history.marks.begin(), history.marks.end(), vacantFrom + sameMoment,
        [](SteadyTime moment, const LeaderMark &mark) { return moment < mark.at; });
    const LeaderMark *best = nullptr;
    int looks = 0;
    for (auto mark = std::make_reverse_iterator(end); mark != history.marks.rend(); ++mark) {
        if (mark->at < vacantFrom - causeReach || mark->kind == LeaderMark::Kind::TookOver
            || ++looks > mostCausesSeen)
            break;
        const bool concerns = !mark->candidate || !leader || mark->candidate == leader;
        if (concerns && explains(mark->kind) > (best ? explains(best->kind) : 0))
            best = &*mark;
        if (best && explains(best->kind) == explainsBest)
            break;
    }
    return best ? best->text : QString();
}

/** That ended it; null: none did. */
const Failover *failoverOf(const LeaderHistory &history, const LeaderSpan &vacancy)
{
    if (!vacancy.until)
        return nullptr;
    const auto next = std::lower_bound(
        history.failovers.begin(), history.failovers.end(), *vacancy.until - sameMoment,
        [](const Failover &failover, SteadyTime moment) { return failover.at < moment; });
    const bool fits = next != history.failovers.end() && next->at <= *vacancy.until + sameMoment;
    return fits ? &*next : nullptr;
}

Micros uncertaintyOf(const LeaderHistory &history, const LeaderSpan &vacancy)
{
    const Failover *failover = failoverOf(history, vacancy);
    return failover ? failover->uncertainty : Micros(0);
}

void addVacancies(LaneChart &chart, const LeaderHistory &history)
{
    const auto blind = blindSince(history);
    for (const LeaderSpan &span : history.vacancies)
        chart.vacancies.push_back(vacancyOf(vacancyAsTold(history, span), blind,
                                            causeOf(history, span.from),
                                            uncertaintyOf(history, span)));
}

void addOverlaps(LaneChart &chart, const LeaderHistory &history, int firstLane)
{
    for (LeaderOverlap overlap : history.overlaps) {
        overlap.first += firstLane;
        overlap.second += firstLane;
        if (overlap.first > overlap.second)
            std::swap(overlap.first, overlap.second);
        chart.overlaps.push_back(overlap);
    }
}

void addMarks(LaneChart &chart, const LeaderHistory &history, int firstLane)
{
    for (LeaderMark mark : history.marks) {
        if (mark.candidate)
            *mark.candidate += firstLane;
        chart.marks.push_back(std::move(mark));
    }
}

LaneChart emptyChart(const LeaderHistory &history)
{
    LaneChart chart;
    chart.since = history.since;
    chart.wallAtSince = history.wallAtSince;
    return chart;
}

/** Lanes of `truth` by identity; -1 where several candidates share it. */
QHash<QByteArray, int> lanesByIdentity(const LeaderHistory &truth, int firstLane)
{
    QHash<QByteArray, int> lanes;
    int lane = firstLane;
    for (const LeaderCandidate &candidate : truth.candidates) {
        const bool shared = lanes.contains(candidate.identity);
        lanes.insert(candidate.identity, shared ? -1 : lane);
        ++lane;
    }
    return lanes;
}

LaneChart::Lane tableLane(const LeaderHistory &watched)
{
    LaneChart::Lane lane;
    lane.id = QStringLiteral("table");
    lane.label = LaneText::tr("Table");
    const auto blind = blindSince(watched);
    for (const auto &reign : watched.reigns)
        lane.leads.push_back(barOf(
            reign, blind, labelOf(watched.candidates[static_cast<size_t>(reign->candidate)])));
    lane.detail = blind                ? LaneText::tr("not known")
                  : isOpen(lane.leads) ? lane.leads.back().text
                                       : LaneText::tr("nobody");
    return lane;
}

/** The table's bars in the lanes of those whom it names beyond doubt, and in its own. */
void addTable(LaneChart &chart, const LeaderHistory &watched,
              const QHash<QByteArray, int> &laneByIdentity)
{
    const auto blind = blindSince(watched);
    for (const auto &reign : watched.reigns) {
        const auto &candidate = watched.candidates[static_cast<size_t>(reign->candidate)];
        const int lane = laneByIdentity.value(candidate.identity, -1);
        if (lane >= 0)
            chart.lanes[static_cast<size_t>(lane)].leads.push_back(barOf(reign, blind));
    }
    for (const LeaderSpan &span : watched.vacancies)
        chart.tableVacancies.push_back(vacancyOf(span, blind, {}, uncertaintyOf(watched, span)));
    for (const LeaderSpan &span : watched.unseen)
        chart.unseen.push_back({span, 0});
    for (const LeaderMark &mark : watched.marks) {
        if (mark.kind == LeaderMark::Kind::Finding)
            chart.marks.push_back({mark.kind, mark.at, std::nullopt, mark.text});
    }
    std::stable_sort(chart.marks.begin(), chart.marks.end(),
                     [](const LeaderMark &a, const LeaderMark &b) { return a.at < b.at; });
}

void describe(LaneChart::Lane &lane)
{
    const bool leads = isOpen(lane.leads);
    const bool believes = isOpen(lane.believes);
    lane.leadsNow = leads;
    if (believes && !leads)
        lane.detail = joined(LaneText::tr("believes it leads"), lane.detail);
    else if (leads)
        lane.detail = joined(LaneText::tr("leads now"), lane.detail);
    else if (!lane.leads.empty() && lane.leads.back().openEnd)
        lane.detail = joined(LaneText::tr("led when last seen"), lane.detail);
}

} // namespace

bool LaneChart::isEmpty() const
{
    return unseen.empty() && vacancies.empty()
           && std::all_of(lanes.begin(), lanes.end(), [](const Lane &lane) {
                  return lane.leads.empty() && lane.believes.empty();
              });
}

std::optional<SteadyTime> LaneChart::unseenSince() const
{
    for (const Unseen &one : unseen) {
        if (!one.lane && !one.span.until)
            return one.span.from;
    }
    return std::nullopt;
}

LeaderSpan vacancyAsTold(const LeaderHistory &history, const LeaderSpan &vacancy)
{
    const Failover *failover = failoverOf(history, vacancy);
    // Zero: the change was not seen, and the gap in the leases is all that is known.
    if (!failover || failover->vacancy <= Micros(0))
        return vacancy;
    return {std::max(*vacancy.until - failover->vacancy, history.since), vacancy.until};
}

LaneChart laneChart(const LeaderHistory &watched)
{
    LaneChart chart = laneChart(nullptr, watched);
    for (const LeaderSpan &span : watched.unseen)
        chart.unseen.push_back({span, std::nullopt});
    return chart;
}

LaneChart laneChart(const LeaderHistory *watched, const LeaderHistory &truth)
{
    LaneChart chart = emptyChart(truth);
    const int firstLane = watched ? 1 : 0;
    if (watched)
        chart.lanes.push_back(tableLane(*watched));
    int index = 0;
    for (const LeaderCandidate &candidate : truth.candidates)
        chart.lanes.push_back(laneOf(candidate, index++));
    const QHash<QByteArray, int> laneByIdentity = lanesByIdentity(truth, firstLane);
    const auto blind = blindSince(truth);
    for (const auto &reign : truth.reigns) {
        LaneChart::Lane &lane =
            chart.lanes[static_cast<size_t>(reign->candidate) + size_t(firstLane)];
        const auto &candidate = truth.candidates[static_cast<size_t>(reign->candidate)];
        const bool besideTable = watched && laneByIdentity.value(candidate.identity, -1) >= 0;
        (besideTable ? lane.believes : lane.leads).push_back(barOf(reign, blind));
    }
    // Without a lane there would be nothing to be red.
    if (chart.lanes.empty() && !truth.vacancies.empty()) {
        LaneChart::Lane nobody;
        nobody.id = QStringLiteral("nobody");
        nobody.label = LaneText::tr("nobody");
        chart.lanes.push_back(std::move(nobody));
    }
    addVacancies(chart, truth);
    addOverlaps(chart, truth, firstLane);
    addMarks(chart, truth, firstLane);
    if (watched)
        addTable(chart, *watched, laneByIdentity);
    for (size_t lane = static_cast<size_t>(firstLane); lane < chart.lanes.size(); ++lane)
        describe(chart.lanes[lane]);
    return chart;
}

} // namespace lockmaster
