// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/arbiter.h"
#include "core/lab/contention/experiments.h"
#include "core/lab/contention/workcourse.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_arbiter {

namespace {

using std::chrono::milliseconds;

SteadyTime at(int ms)
{
    return SteadyTime(milliseconds(ms));
}

WorkReport report(int ms, int worker, WorkStep step, qint64 value = 0, int round = 1)
{
    return {at(ms), worker, round, step, value};
}

std::vector<WorkSpan> spansOf(const std::vector<std::array<int, 3>> &workersFromTo)
{
    std::vector<WorkSpan> spans;
    for (const auto &[worker, from, to] : workersFromTo)
        spans.push_back({worker, 1, at(from), at(to)});
    return spans;
}

} // namespace

class TestArbiter : public QObject
{
    Q_OBJECT

private slots:
    void aReportSurvivesBeingWritten();
    void reportsAreFoundBetweenOtherLinesAndSorted();
    void aLineThatIsNotWholeIsNotRead();
    void spansGoFromEnteringToLeaving();
    void whoNeverLeftIsInsideForEver();
    void entriesIntoWorkOfOthersAreCounted_data();
    void entriesIntoWorkOfOthersAreCounted();
    void runsBeyondTheFirstOfARoundAreCounted();
    void aReleaseIsWrongWhereAnotherGotTheLockMeanwhile();
    void aReleaseThatRemovedNothingIsNotWrong();
    void aReleaseOfOnesOwnIsNotWrong();
    void thereAreNeverMoreThanFiveHundredEvents();
    void aCourseShowsWhoWorkedWhenHeShouldNot();
    void aCourseShowsWhichLocksAreLost();
};

void TestArbiter::aReportSurvivesBeingWritten()
{
    const WorkReport told{SteadyTime(std::chrono::nanoseconds(123456789012345)), 7, 3,
                          WorkStep::Released, -1};
    QCOMPARE(written(told), QByteArray("report 123456789012345 7 3 released -1\n"));
    const std::vector<WorkReport> read = workReports(written(told));
    QCOMPARE(read.size(), size_t(1));
    QVERIFY(read.front() == told);
}

void TestArbiter::reportsAreFoundBetweenOtherLinesAndSorted()
{
    const std::vector<WorkReport> read = workReports(
        written(report(20, 2, WorkStep::Left)) + "Lost connection to server\n"
        + "report 5 1 1 dreamt 0\nreport 5 1 1\n\n" + written(report(10, 1, WorkStep::Entered)));
    QCOMPARE(read.size(), size_t(2));
    QCOMPARE(read.front().worker, 1);
    QCOMPARE(read.back().worker, 2);
}

void TestArbiter::aLineThatIsNotWholeIsNotRead()
{
    QByteArray text = written(report(10, 1, WorkStep::Session, 456));
    text.chop(2); // of the number, too
    QVERIFY(workReports(text).empty());
    QVERIFY(workReports({}).empty());
}

void TestArbiter::spansGoFromEnteringToLeaving()
{
    const std::vector<WorkSpan> spans = workSpans({
        report(1, 1, WorkStep::Entered, 0, 1),
        report(2, 2, WorkStep::Entered, 0, 1),
        report(3, 1, WorkStep::Left, 0, 1),
        report(4, 1, WorkStep::Entered, 0, 2),
        report(5, 1, WorkStep::Left, 0, 2),
        report(6, 2, WorkStep::Left, 0, 1),
    });
    QCOMPARE(spans.size(), size_t(3));
    QCOMPARE(spans.at(0).to, at(3));
    QCOMPARE(spans.at(1).to, at(6));
    QCOMPARE(spans.at(2).worker, 1);
    QCOMPARE(spans.at(2).from, at(4));
    QCOMPARE(spans.at(2).to, at(5));
}

void TestArbiter::whoNeverLeftIsInsideForEver()
{
    const std::vector<WorkSpan> spans =
        workSpans({report(1, 1, WorkStep::Entered), report(900000, 2, WorkStep::Entered)});
    QCOMPARE(overlappingEntries(spans), 1);
    QCOMPARE(mostAtOnce(spans), 2);
}

void TestArbiter::entriesIntoWorkOfOthersAreCounted_data()
{
    using Spans = std::vector<std::array<int, 3>>;
    QTest::addColumn<Spans>("spans");
    QTest::addColumn<int>("overlaps");
    QTest::addColumn<int>("most");

    QTest::newRow("none") << Spans{} << 0 << 0;
    QTest::newRow("alone") << Spans{{1, 0, 9}} << 0 << 1;
    QTest::newRow("one after the other") << Spans{{1, 0, 5}, {2, 6, 9}} << 0 << 1;
    QTest::newRow("touching") << Spans{{1, 0, 5}, {2, 5, 9}} << 0 << 1;
    QTest::newRow("overlapping") << Spans{{1, 0, 5}, {2, 4, 9}} << 1 << 2;
    QTest::newRow("within") << Spans{{1, 0, 9}, {2, 4, 5}} << 1 << 2;
    QTest::newRow("at the same moment") << Spans{{1, 3, 9}, {2, 3, 9}} << 1 << 2;
    QTest::newRow("a chain") << Spans{{1, 0, 4}, {2, 3, 7}, {3, 6, 9}} << 2 << 2;
    QTest::newRow("three") << Spans{{1, 0, 9}, {2, 1, 9}, {3, 2, 9}} << 2 << 3;
    QTest::newRow("two within one, apart") << Spans{{1, 0, 9}, {2, 1, 3}, {3, 4, 6}} << 2 << 2;
}

void TestArbiter::entriesIntoWorkOfOthersAreCounted()
{
    using Spans = std::vector<std::array<int, 3>>;
    QFETCH(const Spans, spans);
    QTEST(overlappingEntries(spansOf(spans)), "overlaps");
    QTEST(mostAtOnce(spansOf(spans)), "most");
}

void TestArbiter::runsBeyondTheFirstOfARoundAreCounted()
{
    const std::vector<WorkSpan> spans = {
        {1, 1, at(0), at(1)},   {2, 1, at(2), at(3)},   {3, 1, at(4), at(5)}, // three in period 1
        {1, 2, at(10), at(11)},                                               // one in period 2
        {1, 3, at(20), at(21)}, {2, 3, at(20), at(21)},                       // two in period 3
    };
    QCOMPARE(repeatedRuns(spans), 3);
    QCOMPARE(repeatedRuns({}), 0);
}

void TestArbiter::aReleaseIsWrongWhereAnotherGotTheLockMeanwhile()
{
    const std::vector<WorkReport> reports = {
        report(0, 1, WorkStep::Entered), report(85, 2, WorkStep::Entered),
        report(120, 1, WorkStep::Left),  report(121, 1, WorkStep::Released, 1),
        report(200, 2, WorkStep::Left),  report(201, 2, WorkStep::Released, 0),
    };
    QCOMPARE(wrongReleases(reports), 1);
    QVERIFY(isWrongRelease(reports, reports.at(3)));
    QVERIFY(!isWrongRelease(reports, reports.at(5)));
}

void TestArbiter::aReleaseThatRemovedNothingIsNotWrong()
{
    QCOMPARE(wrongReleases({
                 report(0, 1, WorkStep::Entered),
                 report(85, 2, WorkStep::Entered),
                 report(120, 1, WorkStep::Left),
                 report(121, 1, WorkStep::Released, -1),
             }),
             0);
}

void TestArbiter::aReleaseOfOnesOwnIsNotWrong()
{
    QCOMPARE(wrongReleases({
                 report(0, 1, WorkStep::Entered, 0, 1),
                 report(50, 1, WorkStep::Left, 0, 1),
                 report(51, 1, WorkStep::Released, 1, 1),
                 report(60, 2, WorkStep::Entered, 0, 1),
                 report(90, 2, WorkStep::Left, 0, 1),
                 // The next one is told of before the release that let it in.
                 report(91, 1, WorkStep::Entered, 0, 2),
                 report(92, 2, WorkStep::Released, 1, 1),
             }),
             0);
}

void TestArbiter::thereAreNeverMoreThanFiveHundredEvents()
{
    EventLines events(at(1000));
    for (int i = 0; i < 700; ++i)
        events.add(at(1000 + 10 * i), QStringLiteral("event %1").arg(i));
    QCOMPARE(events.lines().size(), 500);
    QCOMPARE(events.lines().at(0), QStringLiteral("0.000 s  event 0"));
    QCOMPARE(events.lines().at(123), QStringLiteral("1.230 s  event 123"));
}

/** Three ask at once, two are at work together, and the third comes in time. */
void TestArbiter::aCourseShowsWhoWorkedWhenHeShouldNot()
{
    using namespace std::chrono_literals;
    const std::vector<WorkReport> reports = {
        report(1010, 1, WorkStep::Entered, 0),  report(1020, 2, WorkStep::Entered, 0),
        report(1030, 1, WorkStep::Wrote, 0),    report(1031, 1, WorkStep::Left, 0),
        report(1032, 1, WorkStep::Released, 1), report(1040, 2, WorkStep::Wrote, 0),
        report(1041, 2, WorkStep::Left, 0),     report(1042, 2, WorkStep::Released, 0),
        report(1050, 3, WorkStep::Entered, 0),  report(1060, 3, WorkStep::Wrote, 0)};
    const auto course = workCourse(QStringLiteral("cards-pooled"), 4, reports, at(1000));
    QVERIFY(course);
    QCOMPARE(course->workers, 4);
    QCOMPARE(course->length, Micros(60ms));
    QCOMPARE(course->violations, 1); // the third card
    const auto works = [&](int worker) {
        return std::find_if(course->stretches.begin(), course->stretches.end(),
                            [=](const auto &one) { return one.worker == worker && !one.waits; });
    };
    QVERIFY(!works(1)->isWrong && works(2)->isWrong && !works(3)->isWrong);
    QCOMPARE(works(2)->from, Micros(20ms));
    QCOMPARE(works(2)->until, std::optional(Micros(41ms)));
    QVERIFY(!works(3)->until); // still at it
    const auto waits = [&](int worker) {
        return std::find_if(course->stretches.begin(), course->stretches.end(),
                            [=](const auto &one) { return one.worker == worker && one.waits; });
    };
    QCOMPARE(waits(3)->until, std::optional(Micros(50ms)));
    QVERIFY(!waits(4)->until);
    const auto wrong = [&](WorkCourse::Mark::Kind kind) {
        return std::count_if(course->marks.begin(), course->marks.end(),
                             [=](const auto &mark) { return mark.kind == kind && mark.isWrong; });
    };
    QCOMPARE(wrong(WorkCourse::Mark::Kind::Wrote), 1);
    QCOMPARE(wrong(WorkCourse::Mark::Kind::Released), 1);
    // A job's second run of a period is wrong, also when the first is over.
    const std::vector<WorkReport> jobs = {
        report(1000, 1, WorkStep::Entered, 0), report(1010, 1, WorkStep::Left, 0),
        report(1020, 2, WorkStep::Entered, 0), report(1030, 2, WorkStep::Left, 0)};
    QCOMPARE(workCourse(QStringLiteral("minute-job"), 2, jobs, at(1000))->violations, 1);
    QCOMPARE(workCourse(QStringLiteral("order"), 2, jobs, at(1000))->violations, 0);
}

/** The old master's locks are lost one by one, as it becomes known. */
void TestArbiter::aCourseShowsWhichLocksAreLost()
{
    using namespace std::chrono_literals;
    std::vector<WorkReport> reports;
    for (int i = 0; i < 10; ++i)
        reports.push_back(report(1000 + 10 * i, 1, WorkStep::Locked, 0, i));
    reports.push_back(report(1100, 0, WorkStep::Deposed, 0));
    reports.push_back(report(1110, 1, WorkStep::Refused, 0, 10));
    reports.push_back(report(1500, 0, WorkStep::Named, 2));
    for (int i = 11; i < 15; ++i)
        reports.push_back(report(1500 + 10 * i, 1, WorkStep::Locked, 2, i));
    const auto course = [&](const char *id) {
        return *workCourse(QString::fromLatin1(id), 2, reports, at(1000));
    };
    const WorkCourse frozen = course("master-frozen");
    QCOMPARE(frozen.locks, std::optional(14));
    QCOMPARE(frozen.violations, 0);
    QCOMPARE(frozen.stretches.size(), size_t(2)); // one for each server that granted
    QCOMPARE(frozen.stretches[0].locks, 10);
    QCOMPARE(frozen.stretches[0].until, std::optional(Micros(90ms)));
    QCOMPARE(frozen.stretches[1].server, 3);
    QCOMPARE(frozen.marks.size(), size_t(1));
    // Nobody was the master in between; in a planned change the old one was.
    QCOMPARE(frozen.phases,
             (std::vector<WorkCourse::Phase>{{Micros(100ms), Micros(500ms), false}}));
    QCOMPARE(course("master-planned").phases,
             (std::vector<WorkCourse::Phase>{{Micros(500ms), {}, true}}));
    reports.push_back(report(1700, 0, WorkStep::Woke, 0));
    reports.push_back(report(1701, 1, WorkStep::Lost, 0, 8));
    reports.push_back(report(1702, 1, WorkStep::Lost, 0, 9));
    const WorkCourse known = course("master-frozen");
    QCOMPARE(known.violations, 2);
    QCOMPARE(known.stretches.size(), size_t(3));
    QVERIFY(!known.stretches[0].isWrong && known.stretches[1].isWrong);
    QCOMPARE(known.stretches[1].locks, 2);
    QVERIFY(known.phases.back().hasTwo && !known.phases.back().until);
    reports.push_back(report(1800, 0, WorkStep::Heard, 0));
    QCOMPARE(course("master-frozen").phases.back().until, std::optional(Micros(800ms)));
}

LOCKMASTER_TEST(TestArbiter, QCoreApplication)

} // namespace tst_arbiter

#include "tst_arbiter.moc"
