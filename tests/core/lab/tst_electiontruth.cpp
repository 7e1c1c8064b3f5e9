// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/electiontruth.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>
#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_electiontruth {

namespace {

const SteadyTime start{std::chrono::hours(1)};

SteadyTime at(Millis since)
{
    return start + since;
}

/** Two candidates, seen from `start` on. */
ElectionTruth twoCandidates()
{
    ElectionTruth truth(start, ServerTime(1'800'000'000s));
    truth.addCandidate("pod-1", QStringLiteral("pod-1"));
    truth.addCandidate("pod-2", QStringLiteral("pod-2"));
    return truth;
}

LeaderSpan span(Millis from, std::optional<Millis> until = {})
{
    return {at(from), until ? std::optional(at(*until)) : std::nullopt};
}

} // namespace

class TestElectionTruth : public QObject
{
    Q_OBJECT

private slots:
    void nobodyLedBeforeTheFirst();
    void aDeadLeaderLeavesAVacancy();
    void oneThatComesBackIsAFailover();
    void aFrozenLeaderDoesNotLead();
    void aLeaderThatWakesUpOverlaps();
    void oneThatWakesUpAloneComesBack();
    void twoWithOneNameOverlap();
    void aStolenLeadOverlapsUntilTheNextRound();
    void aReportThatComesLateChangesThePast();
    void oneCannotEndBeforeItsLastReport();
    void workEndsWithItsReign();
    void whatWasPublishedStaysAsItIs();
    void overlapsAreToldForHalfAMinute();
    void thePastIsBounded();
    void longReignsAreBounded();
    void aFloodIsBounded();
};

void TestElectionTruth::nobodyLedBeforeTheFirst()
{
    ElectionTruth truth = twoCandidates();
    QVERIFY(truth.history(at(100ms))->vacancies == std::vector{span(0ms)});
    truth.led(1, at(500ms));
    QVERIFY(truth.believes(1) && !truth.believes(0));
    truth.led(1, at(1500ms));
    const auto history = truth.history(at(2s));
    QVERIFY(history->vacancies == std::vector{span(0ms, 500ms)});
    QVERIFY(history->failovers.empty());
    QCOMPARE(history->reigns.size(), size_t(1));
    QVERIFY(history->reigns.front()->span == span(500ms));
    QCOMPARE(history->reigns.front()->heartbeats.size(), size_t(2));
    QCOMPARE(truth.overlaps(), 0);
    QCOMPARE(history->wallTime(at(1s)), ServerTime(1'800'000'001s));
}

void TestElectionTruth::aDeadLeaderLeavesAVacancy()
{
    ElectionTruth truth = twoCandidates();
    truth.led(0, at(0ms));
    truth.ended(0, at(2s));
    QVERIFY(truth.history(at(2100ms))->vacancies == std::vector{span(2s)});
    truth.led(1, at(3s));
    const auto history = truth.history(at(4s));
    QVERIFY((history->vacancies == std::vector{span(2s, 3s)}));
    QCOMPARE(history->failovers.size(), size_t(1));
    const Failover &failover = history->failovers.front();
    QVERIFY(failover.at == at(3s));
    QVERIFY(failover.vacancy == 1s);
    QCOMPARE(failover.from, 0);
    QCOMPARE(failover.to, 1);
}

void TestElectionTruth::oneThatComesBackIsAFailover()
{
    ElectionTruth truth = twoCandidates();
    truth.led(0, at(0ms));
    truth.lost(0, at(1s));
    truth.lost(1, at(1s)); // it never led
    truth.led(0, at(2s));
    const auto history = truth.history(at(3s));
    QCOMPARE(history->reigns.size(), size_t(2));
    QCOMPARE(history->failovers.size(), size_t(1));
    QCOMPARE(history->failovers.front().to, 0);
    QVERIFY(history->failovers.front().vacancy == 1s);
}

void TestElectionTruth::aFrozenLeaderDoesNotLead()
{
    ElectionTruth truth = twoCandidates();
    truth.led(0, at(0ms));
    truth.froze(0, at(1s));
    QVERIFY(truth.believes(0));
    truth.led(1, at(3s));
    const auto history = truth.history(at(4s));
    QVERIFY((history->vacancies == std::vector{span(1s, 3s)}));
    QCOMPARE(history->failovers.size(), size_t(1));
    QVERIFY(history->overlaps.empty());
    QVERIFY(history->reigns.front()->frozen == std::vector{span(1s)});
    QVERIFY(truth.findings(at(4s)).empty());
}

void TestElectionTruth::aLeaderThatWakesUpOverlaps()
{
    ElectionTruth truth = twoCandidates();
    truth.led(0, at(0ms));
    truth.froze(0, at(1s));
    truth.led(1, at(3s));
    truth.thawed(0, at(5s));
    const auto during = truth.history(at(5100ms));
    QCOMPARE(during->overlaps.size(), size_t(1));
    QVERIFY(during->overlaps.front().span == span(5s));
    QVERIFY(truth.findings(at(5100ms)).front().evidence.contains(QLatin1String("since")));
    truth.lost(0, at(5040ms));
    const auto after = truth.history(at(6s));
    QCOMPARE(after->overlaps.size(), size_t(1));
    QVERIFY((after->overlaps.front().span == span(5s, 5040ms)));
    QCOMPARE(after->overlaps.front().first, 1);
    QCOMPARE(after->overlaps.front().second, 0);
    QVERIFY((after->reigns.front()->frozen == std::vector{span(1s, 5s)}));
    QCOMPARE(after->failovers.size(), size_t(1));
    QCOMPARE(after->marks.size(), size_t(1));
    QCOMPARE(int(after->marks.front().kind), int(LeaderMark::Kind::Finding));
    QCOMPARE(truth.overlaps(), 1);
    const auto findings = truth.findings(at(6s));
    QCOMPARE(findings.size(), size_t(1));
    QCOMPARE(int(findings.front().id), int(FindingId::TwoLeaders));
    // By a time of day, as the lanes beside it.
    static const QRegularExpression time(QStringLiteral(" \\d\\d:\\d\\d:\\d\\d( |\\.)"));
    QVERIFY2(findings.front().evidence.contains(time), qPrintable(findings.front().evidence));
    QVERIFY2(findings.front().evidence.contains(QLatin1String("40 ms")),
             qPrintable(findings.front().evidence));
}

void TestElectionTruth::oneThatWakesUpAloneComesBack()
{
    ElectionTruth truth = twoCandidates();
    truth.led(0, at(0ms));
    truth.froze(0, at(1s));
    truth.thawed(0, at(2s));
    truth.led(0, at(2100ms));
    const auto history = truth.history(at(3s));
    QCOMPARE(history->reigns.size(), size_t(1));
    QVERIFY((history->vacancies == std::vector{span(1s, 2s)}));
    QCOMPARE(history->failovers.size(), size_t(1));
    QCOMPARE(history->failovers.front().to, 0);
    QVERIFY(history->overlaps.empty());
}

void TestElectionTruth::twoWithOneNameOverlap()
{
    ElectionTruth truth = twoCandidates();
    truth.led(0, at(0ms));
    truth.led(1, at(300ms));
    for (int beat = 1; beat < 5; ++beat) {
        truth.led(0, at(Millis(1000 * beat)));
        truth.led(1, at(Millis(1000 * beat + 300)));
    }
    const auto history = truth.history(at(5s));
    QCOMPARE(history->overlaps.size(), size_t(1));
    QVERIFY(history->overlaps.front().span == span(300ms));
    QVERIFY(history->vacancies.empty());
    QCOMPARE(truth.overlaps(), 1);
    QVERIFY(!truth.findings(at(60min)).empty());
}

void TestElectionTruth::aStolenLeadOverlapsUntilTheNextRound()
{
    ElectionTruth truth = twoCandidates();
    truth.led(0, at(0ms));
    truth.led(1, at(900ms));
    truth.lost(0, at(1s));
    const auto history = truth.history(at(2s));
    QVERIFY((history->overlaps.front().span == span(900ms, 1s)));
    QVERIFY(history->vacancies.empty());
    QCOMPARE(history->failovers.size(), size_t(1));
    QVERIFY(history->failovers.front().vacancy == 0ms);
}

void TestElectionTruth::aReportThatComesLateChangesThePast()
{
    ElectionTruth truth = twoCandidates();
    truth.froze(0, at(1s));
    truth.led(1, at(4s));
    QVERIFY((truth.history(at(5s))->vacancies == std::vector{span(0ms, 4s)}));
    truth.thawed(0, at(6s));
    truth.led(0, at(500ms)); // committed before it was frozen, told afterwards
    truth.lost(0, at(6100ms));
    const auto history = truth.history(at(7s));
    QVERIFY((history->vacancies == std::vector{span(0ms, 500ms), span(1s, 4s)}));
    QCOMPARE(history->reigns.front()->candidate, 0);
    QVERIFY((history->reigns.front()->frozen == std::vector{span(1s, 6s)}));
    QVERIFY((history->overlaps.front().span == span(6s, 6100ms)));
    QVERIFY((history->failovers.front().from == 0 && history->failovers.front().vacancy == 3s));
}

void TestElectionTruth::oneCannotEndBeforeItsLastReport()
{
    ElectionTruth truth = twoCandidates();
    truth.led(0, at(0ms));
    truth.led(0, at(1001ms));
    truth.ended(0, at(1s)); // the signal was sent then
    QVERIFY((truth.history(at(2s))->reigns.front()->span == span(0ms, 1001ms)));
}

void TestElectionTruth::workEndsWithItsReign()
{
    ElectionTruth truth = twoCandidates();
    truth.worked(0, at(0ms)); // of a reign that is not known
    truth.led(0, at(0ms));
    truth.worked(0, at(1ms));
    QVERIFY(truth.working(0));
    truth.rested(0, at(5ms));
    QVERIFY(!truth.working(0));
    truth.worked(0, at(10ms));
    truth.ended(0, at(20ms));
    QVERIFY(!truth.working(0));
    QVERIFY((truth.history(at(1s))->reigns.front()->working
             == std::vector{span(1ms, 5ms), span(10ms, 20ms)}));
}

void TestElectionTruth::whatWasPublishedStaysAsItIs()
{
    ElectionTruth truth = twoCandidates();
    truth.led(0, at(0ms));
    const auto before = truth.history(at(1ms));
    QVERIFY(truth.history(at(1s)) == before);
    truth.led(0, at(1s));
    truth.lost(0, at(2s));
    QCOMPARE(before->reigns.front()->heartbeats.size(), size_t(1));
    QVERIFY(!before->reigns.front()->span.until);
    const auto after = truth.history(at(3s));
    QVERIFY(after != before);
    truth.led(1, at(4s));
    // What is over is not copied again.
    QVERIFY(truth.history(at(5s))->reigns.front() == after->reigns.front());
}

void TestElectionTruth::overlapsAreToldForHalfAMinute()
{
    ElectionTruth truth = twoCandidates();
    truth.led(0, at(0ms));
    truth.led(1, at(900ms));
    truth.lost(0, at(1s));
    QVERIFY(!truth.findings(at(31s)).empty());
    QVERIFY(truth.findings(at(31001ms)).empty());
    QCOMPARE(truth.overlaps(), 1);
}

void TestElectionTruth::thePastIsBounded()
{
    ElectionTruth truth = twoCandidates();
    Millis now = 0ms;
    constexpr int turns = 10'000;
    for (int turn = 0; turn < turns; ++turn, now += 100ms) {
        truth.led(turn % 2, at(now));
        truth.mark(LeaderMark::Kind::Cut, 0, at(now), {});
        truth.lost(1 - turn % 2, at(now + 10ms)); // the other knew it a little later
        if (turn % 50 == 0)
            QVERIFY(truth.history(at(now + 50ms))->reigns.size() <= ElectionTruth::mostReigns);
    }
    QCOMPARE(truth.overlaps(), turns - 1);
    const auto history = truth.history(at(now));
    QVERIFY(history->since > start);
    QVERIFY(history->vacancies.empty());
    QVERIFY(history->failovers.size() <= ElectionTruth::mostReigns);
    QVERIFY(history->marks.size() <= 2 * ElectionTruth::mostReigns);
    QCOMPARE(history->wallTime(start), ServerTime(1'800'000'000s));
}

void TestElectionTruth::longReignsAreBounded()
{
    ElectionTruth truth = twoCandidates();
    for (std::chrono::seconds now(0); now < std::chrono::hours(5); now += 1s) {
        truth.led(0, at(now));
        if (now == std::chrono::minutes(10)) {
            truth.froze(0, at(now + 100ms));
            truth.thawed(0, at(now + 200ms));
        }
        if (now.count() % 60 == 0)
            truth.history(at(now));
    }
    const auto history = truth.history(at(std::chrono::hours(5)));
    QCOMPARE(history->reigns.size(), size_t(1));
    QVERIFY(history->reigns.front()->heartbeats.size() <= 3 * 3600 + 301);
    QVERIFY(history->reigns.front()->frozen.empty());
    QVERIFY(history->vacancies.empty());
    QVERIFY(history->failovers.empty());
    QVERIFY(truth.believes(0));
}

void TestElectionTruth::aFloodIsBounded()
{
    ElectionTruth truth = twoCandidates();
    constexpr int lines = int(ElectionTruth::mostMoments) + 1000;
    for (int i = 0; i <= lines; ++i) {
        const SteadyTime moment = at(0ms) + Micros(i);
        truth.led(0, moment);
        truth.worked(0, moment);
        truth.rested(0, moment);
    }
    const auto reign = truth.history(at(1s))->reigns.front();
    QVERIFY(reign->heartbeats.size() <= ElectionTruth::mostMoments);
    QVERIFY(reign->working.size() <= ElectionTruth::mostMoments);
    QVERIFY(reign->heartbeats.back() == at(0ms) + Micros(lines));
    QVERIFY(reign->span.from == at(0ms));
    QVERIFY(truth.believes(0));
}

LOCKMASTER_TEST(TestElectionTruth, QCoreApplication)

} // namespace tst_electiontruth

#include "tst_electiontruth.moc"
