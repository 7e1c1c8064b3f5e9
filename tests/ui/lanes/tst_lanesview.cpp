// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lanefixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "core/display/lanetext.h"
#include "ui/kit/figurerow.h"
#include "ui/lanes/lanesfoot.h"
#include "ui/lanes/lanesgeometry.h"
#include "ui/lanes/lanestip.h"
#include "ui/lanes/lanesview.h"

#include <QAccessible>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lanesview {

namespace {

struct Shown {
    ManualClock clock;
    LeaderHistory history = twoFailovers(clock.now(), clock.wallNow());
    SteadyTime since = history.since;
    LanesView view{clock};

    Shown()
    {
        view.setChart(std::make_shared<const LaneChart>(laneChart(history)));
        view.resize(1000, 300);
        view.show();
    }

    void key(int code) { QTest::keyClick(&view, Qt::Key(code)); }

    void wheel(double x, QPoint turned, Qt::KeyboardModifiers modifiers = {})
    {
        const QPointF at(x, 100);
        QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, turned, {}, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view.viewport(), &event);
    }

    double x(SteadyTime at) const { return view.geometryNow().x(at); }
    SteadyTime::duration pixel() const
    {
        return std::chrono::nanoseconds(std::llround(view.geometryNow().nanosPerPixel));
    }
};

SteadyTime::duration lengthOf(const LeaderSpan &span)
{
    return *span.until - span.from;
}

} // namespace

class TestLanesView : public QObject
{
    Q_OBJECT

private slots:
    void followingKeepsNowAtTheRight()
    {
        Shown shown;
        QVERIFY(shown.view.isFollowing());
        shown.clock.advance(7s);
        const LanesGeometry geometry = shown.view.geometryNow();
        const double right = geometry.lanes().right() + 1;
        QVERIFY(std::abs(geometry.x(shown.clock.now()) - right) <= 1);
        QCOMPARE(lengthOf(shown.view.visibleSpan()), SteadyTime::duration(60s));
    }

    /** A story of five seconds in a minute's axis would be at its edge. */
    void aStoryThatHasOnlyBegunFillsTheWidth()
    {
        Shown shown;
        const auto at = [&shown](SteadyTime::duration told) {
            shown.view.followFromBegin();
            LaneChart chart = *shown.view.chart();
            chart.since = shown.clock.now() - told;
            shown.view.setChart(std::make_shared<const LaneChart>(chart));
            return lengthOf(shown.view.visibleSpan());
        };
        QCOMPARE(at(5s), SteadyTime::duration(15s));
        QCOMPARE(at(16s), SteadyTime::duration(16s));
        QCOMPARE(shown.view.visibleSpan().from, shown.view.chart()->since);
        QCOMPARE(at(31s), SteadyTime::duration(31s));
        QCOMPARE(at(1h), SteadyTime::duration(60s));
        QVERIFY(shown.view.visibleSpan().from > shown.view.chart()->since);
        // Whoever chose a stretch keeps it, however long it goes on.
        QCOMPARE(at(5s), SteadyTime::duration(15s));
        shown.key(Qt::Key_Plus);
        shown.key(Qt::Key_Minus);
        shown.clock.advance(20s);
        shown.view.setChart(shown.view.chart());
        QCOMPARE(lengthOf(shown.view.visibleSpan()), SteadyTime::duration(15s));
        QVERIFY(shown.view.isFollowing());
    }

    void theLiveEdgeStopsWhenToldTo()
    {
        Shown shown;
        const SteadyTime stopped = shown.clock.now();
        shown.view.setLive(false);
        shown.clock.advance(7s);
        QCOMPARE(shown.view.now(), stopped);
        shown.view.setLive(true);
        QCOMPARE(shown.view.now(), shown.clock.now());
    }

    void theWheelZoomsAtThePointer()
    {
        Shown shown;
        const SteadyTime failover = shown.since + 14s;
        const double before = shown.x(failover);
        shown.wheel(before, {0, 120});
        QVERIFY(!shown.view.isFollowing());
        QVERIFY(lengthOf(shown.view.visibleSpan()) < SteadyTime::duration(60s));
        QVERIFY(std::abs(shown.x(failover) - before) <= 1.5);
        for (int i = 0; i < 20; ++i)
            shown.wheel(before, {0, 120});
        QVERIFY(std::abs(shown.x(failover) - before) <= 1.5);
    }

    void zoomHasBounds()
    {
        Shown shown;
        shown.view.setFollowing(false);
        for (int i = 0; i < 200; ++i)
            shown.wheel(500, {0, 120});
        QCOMPARE(lengthOf(shown.view.visibleSpan()), SteadyTime::duration(100ms));
        for (int i = 0; i < 400; ++i)
            shown.wheel(500, {0, -120});
        QCOMPARE(lengthOf(shown.view.visibleSpan()), SteadyTime::duration(6h));
    }

    void zoomingOutGoesOnFollowing()
    {
        Shown shown;
        shown.key(Qt::Key_Minus);
        QVERIFY(shown.view.isFollowing());
        QVERIFY(lengthOf(shown.view.visibleSpan()) > SteadyTime::duration(60s));
    }

    void panningEndsFollowingAndTheEndResumesIt()
    {
        Shown shown;
        const QSignalSpy followed(&shown.view, &LanesView::followingChanged);
        shown.key(Qt::Key_Left);
        QVERIFY(!shown.view.isFollowing());
        const LeaderSpan there = shown.view.visibleSpan();
        shown.clock.advance(5s);
        QCOMPARE(shown.view.visibleSpan(), there); // what one looks at stays
        shown.key(Qt::Key_End);
        QVERIFY(shown.view.isFollowing());
        QCOMPARE(followed.size(), 2);
        shown.wheel(500, {0, 120}, Qt::ShiftModifier);
        QVERIFY(!shown.view.isFollowing());
        for (int i = 0; i < 20; ++i)
            shown.key(Qt::Key_Right);
        QVERIFY(shown.view.isFollowing());
        QCOMPARE(followed.size(), 4);
    }

    void oneCannotGetLost()
    {
        Shown shown;
        for (int i = 0; i < 300; ++i)
            shown.key(Qt::Key_Left);
        const LeaderSpan span = shown.view.visibleSpan();
        QVERIFY(*span.until > shown.since);
        shown.key(Qt::Key_Home);
        QVERIFY(shown.view.visibleSpan().from <= shown.since);
    }

    void draggingPansAndADoubleClickFollows()
    {
        Shown shown;
        const SteadyTime before = shown.view.visibleSpan().from;
        QWidget *paper = shown.view.viewport();
        QTest::mousePress(paper, Qt::LeftButton, {}, {500, 100});
        QTest::mouseMove(paper, {600, 100});
        QTest::mouseRelease(paper, Qt::LeftButton, {}, {600, 100});
        QVERIFY(!shown.view.isFollowing());
        const auto moved = before - shown.view.visibleSpan().from;
        QVERIFY(std::chrono::abs(moved - 100 * shown.pixel()) <= 2 * shown.pixel());
        QTest::mouseDClick(paper, Qt::LeftButton, {}, {500, 100});
        QVERIFY(shown.view.isFollowing());
    }

    void aNewChartKeepsWhereOneIs()
    {
        Shown shown;
        shown.view.showSpan({shown.since + 10s, shown.since + 20s});
        shown.view.chooseLane(shown.view.chart()->lanes[1].id);
        LeaderHistory later = shown.history;
        later.candidates.insert(later.candidates.begin(), makeCandidate("pod-0"));
        for (auto &reign : later.reigns) {
            Reign moved = *reign;
            ++moved.candidate;
            reign = std::make_shared<const Reign>(moved);
        }
        later.marks.clear();
        shown.view.setChart(std::make_shared<const LaneChart>(laneChart(later)));
        QCOMPARE(shown.view.visibleSpan(), (LeaderSpan{shown.since + 10s, shown.since + 20s}));
        QCOMPARE(shown.view.chosenLane(), shown.view.chart()->lanes[2].id);
    }

    void theKeyboardChoosesLanes()
    {
        Shown shown;
        const QSignalSpy chosen(&shown.view, &LanesView::laneChosen);
        shown.key(Qt::Key_Down);
        QCOMPARE(shown.view.chosenLane(), shown.view.chart()->lanes[0].id);
        shown.key(Qt::Key_Up);
        QCOMPARE(shown.view.chosenLane(), shown.view.chart()->lanes[0].id);
        for (int i = 0; i < 5; ++i)
            shown.key(Qt::Key_Down);
        QCOMPARE(shown.view.chosenLane(), shown.view.chart()->lanes[2].id);
        QVERIFY(shown.view.spoken().startsWith(u"batch-leader"));
        shown.key(Qt::Key_Escape);
        QVERIFY(shown.view.chosenLane().isEmpty());
        QCOMPARE(chosen.size(), 4);
    }

    void manyLanesScroll()
    {
        Shown shown;
        const auto chart = std::make_shared<const LaneChart>(
            laneChart(manyTurns(50, shown.clock.now(), shown.clock.wallNow())));
        shown.view.setChart(chart);
        for (int i = 0; i < 50; ++i)
            shown.key(Qt::Key_Down);
        const LanesGeometry geometry = shown.view.geometryNow();
        QVERIFY(geometry.scroll > 0);
        QVERIFY(geometry.lanes().contains(geometry.lane(49)));
        QVERIFY(geometry.metrics.laneHeight >= 20);
        QCOMPARE(geometry.laneAt(geometry.lane(49).center().y()), 49);
    }

    void fewLanesAreNoGiants()
    {
        Shown shown;
        shown.view.resize(1000, 900);
        const LanesGeometry geometry = shown.view.geometryNow();
        QVERIFY(geometry.metrics.laneHeight <= 112);
        QVERIFY(geometry.foot().bottom() < 450); // captions stand right below the lanes
    }

    void eventsAreSteppedToAndSpoken()
    {
        Shown shown;
        shown.key(Qt::Key_Home);
        shown.key(Qt::Key_Period);
        shown.key(Qt::Key_Period);
        QVERIFY2(shown.view.spoken().contains(u"pod-1 killed"), qPrintable(shown.view.spoken()));
        QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(&shown.view);
        QCOMPARE(spoken->role(), QAccessible::Chart);
        QCOMPARE(spoken->text(QAccessible::Value), shown.view.spoken());
        QCOMPARE(spoken->text(QAccessible::Description), shown.view.spoken());
        shown.key(Qt::Key_Comma);
        QVERIFY2(shown.view.spoken().contains(u"pod-1 leads"), qPrintable(shown.view.spoken()));
        for (int i = 0; i < 20; ++i)
            shown.key(Qt::Key_Period);
        QCOMPARE(shown.view.spoken(), LanesView::tr("No later event."));
    }

    void screenReadersAreToldOfTickingFiguresNowAndThen()
    {
        FigureRow row;
        std::vector<Figure> figures{{QStringLiteral("Leader"), QStringLiteral("a"), {}, {}},
                                    {QStringLiteral("Held"), QStringLiteral("1 s"), {}, {}}};
        row.setFigures(figures);
        const QWidget *held = row.findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly)[1];
        QCOMPARE(held->accessibleName(), QStringLiteral("Held"));
        for (int i = 0; i < 20; ++i) {
            figures[1].value = QString::number(i);
            row.setFigures(figures);
        }
        QCOMPARE(held->accessibleDescription(), QStringLiteral("1 s"));
        QTRY_COMPARE(held->accessibleDescription(), QStringLiteral("19"));
        QCOMPARE(held->accessibleName(), QStringLiteral("Held"));
    }

    void figuresInSeveralRowsStandInColumns()
    {
        FigureRow row;
        std::vector<Figure> figures{{QStringLiteral("History of"),
                                     QStringLiteral("a lock with a name that is long"),
                                     {},
                                     {}}};
        for (const int digits : {3, 9, 5, 4, 7, 2, 8}) {
            figures.push_back({QStringLiteral("Held"), QString(digits, u'0'), {}, {}});
        }
        row.setFigures(figures);
        row.show();
        const auto boxes = row.findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
        const int all = row.heightForWidth(10'000);
        int several = 10'000;
        while (row.heightForWidth(several) == all)
            --several;
        row.resize(several, row.heightForWidth(several));
        // Eight in two rows: four and four.
        for (qsizetype i = 0; i < 4; ++i) {
            QCOMPARE(boxes[i + 4]->x(), boxes[i]->x());
            QCOMPARE(boxes[i + 4]->y(), boxes[4]->y());
            QVERIFY(boxes[i + 4]->y() > boxes[i]->geometry().bottom());
        }
        for (const QWidget *box : boxes)
            QVERIFY(row.rect().contains(box->geometry()));
        for (const int width : {several - 200, 190, 60, 1}) {
            row.resize(width, row.heightForWidth(width));
            for (qsizetype i = 0; i < boxes.size(); ++i) {
                for (qsizetype j = 0; j < i; ++j)
                    QVERIFY(!boxes[i]->geometry().intersects(boxes[j]->geometry()));
            }
        }
    }

    void theWholeIsDescribed()
    {
        Shown shown;
        QVERIFY(shown.view.accessibleDescription().contains(u"leads now"));
        QVERIFY(!shown.view.accessibleName().isEmpty());
        shown.view.setChart(std::make_shared<const LaneChart>());
        QCOMPARE(shown.view.accessibleDescription(), LaneText::nothingYet());
    }

    void pointsAreHitWhereTheyAreDrawn()
    {
        Shown shown;
        const LanesGeometry geometry = shown.view.geometryNow();
        const SteadyTime beat = shown.since + 3s;
        const QPoint at(int(std::lround(geometry.x(beat))), geometry.bar(0).center().y());
        QVERIFY(std::chrono::abs(geometry.at(at.x()) - beat) <= shown.pixel());
        const QString text = lanesToolTip(*shown.view.chart(), geometry, at);
        QVERIFY2(text.contains(u"pod-1"), qPrintable(text));
        QVERIFY2(text.contains(u"led 13.640 s"), qPrintable(text));
        const QPoint label(20, geometry.lane(2).center().y());
        QCOMPARE(lanesToolTip(*shown.view.chart(), geometry, label),
                 u"batch-leader-7f9c4d6b58-x2kqz\nleads now");
        QVERIFY(lanesToolTip(*shown.view.chart(), geometry, {500, 2000}).isEmpty());
    }

    void axisStepsAreNice()
    {
        QCOMPARE(axisStep(1ms), Micros(10ms));
        QCOMPARE(axisStep(11ms), Micros(20ms));
        QCOMPARE(axisStep(6s), Micros(10s));
        QCOMPARE(axisStep(40min), Micros(1h));
        QCOMPARE(axisStep(1000h), Micros(672h));
    }

    void axisLabelsAreRoundLocalTimes()
    {
        const ManualClock clock;
        LaneChart chart;
        chart.since = clock.now();
        chart.wallAtSince = clock.wallNow(); // 03:04:05 UTC
        const auto labels = axisLabels(chart, chart.since + 1300ms, chart.since + 62s, 10s);
        QCOMPARE(labels.size(), size_t(6));
        QCOMPARE(labels[0].at, chart.since + 5s);
        QVERIFY(labels[0].text.endsWith(u":10"));
        const auto fine = axisLabels(chart, chart.since + 1ms, chart.since + 101ms, 50ms);
        QCOMPARE(fine.size(), size_t(2));
        QVERIFY(fine[1].text.endsWith(u".100"));
    }

    void daysBeginAtMidnightAcrossAChangeOfTheClocks()
    {
        const QByteArray zone = qgetenv("TZ");
        const bool hadZone = qEnvironmentVariableIsSet("TZ");
        const auto restore = qScopeGuard([&] {
            hadZone ? qputenv("TZ", zone) : qunsetenv("TZ");
            tzset();
        });
        qputenv("TZ", "Europe/Berlin");
        tzset();
        const QDateTime noon(QDate(2026, 10, 23), QTime(12, 0)); // the 25th has 25 hours
        if (noon.offsetFromUtc() != 2 * 3600) {
            QVERIFY2(!qEnvironmentVariableIsSet("CI"), "knows no time zones");
            QSKIP("knows no time zones");
        }
        LaneChart chart;
        chart.since = ManualClock().now();
        chart.wallAtSince = ServerTime(std::chrono::milliseconds(noon.toMSecsSinceEpoch()));
        const auto labels = axisLabels(chart, chart.since, chart.since + 5 * 24h, 24h);
        QStringList texts;
        for (const AxisLabel &label : labels)
            texts.append(label.text);
        QCOMPARE(texts.join(u' '), u"10-24 10-25 10-26 10-27 10-28");
        QCOMPARE(labels[1].at, chart.since + 36h);
        QCOMPARE(labels[2].at, chart.since + 36h + 25h);
        const auto coarse = axisLabels(chart, chart.since, chart.since + 5 * 24h, 48h);
        QCOMPARE(coarse.size(), size_t(3));
        QCOMPARE(coarse[1].at - coarse[0].at, std::chrono::nanoseconds(49h));
    }

    void textsBelowTheLanesNeverOverlap_data()
    {
        QTest::addColumn<int>("seconds");
        for (const int seconds : {5, 30, 60, 300, 3600})
            QTest::addRow("%d s", seconds) << seconds;
    }
    void textsBelowTheLanesNeverOverlap()
    {
        QFETCH(int, seconds);
        Shown shown;
        const LaneChart chart = laneChart(manyTurns(7, shown.clock.now(), shown.clock.wallNow()));
        LanesGeometry geometry = shown.view.geometryNow();
        geometry.metrics = LanesMetrics::fitting(chart, shown.view.font(), geometry.size);
        geometry.laneCount = int(chart.lanes.size());
        geometry.nanosPerPixel = 1e9 * seconds / geometry.lanes().width();
        geometry.from = shown.clock.now() - std::chrono::seconds(seconds);
        const auto texts = footTexts(chart, geometry, shown.view.font());
        QVERIFY(seconds == 5 || texts.size() >= 2);
        for (size_t i = 0; i < texts.size(); ++i) {
            QVERIFY(geometry.foot().contains(texts[i].rect));
            for (size_t j = 0; j < i; ++j)
                QVERIFY(!texts[i].rect.intersects(texts[j].rect));
        }
    }

    void textsKeepTheirPlacesWhileTimeMoves()
    {
        Shown shown;
        const LaneChart chart = laneChart(manyTurns(7, shown.clock.now(), shown.clock.wallNow()));
        LanesGeometry geometry = shown.view.geometryNow();
        geometry.metrics = LanesMetrics::fitting(chart, shown.view.font(), geometry.size);
        geometry.nanosPerPixel = 1e9 * 120 / geometry.lanes().width();
        geometry.from = chart.since + 1000s;
        const auto rowOf = [&](const QString &text) {
            for (const FootText &one : footTexts(chart, geometry, shown.view.font())) {
                if (one.text == text)
                    return one.rect.top();
            }
            return -1;
        };
        const auto first = footTexts(chart, geometry, shown.view.font());
        const FootText &middle = first[first.size() / 2];
        for (int i = 0; i < 20; ++i) {
            geometry.from += 500ms;
            const int row = rowOf(middle.text);
            QVERIFY(row == -1 || row == middle.rect.top());
        }
    }

    void theLongestVacanciesAreNamedWhereNotAllCanBe()
    {
        Shown shown;
        LaneChart chart = laneChart(manyTurns(7, shown.clock.now(), shown.clock.wallNow()));
        const SteadyTime middle = shown.clock.now() - 1800s;
        for (LaneChart::Vacancy &vacancy : chart.vacancies) {
            if (vacancy.span.from > middle) {
                vacancy.span.until = vacancy.span.from + 3900ms;
                break;
            }
        }
        LanesGeometry geometry = shown.view.geometryNow();
        geometry.metrics = LanesMetrics::fitting(chart, shown.view.font(), geometry.size);
        geometry.nanosPerPixel = 3600e9 / geometry.lanes().width();
        geometry.from = chart.since;
        const auto texts = footTexts(chart, geometry, shown.view.font());
        QVERIFY(std::any_of(texts.begin(), texts.end(), [](const FootText &text) {
            return text.text == u"killed · 3.90 s without a leader";
        }));
    }

    void anEmptyViewSaysSo()
    {
        const ManualClock clock;
        LanesView view(clock);
        view.resize(600, 200);
        QVERIFY(!view.grab().isNull());
        for (const int code : {Qt::Key_Period, Qt::Key_Down, Qt::Key_Home, Qt::Key_Plus})
            QTest::keyClick(&view, Qt::Key(code));
        QVERIFY(view.chosenLane().isEmpty());
    }
};

LOCKMASTER_TEST(TestLanesView, QApplication)

} // namespace tst_lanesview

#include "tst_lanesview.moc"
