// SPDX-License-Identifier: Apache-2.0
#include "core/lab/recording/electionrecording.h"

#include "core/lab/election/electioncandidates.h"
#include "core/leaders/leaderimport.h"

#include <algorithm>
#include <map>

namespace lockmaster {

namespace {

bool isSame(const CandidateStatus &a, const CandidateStatus &b)
{
    return a.number == b.number && a.identity == b.identity && a.pid == b.pid && a.state == b.state
           && a.believes == b.believes && a.skew == b.skew;
}

CandidateStatus kept(CandidateStatus status)
{
    status.working = false;
    status.lastError.clear();
    return status;
}

/** What is before `rest` goes; how each candidate stood by then stays. */
void forgetBefore(std::vector<ElectionRecording::Change> &changes,
                  std::vector<ElectionRecording::Change>::iterator rest)
{
    std::map<int, ElectionRecording::Change> stood;
    for (auto change = changes.begin(); change != rest; ++change)
        stood.insert_or_assign(change->status.number, *change);
    std::vector<ElectionRecording::Change> left;
    left.reserve(stood.size());
    for (const auto &[number, change] : stood)
        left.push_back(change);
    std::stable_sort(left.begin(), left.end(),
                     [](const auto &a, const auto &b) { return a.at < b.at; });
    left.insert(left.end(), rest, changes.end());
    changes = std::move(left);
}

/** Nothing is told of a time before `begin`, but how all stood then. */
void beginAt(ElectionRecording &made, SteadyTime begin)
{
    const auto isBefore = [begin](const auto &one) { return one.at < begin; };
    std::vector<ElectionRecording::Change> &changes = made.changes;
    forgetBefore(changes, std::find_if_not(changes.begin(), changes.end(), isBefore));
    for (ElectionRecording::Change &change : changes)
        change.at = std::max(change.at, begin);
    auto told = std::find_if_not(made.findings.begin(), made.findings.end(), isBefore);
    if (told != made.findings.begin())
        (--told)->at = begin;
    made.findings.erase(made.findings.begin(), told);
    made.begin = begin;
}

bool worksAt(const LeaderHistory &truth, int candidate)
{
    return std::any_of(truth.reigns.begin(), truth.reigns.end(), [candidate](const auto &reign) {
        return reign->candidate == candidate && !reign->span.until && !reign->working.empty()
               && !reign->working.back().until;
    });
}

} // namespace

void ElectionRecorder::clear()
{
    *this = {};
}

void ElectionRecorder::note(const std::shared_ptr<const ElectionSnapshot> &snapshot, SteadyTime now)
{
    // Its last word may know nothing any more.
    if (!snapshot->truth || (m_last && snapshot->candidates.empty()))
        return;
    for (const CandidateStatus &status : snapshot->candidates) {
        const auto known = std::find_if(m_now.begin(), m_now.end(), [&status](const auto &one) {
            return one.number == status.number;
        });
        if (known != m_now.end() && isSame(*known, status))
            continue;
        m_changes.push_back({now, kept(status)});
        if (known == m_now.end())
            m_now.push_back(status);
        else
            *known = status;
    }
    if (m_changes.size() > mostChanges)
        forgetBefore(m_changes, m_changes.begin() + std::ptrdiff_t(m_changes.size() / 10));
    const bool isNewRun =
        snapshot->run.wanted > 0
        && (!m_last || m_last->run.wanted == 0 || (snapshot->run.running && !m_last->run.running));
    if (isNewRun)
        m_runBegun = now;
    m_last = snapshot;
    m_end = now;
    noteFindings(now);
}

void ElectionRecorder::noteWatched(const LeaderWatch &watch, Millis poll, SteadyTime now)
{
    m_watched = watch.history;
    m_byTable = watch.lock->findings;
    m_poll = poll;
    if (m_last)
        noteFindings(now);
}

void ElectionRecorder::noteFindings(SteadyTime now)
{
    const ElectionRecording::Told told{now, m_last->findings, m_byTable};
    if (m_findings.empty() ? told.byReports.empty() && told.byTable.empty()
                           : m_findings.back().byReports == told.byReports
                                 && m_findings.back().byTable == told.byTable)
        return;
    m_findings.push_back(told);
    if (m_findings.size() > mostChanges)
        m_findings.erase(m_findings.begin(), m_findings.begin() + mostChanges / 10);
}

bool ElectionRecorder::hasStory() const
{
    return m_last && !m_last->candidates.empty();
}

ElectionRecording ElectionRecorder::recording(bool isOurs) const
{
    ElectionRecording made;
    made.setup = m_last->setup;
    made.columnRounds = m_last->columnRounds;
    made.table = m_last->table;
    made.truth = m_last->truth;
    made.watched = m_watched;
    made.poll = m_poll;
    made.changes = m_changes;
    made.findings = m_findings;
    const SteadyTime begin = m_last->truth->since;
    // Where nothing was told for longer there is nothing to be played.
    made.end = std::clamp(m_end, begin, begin + longest);
    beginAt(made, begin);
    if (!isOurs) {
        for (ElectionRecording::Told &told : made.findings) {
            for (Finding &finding : told.byTable)
                finding.evidence.clear();
        }
    }
    made.run = m_last->run;
    made.runBegun = m_runBegun;
    return made;
}

ElectionReplay::ElectionReplay(ElectionRecording recording) : m_recording(std::move(recording)) {}

std::shared_ptr<const ElectionSnapshot> ElectionReplay::snapshotAt(SteadyTime at) const
{
    auto shown = std::make_shared<ElectionSnapshot>();
    auto truth = std::make_shared<LeaderHistory>(historyUntil(*m_recording.truth, at));
    shown->setup = m_recording.setup;
    shown->table = m_recording.table;
    shown->lockName = electionLockName();
    shown->columnRounds = m_recording.columnRounds;
    for (int number = 1; number <= int(truth->candidates.size()); ++number) {
        CandidateStatus status;
        status.number = number;
        status.identity = QString::fromUtf8(truth->candidates[size_t(number) - 1].identity);
        shown->candidates.push_back(status);
    }
    for (const ElectionRecording::Change &change : m_recording.changes) {
        const auto place = size_t(change.status.number) - 1;
        if (change.at <= at && place < shown->candidates.size())
            shown->candidates[place] = change.status;
    }
    for (size_t i = 0; i < shown->candidates.size(); ++i) {
        CandidateStatus &status = shown->candidates[i];
        status.working = worksAt(*truth, int(i));
        truth->candidates[i].process = status.pid > 0 ? std::optional(status.pid) : std::nullopt;
    }
    shown->overlaps = int(truth->overlaps.size());
    if (const ElectionRecording::Told *told = toldAt(at))
        shown->findings = told->byReports;
    shown->run.predicted = m_recording.run.predicted;
    if (m_recording.run.wanted > 0 && m_recording.runBegun <= at) {
        FailoverRun &run = shown->run;
        run = m_recording.run;
        const bool isOver = at >= m_recording.end;
        std::erase_if(run.failovers, [at](const MeasuredFailover &one) {
            return one.killedAt + one.vacancy > at;
        });
        const bool hasAll = run.failovers.size() == m_recording.run.failovers.size();
        run.cancelled = run.cancelled && hasAll;
        run.running = isOver ? run.running : !hasAll;
        std::vector<Micros> vacancies;
        for (const MeasuredFailover &failover : run.failovers)
            vacancies.push_back(failover.vacancy);
        run.figures = vacancyFigures(std::move(vacancies));
    }
    shown->truth = std::move(truth);
    return shown;
}

std::shared_ptr<const LeaderWatch> ElectionReplay::watchedAt(SteadyTime at) const
{
    if (!m_recording.watched)
        return nullptr;
    auto watch = std::make_shared<LeaderWatch>();
    auto lock = std::make_shared<LockRecord>();
    if (const ElectionRecording::Told *told = toldAt(at))
        lock->findings = told->byTable;
    watch->lock = std::move(lock);
    watch->history = std::make_shared<const LeaderHistory>(historyUntil(*m_recording.watched, at));
    return watch;
}

const ElectionRecording::Told *ElectionReplay::toldAt(SteadyTime at) const
{
    const auto next =
        std::upper_bound(m_recording.findings.begin(), m_recording.findings.end(), at,
                         [](SteadyTime moment, const auto &told) { return moment < told.at; });
    return next == m_recording.findings.begin() ? nullptr : &*std::prev(next);
}

} // namespace lockmaster
