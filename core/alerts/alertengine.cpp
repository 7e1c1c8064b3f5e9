// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertengine.h"

#include "core/alerts/sight.h"
#include "core/text/words.h"

#include <algorithm>
#include <functional>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

using Subject = AlertKindTraits::Subject;

/** There were too many: perhaps there are less now. */
constexpr auto refusedFor = 5s;
/** Quiet hours and snoozes end by the clock on the wall. */
constexpr auto wallTick = 1s;
/** Alerts of a backend that nobody watches: it may come, or come back under another key. */
constexpr auto strangersStayFor = 1min;

std::vector<CompiledRule> compiled(const std::vector<AlertRule> &rules)
{
    std::vector<CompiledRule> out;
    for (const AlertRule &rule : rules) {
        if (rule.enabled)
            out.emplace_back(rule);
    }
    return out;
}

LockId idOf(const AlertSubject &subject)
{
    return {std::make_shared<SourceId>(SourceId{subject.backend, subject.system, subject.source}),
            subject.name};
}

} // namespace

AlertEngine::AlertEngine(const AlertSettings &settings, HoldNorms &norms, LockRhythms &rhythms,
                         HolderChecks &checks, const Clock &clock)
    : m_book(settings, clock), m_norms(norms), m_rhythms(rhythms), m_checks(checks), m_clock(clock),
      m_rules(compiled(settings.rules))
{
    m_checks.setCommands(settings.aliveCommands);
}

void AlertEngine::setSettings(const AlertSettings &settings)
{
    m_book.setSettings(settings);
    m_rules = compiled(settings.rules);
    m_checks.setCommands(settings.aliveCommands);
    m_chains.askAnew();
    for (auto &[key, watched] : m_watched) {
        for (Mark &mark : watched.marks)
            mark.due = {};
        watched.locksDue = {};
        watched.leadersDue = {};
        watched.backendDue = {};
        watched.silence.askAnew();
        watched.stillness.rest(); // what another rule looks at begins anew
        watched.stillness.askAnew();
    }
    step();
}

void AlertEngine::take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot)
{
    m_now = m_clock.now();
    m_norms.beginRound();
    Watched &watched = m_watched[key];
    watched.snapshot = snapshot;
    lookAtBackend(watched);
    if (!isVisible(snapshot->status)) {
        if (!std::exchange(watched.blind, true) || !watched.swept)
            m_book.goBlind(snapshot->status.name);
        watched.locksDue = SteadyTime::max();
        watched.leadersDue = SteadyTime::max();
        watched.silence.rest();
        watched.stillness.rest();
        return;
    }
    m_chains.noteChange();
    const bool recovered = std::exchange(watched.blind, false);
    const bool changed = !snapshot->locks.isSharedWith(watched.locks);
    if (changed)
        align(watched, snapshot->locks);
    lookAtLocks(watched, recovered);
    lookAtLeaders(watched);
    if (recovered)
        watched.silence.askAnew();
    lookAtSilence(watched, changed);
    lookAtStillness(watched);
    if (!watched.swept)
        sweep(watched);
    lookAtChains();
    m_book.tellWhatWaits();
}

/** Marks for the new list; what is not in it any more is gone. */
void AlertEngine::align(Watched &watched, const LockList &locks)
{
    const StillnessWatch::Means means{m_rules, m_book, m_now};
    StillnessWatch::Notes notes(watched.stillness, means);
    const bool follows = std::exchange(watched.aligned, true);
    const auto note = [&](const PackedLock *was, const PackedLock *is) {
        if (follows)
            notes.add(was, is);
    };
    const LockList before = std::exchange(watched.locks, locks);
    std::vector<Mark> marks(locks.size(), Mark{{}, !m_book.isEmpty(), false});
    size_t old = 0;
    const auto lose = [&] {
        note(&before[old], nullptr);
        if (watched.marks[old].followed) {
            const LockId id = before[old].id();
            if (isWhole(watched.snapshot->status, *id.source)) {
                m_book.lose(alertSubject(id));
            } else {
                // What was long not read is left out of the list, and may be there.
                m_book.loseSight(alertSubject(id));
                watched.swept = false;
            }
        }
        watched.refused -= watched.marks[old].refused ? 1 : 0;
        ++old;
    };
    for (size_t at = 0; at < locks.size(); ++at) {
        const bool same = old < before.size() && before[old] == locks[at];
        while (!same && old < before.size() && before[old].compareId(locks[at]) < 0)
            lose();
        if (old >= before.size() || (!same && before[old].compareId(locks[at]) != 0)) {
            note(nullptr, &locks[at]);
            continue;
        }
        marks[at] = watched.marks[old];
        if (before[old] != locks[at]) {
            marks[at].due = {};
            note(&before[old], &locks[at]);
        }
        ++old;
    }
    while (old < before.size())
        lose();
    watched.marks = std::move(marks);
    watched.locksDue = {};
}

/** `recovered`: they could not be seen before, and what is followed is to be looked at anew. */
void AlertEngine::lookAtLocks(Watched &watched, bool recovered)
{
    if (!recovered && m_now < watched.locksDue)
        return;
    watched.locksDue = SteadyTime::max();
    for (size_t at = 0; at < watched.marks.size(); ++at) {
        Mark &mark = watched.marks[at];
        if (mark.due <= m_now || (recovered && mark.followed))
            lookAt(watched, watched.locks[at], mark);
        watched.locksDue = std::min(watched.locksDue, mark.due);
    }
}

void AlertEngine::lookAt(Watched &watched, const PackedLock &lock, Mark &mark)
{
    const bool wasFollowed = mark.followed;
    watched.refused -= mark.refused ? 1 : 0;
    mark = {SteadyTime::max(), false, false};
    std::optional<AlertSubject> subject;
    const bool leads =
        !watched.snapshot->leaders.empty() && leaderOf(*watched.snapshot, lock.id()) != nullptr;
    const CompiledRule::Means means{m_norms, m_checks, watched.snapshot->status.dataFrom};
    for (const CompiledRule &rule : m_rules) {
        if (!rule.looksAtLocks())
            continue;
        AlertVerdict verdict = rule.judge(lock, leads, m_now, means);
        verdict.lookedAt = watched.snapshot->status.dataFrom;
        mark.due = std::min(mark.due, verdict.next);
        if (verdict.truth != AlertVerdict::Truth::Yes
            && (!wasFollowed || m_book.isIdle(rule.rule())))
            continue;
        if (!subject)
            subject = alertSubject(lock.id());
        const OpenAlerts::Standing standing =
            m_book.settle(rule.rule(), *subject, verdict, [&lock] { return lock.record(); });
        mark.followed = mark.followed || standing.followed;
        mark.refused = mark.refused || standing.refused;
        mark.due = std::min(mark.due, standing.refused ? m_now + refusedFor : standing.next);
    }
    watched.refused += mark.refused ? 1 : 0;
}

void AlertEngine::lookAtLeaders(Watched &watched)
{
    watched.leadersDue = SteadyTime::max();
    const BackendSnapshot &snapshot = *watched.snapshot;
    for (const CompiledRule &rule : m_rules) {
        if (traitsOf(rule.rule().kind).subject != Subject::Leader)
            continue;
        for (const auto &leader : snapshot.leaders) {
            AlertVerdict verdict = rule.judge(*leader, m_now);
            verdict.lookedAt = snapshot.status.dataFrom;
            watched.leadersDue = std::min(watched.leadersDue, verdict.next);
            if (verdict.truth != AlertVerdict::Truth::Yes && m_book.isIdle(rule.rule()))
                continue;
            const auto standing = m_book.settle(rule.rule(), alertSubject(leader->lock->id),
                                                verdict, [&leader] { return leader->lock; });
            watched.leadersDue = std::min(watched.leadersDue, standing.next);
        }
    }
    m_book.endUnless(AlertEnd::Gone, [&snapshot](const Alert &alert) {
        return traitsOf(alert.kind).subject != Subject::Leader
               || alert.subject.backend != snapshot.status.name
               || leaderOf(snapshot, idOf(alert.subject)) != nullptr;
    });
}

void AlertEngine::lookAtBackend(Watched &watched)
{
    watched.backendDue = SteadyTime::max();
    const BackendStatus &status = watched.snapshot->status;
    for (const CompiledRule &rule : m_rules) {
        if (traitsOf(rule.rule().kind).subject != Subject::Backend)
            continue;
        const AlertVerdict verdict = rule.judge(status);
        const auto standing = m_book.settle(rule.rule(), {status.name, {}, {}, {}}, verdict, {});
        watched.backendDue = std::min(watched.backendDue, standing.next);
    }
}

/** `changed`: the list of locks is another one. */
void AlertEngine::lookAtSilence(Watched &watched, bool changed)
{
    const SilenceWatch::Means means{m_rules, m_rhythms, m_book, m_now, m_clock.wallNow()};
    if (watched.silence.due() <= m_now || (changed && watched.silence.isBusy(means)))
        watched.silence.look(*watched.snapshot, means);
}

void AlertEngine::lookAtChains()
{
    if (m_chains.due() > m_now)
        return;
    std::vector<const BackendSnapshot *> visible;
    for (const auto &[key, watched] : m_watched) {
        if (!watched.blind)
            visible.push_back(watched.snapshot.get());
    }
    // A restart, or another profile: the others may come.
    const bool all = !m_strangersUntil && visible.size() == m_watched.size();
    m_chains.look(visible, all, {m_rules, m_book, m_book.settings().owners, m_now});
}

void AlertEngine::lookAtStillness(Watched &watched)
{
    // Each look counts: it may be one that could not be read as a whole.
    watched.stillness.look(*watched.snapshot, {m_rules, m_book, m_now});
}

/** What an earlier run left and is not there: once everything was read. */
void AlertEngine::sweep(Watched &watched)
{
    const BackendStatus &status = watched.snapshot->status;
    if (!std::all_of(status.sources.begin(), status.sources.end(),
                     [](const SourceStatus &source) { return source.complete; })
        || std::any_of(status.absent.begin(), status.absent.end(),
                       std::mem_fn(&AbsentSource::isDenied)))
        return;
    watched.swept = true;
    m_book.endUnless(AlertEnd::Gone, [&](const Alert &alert) {
        if (!alert.unseen || !alert.subject.isLock() || alert.subject.backend != status.name
            || traitsOf(alert.kind).subject == Subject::Leader
            || traitsOf(alert.kind).subject == Subject::Absence)
            return true;
        return findLock(watched.locks, idOf(alert.subject)) != watched.locks.end();
    });
}

void AlertEngine::end(quint64 key)
{
    const auto found = m_watched.find(key);
    if (found == m_watched.end())
        return;
    m_book.goBlind(found->second.snapshot->status.name);
    m_watched.erase(found);
    m_strangersUntil = m_clock.now() + strangersStayFor;
}

void AlertEngine::step()
{
    m_now = m_clock.now();
    m_norms.beginRound();
    for (auto &[key, watched] : m_watched) {
        if (watched.backendDue <= m_now)
            lookAtBackend(watched);
        if (watched.blind)
            continue;
        lookAtLocks(watched, false);
        if (watched.leadersDue <= m_now)
            lookAtLeaders(watched);
        lookAtSilence(watched, false);
        if (watched.stillness.due() <= m_now)
            lookAtStillness(watched);
    }
    lookAtChains();
    forgetUnwatched();
    m_book.tellWhatWaits();
}

void AlertEngine::forgetUnwatched()
{
    if (!m_strangersUntil || m_now < *m_strangersUntil)
        return;
    m_strangersUntil.reset();
    m_book.endUnless(AlertEnd::NotWatched, [this](const Alert &alert) {
        return std::any_of(m_watched.begin(), m_watched.end(), [&alert](const auto &entry) {
            return entry.second.snapshot->status.name == alert.subject.backend;
        });
    });
}

std::optional<SteadyTime> AlertEngine::nextDue() const
{
    SteadyTime due = m_book.keepsBack() ? m_clock.now() + wallTick : SteadyTime::max();
    due = std::min(due, m_strangersUntil.value_or(SteadyTime::max()));
    due = std::min(due, m_chains.due());
    for (const auto &[key, watched] : m_watched) {
        due = std::min(due, watched.backendDue);
        if (!watched.blind)
            due = std::min({due, watched.locksDue, watched.leadersDue, watched.silence.due(),
                            watched.stillness.due()});
    }
    return due == SteadyTime::max() ? std::nullopt : std::optional(due);
}

AlertBoard AlertEngine::board() const
{
    AlertBoard board = m_book.board();
    for (const auto &[key, watched] : m_watched)
        board.leftOut += watched.refused + watched.silence.refused();
    return board;
}

QString AlertEngine::problem()
{
    const auto asks = std::find_if(m_rules.begin(), m_rules.end(), [](const CompiledRule &rule) {
        return rule.rule().kind == AlertKind::HolderGone;
    });
    if (asks == m_rules.end())
        return gapProblem();
    const QString problem =
        m_book.settings().aliveCommands.empty()
            ? Words::tr("The rule %1 has nobody to ask: no backend has an alive_command in the "
                        "profile.")
                  .arg(asks->rule().name)
            : m_checks.problem();
    return problem.isEmpty() ? gapProblem() : problem;
}

QString AlertEngine::gapProblem() const
{
    std::map<QString, qint64> gapped;
    for (const auto &[key, watched] : m_watched) {
        for (const auto &[rule, locks] : watched.silence.gapped())
            gapped[rule] += locks;
    }
    if (gapped.empty())
        return {};
    const auto &[rule, locks] = *gapped.begin();
    return Words::tr(
               "The rule %1 cannot tell of %2 locks whether they were not taken for too long: "
               "nobody looked at their servers for a while in between. A lockctl serve that "
               "never sleeps can.")
        .arg(rule)
        .arg(locks);
}

void AlertEngine::restore(const AlertMemory &memory)
{
    m_book.restore(memory);
    if (!memory.alerts.empty())
        m_strangersUntil = m_clock.now() + strangersStayFor;
}

} // namespace lockmaster
