// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/failoverseries.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_failoverseries {

namespace {

using Order = FailoverSeries::Order;
using Kind = Order::Kind;

/** Three candidates, a period of one second. */
ElectionSetup threeOf()
{
    ElectionSetup setup;
    setup.lease = 3s;
    setup.precision = 3;
    return setup;
}

constexpr SteadyTime at(Millis since)
{
    return SteadyTime(1h) + since;
}

/** `kill 1, restart 2, rephase 3` */
QString text(const std::vector<Order> &orders)
{
    QStringList words;
    for (const Order &order : orders) {
        const char *word = order.kind == Kind::Kill      ? "kill"
                           : order.kind == Kind::Restart ? "restart"
                                                         : "rephase";
        words.append(QStringLiteral("%1 %2").arg(QLatin1StringView(word)).arg(order.candidate));
    }
    return words.join(QLatin1StringView(", "));
}

/** A series whose candidates run and have been given their phases at 0 s. */
FailoverSeries begun(int kills, const ElectionSetup &setup = threeOf(), quint32 seed = 1)
{
    FailoverSeries series(setup, kills, seed);
    for (int number = 1; number <= setup.candidates; ++number)
        series.started(number);
    series.due(at(0s));
    return series;
}

/** `leader` renews until its kill is asked for. @return the moment of that, or none. */
std::optional<SteadyTime> leadUntilKilled(FailoverSeries &series, int leader, Millis from)
{
    for (int round = 0; round < 5; ++round) {
        series.led(leader, at(from + round * 1s));
        const SteadyTime wake = series.wake();
        if (wake > at(from + (round + 1) * 1s))
            continue;
        const auto orders = series.due(wake);
        if (text(orders) == QStringLiteral("kill %1").arg(leader))
            return wake;
    }
    return std::nullopt;
}

} // namespace

/** When a series kills, and what it makes of what it is told: all moments are made up. */
class TestFailoverSeries : public QObject
{
    Q_OBJECT

private slots:
    void everybodyGetsAPhaseOrAProcessFirst();
    void killWaitsForTwoRenewalsAtTheNewPhases();
    void killsComeAtRandomMomentsOfAPeriod();
    void vacancyIsWhatTheCandidatesSay();
    void lastOneEndsTheSeries();
    void leaderThatChangesBeforeTheKillIsLeftAlone();
    void leaderThatStepsBackIsLeftAlone();
    void leaderThatDiesByItselfIsRestarted();
    void othersThatDieAreRestarted();
    void processThatDoesNotStartIsTriedAgainLater();
    void takeoverBeforeTheKillTeachesNothing();
    void twinOfTheKilledTakesOverWithARenewal();
    void lastWordsOfTheKilledDoNotCount();
    void killedLeadsAgainWhereNobodyElseDoes();
    void flappingLeaderIsKilledAfterAll();
    void withoutALeaderNobodyIsKilled();
    void cancelRestartsTheKilled();
    void cancelBetweenKillsLeavesNothingToDo();
    void sameSeedSameChoices();
    void watchedBelongsToTheNearest();
};

void TestFailoverSeries::everybodyGetsAPhaseOrAProcessFirst()
{
    FailoverSeries series(threeOf(), 1, 1);
    series.started(1);
    series.started(3);
    QVERIFY(series.wake() <= at(0s));
    const auto orders = series.due(at(0s));
    QCOMPARE(text(orders), QStringLiteral("rephase 1, restart 2, rephase 3"));
    for (const Order &order : orders)
        QVERIFY(order.wait >= 0ms && order.wait < 1s);
    QVERIFY(orders.front().wait != orders.back().wait);
    QVERIFY(series.due(at(1ms)).empty());
}

void TestFailoverSeries::killWaitsForTwoRenewalsAtTheNewPhases()
{
    FailoverSeries series = begun(1);
    series.led(2, at(200ms)); // took over
    series.led(2, at(999ms)); // and renewed, but not everybody had a round yet
    series.led(2, at(1500ms));
    QVERIFY(series.due(at(1500ms)).empty());
    QVERIFY(series.wake() > at(10s));
    series.led(2, at(2500ms));
    QVERIFY(series.wake() >= at(2500ms) && series.wake() < at(3500ms));
    QVERIFY(series.due(series.wake() - 1us).empty());
    QCOMPARE(text(series.due(series.wake())), QStringLiteral("kill 2"));
    QVERIFY(series.due(at(10s)).empty());
}

void TestFailoverSeries::killsComeAtRandomMomentsOfAPeriod()
{
    Micros least = 1s;
    Micros most{0};
    for (quint32 seed = 1; seed <= 50; ++seed) {
        FailoverSeries series = begun(1, threeOf(), seed);
        for (const Millis moment : {1100ms, 2100ms, 3100ms})
            series.led(1, at(moment));
        const auto since = std::chrono::duration_cast<Micros>(series.wake() - at(3100ms));
        least = std::min(least, since);
        most = std::max(most, since);
    }
    QVERIFY(least >= 0us && least < 100ms);
    QVERIFY(most > 900ms && most < 1s);
}

void TestFailoverSeries::vacancyIsWhatTheCandidatesSay()
{
    FailoverSeries series = begun(2);
    const auto moment = leadUntilKilled(series, 1, 1s);
    QVERIFY(moment);
    series.killed(1, *moment, ServerTime(5s));
    series.ended(1);
    QVERIFY(series.due(*moment).empty());
    series.waited(3);
    QVERIFY(series.failovers().empty());
    series.led(2, *moment + 820ms);
    QCOMPARE(series.failovers().size(), size_t(1));
    const MeasuredFailover &measured = series.failovers().front();
    QCOMPARE(measured.killed, 1);
    QCOMPARE(measured.next, 2);
    QVERIFY(measured.vacancy == 820ms && measured.killedAt == *moment);
    QVERIFY(measured.at == ServerTime(5s) && !measured.watched);
    QVERIFY(!series.over());
    QCOMPARE(text(series.due(*moment + 821ms)), QStringLiteral("restart 1, rephase 2, rephase 3"));
}

void TestFailoverSeries::lastOneEndsTheSeries()
{
    FailoverSeries series = begun(1);
    const auto moment = leadUntilKilled(series, 3, 1s);
    QVERIFY(moment);
    series.killed(3, *moment, {});
    series.led(1, *moment + 1s);
    QVERIFY(series.over() && !series.cancelled());
    QCOMPARE(text(series.due(*moment + 1s)), QStringLiteral("restart 3"));
    QVERIFY(series.wake() == SteadyTime::max());
    series.led(1, *moment + 2s);
    series.ended(1);
    QVERIFY(series.due(*moment + 9h).empty());
}

void TestFailoverSeries::leaderThatChangesBeforeTheKillIsLeftAlone()
{
    FailoverSeries series = begun(1);
    for (const Millis moment : {1000ms, 2000ms, 3000ms})
        series.led(1, at(moment));
    const SteadyTime armed = series.wake();
    QVERIFY(armed < at(4s));
    series.led(2, at(3001ms));
    QVERIFY(series.due(armed).empty());
    series.waited(1);
    const auto moment = leadUntilKilled(series, 2, 4001ms);
    QVERIFY(moment && *moment >= at(5001ms));
}

void TestFailoverSeries::leaderThatStepsBackIsLeftAlone()
{
    FailoverSeries series = begun(1);
    for (const Millis moment : {1000ms, 2000ms, 3000ms})
        series.led(1, at(moment));
    const SteadyTime armed = series.wake();
    series.waited(1);
    QVERIFY(series.due(armed).empty());
    QVERIFY(leadUntilKilled(series, 1, 5s));
}

void TestFailoverSeries::leaderThatDiesByItselfIsRestarted()
{
    FailoverSeries series = begun(1);
    for (const Millis moment : {1000ms, 2000ms, 3000ms})
        series.led(1, at(moment));
    series.ended(1);
    QCOMPARE(text(series.due(at(3001ms))), QStringLiteral("restart 1"));
    QVERIFY(series.due(at(4s)).empty());
    QVERIFY(series.failovers().empty());
    series.started(1);
    QVERIFY(leadUntilKilled(series, 3, 5s));
}

void TestFailoverSeries::othersThatDieAreRestarted()
{
    FailoverSeries series = begun(1);
    for (const Millis moment : {1000ms, 2000ms})
        series.led(1, at(moment));
    series.ended(2);
    QCOMPARE(text(series.due(at(2s))), QStringLiteral("restart 2"));
    series.led(1, at(3s)); // steady, but one is missing
    QVERIFY(series.wake() > at(10s));
    series.started(2);
    series.led(1, at(4s));
    QVERIFY(series.wake() < at(5s));
}

void TestFailoverSeries::processThatDoesNotStartIsTriedAgainLater()
{
    FailoverSeries series = begun(1);
    series.ended(2);
    QCOMPARE(text(series.due(at(2s))), QStringLiteral("restart 2"));
    series.ended(2);
    series.ended(2);
    QVERIFY(series.due(at(3s)).empty());
    // Nobody leads: after a while it begins anew.
    QString asked;
    for (int second = 4; second < 60 && asked.isEmpty(); ++second)
        asked = text(series.due(at(second * 1s)));
    QCOMPARE(asked, QStringLiteral("rephase 1, restart 2, rephase 3"));
}

void TestFailoverSeries::takeoverBeforeTheKillTeachesNothing()
{
    FailoverSeries series = begun(1);
    const auto moment = leadUntilKilled(series, 1, 1s);
    QVERIFY(moment);
    series.killed(1, *moment, {});
    series.led(2, *moment - 2ms);
    QVERIFY(series.failovers().empty());
    QCOMPARE(text(series.due(*moment + 1ms)), QStringLiteral("restart 1, rephase 2, rephase 3"));
}

void TestFailoverSeries::twinOfTheKilledTakesOverWithARenewal()
{
    FailoverSeries series = begun(1);
    SteadyTime armed = SteadyTime::max();
    for (Millis moment = 1s; armed == SteadyTime::max() || armed > at(moment); moment += 1s) {
        series.led(1, at(moment));
        series.led(2, at(moment + 300ms));
        if (series.wake() < at(10s))
            armed = series.wake();
    }
    const auto orders = series.due(armed);
    QCOMPARE(text(orders), QStringLiteral("kill 1"));
    series.killed(1, armed, {});
    series.led(2, armed - 1ms); // was on the way
    QVERIFY(series.failovers().empty() && series.due(armed).empty());
    series.led(2, armed + 600ms);
    QVERIFY(series.over());
    QVERIFY(series.failovers().front().vacancy == 600ms);
}

void TestFailoverSeries::lastWordsOfTheKilledDoNotCount()
{
    FailoverSeries series = begun(1);
    const auto moment = leadUntilKilled(series, 1, 1s);
    QVERIFY(moment);
    series.killed(1, *moment, {});
    series.led(1, *moment + 1ms);
    series.ended(1);
    QVERIFY(series.failovers().empty() && series.due(*moment + 1ms).empty());
}

void TestFailoverSeries::killedLeadsAgainWhereNobodyElseDoes()
{
    FailoverSeries series = begun(1);
    const auto moment = leadUntilKilled(series, 1, 1s);
    QVERIFY(moment);
    series.killed(1, *moment, {});
    QVERIFY(series.wake() > *moment + 8s); // lease and five periods: the others' turn
    const SteadyTime restart = series.wake();
    QCOMPARE(text(series.due(restart)), QStringLiteral("restart 1"));
    QVERIFY(series.due(restart + 1h).empty());
    series.started(1);
    series.led(1, restart + 2s);
    QVERIFY(series.over());
    QCOMPARE(series.failovers().front().next, 1);
    QVERIFY(series.failovers().front().vacancy == restart + 2s - *moment);
}

void TestFailoverSeries::flappingLeaderIsKilledAfterAll()
{
    FailoverSeries series = begun(1);
    QString asked;
    for (int round = 1; round < 60 && asked.isEmpty(); ++round) {
        const int leader = round % 3 + 1;
        series.waited((round + 2) % 3 + 1);
        series.led(leader, at(round * 1s));
        asked = text(series.due(at(round * 1s)));
        if (asked.isEmpty())
            continue;
        QVERIFY(round >= steadyPatience);
        QCOMPARE(asked, QStringLiteral("kill %1").arg(leader));
    }
    QVERIFY(!asked.isEmpty());
}

void TestFailoverSeries::withoutALeaderNobodyIsKilled()
{
    FailoverSeries series = begun(1);
    for (int second = 1; second < 200; ++second)
        QVERIFY(!text(series.due(at(second * 1s))).contains(QStringLiteral("kill")));
}

void TestFailoverSeries::cancelRestartsTheKilled()
{
    FailoverSeries series = begun(5);
    const auto moment = leadUntilKilled(series, 1, 1s);
    QVERIFY(moment);
    series.killed(1, *moment, {});
    series.cancel();
    QVERIFY(series.over() && series.cancelled());
    QCOMPARE(text(series.due(*moment)), QStringLiteral("restart 1"));
}

void TestFailoverSeries::cancelBetweenKillsLeavesNothingToDo()
{
    FailoverSeries series = begun(1);
    series.led(1, at(1s));
    series.cancel();
    QVERIFY(series.cancelled() && series.due(at(2s)).empty());
    QVERIFY(series.wake() == SteadyTime::max());
    FailoverSeries ended = begun(1);
    const auto moment = leadUntilKilled(ended, 1, 1s);
    QVERIFY(moment);
    ended.killed(1, *moment, {});
    ended.led(2, *moment + 1s);
    ended.cancel();
    QVERIFY(!ended.cancelled());
}

void TestFailoverSeries::sameSeedSameChoices()
{
    const auto choices = [](quint32 seed) {
        FailoverSeries series(threeOf(), 1, seed);
        for (const int number : {1, 2, 3})
            series.started(number);
        std::vector<Millis> waits;
        for (const Order &order : series.due(at(0s)))
            waits.push_back(order.wait);
        return waits;
    };
    QVERIFY(choices(7) == choices(7));
    QVERIFY(choices(7) != choices(8));
}

void TestFailoverSeries::watchedBelongsToTheNearest()
{
    FailoverSeries series = begun(2);
    std::vector<SteadyTime> takeovers;
    for (const Millis from : {Millis(1s), Millis(20s)}) {
        const auto moment = leadUntilKilled(series, 1, from);
        QVERIFY(moment);
        series.killed(1, *moment, {});
        takeovers.push_back(*moment + 800ms);
        series.led(2, takeovers.back());
        series.waited(2);
        series.started(1);
        series.due(at(from + 10s));
    }
    QVERIFY(series.over());
    const auto seen = [](SteadyTime moment, Micros vacancy) {
        return Failover{moment, 0, 1, vacancy, 0us};
    };
    series.noteWatched({seen(takeovers.at(0) + 1001ms, 1s), seen(takeovers.at(1) - 900ms, 2s),
                        seen(takeovers.at(1) + 150ms, 3s), seen(takeovers.at(1) + 400ms, 4s)});
    QVERIFY(!series.failovers().at(0).watched); // more than a period away
    QVERIFY(series.failovers().at(1).watched == Micros(3s));
    series.noteWatched({seen(takeovers.at(0) - 50ms, 750ms)});
    QVERIFY(series.failovers().at(0).watched == Micros(750ms));
    QVERIFY(series.failovers().at(1).watched == Micros(3s)); // though it is told of no more
    series.noteWatched({seen(takeovers.at(1) - 149ms, 3500ms)});
    QVERIFY(series.failovers().at(1).watched == Micros(3500ms));
}

LOCKMASTER_TEST(TestFailoverSeries, QCoreApplication)

} // namespace tst_failoverseries

#include "tst_failoverseries.moc"
