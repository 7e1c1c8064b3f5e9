// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/servers/backendgroups.h"
#include "core/display/statustext.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_statustext {

namespace {

struct Bench {
    ManualClock clock;
    LockStore store;
    ViewFeed feed{store, clock};

    explicit Bench(int count)
    {
        for (int i = 0; i < count; ++i)
            feed.backends.push_back(
                makeStatus(QStringLiteral("db-%1").arg(i, 2, 10, QLatin1Char('0')),
                           BackendKind::MySql, clock));
    }
    void lose(int number)
    {
        BackendStatus &status = feed.backends[static_cast<size_t>(number)];
        status.state = BackendState::Offline;
        status.problems = {
            {{}, {ErrorKind::Network, 111, QStringLiteral("It refuses."), QStringLiteral("Why?")}}};
    }
    std::vector<StatusPart> parts()
    {
        feed.publish();
        return StatusText::backends(*store.view(), clock.now());
    }
};

} // namespace

class TestStatusText : public QObject
{
    Q_OBJECT

private slots:
    void aFewAreToldOfByThemselves()
    {
        Bench bench(3);
        bench.feed.backends[1].updates = UpdateKind::Tracking;
        bench.feed.backends[2].period = 5s;
        const auto parts = bench.parts();
        QCOMPARE(parts.size(), size_t(3));
        QCOMPARE(parts[0].text, QStringLiteral("db-00 1.2 ms · 0 s old · every 1 s"));
        QCOMPARE(parts[1].text, QStringLiteral("db-01 1.2 ms · pushed"));
        QCOMPARE(parts[2].text, QStringLiteral("db-02 1.2 ms · 0 s old · every 5 s"));
    }

    void whoIsPausedIsNotLate()
    {
        Bench bench(2);
        for (BackendStatus &status : bench.feed.backends) {
            status.paused = true;
            status.state = BackendState::Stale;
            status.dataFrom = bench.clock.now() - 9s;
        }
        for (const StatusPart &part : bench.parts()) {
            QVERIFY2(part.text.endsWith(QStringLiteral(" paused · 9 s old")),
                     qPrintable(part.text));
            QCOMPARE(part.tone, Tone::Muted);
        }
        Bench many(12);
        for (BackendStatus &status : many.feed.backends) {
            status.paused = true;
            status.state = BackendState::Stale;
            status.dataFrom = many.clock.now() - 9s;
        }
        const auto parts = many.parts();
        QCOMPARE(parts.size(), size_t(1));
        QCOMPARE(parts[0].text, QStringLiteral("paused · oldest 9 s"));
    }

    void theToolTipSaysHowChangesBecomeKnownAndWhyItIsNoBetter()
    {
        Bench bench(3);
        bench.feed.backends[0].updates = UpdateKind::Tracking;
        bench.feed.backends[1].updates = UpdateKind::Notifications;
        bench.feed.backends[2].polledBecause = QStringLiteral("Redis 5 cannot track.");
        const auto parts = bench.parts();
        QVERIFY(parts[0].toolTip.contains(QStringLiteral("client-side caching")));
        QVERIFY(parts[1].toolTip.contains(QStringLiteral("keyspace notifications")));
        QCOMPARE(parts[2].toolTip, QStringLiteral("Looked at every 1 s.\nRedis 5 cannot track."));
    }

    void whatIsLostIsNotCalledPushed()
    {
        Bench bench(1);
        bench.feed.backends[0].updates = UpdateKind::Tracking;
        bench.lose(0);
        const auto parts = bench.parts();
        QCOMPARE(parts[0].text, QStringLiteral("db-00 offline: It refuses."));
        QCOMPARE(parts[0].tone, Tone::Danger);
        QVERIFY(parts[0].toolTip.startsWith(QStringLiteral("It refuses.\nWhy?")));
    }

    void fiveShareTheWords()
    {
        Bench bench(5);
        bench.feed.backends[2].updates = UpdateKind::Notifications;
        bench.feed.backends[3].dataFrom = bench.clock.now() - 2s;
        const auto parts = bench.parts();
        QCOMPARE(parts.size(), size_t(1));
        QCOMPARE(parts[0].text, QStringLiteral("5 of 5 answer · 1 pushed · oldest 2 s"));
        QCOMPARE(parts[0].toolTip.count(u'\n'), 4);
    }

    void ofFiftyThoseThatAreLostAreNamedFirst()
    {
        Bench bench(50);
        for (const int lost : {3, 13, 23, 33, 43})
            bench.lose(lost);
        bench.feed.backends[7].state = BackendState::Stale;
        const auto parts = bench.parts();
        QCOMPARE(parts.size(), size_t(3));
        QCOMPARE(parts[0].text, QStringLiteral("5 offline: db-03, db-13 and 3 more"));
        QCOMPARE(parts[0].tone, Tone::Danger);
        QCOMPARE(parts[1].text, QStringLiteral("1 late: db-07"));
        QCOMPARE(parts[1].tone, Tone::Expiring);
        QCOMPARE(parts[2].text, QStringLiteral("44 of 50 answer · oldest 0 s"));
        QVERIFY(parts[2].toolTip.startsWith(QStringLiteral("db-03 offline: It refuses.\ndb-13 ")));
        QVERIFY(parts[2].toolTip.endsWith(QStringLiteral("and 26 more")));
    }

    void manyAreGroupedByTheirEnvironmentsTheLostOnesFirst()
    {
        Bench bench(12);
        bench.feed.backends[5].environment = Environment::Production;
        bench.feed.backends[8].environment = Environment::Production;
        bench.lose(8);
        bench.feed.publish();
        const auto groups = backendGroups(*bench.store.view());
        QCOMPARE(groups.size(), size_t(2));
        QCOMPARE(groups[0].environment, Environment::Production);
        QCOMPARE(groups[0].offline, qint64(1));
        QCOMPARE(groups[0].backends.front()->status.name, QStringLiteral("db-08"));
        QCOMPARE(groups[0].backends.back()->status.name, QStringLiteral("db-05"));
        QCOMPARE(groups[1].backends.size(), size_t(10));
    }

    void aFewKeepTheirOrder()
    {
        Bench bench(3);
        bench.feed.backends[2].environment = Environment::Production;
        bench.lose(1);
        bench.feed.publish();
        const auto groups = backendGroups(*bench.store.view());
        QCOMPARE(groups.size(), size_t(1));
        QCOMPARE(groups[0].backends.front()->status.name, QStringLiteral("db-00"));
    }
};

LOCKMASTER_TEST(TestStatusText, QCoreApplication)

} // namespace tst_statustext

#include "tst_statustext.moc"
