// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/changerates.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"

#include <QTest>

#include <functional>
#include <numeric>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_changerates {

/** What happened lately, by a clock that stands still between two looks. */
class TestChangeRates : public QObject
{
    Q_OBJECT

    ManualClock m_clock;

    std::vector<BackendStatus> m_servers;

    BackendStatus &cache() { return m_servers.front(); }
    /** A view of all servers, and what happened before it. */
    ViewUpdate news(int changes, EventKind kind = EventKind::Appeared,
                    const QString &backend = QStringLiteral("cache"))
    {
        ViewUpdate news;
        auto view = std::make_shared<ViewSnapshot>();
        for (BackendStatus &status : m_servers) {
            if (status.state == BackendState::Online && !status.paused)
                status.dataFrom = m_clock.now();
            auto snapshot = std::make_shared<BackendSnapshot>();
            snapshot->status = status;
            view->backends.push_back(std::move(snapshot));
        }
        news.view = std::move(view);
        for (int i = 0; i < changes; ++i) {
            Event event;
            event.kind = kind;
            event.backend = backend;
            event.seenAt = m_clock.now();
            news.events.push_back(event);
        }
        return news;
    }
    /** Watched from here on, from the beginning of a step. */
    void begin(ChangeRates &rates)
    {
        rates.add(news(0));
        m_clock.advance(10s);
    }
    /** A view every second. */
    void watch(ChangeRates &rates, std::chrono::seconds time)
    {
        for (auto left = time; left > 0s; left -= 1s) {
            m_clock.advance(1s);
            rates.add(news(0));
        }
    }
    static ChangeRate ofCache(const ChangeRates &rates)
    {
        return rates.of(QStringLiteral("cache"));
    }
    static qint64 sum(const ChangeRate &rate)
    {
        return std::accumulate(rate.counts.begin(), rate.counts.end(), qint64(0));
    }

private slots:
    void init()
    {
        m_servers.clear();
        for (const char *name : {"cache", "db", "other"})
            m_servers.push_back(makeStatus(QString::fromLatin1(name), BackendKind::Redis, m_clock));
    }

    void whatHappenedIsToldOnceItsStepIsOver()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        rates.add(news(3));
        QCOMPARE(rates.of(QStringLiteral("cache")).lastMinute, 0);
        m_clock.advance(10s);
        QCOMPARE(rates.of(QStringLiteral("cache")).lastMinute, 3);
        QCOMPARE(rates.of(QStringLiteral("cache")).counts.back(), 3);
        QCOMPARE(rates.of(QStringLiteral("other")).lastMinute, 0);
    }

    void beforeAMinuteIsOverItIsAtLeastThat()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        for (int i = 0; i < 5; ++i) {
            rates.add(news(1));
            m_clock.advance(10s);
        }
        QCOMPARE(rates.of(QStringLiteral("cache")).lastMinute, 5);
        QCOMPARE(rates.of(QStringLiteral("cache")).watched.count(), size_t(5));
        QVERIFY(rates.of(QStringLiteral("cache")).isLeast);
        m_clock.advance(10s);
        QVERIFY(!rates.of(QStringLiteral("cache")).isLeast);
        QCOMPARE(rates.of(QStringLiteral("cache")).watched.count(), size_t(6));
    }

    void renewalsAndWhatHappensToServersAreNoChanges()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        rates.add(news(2, EventKind::Renewed));
        rates.add(news(1, EventKind::BackendLost));
        rates.add(news(1, EventKind::Gone));
        m_clock.advance(10s);
        QCOMPARE(rates.of(QStringLiteral("cache")).lastMinute, 1);
    }

    void aMinuteIsForgottenByTheNextAndFiveAreDrawn()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        rates.add(news(7));
        m_clock.advance(70s);
        ChangeRate rate = rates.of(QStringLiteral("cache"));
        QCOMPARE(rate.lastMinute, 0);
        QCOMPARE(sum(rate), 7);
        QCOMPARE(rate.counts[ChangeRate::steps - 7], 7);
        m_clock.advance(230s);
        QCOMPARE(rates.of(QStringLiteral("cache")).counts.front(), 7);
        m_clock.advance(10s);
        QCOMPARE(sum(rates.of(QStringLiteral("cache"))), 0);
        QCOMPARE(rates.of(QStringLiteral("cache")).watched.count(), size_t(ChangeRate::steps));
        // What was counted long ago in the same place is not counted on.
        rates.add(news(1));
        m_clock.advance(10s);
        QCOMPARE(rates.of(QStringLiteral("cache")).lastMinute, 1);
    }

    void whatIsToldLateStandsWhereItHappened()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        m_clock.advance(60s);
        ViewUpdate late = news(4);
        m_clock.advance(20s);
        rates.add(late);
        m_clock.advance(10s);
        QCOMPARE(rates.of(QStringLiteral("cache")).counts[ChangeRate::steps - 3], 4);
        late.events.front().seenAt -= 1h; // nobody asks about it any more
        rates.add(late);
        QCOMPARE(rates.of(QStringLiteral("cache")).lastMinute, 7);
    }

    void whatNobodyKeptMakesItAtLeast()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        m_clock.advance(5min);
        ViewUpdate many = news(2);
        many.droppedEvents = 5000;
        rates.add(many);
        m_clock.advance(10s);
        QVERIFY(rates.of(QStringLiteral("cache")).isLeast);
        m_clock.advance(60s);
        QVERIFY(!rates.of(QStringLiteral("cache")).isLeast);
    }

    void severalServersAreOneSum()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        rates.add(news(2));
        rates.add(news(3, EventKind::Expired, QStringLiteral("db")));
        m_clock.advance(10s);
        ChangeRate both = rates.of(QStringLiteral("cache"));
        both += rates.of(QStringLiteral("db"));
        QCOMPARE(both.lastMinute, 5);
        QCOMPARE(both.counts.back(), 5);
        QVERIFY(both.isLeast);
    }

    void aGapIsNeverBridged()
    {
        const std::vector<std::function<void(BackendStatus &)>> ways = {
            [](BackendStatus &status) { status.state = BackendState::Offline; },
            [](BackendStatus &status) { status.state = BackendState::Connecting; },
            [](BackendStatus &status) { status.state = BackendState::Stale; },
            [](BackendStatus &status) { status.paused = true; },
            [](BackendStatus &status) { status.sources.resize(1); },
        };
        for (const auto &lose : ways) {
            init();
            ChangeRates rates(m_clock);
            begin(rates);
            watch(rates, 120s);
            QVERIFY(!ofCache(rates).isLeast);
            const BackendStatus good = cache();
            lose(cache());
            watch(rates, 55s);
            QVERIFY(ofCache(rates).isLeast);
            cache() = good;
            watch(rates, 15s); // the last whole step was watched, of those before none
            ChangeRate rate = ofCache(rates);
            QVERIFY(rate.isLeast);
            QVERIFY(!rate.isUnknown);
            QVERIFY(rate.watched.test(ChangeRate::steps - 1));
            QVERIFY(!rate.watched.test(ChangeRate::steps - 2));
            QVERIFY(!rate.watched.test(ChangeRate::steps - 7));
            QVERIFY(rate.watched.test(ChangeRate::steps - 8));
            ChangeRate both = rates.of(QStringLiteral("db"));
            QVERIFY(!both.isLeast);
            both += rate;
            QVERIFY(both.isLeast);
            QVERIFY(!both.watched.test(ChangeRate::steps - 2));
            watch(rates, 50s);
            QVERIFY(!ofCache(rates).isLeast);
        }
    }

    void whereNobodyLookedForAMinuteNothingIsKnown()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        watch(rates, 60s);
        cache().paused = true;
        watch(rates, 80s);
        QVERIFY(ofCache(rates).isUnknown);
        QVERIFY(rates.of(QStringLiteral("none of that name")).isUnknown);
        // However long no view comes.
        m_clock.advance(60s);
        QVERIFY(ofCache(rates).isUnknown);
        QVERIFY(!rates.of(QStringLiteral("db")).isLeast);
    }

    void whatTheFirstLookAfterAGapShowsIsNoPeak()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        watch(rates, 60s);
        cache().state = BackendState::Offline;
        watch(rates, 30s);
        cache().state = BackendState::Online;
        rates.add(news(40));
        m_clock.advance(10s);
        QCOMPARE(ofCache(rates).lastMinute, 40);
        QVERIFY(ofCache(rates).isLeast);
        QCOMPARE(sum(ofCache(rates)), 0);
    }

    /** A failure is noticed when an answer is overdue: nobody has looked since the last one. */
    void whoIsLostHasNotBeenSeenSinceItsLastAnswer()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        watch(rates, 70s);
        m_clock.advance(25s);
        cache().state = BackendState::Offline;
        rates.add(news(0));
        QVERIFY(!ofCache(rates).watched.test(ChangeRate::steps - 1));
        QVERIFY(!ofCache(rates).watched.test(ChangeRate::steps - 2));
    }

    void whoWasAwayBetweenTwoViewsWasNotWatched()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        watch(rates, 70s);
        rates.add(news(1, EventKind::BackendBack));
        m_clock.advance(10s);
        QVERIFY(ofCache(rates).isLeast);
        QVERIFY(!rates.of(QStringLiteral("db")).isLeast);
    }

    void whoHasJustBeenAddedWasNotWatchedBefore()
    {
        ChangeRates rates(m_clock);
        begin(rates);
        watch(rates, 120s);
        m_servers.push_back(makeStatus(QStringLiteral("new"), BackendKind::Redis, m_clock));
        const auto isLeast = [&] { return rates.of(QStringLiteral("new")).isLeast; };
        watch(rates, 15s);
        QVERIFY(isLeast());
        watch(rates, 55s);
        QVERIFY(!isLeast());
        m_servers.pop_back();
        watch(rates, 1s);
        m_servers.push_back(makeStatus(QStringLiteral("new"), BackendKind::Redis, m_clock));
        watch(rates, 15s);
        QVERIFY(isLeast());
    }
};

LOCKMASTER_TEST(TestChangeRates, QCoreApplication)

} // namespace tst_changerates

#include "tst_changerates.moc"
