// SPDX-License-Identifier: Apache-2.0
#include "core/lab/sandbox.h"
#include "tests/integration/electionrun.h"
#include "tests/support/needserver.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QLocalSocket>
#include <QRegularExpression>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_electionlab {

class TestElectionLab : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void oneOfThemLeads();
    void aKilledLeaderIsFollowedByAnother();
    void aRestartedOneIsAnotherProcess();
    void oneThatIsToldToStopEnds();
    void failoversAreMeasured();
    void aSeriesIsCancelled();
    void strangersAreNotHeard_data();
    void strangersAreNotHeard();
    void nothingIsLeftBehind();
    void aSetupOutOfItsBoundsIsRefused();

private:
    std::unique_ptr<Sandbox> m_sandbox;
};

void TestElectionLab::initTestCase()
{
    auto sandbox = Sandbox::start({}, {});
    LOCKMASTER_NEED_SERVER(sandbox);
    m_sandbox = std::move(*sandbox);
}

void TestElectionLab::oneOfThemLeads()
{
    ElectionRun lab(m_sandbox->labPlace(), quick());
    const auto led = lab.waitFor(everybodyStands);
    QVERIFY(led);
    QCOMPARE(led->table, QStringLiteral("lab_leader"));
    QCOMPARE(led->candidates.size(), size_t(3));
    QCOMPARE(led->candidates.at(2).identity, QStringLiteral("pod-3"));
    for (const CandidateStatus &candidate : led->candidates)
        QVERIFY(alive(candidate.pid));
    const auto later = lab.waitFor([](const ElectionSnapshot &snapshot) {
        return !snapshot.truth->reigns.empty()
               && snapshot.truth->reigns.back()->heartbeats.size() > 10;
    });
    QVERIFY(later);
    QCOMPARE(later->truth->reigns.size(), size_t(1));
    QCOMPARE(later->truth->reigns.front()->candidate + 1, leaderOf(*later)->number);
    QCOMPARE(later->overlaps, 0);
    QVERIFY(later->findings.empty());
    // Nobody led before the first one did, and somebody has since.
    QCOMPARE(later->truth->vacancies.size(), size_t(1));
    QVERIFY(later->truth->vacancies.front().until == later->truth->reigns.front()->span.from);
    const auto &beats = later->truth->reigns.front()->heartbeats;
    const auto each = (beats.back() - beats.front()) / (qint64(beats.size()) - 1);
    // Late ones do not bring the next ones nearer.
    QVERIFY2(each > 90ms, qPrintable(QString::number(each / 1us)));
}

void TestElectionLab::aKilledLeaderIsFollowedByAnother()
{
    ElectionRun lab(m_sandbox->labPlace(), quick());
    const auto before = lab.waitFor(everybodyStands);
    QVERIFY(before);
    const CandidateStatus killed = *leaderOf(*before);
    lab->actOnLeader(CandidateAction::Kill);
    const auto after = lab.waitFor(isLedByAnotherThan(killed.number));
    QVERIFY(after);
    QVERIFY(!alive(killed.pid));
    QCOMPARE(int(after->candidates.at(killed.number - 1).state), int(CandidateState::Killed));
    QCOMPARE(after->candidates.at(killed.number - 1).pid, qint64(0));
    QCOMPARE(after->truth->failovers.size(), size_t(1));
    const Failover &failover = after->truth->failovers.front();
    QCOMPARE(failover.from, killed.number - 1);
    QCOMPARE(failover.to, leaderOf(*after)->number - 1);
    QVERIFY(failover.vacancy > 0ms);
    QCOMPARE(after->truth->marks.size(), size_t(1));
    QCOMPARE(int(after->truth->marks.front().kind), int(LeaderMark::Kind::Killed));
}

void TestElectionLab::aRestartedOneIsAnotherProcess()
{
    ElectionRun lab(m_sandbox->labPlace(), quick());
    const auto before = lab.waitFor(everybodyStands);
    QVERIFY(before);
    const qint64 pid = before->candidates.at(1).pid;
    lab->act(2, CandidateAction::Restart);
    const auto after = lab.waitFor([pid](const ElectionSnapshot &snapshot) {
        return snapshot.candidates.at(1).pid != pid && everybodyStands(snapshot);
    });
    QVERIFY(after);
    QVERIFY(!alive(pid));
    QVERIFY(alive(after->candidates.at(1).pid));
    lab->act(2, CandidateAction::Kill);
    QVERIFY(lab.waitFor(isIn(2, CandidateState::Killed)));
    lab->act(2, CandidateAction::Restart);
    QVERIFY(lab.waitFor(everybodyStands));
}

void TestElectionLab::oneThatIsToldToStopEnds()
{
    ElectionRun lab(m_sandbox->labPlace(), quick(2));
    const auto before = lab.waitFor(everybodyStands);
    QVERIFY(before);
    const int leader = leaderOf(*before)->number;
    lab->actOnLeader(CandidateAction::Stop);
    QVERIFY(lab.waitFor(isIn(leader, CandidateState::Stopped)));
    const auto after = lab.waitFor(isLedByAnotherThan(leader));
    QVERIFY(after);
    QVERIFY(!alive(before->candidates.at(leader - 1).pid));
}

void TestElectionLab::failoversAreMeasured()
{
    ElectionSetup setup = quick();
    setup.lease = 300ms;
    ElectionRun lab(m_sandbox->labPlace(), setup);
    QVERIFY(lab.waitFor(everybodyStands));
    constexpr int kills = 5;
    lab->measureFailovers(kills, 7);
    const auto measured = lab.waitFor([](const ElectionSnapshot &snapshot) {
        return snapshot.run.wanted == kills && !snapshot.run.running;
    });
    QVERIFY(measured);
    const FailoverRun &run = measured->run;
    QVERIFY(!run.cancelled);
    QCOMPARE(run.seed, quint32(7));
    QCOMPARE(run.failovers.size(), size_t(kills));
    for (const MeasuredFailover &failover : run.failovers) {
        QVERIFY(failover.next != failover.killed);
        // The same as the truth has it.
        const auto &all = measured->truth->failovers;
        const bool known = std::any_of(all.begin(), all.end(), [&](const Failover &one) {
            return std::chrono::abs(one.at - failover.killedAt - failover.vacancy) < 1us
                   && one.to == failover.next - 1;
        });
        QVERIFY(known);
    }
    QVERIFY(run.figures.median > 0ms && run.figures.median <= run.figures.p95);
    QVERIFY(run.figures.p95 <= run.figures.max);
    QVERIFY(run.predicted.figures.median > 200ms && run.predicted.figures.median < 400ms);
    qInfo("median %lld ms, predicted %lld ms", qlonglong(run.figures.median / 1ms),
          qlonglong(run.predicted.figures.median / 1ms));
    // The last one killed is started again.
    QVERIFY(lab.waitFor(everybodyStands));
}

void TestElectionLab::aSeriesIsCancelled()
{
    ElectionRun lab(m_sandbox->labPlace(), quick());
    QVERIFY(lab.waitFor(everybodyStands));
    lab->measureFailovers(1000, 1);
    QVERIFY(lab.waitFor(
        [](const ElectionSnapshot &snapshot) { return !snapshot.run.failovers.empty(); }));
    lab->cancelMeasuring();
    const auto cancelled =
        lab.waitFor([](const ElectionSnapshot &snapshot) { return snapshot.run.cancelled; });
    QVERIFY(cancelled);
    QVERIFY(!cancelled->run.running);
    QVERIFY(lab.waitFor(everybodyStands));
}

void TestElectionLab::strangersAreNotHeard_data()
{
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("nonsense") << QByteArray("GET / HTTP/1.1\r\n\r\n");
    QTest::newRow("an endless line") << QByteArray(100'000, 'x');
    QTest::newRow("who it is not") << QByteArray("hello 1 999999 \n");
    QTest::newRow("who it could be") << QByteArray("hello 1 1 \n");
    QTest::newRow("nothing before") << QByteArray("led 1 0 \n");
}

void TestElectionLab::strangersAreNotHeard()
{
    QFETCH(QByteArray, says);
    ElectionRun lab(m_sandbox->labPlace(), quick(2));
    const auto before = lab.waitFor(everybodyStands);
    QVERIFY(before);
    const QDir place(m_sandbox->directory());
    const QStringList sockets = place.entryList({QStringLiteral("election-*")}, QDir::System)
                                    .filter(QRegularExpression(QStringLiteral("\\d\\z")));
    QCOMPARE(sockets.size(), 1);
    QLocalSocket stranger;
    stranger.connectToServer(place.filePath(sockets.front()));
    QVERIFY(stranger.waitForConnected());
    stranger.write(says);
    stranger.flush();
    QVERIFY(stranger.state() == QLocalSocket::UnconnectedState || stranger.waitForDisconnected());
    const auto after = lab.waitFor([&](const ElectionSnapshot &snapshot) {
        return snapshot.sequence > before->sequence + 2 && everybodyStands(snapshot);
    });
    QVERIFY(after);
    QCOMPARE(after->candidates.at(0).pid, before->candidates.at(0).pid);
    QCOMPARE(after->candidates.at(1).pid, before->candidates.at(1).pid);
    QCOMPARE(after->truth->reigns.size(), before->truth->reigns.size());
}

void TestElectionLab::nothingIsLeftBehind()
{
    std::vector<qint64> pids;
    {
        ElectionRun lab(m_sandbox->labPlace(), quick());
        const auto running = lab.waitFor(everybodyStands);
        QVERIFY(running);
        for (const CandidateStatus &candidate : running->candidates)
            pids.push_back(candidate.pid);
    }
    for (const qint64 pid : pids)
        QVERIFY(!alive(pid));
    // The table's name can be taken again, so it was dropped.
    ElectionRun again(m_sandbox->labPlace(), quick());
    const auto running = again.waitFor(everybodyStands);
    QVERIFY(running);
    QCOMPARE(running->table, QStringLiteral("lab_leader"));
}

void TestElectionLab::aSetupOutOfItsBoundsIsRefused()
{
    ElectionRun lab(m_sandbox->labPlace(), quick(1));
    const auto refused =
        lab.waitFor([](const ElectionSnapshot &snapshot) { return snapshot.error.has_value(); });
    QVERIFY(refused);
    QCOMPARE(int(refused->error->kind), int(ErrorKind::Config));
}

LOCKMASTER_TEST(TestElectionLab, QCoreApplication)

} // namespace tst_electionlab

#include "tst_electionlab.moc"
