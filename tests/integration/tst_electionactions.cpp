// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlconnection.h"
#include "tests/integration/electionrun.h"
#include "tests/support/needserver.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QTest>

#include <iostream>

#include <unistd.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_electionactions {

namespace {

using Mark = LeaderMark::Kind;

bool hasMark(const ElectionSnapshot &snapshot, Mark kind)
{
    return std::any_of(snapshot.truth->marks.begin(), snapshot.truth->marks.end(),
                       [kind](const LeaderMark &mark) { return mark.kind == kind; });
}

bool twoLead(const ElectionSnapshot &snapshot)
{
    return snapshot.overlaps > 0;
}

int someOtherThan(int number)
{
    return number == 1 ? 2 : 1;
}

/** The election goes on in a program of its own, until that is killed. */
int runElection()
{
    const auto sandbox = Sandbox::start({}, {});
    if (!sandbox)
        return 1;
    ElectionRun lab((*sandbox)->labPlace(), quick(5));
    const auto running = lab.waitFor(everybodyStands);
    if (!running)
        return 1;
    lab->act(1, CandidateAction::Freeze);
    lab->act(2, CandidateAction::FreezeInTransaction);
    if (!lab.waitFor(isIn(2, CandidateState::FrozenInTransaction)))
        return 1;
    for (const CandidateStatus &candidate : running->candidates)
        std::cout << candidate.pid << ' ';
    std::cout << std::endl;
    ::pause();
    return 0;
}

} // namespace

class TestElectionActions : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aFrozenLeaderWakesUpBesideAnother();
    void oneFrozenInItsTransactionHoldsUpAll();
    void anExperimentEndsWhateverStandsStill();
    void aLeaderWhoseConnectionIsCutComesBack();
    void aClockThatIsFastStealsTheLead();
    void twoOfOneNameBothLead();
    void workIsSeen();
    void fiftyStand();
    void nothingOutlivesAKilledProgram();

private:
    Result<qint64> lockRow(const QString &table) const;

    std::unique_ptr<Sandbox> m_sandbox;
};

void TestElectionActions::initTestCase()
{
    auto sandbox = Sandbox::start({}, {});
    LOCKMASTER_NEED_SERVER(sandbox);
    m_sandbox = std::move(*sandbox);
}

void TestElectionActions::aFrozenLeaderWakesUpBesideAnother()
{
    ElectionRun lab(m_sandbox->labPlace(), quick());
    const auto before = lab.waitFor(everybodyStands);
    QVERIFY(before);
    const int leader = leaderOf(*before)->number;
    lab->actOnLeader(CandidateAction::Freeze);
    const auto frozen = lab.waitFor(isIn(leader, CandidateState::Frozen));
    QVERIFY(frozen && frozen->candidates.at(leader - 1).believes);
    const auto replaced = lab.waitFor(isLedByAnotherThan(leader));
    QVERIFY(replaced);
    QCOMPARE(replaced->overlaps, 0);
    QVERIFY(replaced->findings.empty());
    lab->act(leader, CandidateAction::Thaw);
    const auto awake = lab.waitFor(twoLead);
    QVERIFY(awake);
    QCOMPARE(awake->findings.size(), size_t(1));
    QCOMPARE(int(awake->findings.front().id), int(FindingId::TwoLeaders));
    const LeaderOverlap &overlap = awake->truth->overlaps.front();
    QCOMPARE(overlap.second, leader - 1);
    QVERIFY(hasMark(*awake, Mark::Frozen) && hasMark(*awake, Mark::Thawed));
    // Its next round tells it that another leads.
    const auto after = lab.waitFor(isIn(leader, CandidateState::Waiting));
    QVERIFY(after && after->truth->overlaps.front().span.until);
}

Result<qint64> TestElectionActions::lockRow(const QString &table) const
{
    const LabPlace place = m_sandbox->labPlace();
    const SteadyTime deadline = std::chrono::steady_clock::now() + 10s;
    const auto session = SqlConnection::open(endpointOf(place.sql, place.sqlPassword), deadline);
    if (!session)
        return tl::make_unexpected(session.error());
    return (*session)->select(QStringLiteral("SELECT id FROM %1 FOR UPDATE NOWAIT").arg(table), {},
                              deadline, [](const SqlRow &) {});
}

void TestElectionActions::oneFrozenInItsTransactionHoldsUpAll()
{
    ElectionRun lab(m_sandbox->labPlace(), quick());
    const auto before = lab.waitFor(everybodyStands);
    QVERIFY(before);
    const int leader = leaderOf(*before)->number;
    const qint64 pid = leaderOf(*before)->pid;
    lab->actOnLeader(CandidateAction::FreezeInTransaction);
    QVERIFY(lab.waitFor(isIn(leader, CandidateState::FrozenInTransaction)));
    const auto locked = lockRow(before->table);
    QVERIFY(!locked);
    constexpr int lockWaitTimeout = 1205;
    QCOMPARE(locked.error().nativeCode, lockWaitTimeout);
    // Its lease is long over, and yet nobody leads: nobody gets at the row.
    QTest::qWait(1500);
    lab->act(leader, CandidateAction::Thaw);
    const auto after = lab.waitFor(isIn(leader, CandidateState::Leading));
    QVERIFY(after);
    QCOMPARE(after->candidates.at(leader - 1).pid, pid);
    QCOMPARE(after->truth->reigns.size(), size_t(1));
    const std::vector<LeaderSpan> &vacancies = after->truth->vacancies;
    QCOMPARE(vacancies.size(), size_t(2));
    QVERIFY(*vacancies.back().until - vacancies.back().from >= 1500ms);
    QVERIFY(lab.waitFor(everybodyStands));
}

void TestElectionActions::anExperimentEndsWhateverStandsStill()
{
    std::vector<qint64> pids;
    SteadyTime began{};
    {
        ElectionRun lab(m_sandbox->labPlace(), quick(4));
        const auto before = lab.waitFor(everybodyStands);
        QVERIFY(before);
        for (const CandidateStatus &candidate : before->candidates)
            pids.push_back(candidate.pid);
        lab->act(1, CandidateAction::Freeze);
        lab->act(2, CandidateAction::FreezeInTransaction);
        QVERIFY(lab.waitFor(isIn(2, CandidateState::FrozenInTransaction)));
        // One that waits for the row cannot finish its round: it is not waited for for ever.
        lab->act(3, CandidateAction::Stop);
        const auto stopped = lab.waitFor(
            [](const ElectionSnapshot &snapshot) { return snapshot.candidates.at(2).pid == 0; });
        QVERIFY(stopped);
        began = std::chrono::steady_clock::now();
    }
    qInfo("ended after %lld ms", qlonglong((std::chrono::steady_clock::now() - began) / 1ms));
    for (const qint64 pid : pids)
        QVERIFY(!alive(pid));
    ElectionRun next(m_sandbox->labPlace(), quick(2));
    const auto begun = next.waitFor(everybodyStands);
    QVERIFY(begun);
    QCOMPARE(begun->table, QStringLiteral("lab_leader"));
}

void TestElectionActions::aLeaderWhoseConnectionIsCutComesBack()
{
    ElectionRun lab(m_sandbox->labPlace(), quick());
    const auto before = lab.waitFor(everybodyStands);
    QVERIFY(before);
    const CandidateStatus leader = *leaderOf(*before);
    lab->actOnLeader(CandidateAction::CutConnection);
    const auto cut = lab.waitFor(isIn(leader.number, CandidateState::Disconnected));
    QVERIFY(cut);
    QVERIFY(!cut->candidates.at(leader.number - 1).lastError.isEmpty());
    QVERIFY(!cut->candidates.at(leader.number - 1).believes);
    QVERIFY(hasMark(*cut, Mark::Cut));
    const auto back = lab.waitFor(everybodyStands);
    QVERIFY(back);
    QVERIFY(back->candidates.at(leader.number - 1).lastError.isEmpty());
    QCOMPARE(back->candidates.at(leader.number - 1).pid, leader.pid);
}

void TestElectionActions::aClockThatIsFastStealsTheLead()
{
    ElectionRun lab(m_sandbox->labPlace(), quick());
    const auto before = lab.waitFor(everybodyStands);
    QVERIFY(before);
    const int leader = leaderOf(*before)->number;
    const int thief = someOtherThan(leader);
    lab->act(thief, CandidateAction::SkewClock, 5s);
    const auto stolen = lab.waitFor(isIn(thief, CandidateState::Leading));
    QVERIFY(stolen);
    QVERIFY(stolen->candidates.at(thief - 1).skew == 5s);
    QCOMPARE(stolen->truth->failovers.back().to, thief - 1);
    QVERIFY(stolen->truth->failovers.back().vacancy == 0s);
    const auto marked = lab.waitFor(
        [](const ElectionSnapshot &snapshot) { return hasMark(snapshot, Mark::Skewed); });
    QVERIFY(marked);
    QCOMPARE(marked->truth->marks.front().text, QStringLiteral("clock +5000 ms"));
    // Until its next round the other believed that it led as well.
    QVERIFY(lab.waitFor(twoLead));
}

void TestElectionActions::twoOfOneNameBothLead()
{
    ElectionSetup setup = quick(2);
    setup.duplicateIdentity = true;
    ElectionRun lab(m_sandbox->labPlace(), setup);
    const auto both = lab.waitFor([](const ElectionSnapshot &snapshot) {
        const CandidateStatus &first = snapshot.candidates.at(0);
        const CandidateStatus &second = snapshot.candidates.at(1);
        return first.identity == second.identity && first.believes && second.believes;
    });
    QVERIFY(both);
    const auto overlap = lab.waitFor(twoLead);
    QVERIFY(overlap);
    QCOMPARE(int(overlap->findings.front().id), int(FindingId::TwoLeaders));
    QVERIFY(overlap->findings.front().evidence.contains(QLatin1String("pod-1 #1")));
    QVERIFY(overlap->findings.front().evidence.contains(QLatin1String("pod-1 #2")));
}

void TestElectionActions::workIsSeen()
{
    ElectionSetup setup = quick(2);
    setup.work = 60ms;
    ElectionRun lab(m_sandbox->labPlace(), setup);
    const auto worked = lab.waitFor([](const ElectionSnapshot &snapshot) {
        return !snapshot.truth->reigns.empty()
               && snapshot.truth->reigns.front()->working.size() > 3;
    });
    QVERIFY(worked);
    const LeaderSpan &work = worked->truth->reigns.front()->working.front();
    QVERIFY(*work.until - work.from >= 60ms);
    QVERIFY(lab.waitFor([](const ElectionSnapshot &snapshot) {
        return std::any_of(snapshot.candidates.begin(), snapshot.candidates.end(),
                           [](const CandidateStatus &candidate) { return candidate.working; });
    }));
}

void TestElectionActions::fiftyStand()
{
    ElectionSetup setup = quick(50);
    setup.period = 1000ms;
    setup.lease = 5000ms;
    const SteadyTime began = std::chrono::steady_clock::now();
    ElectionRun lab(m_sandbox->labPlace(), setup);
    const auto standing = lab.waitFor(everybodyStands);
    QVERIFY(standing);
    qInfo("fifty stand after %lld ms", qlonglong((std::chrono::steady_clock::now() - began) / 1ms));
    const int leader = leaderOf(*standing)->number;
    lab->actOnLeader(CandidateAction::Kill);
    const auto next = lab.waitFor(isLedByAnotherThan(leader));
    QVERIFY(next);
    QCOMPARE(next->overlaps, 0);
    QCOMPARE(next->truth->failovers.size(), size_t(1));
}

void TestElectionActions::nothingOutlivesAKilledProgram()
{
    QProcess program;
    program.start(QCoreApplication::applicationFilePath(),
                  {QCoreApplication::applicationName(), QStringLiteral("--run-election")});
    while (!program.canReadLine() && program.waitForReadyRead(60000)) {
    }
    const QList<QByteArray> pids = program.readLine().trimmed().split(' ');
    QCOMPARE(pids.size(), 5);
    for (const QByteArray &pid : pids)
        QVERIFY(alive(pid.toLongLong()));
    const SteadyTime began = std::chrono::steady_clock::now();
    program.kill();
    for (const QByteArray &pid : pids)
        QTRY_VERIFY_WITH_TIMEOUT(!alive(pid.toLongLong()), 20000);
    qInfo("all gone after %lld ms", qlonglong((std::chrono::steady_clock::now() - began) / 1ms));
    program.waitForFinished();
}

static int runOrTest(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (application.arguments().contains(QLatin1String("--run-election")))
        return runElection();
    TestElectionActions test;
    return QTest::qExec(&test, argc, argv);
}

LOCKMASTER_TEST_MAIN(runOrTest)

} // namespace tst_electionactions

#include "tst_electionactions.moc"
