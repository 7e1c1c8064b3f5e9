// SPDX-License-Identifier: Apache-2.0
#include "core/history/timespans.h"
#include "core/history/historyreader.h"
#include "tests/support/historyshowcase.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <atomic>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_historysums {

class TestHistorySums : public QObject
{
    Q_OBJECT

    HistoryShowcase m_shown;

    ServerTime ago(Micros time) const { return m_shown.clock.wallNow() - time; }
    std::unique_ptr<HistoryReader> reader() const
    {
        auto opened = HistoryReader::open(m_shown.store());
        return opened ? std::move(*opened) : nullptr;
    }
    std::vector<ServerTime> edges(Micros begin, Micros step) const
    {
        std::vector<ServerTime> all;
        for (Micros at = begin; at >= Micros(0); at -= step)
            all.push_back(ago(at));
        return all;
    }
    ContentionQuery wanted(Micros from, Micros until, size_t most = 100) const
    {
        ContentionQuery query;
        query.from = ago(from);
        query.until = ago(until);
        query.most = most;
        return query;
    }
    ContentionRanking courses(Micros from)
    {
        ContentionQuery query = wanted(from, 0s);
        query.mostCourses = 20;
        query.now = ago(0s);
        return *reader()->contention(query);
    }
    static const LockContention &lockOf(const ContentionRanking &ranking, const QByteArray &name)
    {
        return *std::find_if(ranking.locks.begin(), ranking.locks.end(),
                             [&name](const LockContention &one) { return one.lock.name == name; });
    }
    static Micros total(const LockContention &lock, Micros ContentionBin::*of)
    {
        Micros sum(0);
        for (const ContentionBin &bin : lock.course)
            sum += bin.*of;
        return sum;
    }
    const ContentionBin &at(const LockContention &lock, Micros time) const
    {
        return *std::find_if(lock.course.begin(), lock.course.end(),
                             [&](const ContentionBin &bin) { return bin.until > ago(time); });
    }
    static HistoryLock row(const QByteArray &name)
    {
        return {QStringLiteral("billing-db"), QStringLiteral("dist_lock"),
                QStringLiteral("billing.dist_lock"), name};
    }
    static HistoryLock key(const QByteArray &name)
    {
        return {QStringLiteral("cache"), QStringLiteral("redis_string"), QStringLiteral("db 0"),
                name};
    }

private slots:
    /** Nobody looked from 33 to 28 minutes ago: that is neither held nor free. */
    void aShareIsOfWhatWasLookedAt()
    {
        const auto shares = *reader()->shares(row("invoice-run"), edges(180min, 10min));
        QCOMPARE(shares.size(), size_t(18));
        const auto at = [&](Micros time) -> const HeldShare & {
            return *std::find_if(shares.begin(), shares.end(),
                                 [&](const HeldShare &share) { return share.from == ago(time); });
        };
        QCOMPARE(at(180min).known, Micros(0)); // before it was recorded
        QCOMPARE(at(120min).known, Micros(10min));
        QCOMPARE(at(120min).held, Micros(0));
        QCOMPARE(at(90min).held, Micros(10min));
        QCOMPARE(at(90min).holds, 1);
        QCOMPARE(at(80min).holds, 0);
        QCOMPARE(at(40min).known, Micros(7min));
        QCOMPARE(at(40min).held, Micros(7min));
        QCOMPARE(at(30min).known, Micros(8min));
        QCOMPARE(at(30min).held, Micros(8min));
        QCOMPARE(at(20min).held, Micros(3min + 6min + 40s)); // free between two owners
    }

    void whatWasHeldBeforeTheFirstEdgeCounts()
    {
        const auto shares = *reader()->shares(row("invoice-run"), edges(60min, 10min));
        QCOMPARE(shares.front().held, Micros(10min));
        QCOMPARE(shares.front().holds, 0);
    }

    void whatIsNotKnownHasNoShares()
    {
        QVERIFY(reader()->shares(row("no such lock"), edges(60min, 10min))->empty());
        QVERIFY(reader()->shares(row("invoice-run"), {})->empty());
        QVERIFY(reader()->shares(row("invoice-run"), {ago(0s)})->empty());
    }

    /** Readers share a lock: held is held, however many have it. */
    void severalHoldersAreNoMoreThanHeld()
    {
        m_shown.hold("shared:1", "a", 50min, 30min, HistoryEnd::Released);
        m_shown.hold("shared:1", "b", 45min, 25min, HistoryEnd::Released);
        m_shown.commit();
        const auto shares = *reader()->shares(key("shared:1"), edges(60min, 60min));
        QCOMPARE(shares.size(), size_t(1));
        QCOMPARE(shares.front().held, Micros(25min));
        QCOMPARE(shares.front().holds, 2);
    }

    void theMostWantedComesFirst()
    {
        const auto ranking = *reader()->contention(wanted(3h, 0s, 3));
        QCOMPARE(ranking.locks.size(), size_t(3));
        QVERIFY(ranking.lockCount >= 5);
        QVERIFY(!ranking.countedFrom);
        // 11 m that somebody waited for, and 12 m that somebody still does.
        QCOMPARE(ranking.locks[0].lock.name, QByteArray("daily-close"));
        QCOMPARE(ranking.locks[0].waits, 2);
        QVERIFY(ranking.locks[0].waited >= Micros(11min));
        QCOMPARE(ranking.locks[0].mostWaiters, std::optional<qint64>(2));
        const LockContention &busy = ranking.locks[1];
        QCOMPARE(busy.lock.name, QByteArray("order:42"));
        QCOMPARE(busy.holds, 40);
        QCOMPARE(busy.handOvers, 39); // web-1, web-2, web-3 in turn
        QCOMPARE(busy.waits, 30);
        for (size_t i = 1; i < ranking.locks.size(); ++i)
            QVERIFY(ranking.locks[i - 1].waited >= ranking.locks[i].waited);
    }

    /** Nobody looked before two hours ago, and from 33 to 28 minutes ago at tables. */
    void whenALockWasWantedIsOfWhatWasLookedAt()
    {
        const ContentionRanking ranking = courses(180min);
        QCOMPARE(ranking.step, Micros(5min));
        const LockContention &daily = lockOf(ranking, "daily-close");
        QCOMPARE(daily.course.size() + 1, ranking.edges.size());
        QCOMPARE(daily.course.front().from, ago(180min));
        QCOMPARE(daily.course.back().until, ago(0s));
        for (const ContentionBin &bin : daily.course) {
            if (bin.until <= ago(120min) || (bin.from >= ago(33min) && bin.until <= ago(28min)))
                QCOMPARE(bin.known, Micros(0));
            QVERIFY(bin.known <= bin.until - bin.from);
        }
        QCOMPARE(total(daily, &ContentionBin::known), Micros(115min));
        // From 41 to 33 minutes ago, and since 12: where nobody looked is no wait, either.
        QCOMPARE(total(daily, &ContentionBin::waited), Micros(20min));
        QCOMPARE(at(daily, 20min).waited, Micros(0));
        QCOMPARE(at(daily, 20min).known, Micros(5min));
        QCOMPARE(total(daily, &ContentionBin::untold), Micros(0));
    }

    /** Who begins to wait when another ends stands where that one stood. */
    void theMostAtOnceAreThoseThatOverlap()
    {
        const auto span = [](int from, int until) {
            return TimeSpan{ServerTime(Micros(from)), ServerTime(Micros(until))};
        };
        const AtOnce waits({span(15, 20), span(0, 10), span(5, 15), span(7, 7)});
        QCOMPARE(waits.mostWithin(span(0, 5)), 1);
        QCOMPARE(waits.mostWithin(span(0, 6)), 2);
        QCOMPARE(waits.mostWithin(span(8, 9)), 2);
        QCOMPARE(waits.mostWithin(span(10, 16)), 1);
        QCOMPARE(waits.mostWithin(span(20, 30)), 0);
        QCOMPARE(AtOnce({}).mostWithin(span(0, 9)), 0);
    }

    void whoWaitsIsToldOrCountedOrNotKnown()
    {
        const ContentionRanking ranking = courses(60min);
        const LockContention &card = lockOf(ranking, "user:42:card");
        QCOMPARE(total(card, &ContentionBin::waited), Micros(0));
        QCOMPARE(at(card, 45min).mostWaiters, 3);
        QCOMPARE(at(card, 45min).untold, Micros(0));
        QCOMPARE(at(card, 28min).mostWaiters, 0);
        QCOMPARE(at(card, 28min).untold, Micros(5min));
        QCOMPARE(total(card, &ContentionBin::untold), Micros(15min));
        QCOMPARE(total(lockOf(ranking, "coupon:7"), &ContentionBin::untold), Micros(1min));
        // Two were counted at once, and never two with names: when the other waited nobody knows.
        const LockContention &daily = lockOf(ranking, "daily-close");
        QVERIFY(at(daily, 40min).waited > Micros(0));
        QCOMPARE(at(daily, 45min).waited, Micros(0));
        QCOMPARE(at(daily, 45min).mostWaiters, 2);
        const LockContention &order = lockOf(ranking, "order:42");
        qint64 handOvers = 0;
        for (const ContentionBin &bin : order.course)
            handOvers += bin.handOvers;
        QCOMPARE(handOvers, order.handOvers);
        QCOMPARE(total(order, &ContentionBin::waited), order.waited);
    }

    void whatReachesIntoTheTimeFromBeforeIsSeenInIt()
    {
        const ContentionRanking ranking = courses(35min);
        QCOMPARE(total(lockOf(ranking, "daily-close"), &ContentionBin::waited), Micros(14min));
        m_shown.hold("user:42:card", "x", 5min, 4min, HistoryEnd::Released);
        m_shown.commit();
        // Its hold of before, of which nobody knows who waited, goes on until 21 minutes ago.
        const ContentionRanking later = courses(30min);
        QCOMPARE(total(lockOf(later, "user:42:card"), &ContentionBin::untold),
                 Micros(9min) + Micros(1min));
    }

    /** Of what is not counted any more nothing is said, and the rest is as it was. */
    void whatIsNotCountedIsNotKnown()
    {
        ContentionQuery query = wanted(180min, 0s);
        query.mostCourses = 20;
        query.now = ago(0s);
        query.mostCounted = 18;
        const ContentionRanking ranking = *reader()->contention(query);
        QVERIFY(ranking.countedFrom);
        QVERIFY(*ranking.countedFrom > ago(30min) && *ranking.countedFrom < ago(15min));
        const ContentionRanking whole = courses(180min);
        const LockContention &cut = lockOf(ranking, "order:42");
        const LockContention &all = lockOf(whole, "order:42");
        for (size_t i = 0; i < cut.course.size(); ++i) {
            const ContentionBin &bin = cut.course[i];
            if (bin.until <= *ranking.countedFrom) {
                QCOMPARE(bin.known, Micros(0));
                QCOMPARE(bin.waited, Micros(0));
                QCOMPARE(bin.handOvers, 0);
            } else if (bin.from >= *ranking.countedFrom) {
                QCOMPARE(bin.known, all.course[i].known);
                QCOMPARE(bin.waited, all.course[i].waited);
                QCOMPARE(bin.handOvers, all.course[i].handOvers);
            }
        }
    }

    void ofAllOfTheTimeItBeginsWithTheFirstLook()
    {
        ContentionQuery query;
        query.mostCourses = 3;
        const ContentionRanking ranking = *reader()->contention(query);
        QCOMPARE(ranking.locks[0].course.front().from, ago(120min));
        QVERIFY(!ranking.locks[2].course.empty() && ranking.locks[3].course.empty());
        query.backends = QStringList{QStringLiteral("nobody")};
        QVERIFY(reader()->contention(query)->edges.empty());
    }

    void oneBackendAndOneStretchAreAskedFor()
    {
        ContentionQuery ofCache = wanted(3h, 0s);
        ofCache.backends = QStringList{QStringLiteral("cache")};
        const auto keys = *reader()->contention(ofCache);
        for (const LockContention &one : keys.locks)
            QCOMPARE(one.lock.backend, QStringLiteral("cache"));
        const auto none = *reader()->contention(wanted(3h, 170min));
        QVERIFY(none.locks.empty() && none.lockCount == 0);
    }

    void tenThousandLocksAreCountedAndGivenUp()
    {
        for (int lock = 0; lock < 10'000; ++lock)
            m_shown.hold("many:" + QByteArray::number(lock), "o", 20min, 19min,
                         HistoryEnd::Released);
        m_shown.commit();
        const auto asked = reader();
        const auto ranking = *asked->contention(wanted(3h, 0s));
        QCOMPARE(ranking.locks.size(), size_t(100));
        QVERIFY(ranking.lockCount >= 10'000);
        const std::atomic<bool> givenUp(true);
        asked->setGivenUp(givenUp);
        QCOMPARE(asked->contention(wanted(3h, 0s)).error().kind, ErrorKind::Cancelled);
        QCOMPARE(asked->shares(row("invoice-run"), edges(60min, 10min)).error().kind,
                 ErrorKind::Cancelled);
    }
};

LOCKMASTER_TEST(TestHistorySums, QCoreApplication)

} // namespace tst_historysums

#include "tst_historysums.moc"
