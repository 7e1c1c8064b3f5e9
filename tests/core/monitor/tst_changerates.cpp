// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/changerates.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

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

    ViewNews news(int changes, EventKind kind = EventKind::Appeared,
                  const QString &backend = QStringLiteral("cache"))
    {
        ViewNews news;
        for (int i = 0; i < changes; ++i) {
            Event event;
            event.kind = kind;
            event.backend = backend;
            event.seenAt = m_clock.now();
            news.events.push_back(event);
        }
        return news;
    }
    static qint64 sum(const ChangeRate &rate)
    {
        return std::accumulate(rate.counts.begin(), rate.counts.end(), qint64(0));
    }

private slots:
    void whatHappenedIsToldOnceItsStepIsOver()
    {
        ChangeRates rates(m_clock);
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
        for (int i = 0; i < 5; ++i) {
            rates.add(news(1));
            m_clock.advance(10s);
        }
        QCOMPARE(rates.of(QStringLiteral("cache")).lastMinute, 5);
        QCOMPARE(rates.of(QStringLiteral("cache")).watched, 5);
        QVERIFY(rates.of(QStringLiteral("cache")).isLeast);
        m_clock.advance(10s);
        QVERIFY(!rates.of(QStringLiteral("cache")).isLeast);
        QCOMPARE(rates.of(QStringLiteral("cache")).watched, 6);
    }

    void renewalsAndWhatHappensToServersAreNoChanges()
    {
        ChangeRates rates(m_clock);
        rates.add(news(2, EventKind::Renewed));
        rates.add(news(1, EventKind::BackendLost));
        rates.add(news(1, EventKind::Gone));
        m_clock.advance(10s);
        QCOMPARE(rates.of(QStringLiteral("cache")).lastMinute, 1);
    }

    void aMinuteIsForgottenByTheNextAndFiveAreDrawn()
    {
        ChangeRates rates(m_clock);
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
        QCOMPARE(rates.of(QStringLiteral("cache")).watched, ChangeRate::steps);
        // What was counted long ago in the same place is not counted on.
        rates.add(news(1));
        m_clock.advance(10s);
        QCOMPARE(rates.of(QStringLiteral("cache")).lastMinute, 1);
    }

    void whatIsToldLateStandsWhereItHappened()
    {
        ChangeRates rates(m_clock);
        m_clock.advance(60s);
        ViewNews late = news(4);
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
        m_clock.advance(5min);
        ViewNews many = news(2);
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
        rates.add(news(2));
        rates.add(news(3, EventKind::Expired, QStringLiteral("db")));
        m_clock.advance(10s);
        ChangeRate both = rates.of(QStringLiteral("cache"));
        both += rates.of(QStringLiteral("db"));
        QCOMPARE(both.lastMinute, 5);
        QCOMPARE(both.counts.back(), 5);
        QVERIFY(both.isLeast);
    }
};

LOCKMASTER_TEST(TestChangeRates, QCoreApplication)

} // namespace tst_changerates

#include "tst_changerates.moc"
