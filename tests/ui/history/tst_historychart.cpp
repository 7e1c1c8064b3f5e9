// SPDX-License-Identifier: Apache-2.0
#include "tests/support/historyshowcase.h"
#include "tests/support/testprogram.h"
#include "ui/history/historychart.h"
#include "ui/history/holdbins.h"
#include "core/display/lanetext.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_historychart {

class TestHistoryChart : public QObject
{
    Q_OBJECT

    HistoryShowcase m_shown;

    HistoryAnswer ask(const HistoryQuestion &question) const
    {
        HistoryAnswer answer =
            answerFromHistory({m_shown.store(), m_shown.audit()}, question, m_never);
        answer.asked = m_shown.clock.wallNow();
        return answer;
    }
    HistoryLanes lanes(const HistoryAnswer &answer) const
    {
        return historyLanes(answer, HistoryText::laneRows(answer),
                            {m_shown.clock.wallNow(), m_shown.clock.now(), {}});
    }
    static HistoryQuestion lastHour(const ManualClock &clock)
    {
        HistoryQuestion question;
        question.query.most = 1000;
        question.query.withHeldBefore = true;
        question.query.from = clock.wallNow() - 1h;
        return question;
    }
    static const LaneChart::Lane *laneOf(const LaneChart &chart, const QString &label)
    {
        for (const LaneChart::Lane &lane : chart.lanes) {
            if (lane.label == label)
                return &lane;
        }
        return nullptr;
    }

    const std::atomic<bool> m_never{false};

private slots:
    void severalLocksHaveALaneEach()
    {
        const HistoryLanes made = lanes(ask(lastHour(m_shown.clock)));
        QStringList labels;
        for (const LaneChart::Lane &lane : made.chart.lanes)
            labels << lane.label;
        QCOMPARE(labels, (QStringList{QStringLiteral("coupon:7"), QStringLiteral("daily-close"),
                                      QStringLiteral("invoice-run"), QStringLiteral("order:42"),
                                      QStringLiteral("user:42:card")}));
        QVERIFY(laneOf(made.chart, QStringLiteral("daily-close"))->leadsNow);
        QVERIFY(!laneOf(made.chart, QStringLiteral("coupon:7"))->leadsNow);
        QCOMPARE(made.chart.story, LaneChart::Story::Holds);
    }

    void oneLockHasALaneForEachOwner()
    {
        HistoryQuestion question = lastHour(m_shown.clock);
        question.query.lock = "user:42:card";
        const HistoryLanes made = lanes(ask(question));
        QCOMPARE(made.chart.lanes.size(), size_t(3));
        QCOMPARE(made.chart.lanes.front().label, QStringLiteral("1c4e9a7f:302"));
        // Somebody waited: the band below.
        QCOMPARE(made.chart.lanes.front().believes.size(), size_t(1));
        QVERIFY(made.chart.lanes.back().believes.empty());
    }

    void whereNobodyLookedALaneIsHatchedAndNothingBridged()
    {
        const HistoryLanes made = lanes(ask(lastHour(m_shown.clock)));
        const LaneChart::Lane *lane = laneOf(made.chart, QStringLiteral("invoice-run"));
        QVERIFY(lane && lane->unseen);
        QCOMPARE(lane->unseen->size(), size_t(1));
        const SteadyTime now = m_shown.clock.now();
        QCOMPARE(lane->unseen->front().from, now - 33min);
        QCOMPARE(lane->unseen->front().until, std::optional(now - 28min));
        for (const LaneChart::Bar &bar : lane->leads)
            QVERIFY(!bar.span.until || *bar.span.until <= now - 33min
                    || bar.span.from >= now - 28min);
        QVERIFY(lane->leads.front().openBegin && lane->leads.front().openEnd);
        QVERIFY(lane->leads[1].openBegin && !lane->leads[1].openEnd);
        // The other backend was looked at all the time.
        QVERIFY(laneOf(made.chart, QStringLiteral("coupon:7"))->unseen->empty());
        const QString tip = LaneText::toolTip(made.chart, int(lane - made.chart.lanes.data()),
                                              now - 30min, now, 1s);
        QVERIFY2(tip.contains(QStringLiteral("nobody looked")), qPrintable(tip));
    }

    void expiriesAndWhatWasDoneFromHereAreMarked()
    {
        const HistoryLanes made = lanes(ask(lastHour(m_shown.clock)));
        const auto has = [&](LeaderMark::Kind kind, const char *lane) {
            return std::any_of(made.chart.marks.begin(), made.chart.marks.end(),
                               [&](const LeaderMark &mark) {
                                   return mark.kind == kind && mark.candidate
                                          && made.chart.lanes[size_t(*mark.candidate)].label
                                                 == QLatin1String(lane);
                               });
        };
        QVERIFY(has(LeaderMark::Kind::Expired, "coupon:7"));
        QVERIFY(has(LeaderMark::Kind::Expired, "user:42:card"));
        QVERIFY(!has(LeaderMark::Kind::Expired, "daily-close"));
        QVERIFY(has(LeaderMark::Kind::SteppedDown, "user:42:card"));
        QVERIFY(has(LeaderMark::Kind::Finding, "daily-close"));
        QVERIFY(
            std::is_sorted(made.chart.marks.begin(), made.chart.marks.end(),
                           [](const LeaderMark &a, const LeaderMark &b) { return a.at < b.at; }));
    }

    void holdsOfOneLockAtTheSameTimeGoOnBelow()
    {
        HistoryAnswer answer;
        answer.asked = m_shown.clock.wallNow();
        for (int reader = 0; reader < 3; ++reader) {
            HistoryHold hold;
            hold.id = reader;
            hold.lock = {QStringLiteral("b"), QStringLiteral("redisson"), QStringLiteral("db 0"),
                         reader == 2 ? "other" : "shared"};
            hold.owner = QStringLiteral("reader-%1").arg(reader);
            hold.since = answer.asked - 10s + reader * 1s;
            hold.until = answer.asked - 1s;
            answer.page.holds.push_back(hold);
        }
        const HistoryLanes made = lanes(answer);
        QCOMPARE(made.chart.lanes.size(), size_t(3));
        QCOMPARE(made.chart.lanes[1].label, QStringLiteral("shared"));
        QCOMPARE(made.chart.lanes[2].label, QStringLiteral("shared"));
        QVERIFY(made.chart.lanes[1].id != made.chart.lanes[2].id);
    }

    void oneMomentIsShownWithWhatIsNotKnown()
    {
        HistoryQuestion question = lastHour(m_shown.clock);
        question.at = m_shown.clock.wallNow() - 30min;
        const HistoryAnswer answer = ask(question);
        QVERIFY(answer.moment.has_value());
        QCOMPARE(answer.moment->held.size(), size_t(1));    // a key
        QCOMPARE(answer.moment->perhaps.size(), size_t(2)); // rows, where nobody looked
        const QString missing = HistoryText::missing(answer, 0);
        QVERIFY2(missing.contains(QStringLiteral("nobody looked at billing-db")),
                 qPrintable(missing));
        question.query.lockText = QStringLiteral("invoice");
        QCOMPARE(HistoryText::rows(ask(question)).size(), size_t(1));
    }

    void theFiguresAreOfWhatWasSeenWhole()
    {
        HistoryQuestion question = lastHour(m_shown.clock);
        question.query.lock = "order:42";
        const HistoryAnswer answer = ask(question);
        const auto figures = HistoryText::figures(answer);
        QCOMPARE(figures.front().value, QStringLiteral("order:42"));
        QCOMPARE(figures[1].note,
                 QStringLiteral("of %1 seen whole").arg(answer.page.lengths.size()));
        const HoldBins bins = holdBins(answer.page.lengths);
        qint64 counted = 0;
        for (const qint64 count : bins.counts)
            counted += count;
        QCOMPARE(counted, qint64(answer.page.lengths.size()));
        QVERIFY(bins.limits.back() > answer.page.lengths.back());
    }

    void binsAboutDouble()
    {
        QCOMPARE(holdBins({}).highest, 0);
        const HoldBins bins = holdBins({900us, 1ms, 1500us, 4ms, 4999us});
        QCOMPARE(bins.limits, (std::vector<Micros>{1ms, 2ms, 5ms}));
        QCOMPARE(bins.counts, (std::vector<qint64>{1, 2, 2}));
        QCOMPARE(bins.highest, 2);
    }

    void theNewestLocksHaveTheLanes()
    {
        HistoryAnswer answer;
        answer.asked = m_shown.clock.wallNow();
        for (int lock = 0; lock < 130; ++lock) {
            HistoryHold hold;
            hold.id = lock;
            hold.lock = {QStringLiteral("b"), QStringLiteral("redisson"), QStringLiteral("db 0"),
                         QByteArray::number(lock)};
            hold.since = answer.asked - 1h + lock * 1s;
            hold.until = hold.since + 500ms;
            hold.lastSeen = *hold.until;
            answer.page.holds.push_back(hold);
        }
        const HistoryLanes made = lanes(answer);
        QCOMPARE(made.chart.lanes.size(), size_t(100));
        QCOMPARE(made.leftOut, size_t(30));
        QVERIFY(made.laneOf.front().isEmpty());
        QVERIFY(!made.laneOf.back().isEmpty());
        QVERIFY(HistoryText::missing(answer, made.leftOut).contains(QStringLiteral("30")));
    }
};

LOCKMASTER_TEST(TestHistoryChart, QApplication)

} // namespace tst_historychart

#include "tst_historychart.moc"
