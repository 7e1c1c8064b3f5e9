// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lanefixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "core/display/lanechart.h"
#include "core/display/lanetext.h"

#include <QTest>
#include <QTranslator>

#include <algorithm>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lanechart {

namespace {

struct Seen {
    ManualClock clock;
    SteadyTime now = clock.now();
    LeaderHistory history = twoFailovers(now, clock.wallNow());
    SteadyTime since = history.since;
};

} // namespace

class TestLaneChart : public QObject
{
    Q_OBJECT

private slots:
    void eachCandidateHasALane()
    {
        const Seen seen;
        const LaneChart chart = laneChart(seen.history);
        QCOMPARE(chart.lanes.size(), size_t(3));
        QCOMPARE(chart.lanes[0].label, u"pod-1");
        QCOMPARE(chart.lanes[0].leads.size(), size_t(1));
        QCOMPARE(chart.lanes[0].leads[0].span, seen.history.reigns[0]->span);
        QVERIFY(chart.lanes[0].believes.empty());
        QVERIFY(!chart.lanes[0].leadsNow);
        QVERIFY(chart.lanes[2].leadsNow);
        QCOMPARE(chart.lanes[2].detail, u"leads now");
        QVERIFY(!chart.isEmpty());
        QVERIFY(laneChart(LeaderHistory()).isEmpty());
    }

    void lanesKeepTheirNames()
    {
        const Seen seen;
        LeaderHistory later = seen.history;
        later.candidates.push_back(makeCandidate("pod-9"));
        const LaneChart before = laneChart(seen.history);
        const LaneChart after = laneChart(later);
        for (size_t i = 0; i < before.lanes.size(); ++i)
            QCOMPARE(before.lanes[i].id, after.lanes[i].id);
    }

    void vacanciesKnowTheirCause()
    {
        const Seen seen;
        const LaneChart chart = laneChart(seen.history);
        QCOMPARE(chart.vacancies.size(), size_t(2));
        QCOMPARE(chart.vacancies[0].cause, u"killed");
        QCOMPARE(chart.vacancies[1].cause, u"frozen");
        QCOMPARE(chart.vacancies[0].uncertainty, 40ms);
        QCOMPARE(LaneText::caption(chart.vacancies[0], seen.now),
                 u"killed · 0.92 s without a leader");
    }

    void aVacancyIsToldAsTheFailoverThatEndedIt()
    {
        Seen seen;
        LeaderHistory &history = seen.history;
        const LeaderSpan gap = history.vacancies[0];
        Failover &failover = history.failovers[0];
        failover.at = *gap.until;
        failover.vacancy = 1480ms; // lost before its lease ran out
        failover.uncertainty = 740ms;
        const LaneChart chart = laneChart(history);
        QCOMPARE(chart.vacancies[0].span, (LeaderSpan{*gap.until - 1480ms, gap.until}));
        QVERIFY(LaneText::caption(chart.vacancies[0], seen.now)
                    .contains(QStringLiteral("1.48 s without a leader")));
        QCOMPARE(chart.vacancies[0].cause,
                 laneChart(twoFailovers(seen.now, seen.clock.wallNow())).vacancies[0].cause);
        // The same where nobody knows that there was such a time at all.
        failover.vacancy = 300ms;
        QVERIFY(LaneText::caption(laneChart(history).vacancies[0], seen.now)
                    .contains(QStringLiteral("under 1.04 s")));
        failover.vacancy = 0ms;
        QCOMPARE(laneChart(history).vacancies[0].span, gap);
    }

    void whatAnotherCandidateSufferedIsNoCause()
    {
        Seen seen;
        for (LeaderMark &mark : seen.history.marks) {
            if (mark.kind == LeaderMark::Kind::Killed)
                mark.candidate = 2;
        }
        QVERIFY(laneChart(seen.history).vacancies[0].cause.isEmpty());
    }

    /** Files come from anywhere, with any number of signs at one moment. */
    void aCauseIsNotLookedForAmongThousands()
    {
        Seen seen;
        LeaderHistory &history = seen.history;
        const SteadyTime killed = history.vacancies[0].from;
        const auto cause = [&](int others) {
            history.marks = {{LeaderMark::Kind::Killed, killed, {}, QStringLiteral("killed")}};
            for (int i = 0; i < others; ++i)
                history.marks.push_back({LeaderMark::Kind::Skewed, killed, {}, {}});
            return laneChart(history).vacancies[0].cause;
        };
        QCOMPARE(cause(20), u"killed");
        QCOMPARE(cause(100), QString());
    }

    void aVacancyThatLastsGrows()
    {
        const LaneChart::Vacancy vacancy{{SteadyTime(1s), {}}, QStringLiteral("killed"), {}};
        QCOMPARE(LaneText::caption(vacancy, SteadyTime(1990ms)),
                 u"killed · 0.99 s without a leader");
        QCOMPARE(LaneText::shortCaption(vacancy, SteadyTime(13560ms)), u"12.5 s");
    }

    void unseenStretchesAreForAllLanes()
    {
        const ManualClock clock;
        const LaneChart chart = laneChart(withUnseen(clock.now(), clock.wallNow()));
        QCOMPARE(chart.unseen.size(), size_t(1));
        QVERIFY(!chart.unseen[0].lane);
    }

    /** Nobody is said to lead, or not to, at a time at which nobody looks. */
    void whatLastedIsToldUntilItWasSeenLast()
    {
        Seen seen;
        const SteadyTime blind = seen.now - 20s;
        seen.history.unseen = {{blind, std::nullopt}};
        const LaneChart led = laneChart(seen.history);
        const LaneChart::Lane &lane = led.lanes[2];
        QCOMPARE(led.unseenSince(), std::optional(blind));
        QCOMPARE(lane.leads.back().span.until, std::optional(blind));
        QVERIFY(lane.leads.back().openEnd && !lane.leadsNow);
        QCOMPARE(lane.detail, u"led when last seen");
        const QString told = LaneText::summary(led, seen.now);
        QVERIFY2(!told.contains(u"leads now") && told.contains(u"has not been known since")
                     && told.contains(u"x2kqz led when last seen."),
                 qPrintable(told));
        QCOMPARE(LaneText::lastKnown(led, blind, seen.now),
                 u"batch-leader-7f9c4d6b58-x2kqz led when last seen, 20 s ago");
        const QString then = LaneText::toolTip(led, 2, seen.now - 1s, seen.now, 1ms);
        QVERIFY2(then.contains(u"not known: the server did not answer")
                     && !then.contains(u"\nled "),
                 qPrintable(then));
        QVERIFY(LaneText::toolTip(led, 2, blind - 50ms, seen.now, 1ms)
                    .contains(u"how it went on is not known"));

        LeaderHistory vacant;
        vacant.since = seen.now - 10min;
        vacant.vacancies = {{seen.now - 25min, std::nullopt}};
        vacant.unseen = {{blind, std::nullopt}};
        const LaneChart nobody = laneChart(vacant);
        QCOMPARE(nobody.vacancies.back().span.until, std::optional(blind));
        QVERIFY(nobody.vacancies.back().openEnd);
        QVERIFY(LaneText::summary(nobody, seen.now).contains(u"Nobody led when last looked at."));
        QVERIFY(!LaneText::summary(nobody, seen.now).contains(u"Nobody leads now"));
        QCOMPARE(LaneText::lastKnown(nobody, blind, seen.now),
                 u"nobody led when last looked at, 20 s ago");
        QCOMPARE(LaneText::caption(nobody.vacancies.back(), seen.now),
                 LaneText::caption(nobody.vacancies.back(), seen.now + 1h)); // nothing counts on
        // Looked at again, it is told as ever.
        vacant.unseen.back().until = seen.now;
        QVERIFY(!laneChart(vacant).unseenSince());
        QVERIFY(!laneChart(vacant).vacancies.back().openEnd);
    }

    void ofATableThatIsNotReadNothingIsSaid()
    {
        Seen seen;
        seen.history.unseen = {{seen.now - 5s, std::nullopt}};
        const LaneChart chart = laneChart(&seen.history, labTruth(seen.now, ServerTime{}));
        QCOMPARE(chart.lanes[0].detail, u"not known");
        QVERIFY(!chart.unseenSince()); // what the candidates report is known
    }

    /** As by `,` and `.`: somebody who comes to wait is told where nothing else happens. */
    void whoWaitsIsSteppedTo()
    {
        LaneChart chart;
        chart.story = LaneChart::Story::Holds;
        const SteadyTime since = ManualClock().now();
        chart.since = since;
        LaneChart::Lane held;
        LaneChart::Bar bar;
        bar.span = {since, since + 60s};
        bar.told = QStringLiteral("x held by web-1 for");
        bar.openEnd = true;
        held.leads = {bar};
        LaneChart::Lane waiting;
        waiting.label = QStringLiteral("Waiting");
        waiting.levels = {{{since, since + 10s}, 1},
                          {{since + 10s, since + 20s}, 4},
                          {{since + 30s, std::nullopt}, 2}};
        chart.lanes = {held, waiting};
        const auto steps = [&](std::optional<int> lane, bool forward) {
            QStringList told;
            SteadyTime at = forward ? since - 1s : since + 2min;
            const SteadyTime now = since + 2min;
            while (const auto event = forward ? LaneText::nextEvent(chart, lane, at, now)
                                              : LaneText::previousEvent(chart, lane, at, now)) {
                told << event->text.section(u' ', 2);
                at = event->at;
            }
            return told;
        };
        const QStringList later{QStringLiteral("waiting: 4"),
                                QStringLiteral("nobody waits any more"),
                                QStringLiteral("waiting: 2")};
        QCOMPARE(steps({}, true),
                 QStringList(QStringLiteral("x held by web-1 for ≥ 1 m 00.000 s")) + later);
        QCOMPARE(steps(1, true), QStringList(QStringLiteral("waiting: 1")) + later);
        QStringList back = steps(1, false);
        std::reverse(back.begin(), back.end());
        QCOMPARE(back, steps(1, true));
    }

    void truthStandsBelowTheTable()
    {
        const Seen seen;
        const LeaderHistory truth = labTruth(seen.now, seen.clock.wallNow());
        const LaneChart chart = laneChart(&seen.history, truth);
        QCOMPARE(chart.lanes.size(), size_t(4));
        QCOMPARE(chart.lanes[0].leads.size(), size_t(3));
        QCOMPARE(chart.lanes[0].leads[1].text, u"pod-2");
        // The frozen one: the table let it go, it did not know.
        QCOMPARE(chart.lanes[2].leads[0].span.until, seen.since + 33100ms);
        QCOMPARE(chart.lanes[2].believes[0].span.until, seen.since + 44800ms);
        QCOMPARE(chart.overlaps.size(), size_t(1));
        QCOMPARE(chart.overlaps[0].first, 2);
        QCOMPARE(chart.overlaps[0].second, 3);
        for (const LeaderMark &mark : chart.marks)
            QVERIFY(!mark.candidate || *mark.candidate > 0);
    }

    void whenTheTableNamesNobodyIsSeenInItsLane()
    {
        const Seen seen;
        LeaderHistory table = seen.history;
        table.vacancies = {{seen.since + 20s, seen.since + 21s}};
        const LeaderHistory truth = labTruth(seen.now, seen.clock.wallNow());
        const LaneChart chart = laneChart(&table, truth);
        QCOMPARE(chart.tableVacancies.size(), size_t(1));
        QCOMPARE(chart.tableVacancies[0].span, table.vacancies[0]);
        QCOMPARE(chart.vacancies.size(), truth.vacancies.size());
        QVERIFY(laneChart(table).tableVacancies.empty());
        const auto told = [&](int lane) {
            return LaneText::toolTip(chart, lane, seen.since + 20500ms, seen.now, 1ms);
        };
        QVERIFY2(told(0).contains(u"nobody 1.000 s"), qPrintable(told(0)));
        QVERIFY(!told(1).contains(u"nobody 1.000 s"));
    }

    void aFindingIsMarkedByItsTitle()
    {
        LeaderMark mark{LeaderMark::Kind::Finding, {}, {}, QStringLiteral("lease-margin")};
        QCOMPARE(LaneText::mark(mark), QStringLiteral("Lease too close to the renewal"));
        mark.text = QStringLiteral("two leaders");
        QCOMPARE(LaneText::mark(mark), QStringLiteral("two leaders"));
    }

    /** A recording that was made in English is shown in another language. */
    void whatALabSaidIsToldInOurLanguage()
    {
        QTranslator korean; // until the end of this
        QVERIFY(korean.load(QStringLiteral(":/translations/lockmaster_ko")));
        QVERIFY(QCoreApplication::installTranslator(&korean));
        LeaderMark mark{LeaderMark::Kind::Restarted, {}, {}, {}};
        const QString ours = LaneText::mark(mark);
        mark.text = QStringLiteral("restarted");
        QVERIFY(ours != mark.text);
        QCOMPARE(LaneText::mark(mark), ours);
        LaneChart::Vacancy vacancy;
        vacancy.cause = QStringLiteral("killed");
        const QString caption = LaneText::caption(vacancy, {});
        QVERIFY2(!caption.contains(u"killed"), qPrintable(caption));
        mark.text = QStringLiteral("what nobody knows");
        QCOMPARE(LaneText::mark(mark), mark.text);
    }

    void aSharedIdentityIsNotTakenApart()
    {
        Seen seen;
        LeaderHistory truth = labTruth(seen.now, seen.clock.wallNow());
        for (LeaderCandidate &candidate : truth.candidates)
            candidate.identity = "same-host";
        seen.history.candidates = {makeCandidate("same-host")};
        seen.history.reigns = {makeReign(0, {seen.since, {}}, 1s, seen.now)};
        const LaneChart chart = laneChart(&seen.history, truth);
        QCOMPARE(chart.lanes[0].leads.size(), size_t(1));
        for (size_t lane = 1; lane < 4; ++lane) {
            QCOMPARE(chart.lanes[lane].leads.size(), size_t(1)); // its own report, full size
            QVERIFY(chart.lanes[lane].believes.empty());
        }
        QVERIFY(chart.lanes[1].id != chart.lanes[2].id);
    }

    void truthAloneIsFullSize()
    {
        const Seen seen;
        const LaneChart chart = laneChart(nullptr, labTruth(seen.now, seen.clock.wallNow()));
        QCOMPARE(chart.lanes.size(), size_t(3));
        QVERIFY(chart.lanes[1].believes.empty());
        QCOMPARE(chart.lanes[0].detail, u"pid 48211");
        QCOMPARE(chart.lanes[2].detail, u"leads now · pid 48213");
    }

    void hostileNamesAreLiteral()
    {
        LeaderHistory history;
        history.candidates = {{QByteArray("a\nb\0c", 5), {}, {}}, {{}, {}, {}}};
        const LaneChart chart = laneChart(history);
        QCOMPARE(chart.lanes[0].label, u"a\\nb\\x00c");
        QVERIFY(!chart.lanes[1].label.isEmpty());
        history.candidates[0].identity = QByteArray(10'000, 'x');
        QVERIFY(laneChart(history).lanes[0].label.size() <= 120);
    }

    void aTooltipTellsHeartbeatsAndReign()
    {
        const Seen seen;
        const LaneChart chart = laneChart(seen.history);
        const QString text = LaneText::toolTip(chart, 0, seen.since + 3250ms, seen.now, 10ms);
        QVERIFY2(text.contains(u"led 13.640 s"), qPrintable(text));
        QVERIFY2(text.contains(u"heartbeat 0.250 s before"), qPrintable(text));
        QVERIFY2(text.contains(u"next heartbeat 0.750 s after"), qPrintable(text));
        QVERIFY2(text.contains(u"interval 1.000 s"), qPrintable(text));
        QVERIFY(!text.contains(u"without a leader"));
    }

    void aTooltipTellsVacancyAndMarks()
    {
        const Seen seen;
        const LaneChart chart = laneChart(seen.history);
        const QString vacant = LaneText::toolTip(chart, {}, seen.since + 14s, seen.now, 10ms);
        QVERIFY2(vacant.contains(u"without a leader for 0.920 s"), qPrintable(vacant));
        QVERIFY2(vacant.contains(u"known to within ±0.040 s"), qPrintable(vacant));
        QVERIFY2(vacant.contains(u"because: killed"), qPrintable(vacant));
        const QString mark = LaneText::toolTip(chart, 0, seen.since + 12435ms, seen.now, 10ms);
        QVERIFY2(mark.contains(u"killed"), qPrintable(mark));
        QVERIFY(LaneText::toolTip(chart, 0, seen.since - 1s, seen.now, 10ms)
                    .contains(LaneText::before({})));
    }

    void oneStepsFromEventToEvent()
    {
        const Seen seen;
        const LaneChart chart = laneChart(seen.history);
        QStringList told;
        std::optional<LaneEvent> event;
        for (SteadyTime at = seen.since - 1ms;
             (event = LaneText::nextEvent(chart, {}, at, seen.now)); at = event->at)
            told << event->text.section(u' ', 1);
        QCOMPARE(told.size(), 9);
        QCOMPARE(told[0], u"pod-1 leads for 13.640 s");
        QCOMPARE(told[1], u"pod-1 killed");
        QVERIFY2(told[2].startsWith(u"killed · 0.92 s without a leader"), qPrintable(told[2]));
        QCOMPARE(told[3], u"pod-2 leads for 18.540 s");

        int back = 0;
        for (SteadyTime at = seen.now; (event = LaneText::previousEvent(chart, {}, at, seen.now));
             at = event->at)
            ++back;
        QCOMPARE(back, 9);
    }

    void steppingKeepsToALane()
    {
        const Seen seen;
        const LaneChart chart = laneChart(seen.history);
        const auto event = LaneText::nextEvent(chart, 1, seen.since, seen.now);
        QVERIFY(event);
        QCOMPARE(event->at, seen.since + 13640ms); // the vacancy concerns all
        const auto next = LaneText::nextEvent(chart, 1, event->at, seen.now);
        QCOMPARE(next->lane, 1);
    }

    void theSummaryNamesTheLeader()
    {
        const Seen seen;
        const QString text = LaneText::summary(laneChart(seen.history), seen.now);
        QVERIFY2(text.contains(u"batch-leader-7f9c4d6b58-x2kqz leads now."), qPrintable(text));
        QVERIFY2(text.contains(u"2.71 s"), qPrintable(text));
        QCOMPARE(LaneText::summary({}, seen.now), LaneText::nothingYet());
    }
};

LOCKMASTER_TEST(TestLaneChart, QCoreApplication)

} // namespace tst_lanechart

#include "tst_lanechart.moc"
