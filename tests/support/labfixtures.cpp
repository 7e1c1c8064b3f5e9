// SPDX-License-Identifier: Apache-2.0
#include "tests/support/labfixtures.h"

#include "tests/support/viewfixtures.h"

#include <algorithm>

namespace lockmaster::test {

namespace {

using namespace std::chrono_literals;

constexpr auto ago = 60s;

std::shared_ptr<const Reign> makeReign(int candidate, SteadyTime from,
                                       std::optional<SteadyTime> until, SteadyTime now)
{
    auto reign = std::make_shared<Reign>();
    reign->candidate = candidate;
    reign->span = {from, until};
    for (SteadyTime beat = from; beat < until.value_or(now); beat += 1s)
        reign->heartbeats.push_back(beat);
    return reign;
}

LeaderHistory historyOf(const ElectionSpec &spec, const Clock &clock)
{
    const SteadyTime now = clock.now();
    LeaderHistory history;
    history.since = now - ago;
    history.wallAtSince = clock.wallNow() - ago;
    for (int number = 1; number <= spec.candidates; ++number) {
        const QString label = QStringLiteral("pod-%1").arg(number);
        history.candidates.push_back({label.toUtf8(), label, 4700 + number});
    }
    const SteadyTime killed = now - 40s;
    const SteadyTime next = killed + 1840ms;
    history.reigns.push_back(makeReign(0, now - 58s, killed, now));
    history.vacancies.push_back({killed, next});
    history.marks.push_back({LeaderMark::Kind::Killed, killed, 0, QStringLiteral("killed")});
    history.marks.push_back(
        {LeaderMark::Kind::Restarted, killed + 4s, 0, QStringLiteral("restarted")});
    const int second = spec.alsoLeads > 0 ? spec.alsoLeads : std::max(1, spec.leader);
    history.marks.push_back(
        {LeaderMark::Kind::TookOver, next, second - 1, QStringLiteral("took over")});
    history.failovers.push_back({next, 0, second - 1, 1840ms, 0us});
    const bool vacant = spec.leader == 0;
    history.reigns.push_back(
        makeReign(second - 1, next, vacant ? std::optional(now - 700ms) : std::nullopt, now));
    if (vacant) {
        history.vacancies.push_back({now - 700ms, std::nullopt});
        history.marks.push_back(
            {LeaderMark::Kind::Killed, now - 700ms, second - 1, QStringLiteral("killed")});
    }
    if (spec.alsoLeads > 0) {
        history.reigns.push_back(makeReign(spec.leader - 1, now - 4s, std::nullopt, now));
        history.overlaps.push_back({{now - 4s, std::nullopt}, spec.alsoLeads - 1, spec.leader - 1});
        history.marks.push_back(
            {LeaderMark::Kind::Frozen, now - 7s, spec.alsoLeads - 1, QStringLiteral("frozen")});
        history.marks.push_back(
            {LeaderMark::Kind::Thawed, now - 3s, spec.alsoLeads - 1, QStringLiteral("thawed")});
    }
    return history;
}

CandidateStatus candidateOf(const ElectionSpec &spec, int number)
{
    CandidateStatus candidate;
    candidate.number = number;
    candidate.identity = QStringLiteral("pod-%1").arg(number);
    candidate.pid = 4700 + number;
    candidate.believes = number == spec.leader || number == spec.alsoLeads;
    candidate.state = number == spec.leader      ? CandidateState::Leading
                      : number == spec.alsoLeads ? CandidateState::Frozen
                                                 : CandidateState::Waiting;
    if (number == 3)
        candidate.skew = 500ms;
    if (spec.leader == 0 && number == 2) {
        candidate.state = CandidateState::Killed;
        candidate.pid = 0;
    }
    if (spec.candidates > 8 && number % 7 == 0) {
        candidate.state = CandidateState::Disconnected;
        candidate.lastError = QStringLiteral("The server closed the connection.");
    }
    return candidate;
}

FailoverRun runOf(const ElectionSpec &spec, const Clock &clock)
{
    FailoverRun run;
    run.wanted = spec.wanted;
    run.seed = 7;
    run.running = spec.running;
    if (spec.wanted == 0)
        return run;
    std::vector<Micros> vacancies;
    for (int i = 0; i < spec.kills; ++i) {
        MeasuredFailover failover;
        failover.killed = i % 3 + 1;
        failover.next = (i + 1) % 3 + 1;
        failover.vacancy = Millis(820 + (i * 613) % 1190);
        if (i % 4 != 3)
            failover.watched = failover.vacancy + Millis((i * 37) % 90 - 40);
        const std::chrono::seconds before(4 * (spec.kills - i));
        failover.killedAt = clock.now() - before;
        failover.at = clock.wallNow() - before;
        vacancies.push_back(failover.vacancy);
        run.failovers.push_back(failover);
    }
    run.figures = {1240ms, 1920ms, 1980ms};
    run.predicted.figures = {1310ms, 1940ms, 2120ms};
    for (int i = 0; i < 2000; ++i)
        run.predicted.vacancies.push_back(Millis(600 + (i * 7919) % 900 + (i * 104729) % 620));
    std::sort(run.predicted.vacancies.begin(), run.predicted.vacancies.end());
    return run;
}

} // namespace

std::shared_ptr<const ElectionSnapshot> makeElection(const ElectionSpec &spec, const Clock &clock)
{
    auto snapshot = std::make_shared<ElectionSnapshot>();
    snapshot->setup = electionPreset(spec.preset);
    snapshot->setup.candidates = spec.candidates;
    snapshot->table = QStringLiteral("lab_election_1");
    snapshot->lockName = QStringLiteral("lab-leader");
    for (int number = 1; number <= spec.candidates; ++number)
        snapshot->candidates.push_back(candidateOf(spec, number));
    snapshot->truth = std::make_shared<const LeaderHistory>(historyOf(spec, clock));
    if (spec.alsoLeads > 0) {
        snapshot->overlaps = 1;
        snapshot->findings = {
            {FindingId::TwoLeaders,
             QStringLiteral("Candidates %1 and %2 both believed that they lead for 4.0 s: one of "
                            "them stood still and did not notice that its lease was over.")
                 .arg(spec.alsoLeads)
                 .arg(spec.leader)}};
    }
    snapshot->run = runOf(spec, clock);
    return snapshot;
}

std::shared_ptr<const LeaderWatch> makeElectionWatch(const ElectionSnapshot &snapshot,
                                                     const Clock &clock)
{
    auto watch = std::make_shared<LeaderWatch>();
    LockSpec spec;
    spec.name = "lab-leader";
    spec.backend = QStringLiteral("lab");
    spec.system = QStringLiteral("leader");
    spec.source = QStringLiteral("lab.lab_election_1");
    spec.owner = "pod-2";
    spec.ttl = 800ms;
    spec.granted = 1200ms;
    spec.findings = {{FindingId::LeaseMargin,
                      QStringLiteral("Observed period 1.00 s, lease 1.20 s, and the column keeps "
                                     "whole seconds: the lease that counts is 0.2 to 1.2 s, so a "
                                     "healthy leader can lose it. Use DATETIME(3), or a lease of "
                                     "at least 3 s.")}};
    watch->lock = makeLock(spec, clock);
    auto history = std::make_shared<LeaderHistory>(*snapshot.truth);
    for (LeaderCandidate &candidate : history->candidates)
        candidate.process.reset();
    history->marks.clear();
    history->overlaps.clear();
    watch->history = std::move(history);
    return watch;
}

std::vector<ContentionInfo> makeExperiments()
{
    std::vector<ContentionInfo> all;
    const auto add = [&all](const QString &id, const QString &title, const QString &expectation) {
        ContentionInfo info;
        info.id = id;
        info.title = title;
        info.expectation = expectation;
        info.who = QStringLiteral("Requests");
        if (id.startsWith(u"cards"))
            info.family = QStringLiteral("cards");
        all.push_back(info);
    };
    const QString cards = QStringLiteral(
        "A customer may have two cards. Twenty requests at once ask for one, and each counts "
        "before it adds.");
    add(QStringLiteral("cards-none"), QStringLiteral("Card limit without a lock"), cards);
    add(QStringLiteral("cards-pooled"), QStringLiteral("Card limit, lock on pooled connections"),
        cards);
    add(QStringLiteral("cards-dedicated"),
        QStringLiteral("Card limit, lock on one connection of its own"), cards);
    add(QStringLiteral("minute-job"), QStringLiteral("A minute job on machines with wrong clocks"),
        QStringLiteral("Every machine starts the job at its own full minute; the lock should let "
                       "one of them run it."));
    all.back().who = QStringLiteral("Machines");
    all.back().requests = 3;
    all.back().fewest = 2;
    all.back().most = 10;
    all.back().skew = std::chrono::milliseconds(1500);
    add(QStringLiteral("orders"), QStringLiteral("An order that takes longer than its lease"),
        QStringLiteral("The first holder deletes a lock that is not its own any more."));
    return all;
}

ContentionReport makeContentionReport(const QString &id, int violations)
{
    ContentionReport report;
    report.id = id;
    report.violations = violations;
    report.asExpected = true;
    report.happened = QStringLiteral("Twenty requests made %1 cards where two are allowed: all of "
                                     "them counted before the first had added its own.")
                          .arg(violations + 2);
    report.figures = {{QStringLiteral("requests"), QStringLiteral("Requests"), 20},
                      {QStringLiteral("cards"), QStringLiteral("Cards made"), violations + 2},
                      {QStringLiteral("allowed"), QStringLiteral("Cards allowed"), 2}};
    for (int i = 1; i <= 20; ++i)
        report.events << QStringLiteral("0.%1 s  request %2 counted 0 cards and added one")
                             .arg(100 + i * 3)
                             .arg(i);
    report.course = makeCourse(violations > 0);
    report.course->isOver = true;
    return report;
}

namespace {

RecordingOrigin originOfFixtures()
{
    return {ServerTime(std::chrono::sys_days(2026y / 3 / 1) + 9h), QStringLiteral("kim"),
            QStringLiteral("Lockmaster 1.0"), true};
}

/** The old master, 0, goes after 1.5 s; from 2.5 s on 2 is named, and 0 hears of it after 12 s. */
ContentionReport makeMasterReport(const QString &id)
{
    constexpr int clients = 6;
    const bool isPlanned = id.endsWith(u"planned");
    const bool isKilled = id.endsWith(u"killed");
    const SteadyTime start(1h);
    std::vector<WorkReport> reports;
    const auto add = [&](Millis at, int worker, int round, WorkStep step, qint64 value) {
        reports.push_back({start + at, worker, round, step, value});
    };
    add(1500ms, 0, 0, WorkStep::Deposed, 0);
    add(2500ms, 0, 0, WorkStep::Named, 2);
    if (!isPlanned && !isKilled)
        add(4s, 0, 0, WorkStep::Woke, 0);
    if (!isKilled)
        add(12s, 0, 0, WorkStep::Heard, 0);
    for (int client = 1; client <= clients; ++client) {
        const bool isPatient = client % 2 == 0;
        int round = 0;
        bool wasRefused = false;
        for (Millis at = 10ms * client; at < 14s; at += 60ms) {
            const bool oldLives =
                isPlanned ? at < 12s : at < 1500ms || (!isKilled && at >= 4s && at < 12s);
            const bool goesToOld = oldLives && (isPlanned || isPatient || at < 1500ms);
            ++round;
            if (!goesToOld && !std::exchange(wasRefused, true) && at > 1500ms)
                add(at, client, round, WorkStep::Refused, 0);
            if (!goesToOld && at < (isPatient ? 12s : 2600ms) && (at < 2600ms || !isKilled))
                continue;
            add(at, client, round, WorkStep::Locked, goesToOld ? 0 : 2);
            if (goesToOld && at > 1400ms && !isKilled)
                add(std::max(at + 150ms, Millis(2600)), client, round, WorkStep::Lost, 0);
        }
    }
    std::stable_sort(reports.begin(), reports.end(),
                     [](const WorkReport &a, const WorkReport &b) { return a.at < b.at; });
    ContentionReport report;
    report.id = id;
    report.trace = {.requests = clients,
                    .seed = 7,
                    .begunAt = originOfFixtures().at - 1min,
                    .start = start,
                    .reports = std::move(reports)};
    report.course = workCourse(id, clients, report.trace.reports, start);
    report.course->isOver = true;
    report.violations = report.course->violations;
    report.asExpected = true;
    report.happened =
        QStringLiteral("Of %1 locks that were granted, %2 are not there any more, and "
                       "nobody told their holders.")
            .arg(*report.course->locks)
            .arg(report.violations);
    report.figures = {
        {QStringLiteral("clients"), QStringLiteral("Clients"), clients},
        {QStringLiteral("lost"), QStringLiteral("Not there any more"), report.violations}};
    report.events = {QStringLiteral("1.500 s  The sentinels are asked to replace server 1"),
                     QStringLiteral("12.00 s  The old master hears of it")};
    return report;
}

} // namespace

LabRecording makeElectionRecording(const Clock &clock)
{
    ElectionRecorder recorder;
    const auto snapshot = makeElection({}, clock);
    auto first = std::make_shared<ElectionSnapshot>(*snapshot);
    const auto as = [&first](size_t place, CandidateState state, bool believes) {
        first->candidates[place].state = state;
        first->candidates[place].believes = believes;
    };
    as(0, CandidateState::Leading, true);
    as(1, CandidateState::Waiting, false);
    const SteadyTime begin = snapshot->truth->since;
    recorder.note(std::make_shared<const ElectionSnapshot>(*first), begin + 2s);
    as(0, CandidateState::Killed, false);
    first->candidates[0].pid = 0;
    recorder.note(std::make_shared<const ElectionSnapshot>(*first), begin + 20s);
    as(1, CandidateState::Leading, true);
    recorder.note(std::make_shared<const ElectionSnapshot>(*first), begin + 21840ms);
    recorder.noteWatched(*makeElectionWatch(*snapshot, clock), 200ms, begin + 22s);
    recorder.note(snapshot, clock.now());
    return {originOfFixtures(), {}, recorder.recording(true)};
}

LabRecording makeMastersRecording()
{
    LabRecording recording{originOfFixtures(), {}, {}};
    for (const char *id : {"master-planned", "master-killed", "master-frozen"})
        recording.experiments.push_back(makeMasterReport(QString::fromLatin1(id)));
    return recording;
}

WorkCourse makeCourse(bool isBroken)
{
    WorkCourse course;
    course.workers = 20;
    for (int i = 1; i <= course.workers; ++i) {
        const Micros from = isBroken ? i * 400us : (i - 1) * 150ms;
        const Micros until = from + (isBroken ? Micros(500ms) : Micros(150ms));
        if (!isBroken)
            course.stretches.push_back({i, Micros(0), from, true, false});
        course.stretches.push_back({i, from, until, false, isBroken && i > 1});
        if (isBroken || i <= 2)
            course.marks.push_back({WorkCourse::Mark::Kind::Wrote, i, until, isBroken && i > 2});
        course.length = std::max(course.length, until);
    }
    course.violations = isBroken ? 18 : 0;
    return course;
}

} // namespace lockmaster::test
