// SPDX-License-Identifier: Apache-2.0
#include "core/leaders/leaderlog.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto keepsHeartbeatsFor = 2h;
constexpr auto sumsReachBack = 61min;
constexpr size_t mostReigns = 2000;
constexpr size_t mostSpans = 2000; // vacancies, stretches unseen, overlaps, failovers
constexpr size_t mostMarks = 5000;
/** Dropped at once, so that the lists are not moved with every entry. */
constexpr size_t slack = 100;
/** Reigns whose leases run beside each other, of as many that overrule each other. */
constexpr qsizetype mostBesideOthers = 8;

void closeLast(std::vector<LeaderSpan> &spans, SteadyTime until)
{
    if (!spans.empty() && !spans.back().until)
        spans.back().until = std::max(until, spans.back().from);
}

template<class List, class Ended>
void dropEnded(List &list, const Ended &ended)
{
    list.erase(std::remove_if(list.begin(), list.end(), ended), list.end());
}

bool endedBefore(const LeaderSpan &span, SteadyTime moment)
{
    return span.until && *span.until < moment;
}

} // namespace

LeaderLog::LeaderLog(SteadyTime since, ServerTime wallAtSince) : m_begun(since)
{
    m_history.since = since;
    m_history.wallAtSince = wallAtSince;
}

int LeaderLog::candidate(const QByteArray &identity, const QString &label)
{
    auto &all = m_history.candidates;
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const LeaderCandidate &c) { return c.identity == identity; });
    if (found != all.end())
        return int(found - all.begin());
    if (all.size() > mostReigns + slack)
        forgetCandidates();
    all.push_back({identity, label, {}});
    touch();
    return int(all.size()) - 1;
}

void LeaderLog::beginReign(int candidate, SteadyTime from)
{
    endReign(from);
    cutReigns(candidate, from);
    forgetHeartbeatsBefore(firstHeartbeatKept(from));
    m_reign = {candidate, {from, {}}, {}, {}, {}};
    m_reigning = true;
    m_history.reigns.push_back(nullptr); // `history()` puts it in
    bound();
    touch();
}

/** One that was overruled and is back leads once at a time, and not beside itself. */
void LeaderLog::cutReigns(int candidate, SteadyTime from)
{
    auto &all = m_history.reigns;
    const auto recent = all.end() - std::min<qsizetype>(qsizetype(all.size()), mostBesideOthers);
    for (auto reign = recent; reign != all.end(); ++reign) {
        const LeaderSpan &span = (*reign)->span;
        if ((*reign)->candidate != candidate || !span.until || *span.until <= from)
            continue;
        Reign cut = **reign;
        cut.span.until = std::max(span.from, from);
        *reign = std::make_shared<const Reign>(std::move(cut));
    }
}

void LeaderLog::addHeartbeat(SteadyTime at)
{
    m_reign.heartbeats.push_back(at);
    auto &beats = m_reign.heartbeats;
    if (beats.front() < at - keepsHeartbeatsFor - 1min)
        beats.erase(beats.begin(),
                    std::lower_bound(beats.begin(), beats.end(), at - keepsHeartbeatsFor));
    if (beats.size() > slack && beats.size() - slack > m_mostHeartbeats)
        beats.erase(beats.begin(), beats.end() - std::ptrdiff_t(m_mostHeartbeats));
    touch();
}

void LeaderLog::endReign(SteadyTime until)
{
    if (!m_reigning)
        return;
    m_reign.span.until = std::max(until, m_reign.span.from);
    m_history.reigns.back() = std::make_shared<const Reign>(m_reign);
    m_reigning = false;
    touch();
}

void LeaderLog::beginVacancy(SteadyTime from)
{
    if (vacantSince())
        return;
    m_history.vacancies.push_back({from, {}});
    bound();
    touch();
}

void LeaderLog::endVacancy(SteadyTime until)
{
    if (!vacantSince())
        return;
    closeLast(m_history.vacancies, until);
    touch();
}

std::optional<SteadyTime> LeaderLog::vacantSince() const
{
    const auto &spans = m_history.vacancies;
    return spans.empty() || spans.back().until ? std::nullopt : std::optional(spans.back().from);
}

void LeaderLog::beginUnseen(SteadyTime from)
{
    if (unseen())
        return;
    m_history.unseen.push_back({from, {}});
    bound();
    touch();
}

void LeaderLog::endUnseen(SteadyTime until)
{
    if (!unseen())
        return;
    closeLast(m_history.unseen, until);
    touch();
}

bool LeaderLog::unseen() const
{
    return !m_history.unseen.empty() && !m_history.unseen.back().until;
}

void LeaderLog::add(const LeaderOverlap &overlap)
{
    auto &all = m_history.overlaps;
    const auto isOfTheSame = [&overlap](const LeaderOverlap &last) {
        return std::minmax(last.first, last.second) == std::minmax(overlap.first, overlap.second);
    };
    const bool goesOn = !all.empty() && isOfTheSame(all.back()) && all.back().span.until
                        && *all.back().span.until >= overlap.span.from;
    if (goesOn)
        all.back().span.until = overlap.span.until;
    else
        all.push_back(overlap);
    bound();
    touch();
}

void LeaderLog::add(const Failover &failover)
{
    m_history.failovers.push_back(failover);
    bound();
    touch();
}

void LeaderLog::add(LeaderMark::Kind kind, SteadyTime at, std::optional<int> candidate,
                    const QString &text)
{
    auto &marks = m_history.marks;
    const auto place = std::upper_bound(marks.begin(), marks.end(), at,
                                        [](SteadyTime a, const LeaderMark &b) { return a < b.at; });
    marks.insert(place, {kind, at, candidate, text});
    bound();
    touch();
}

int LeaderLog::changesSince(SteadyTime from) const
{
    auto changes = std::count_if(
        m_history.failovers.begin(), m_history.failovers.end(),
        [from](const Failover &each) { return each.at >= from && each.from != each.to; });
    for (const Forgotten &minute : m_forgotten) {
        if (minute.from >= from)
            changes += minute.changes;
    }
    return int(changes);
}

Micros LeaderLog::vacantBetween(SteadyTime from, SteadyTime until) const
{
    auto sum = SteadyTime::duration::zero();
    for (const LeaderSpan &span : m_history.vacancies) {
        const SteadyTime begin = std::max(span.from, from);
        const SteadyTime end = std::min(span.until.value_or(until), until);
        if (end > begin)
            sum += end - begin;
    }
    for (const Forgotten &minute : m_forgotten) {
        if (minute.from >= from)
            sum += minute.vacant;
    }
    return std::chrono::duration_cast<Micros>(sum);
}

std::shared_ptr<const LeaderHistory> LeaderLog::history()
{
    if (m_shown)
        return m_shown;
    if (m_reigning)
        m_history.reigns.back() = std::make_shared<const Reign>(m_reign);
    m_shown = std::make_shared<const LeaderHistory>(m_history);
    return m_shown;
}

void LeaderLog::bound()
{
    LeaderHistory &all = m_history;
    std::optional<SteadyTime> before;
    const auto consider = [&before](SteadyTime moment) {
        before = before ? std::max(*before, moment) : moment;
    };
    if (all.reigns.size() > mostReigns)
        consider(all.reigns[slack]->span.from);
    if (all.vacancies.size() > mostSpans)
        consider(all.vacancies[slack].from);
    if (all.unseen.size() > mostSpans)
        consider(all.unseen[slack].from);
    if (all.overlaps.size() > mostSpans)
        consider(all.overlaps[slack].span.from);
    if (all.failovers.size() > mostSpans)
        consider(all.failovers[slack].at);
    if (all.marks.size() > mostMarks)
        consider(all.marks[slack].at);
    if (before)
        forgetBefore(*before);
}

LeaderLog::Forgotten &LeaderLog::forgottenAt(SteadyTime moment)
{
    const SteadyTime minute = std::chrono::floor<std::chrono::minutes>(moment);
    const auto at =
        std::lower_bound(m_forgotten.begin(), m_forgotten.end(), minute,
                         [](const Forgotten &each, SteadyTime from) { return each.from < from; });
    if (at != m_forgotten.end() && at->from == minute)
        return *at;
    return *m_forgotten.insert(at, Forgotten{minute, 0, {}});
}

/** Adds up what is about to be forgotten. */
void LeaderLog::remember(SteadyTime moment)
{
    const SteadyTime oldest = moment - sumsReachBack;
    for (const Failover &each : m_history.failovers) {
        if (each.at < moment && each.at >= oldest && each.from != each.to)
            ++forgottenAt(each.at).changes;
    }
    for (const LeaderSpan &span : m_history.vacancies) {
        if (endedBefore(span, moment) && span.from >= oldest)
            forgottenAt(span.from).vacant += *span.until - span.from;
    }
    while (!m_forgotten.empty() && m_forgotten.front().from < oldest)
        m_forgotten.pop_front();
}

void LeaderLog::forgetBefore(SteadyTime moment)
{
    remember(moment);
    LeaderHistory &all = m_history;
    const auto ended = [moment](const LeaderSpan &span) { return endedBefore(span, moment); };
    dropEnded(all.reigns, [moment](const std::shared_ptr<const Reign> &reign) {
        return reign && endedBefore(reign->span, moment); // null: the open one
    });
    dropEnded(all.vacancies, ended);
    dropEnded(all.unseen, ended);
    dropEnded(all.overlaps, [&](const LeaderOverlap &each) { return ended(each.span); });
    dropEnded(all.failovers, [moment](const Failover &each) { return each.at < moment; });
    dropEnded(all.marks, [moment](const LeaderMark &each) { return each.at < moment; });
    if (moment <= all.since)
        return;
    all.wallAtSince = all.wallTime(moment);
    all.since = moment;
}

/** Of the reigns that have ended. */
SteadyTime LeaderLog::firstHeartbeatKept(SteadyTime now) const
{
    const SteadyTime oldest = now - keepsHeartbeatsFor;
    size_t newer = 0;
    for (auto reign = m_history.reigns.rbegin(); reign != m_history.reigns.rend(); ++reign) {
        const auto &beats = (*reign)->heartbeats;
        if (newer + beats.size() >= m_mostHeartbeats)
            return std::max(oldest, beats[newer + beats.size() - m_mostHeartbeats]);
        newer += beats.size();
    }
    return oldest;
}

void LeaderLog::forgetHeartbeatsBefore(SteadyTime moment)
{
    for (auto &reign : m_history.reigns) {
        if (reign->span.from >= moment)
            return;
        const auto &beats = reign->heartbeats;
        if (beats.empty() || beats.front() >= moment - 1min)
            continue;
        Reign rest = *reign;
        rest.heartbeats.assign(std::lower_bound(beats.begin(), beats.end(), moment), beats.end());
        reign = std::make_shared<const Reign>(std::move(rest));
    }
}

/** Keeps those that something still speaks of. */
void LeaderLog::forgetCandidates()
{
    LeaderHistory &all = m_history;
    std::vector<int> place(all.candidates.size(), -1);
    std::vector<LeaderCandidate> kept;
    const auto renamed = [&](int candidate) {
        int &to = place[size_t(candidate)];
        if (to < 0) {
            to = int(kept.size());
            kept.push_back(all.candidates[size_t(candidate)]);
        }
        return to;
    };
    for (auto &reign : all.reigns) {
        if (!reign)
            continue;
        Reign copy = *reign;
        copy.candidate = renamed(copy.candidate);
        reign = std::make_shared<const Reign>(std::move(copy));
    }
    m_reign.candidate = renamed(m_reign.candidate);
    for (Failover &each : all.failovers) {
        each.from = renamed(each.from);
        each.to = renamed(each.to);
    }
    for (LeaderOverlap &each : all.overlaps) {
        each.first = renamed(each.first);
        each.second = renamed(each.second);
    }
    for (LeaderMark &each : all.marks) {
        if (each.candidate)
            each.candidate = renamed(*each.candidate);
    }
    all.candidates = std::move(kept);
}

} // namespace lockmaster
