// SPDX-License-Identifier: Apache-2.0
#include "core/leaders/leadertracker.h"

#include "tests/core/leaders/leaderworld.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(LeaderWorld::Setting)

namespace {

using Setting = LeaderWorld::Setting;

Setting setting(Micros lease, Micros precision, bool rounds, Micros poll, Micros jitter = 0us)
{
    Setting made;
    made.lease = lease;
    made.precision = precision;
    made.rounds = rounds;
    made.poll = poll;
    made.jitter = jitter;
    return made;
}

/** Settings in which all is well: name, and how it is watched. */
void addHealthy()
{
    QTest::addColumn<Setting>("how");
    const struct {
        const char *name;
        Micros precision;
        bool rounds;
    } columns[] = {{"DATETIME cut", 1s, false},
                   {"DATETIME rounded", 1s, true},
                   {"DATETIME(3) cut", 1ms, false},
                   {"DATETIME(6)", 1us, false}};
    for (const auto &column : columns) {
        for (const Micros poll : {Micros(1s), Micros(200ms), Micros(7s)}) {
            for (const Micros jitter : {Micros(0), Micros(50ms), Micros(300ms)}) {
                const auto add = [&](const char *what, const Setting &how) {
                    QTest::addRow("%s, %s, looks every %lld ms, %lld ms late", what, column.name,
                                  qlonglong(poll.count() / 1000), qlonglong(jitter.count() / 1000))
                        << how;
                };
                add("3 s", setting(3s, column.precision, column.rounds, poll, jitter));
                Setting slow = setting(30s, column.precision, column.rounds, poll, jitter);
                slow.period = 10s;
                add("30 s", slow);
            }
        }
    }
}

} // namespace

class TestLeaderTracker : public QObject
{
    Q_OBJECT

private slots:
    void anHourOfHealthyRunningIsSilent_data() { addHealthy(); }
    void anHourOfHealthyRunningIsSilent()
    {
        QFETCH(Setting, how);
        LeaderWorld world(how, 7);
        world.add("a");
        world.add("b");
        world.add("c");
        world.run(1h);
        QVERIFY2(world.everFound.isEmpty(), qPrintable(world.everFound.join(u'\n')));
        const auto watch = world.watch();
        QCOMPARE(watch->history->failovers.size(), size_t(0));
        QCOMPARE(watch->history->overlaps.size(), size_t(0));
        QCOMPARE(watch->figures.changesLastHour, 0);
        QCOMPARE(watch->history->reigns.size(), size_t(1));
        QVERIFY(watch->figures.period);
        const Micros off = std::chrono::abs(watch->figures.period->period - how.period);
        if (!watch->figures.period->atMost)
            QVERIFY2(off * 10 <= how.period, qPrintable(QString::number(off.count())));
        else
            QVERIFY(watch->figures.period->period * 10 >= how.period * 9);
    }

    void takeovers_data()
    {
        QTest::addColumn<Setting>("how");
        for (const Micros poll : {Micros(1s), Micros(200ms)}) {
            for (const Micros precision : {Micros(1s), Micros(1ms)}) {
                for (const bool rounds : {false, true}) {
                    for (const Micros lease : {Micros(1200ms), Micros(3s)}) {
                        QTest::addRow("lease %lld, %lld us, %d, looks every %lld ms",
                                      qlonglong(lease.count() / 1000), qlonglong(precision.count()),
                                      int(rounds), qlonglong(poll.count() / 1000))
                            << setting(lease, precision, rounds, poll);
                    }
                }
            }
        }
    }
    void takeovers()
    {
        QFETCH(Setting, how);
        LeaderWorld world(how, 11);
        world.add("a");
        world.add("b");
        world.add("c");
        world.run(10s);
        QRandomGenerator random(5);
        std::vector<Micros> errors;
        int within = 0;
        int covered = 0;
        for (int i = 0; i < 200; ++i) {
            world.run(Micros(random.bounded(1'000'000)) + 7s);
            const auto leader = world.leader();
            if (!leader)
                continue;
            const SteadyTime killed = world.now();
            world.kill(*leader);
            const size_t changesBefore = world.changes.size();
            world.run(8s);
            QVERIFY(world.changes.size() > changesBefore);
            const SteadyTime taken = world.changes[changesBefore].at;
            const auto seenAt = [&](const Failover &each) {
                return each.at > taken - how.poll && each.at < taken + how.poll
                       && each.from != each.to;
            };
            const auto history = world.watch()->history;
            const auto found =
                std::find_if(history->failovers.begin(), history->failovers.end(), seenAt);
            QVERIFY(found != history->failovers.end());
            const Failover &seen = *found;
            const Micros truth = std::chrono::duration_cast<Micros>(taken - killed);
            const Micros error = std::chrono::abs(seen.vacancy - truth);
            errors.push_back(error);
            within += error <= 1s + 50ms;
            covered += error <= seen.uncertainty + 20ms;
            world.start(*leader);
        }
        std::sort(errors.begin(), errors.end());
        QVERIFY(errors.size() >= 190);
        const int all = int(errors.size());
        qInfo("%d kills: error median %lld, p95 %lld, maximum %lld ms", all,
              qlonglong(errors[errors.size() / 2].count() / 1000),
              qlonglong(errors[errors.size() * 95 / 100].count() / 1000),
              qlonglong(errors.back().count() / 1000));
        // A column of whole seconds and a look per second leave more open than one look's time.
        const bool coarse = how.precision == 1s && how.poll == 1s;
        QVERIFY2(coarse ? within * 100 >= all * 98 : within == all,
                 qPrintable(QString::number(within)));
        QVERIFY2(covered * 100 >= all * 99, qPrintable(QString::number(covered)));
    }
};

QTEST_GUILESS_MAIN(TestLeaderTracker)
#include "tst_leadertracker.moc"
