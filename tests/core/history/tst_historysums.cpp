// SPDX-License-Identifier: Apache-2.0
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
        const auto ranking = *reader()->contention(ago(3h), ago(0s), {}, 3);
        QCOMPARE(ranking.locks.size(), size_t(3));
        QVERIFY(ranking.lockCount >= 5);
        QVERIFY(!ranking.isCut);
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

    void oneBackendAndOneStretchAreAskedFor()
    {
        const auto keys = *reader()->contention(ago(3h), ago(0s), {QStringLiteral("cache")}, 100);
        for (const LockContention &one : keys.locks)
            QCOMPARE(one.lock.backend, QStringLiteral("cache"));
        const auto none = *reader()->contention(ago(3h), ago(170min), {}, 100);
        QVERIFY(none.locks.empty() && none.lockCount == 0);
    }

    void tenThousandLocksAreCountedAndGivenUp()
    {
        for (int lock = 0; lock < 10'000; ++lock)
            m_shown.hold("many:" + QByteArray::number(lock), "o", 20min, 19min,
                         HistoryEnd::Released);
        m_shown.commit();
        const auto asked = reader();
        const auto ranking = *asked->contention(ago(3h), ago(0s), {}, 100);
        QCOMPARE(ranking.locks.size(), size_t(100));
        QVERIFY(ranking.lockCount >= 10'000);
        const std::atomic<bool> givenUp(true);
        asked->setGivenUp(givenUp);
        QCOMPARE(asked->contention(ago(3h), ago(0s), {}, 100).error().kind, ErrorKind::Cancelled);
        QCOMPARE(asked->shares(row("invoice-run"), edges(60min, 10min)).error().kind,
                 ErrorKind::Cancelled);
    }
};

LOCKMASTER_TEST(TestHistorySums, QCoreApplication)

} // namespace tst_historysums

#include "tst_historysums.moc"
