// SPDX-License-Identifier: Apache-2.0
#include "tests/support/historyshowcase.h"
#include "tests/support/testprogram.h"
#include "ui/history/historychart.h"
#include "ui/history/holdbins.h"
#include "core/display/lanetext.h"

#include <QTest>

#include <set>

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
        OwnerHues hues;
        return historyLanes(answer, HistoryText::laneRows(answer),
                            {m_shown.clock.wallNow(), m_shown.clock.now(), {}}, hues);
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
        QCOMPARE(made.chart.lanes.size(), size_t(4));
        QCOMPARE(made.chart.lanes.front().label, QStringLiteral("1c4e9a7f:302"));
        std::set<int> hues;
        for (size_t lane = 0; lane < 3; ++lane) {
            QVERIFY(made.chart.lanes[lane].hue);
            QCOMPARE(made.chart.lanes[lane].leads.front().hue, made.chart.lanes[lane].hue);
            hues.insert(*made.chart.lanes[lane].hue);
        }
        QCOMPARE(hues.size(), size_t(3));
        // Below them, how many waited: of this kind of lock the most during each hold.
        const LaneChart::Lane &waiting = made.chart.lanes.back();
        QCOMPARE(waiting.levels.size(), size_t(2));
        QCOMPARE(waiting.levels.front().count, 3);
        QVERIFY(waiting.levels.front().isMost);
        QCOMPARE(waiting.highest, 3);
        const SteadyTime then = m_shown.clock.now() - 40min;
        const QString tip = LaneText::toolTip(made.chart, 3, then, m_shown.clock.now(), 1s);
        QVERIFY2(tip.contains(QStringLiteral("at most 3 waited at once")), qPrintable(tip));
    }

    /** Of waiters with names each moment is known; nobody is made up where none waited. */
    void waitersAreAnAreaOverTime()
    {
        HistoryAnswer answer;
        answer.asked = m_shown.clock.wallNow();
        HistoryHold hold;
        hold.lock = {QStringLiteral("b"), QStringLiteral("user_lock"), QStringLiteral("user-level"),
                     "x"};
        hold.since = answer.asked - 60s;
        hold.lastSeen = answer.asked;
        hold.waiters = 9;
        answer.page.holds.push_back(hold);
        const auto wait = [&](Micros began, std::optional<Micros> ended) {
            HistoryWait made;
            made.lock = hold.lock;
            made.since = answer.asked - began;
            if (ended)
                made.until = answer.asked - *ended;
            answer.page.waits.push_back(made);
        };
        wait(50s, 20s);
        wait(40s, 30s);
        wait(30s, 10s);
        wait(5s, {});
        const LaneChart chart = lanes(answer).chart;
        const std::vector<LaneChart::Level> &levels = chart.lanes.back().levels;
        const SteadyTime now = m_shown.clock.now();
        QCOMPARE(levels.size(), size_t(4));
        const auto is = [&](size_t i, SteadyTime from, std::optional<SteadyTime> until, qint64 n) {
            return levels[i].span == LeaderSpan{from, until} && levels[i].count == n
                   && !levels[i].isMost;
        };
        QVERIFY(is(0, now - 50s, now - 40s, 1));
        QVERIFY(is(1, now - 40s, now - 20s, 2)); // one went as another came
        QVERIFY(is(2, now - 20s, now - 10s, 1));
        QVERIFY(is(3, now - 5s, std::nullopt, 1));
        QCOMPARE(chart.lanes.back().highest, 2);
    }

    /** Holds that began after the asked end were not read: no lane is free there. */
    void theEndThatWasAskedForEndsWhatIsKnown()
    {
        HistoryQuestion question = lastHour(m_shown.clock);
        question.query.until = m_shown.clock.wallNow() - 30min;
        const LaneChart chart = lanes(ask(question)).chart;
        QCOMPARE(chart.until, std::optional(m_shown.clock.now() - 30min));
        QCOMPARE(chart.after, QStringLiteral("not asked for"));
        question.query.until = m_shown.clock.wallNow() + 30min; // as around a moment
        QVERIFY(!lanes(ask(question)).chart.until);
        QVERIFY(!lanes(ask(lastHour(m_shown.clock))).chart.until);
        // Whoever began to wait later was not read either.
        HistoryAnswer answer;
        answer.asked = m_shown.clock.wallNow();
        answer.question.query.until = answer.asked - 30s;
        HistoryHold hold;
        hold.lock = {QStringLiteral("b"), QStringLiteral("user_lock"), QStringLiteral("user-level"),
                     "x"};
        hold.since = answer.asked - 60s;
        hold.lastSeen = answer.asked;
        answer.page.holds.push_back(hold);
        HistoryWait wait;
        wait.lock = hold.lock;
        wait.since = answer.asked - 50s;
        answer.page.waits.push_back(wait);
        const std::vector<LaneChart::Level> levels = lanes(answer).chart.lanes.back().levels;
        QCOMPARE(levels.size(), size_t(1));
        QCOMPARE(levels.front().span.until, std::optional(m_shown.clock.now() - 30s));
    }

    void aPlaceThatWasNeverLookedAtAgainIsSaidWithoutADash()
    {
        HistoryAnswer answer;
        answer.asked = m_shown.clock.wallNow();
        answer.moment.emplace();
        answer.moment->at = answer.asked - 1h;
        PlaceThen place;
        place.backend = QStringLiteral("cache");
        place.source = QStringLiteral("db 0");
        place.sight = PlaceThen::Sight::None;
        const auto said = [&](bool last, bool first) {
            place.lastLook = last ? std::optional(answer.asked - 2h) : std::nullopt;
            place.firstLook = first ? std::optional(answer.asked - 30min) : std::nullopt;
            answer.moment->places = {place};
            return HistoryText::missing(answer, 0);
        };
        QVERIFY(said(true, true).contains(u"nobody looked at cache db 0 from "));
        QVERIFY(said(false, true).contains(u"nobody looked at cache db 0 before "));
        QVERIFY(said(true, false).contains(u"nobody has looked at cache db 0 since "));
        QVERIFY(said(false, false).contains(u"nobody ever looked at cache db 0"));
        for (const bool last : {true, false}) {
            for (const bool first : {true, false})
                QVERIFY(!said(last, first).contains(LockText::none()));
        }
        QCOMPARE(HistoryText::nothing(HistoryAnswer()), QStringLiteral("No such hold was seen."));
    }

    void aTitleSaysWhatIsAPartOfAName()
    {
        HistoryQuery query;
        QCOMPARE(HistoryText::subject(query), QStringLiteral("All locks"));
        query.lockText = QStringLiteral("order:4");
        query.owner = QStringLiteral("2");
        QCOMPARE(HistoryText::subject(query),
                 QStringLiteral("locks with “order:4” · owners with “2”"));
        query.lockText.clear();
        QCOMPARE(HistoryText::subject(query), QStringLiteral("owners with “2”"));
        query.lock = "order:42";
        QCOMPARE(HistoryText::subject(query), QStringLiteral("order:42 · owners with “2”"));
    }

    void anOwnerKeepsItsColourFromPictureToPicture()
    {
        OwnerHues hues;
        std::set<int> eight;
        QHash<QString, int> first;
        for (int owner = 0; owner < 8; ++owner) {
            const QString name = QStringLiteral("web-%1").arg(owner);
            first[name] = hues.hueOf(name);
            eight.insert(first[name]);
        }
        QCOMPARE(eight.size(), size_t(8));
        for (int owner = 8; owner < 10'020; ++owner)
            QVERIFY(hues.hueOf(QString::number(owner)) < int(ownerHues));
        hues.beginPicture();
        for (const QString &name : {QStringLiteral("web-6"), QStringLiteral("web-1")})
            QCOMPARE(hues.hueOf(name), first[name]);
        QCOMPARE(OwnerHues().hueOf(QStringLiteral("web-3")),
                 OwnerHues().hueOf(QStringLiteral("web-3")));
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
        // Of three there is no median, and each figure says what it is of.
        question.query.lock = "user:42:card";
        const auto few = HistoryText::figures(ask(question));
        QStringList titles;
        for (const Figure &figure : few)
            titles << figure.title;
        QCOMPARE(titles, (QStringList{QStringLiteral("History of"), QStringLiteral("Longest hold"),
                                      QStringLiteral("Most waiters of a hold")}));
        QCOMPARE(few[1].note, QStringLiteral("of 3 seen whole"));
        // One that goes on is longer than all that are over, and so is the longest of none.
        question.query.lock.reset();
        question.query.lockText = QStringLiteral("daily");
        const auto open = HistoryText::figures(ask(question));
        QCOMPARE(open[1].title, QStringLiteral("Longest hold"));
        QVERIFY2(open[1].value.startsWith(u"≥ "), qPrintable(open[1].value));
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
        QCOMPARE(bins.begin, Micros(0));
        const HoldBins wider = holdBins({900us, 1ms}, 12s);
        QCOMPARE(wider.limits.back(), Micros(30s));
        QCOMPARE(wider.counts.back(), 0);
        QCOMPARE(holdBins({3s}).begin, Micros(2s));
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
