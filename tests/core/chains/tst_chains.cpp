// SPDX-License-Identifier: Apache-2.0
#include "core/chains/chaintext.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <deque>
#include <map>
#include <random>
#include <set>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_chains {

namespace {

std::shared_ptr<const HolderDetail> session(qint64 id, const char *host = "")
{
    HolderDetail detail;
    detail.host = QString::fromLatin1(host);
    detail.connectionId = id;
    return std::make_shared<const HolderDetail>(std::move(detail));
}

std::shared_ptr<const HolderDetail> host(const char *name)
{
    HolderDetail detail;
    detail.host = QString::fromLatin1(name);
    return std::make_shared<const HolderDetail>(std::move(detail));
}

std::shared_ptr<const HolderDetail> threadOf(const char *process, const char *thread)
{
    HolderDetail detail;
    detail.process = QString::fromLatin1(process);
    detail.thread = QString::fromLatin1(thread);
    return std::make_shared<const HolderDetail>(std::move(detail));
}

QString labelOf(const HolderDetail &detail)
{
    return detail.connectionId ? QStringLiteral("#%1").arg(*detail.connectionId) : detail.host;
}

/** Locks, sessions that wait, and what follows. */
struct Scene {
    std::deque<LockRecord> locks;
    std::vector<BackendWaits> waits;
    std::vector<OwnerRule> rules;
    WaitChains found;

    LockRecord &lock(const QByteArray &name, std::shared_ptr<const HolderDetail> holder,
                     const char *backend = "a")
    {
        LockRecord lock = fakeLock(fakeSource(QString::fromLatin1(backend)), name, name, {});
        lock.holders.front().label = labelOf(*holder);
        lock.holders.front().raw = lock.holders.front().label.toUtf8();
        lock.holders.front().detail = std::move(holder);
        lock.waiters = {};
        return locks.emplace_back(std::move(lock));
    }
    static void wait(LockRecord &lock, const std::shared_ptr<const HolderDetail> &who,
                     std::optional<Micros> waiting = {})
    {
        lock.waiters.list.push_back({labelOf(*who), who->connectionId, waiting, true, who});
        lock.waiters.count = lock.waiters.list.size();
    }
    void keep(SessionWait wait)
    {
        if (waits.empty())
            waits.push_back({QStringLiteral("a"), {}, {QStringLiteral("db.locks")}, {}});
        ToldWaits all;
        if (waits.front().waits)
            all = *waits.front().waits;
        all.list.push_back(std::move(wait));
        waits.front().waits = std::make_shared<const ToldWaits>(std::move(all));
    }
    const WaitChains &find()
    {
        std::vector<const LockRecord *> all;
        for (const LockRecord &lock : locks)
            all.push_back(&lock);
        found = waitChains(all, waits, rules);
        return found;
    }
    QString sentence(size_t chain = 0)
    {
        return chain < found.chains.size() ? chainSentence(found, found.chains[chain], {})
                                           : QString();
    }
    QStringList lines(size_t most = 1000, size_t chain = 0)
    {
        QStringList out;
        for (const ChainLine &line : chainLines(found, found.chains.at(chain), {}, most))
            out << QString(line.depth, u' ') + line.text;
        return out;
    }
};

SessionWait waitOf(qint64 waiter, std::optional<qint64> blocker, const char *table = "app.orders",
                   SessionWait::On on = SessionWait::On::Row)
{
    SessionWait wait;
    wait.on = on;
    wait.table = QString::fromLatin1(table);
    wait.waiter.connectionId = waiter;
    if (blocker) {
        wait.blocker.emplace();
        wait.blocker->connectionId = *blocker;
    }
    return wait;
}

} // namespace

/** Who waits for whom, over all that is watched. */
class TestChains : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsSaidWhereNobodyWaits()
    {
        Scene scene;
        scene.lock("x", session(1));
        scene.lock("y", host("web-3"));
        QVERIFY(scene.find().empty());
        QVERIFY(scene.found.parties.empty());
    }

    void aRootIsToldWithAllBehindIt()
    {
        Scene scene;
        LockRecord &order = scene.lock("order:42", session(3));
        LockRecord &report = scene.lock("report", session(4));
        Scene::wait(order, session(4), 12min);
        Scene::wait(order, session(5), 3s);
        Scene::wait(report, session(6), 1min);
        scene.lock("spare", session(5));
        scene.lock("spare too", session(5));
        scene.lock("alone", session(9));
        QCOMPARE(scene.find().chains.size(), size_t(1));
        QCOMPARE(
            scene.sentence(),
            QStringLiteral("#3 holds order:42 (dist_lock, a); 2 wait, 2 of them hold 3 others; "
                           "with those behind them 3; the longest for 12 m."));
        QCOMPARE(scene.lines(),
                 (QStringList{QStringLiteral("#3"), QStringLiteral(" order:42 (dist_lock, a)"),
                              QStringLiteral("  #4 waits for 12 m"),
                              QStringLiteral("   report (dist_lock, a)"),
                              QStringLiteral("    #6 waits for 1 m"),
                              QStringLiteral("  #5 waits for 3.0 s; holds 2 more, for which nobody "
                                             "waits")}));
    }

    void whoIsNotNamedIsCounted()
    {
        Scene scene;
        LockRecord &lock = scene.lock("x", host("web-3"));
        lock.waiters.count = 7;
        Scene::wait(lock, session(4));
        lock.waiters.count = 7;
        const WaitChains &found = scene.find();
        QCOMPARE(found.chains.at(0).blocked, qint64(7));
        QCOMPARE(scene.lines().last(), QStringLiteral("  6 more wait, of whom nothing is told"));
    }

    void aCircleOnSeveralServersIsFound()
    {
        Scene scene;
        scene.rules = {{QStringLiteral("web-3"), {"10.0.3.*", "web-3"}},
                       {QStringLiteral("web-4"), {"10.0.4.*", "web-4"}}};
        LockRecord &redis = scene.lock("cart", host("web-3"), "redis");
        LockRecord &sql = scene.lock("order", session(7, "10.0.4.1"), "db");
        Scene::wait(sql, session(8, "10.0.3.9"), 5s);
        Scene::wait(redis, host("web-4"), 4s);
        const WaitChains &found = scene.find();
        QCOMPARE(found.cycles.size(), size_t(1));
        QCOMPARE(found.chains.size(), size_t(1));
        QVERIFY(!found.cycles.front().isSure(found.holds));
        QVERIFY2(scene.sentence().contains(
                     QStringLiteral("web-3 holds cart (dist_lock, redis) and waits for order "
                                    "(dist_lock, db)")),
                 qPrintable(scene.sentence()));
        QVERIFY(scene.sentence().startsWith(QStringLiteral("They may wait for each other")));
        // Without the rules nothing says that these are the same.
        scene.rules.clear();
        QVERIFY(scene.find().cycles.empty());
        QCOMPARE(scene.found.chains.size(), size_t(2));
    }

    void oneThreadOnSeveralServersIsSure()
    {
        Scene scene;
        LockRecord &one = scene.lock("x", threadOf("9f1c", "7"), "r1");
        LockRecord &two = scene.lock("y", threadOf("77aa", "1"), "r2");
        Scene::wait(one, threadOf("77aa", "1"));
        Scene::wait(two, threadOf("9f1c", "7"));
        QVERIFY(scene.find().cycles.at(0).isSure(scene.found.holds));
        QVERIFY(scene.sentence().startsWith(QStringLiteral("They wait for each other")));
    }

    /** Two workers of a machine contend: its other session goes on, and lets go. */
    void otherWorkOfOneOwnerIsNoCircle_data()
    {
        QTest::addColumn<bool>("byRule");
        QTest::newRow("sessions of an owner") << true;
        QTest::newRow("sessions behind one address") << false;
    }
    void otherWorkOfOneOwnerIsNoCircle()
    {
        QFETCH(bool, byRule);
        Scene scene;
        if (byRule)
            scene.rules = {{QStringLiteral("web-3"), {"10.0.0.3"}},
                           {QStringLiteral("web-4"), {"10.0.0.4"}}};
        LockRecord &x = scene.lock("x", session(1, "10.0.0.3"));
        LockRecord &y = scene.lock("y", session(2, "10.0.0.4"));
        Scene::wait(y, session(11, "10.0.0.3"));
        Scene::wait(x, session(12, "10.0.0.4"));
        Scene::wait(x, session(13, "10.0.0.3")); // for what another of its own sessions has
        const WaitChains &found = scene.find();
        QVERIFY(found.cycles.empty());
        QCOMPARE(found.chains.size(), size_t(2));
        QCOMPARE(found.chains.at(0).blocked, qint64(2));
        QCOMPARE(found.chains.at(1).blocked, qint64(1));
    }

    void threeInACircleWithOneBehind()
    {
        Scene scene;
        LockRecord &x = scene.lock("x", session(1));
        LockRecord &y = scene.lock("y", session(2));
        LockRecord &z = scene.lock("z", session(3));
        Scene::wait(y, session(1), 9s);
        Scene::wait(z, session(2), 8s);
        Scene::wait(x, session(3), 7s);
        Scene::wait(x, session(4), 6s);
        const WaitChains &found = scene.find();
        QCOMPARE(found.cycles.size(), size_t(1));
        QCOMPARE(found.cycles.front().steps.size(), size_t(3));
        QVERIFY(found.cycles.front().isSure(found.holds));
        QCOMPARE(found.chains.size(), size_t(1));
        QCOMPARE(found.chains.front().blocked, qint64(4));
        QCOMPARE(scene.lines().size(), 9); // each once, the first again at the end, one beside
        QVERIFY(scene.lines().at(7).endsWith(QStringLiteral(": see above")));
        for (size_t i = 0; i < 3; ++i) {
            const CycleStep &step = found.cycles.front().steps[i];
            const CycleStep &next = found.cycles.front().steps[(i + 1) % 3];
            QCOMPARE(found.holds[step.hold].party, step.party);
            QCOMPARE(found.waits[step.wait].party, step.party);
            QCOMPARE(found.waits[step.wait].resource, found.holds[next.hold].resource);
        }
    }

    void aLockedRowIsKeptByItsTransaction()
    {
        Scene scene;
        LockRecord &row = scene.lock("daily-close", host("web-3"));
        row.state = LockState::Blocked;
        Scene::wait(row, session(5), 2s);
        QVERIFY(!scene.find().chains.at(0).root);
        QCOMPARE(scene.sentence(),
                 QStringLiteral("Nothing tells who has the row of daily-close (dist_lock, a); one "
                                "waits; the longest for 2.0 s."));
        scene.keep(waitOf(5, 6));
        scene.find();
        QCOMPARE(scene.found.chains.size(), size_t(1));
        QCOMPARE(scene.sentence(), QStringLiteral("#6 holds the row of daily-close (dist_lock, a); "
                                                  "one waits; the longest for 2.0 s."));
    }

    void otherRowsCountWhereTheyKeepAWatchedLock()
    {
        Scene scene;
        LockRecord &lock = scene.lock("x", session(1));
        Scene::wait(lock, session(2));
        scene.keep(waitOf(1, 30));               // who has x waits for a row
        scene.keep(waitOf(40, 41));              // somebody else's, and nothing of ours
        scene.keep(waitOf(50, {}, "app.locks")); // nobody names who keeps it
        const WaitChains &found = scene.find();
        QCOMPARE(found.chains.size(), size_t(1));
        QCOMPARE(scene.sentence(), QStringLiteral("#30 holds a row of app.orders (a); one waits, "
                                                  "and holds another lock; with those behind them "
                                                  "2."));
        QCOMPARE(scene.lines(),
                 (QStringList{QStringLiteral("#30"), QStringLiteral(" a row of app.orders (a)"),
                              QStringLiteral("  #1 waits"), QStringLiteral("   x (dist_lock, a)"),
                              QStringLiteral("    #2 waits")}));
        // The table of a watched lock is ours, whoever waits for it.
        SessionWait altering =
            waitOf(60, 61, qPrintable(lock.id.source->name), SessionWait::On::Table);
        altering.certain = false;
        scene.keep(altering);
        QCOMPARE(scene.find().chains.size(), size_t(2));
        QVERIFY(scene.lines(10, 1).at(1).contains(QStringLiteral("the table")));
        QVERIFY(scene.lines(10, 1).at(1).endsWith(QStringLiteral("(maybe)")));
    }

    void rowsKeptByOthersAreOthers()
    {
        Scene scene;
        const QByteArray table = fakeSource(QStringLiteral("a"))->name.toUtf8();
        scene.lock("x", host("web-3"));
        scene.keep(waitOf(1, 2, table.constData()));
        scene.keep(waitOf(3, 4, table.constData()));
        scene.keep(waitOf(5, 2, table.constData()));
        const WaitChains &found = scene.find();
        QCOMPARE(found.chains.size(), size_t(2));
        QCOMPARE(found.chains.at(0).blocked, qint64(2));
        QCOMPARE(found.chains.at(1).blocked, qint64(1));
    }

    void whoDoesNotLeadWaitsForNothing()
    {
        Scene scene;
        LockRecord &lock = scene.lock("leader", host("node-1"));
        auto source = std::make_shared<SourceId>(*lock.id.source);
        source->system = QStringLiteral("leader");
        lock.id.source = source;
        Scene::wait(lock, host("node-2"));
        QVERIFY(scene.find().empty());
    }

    void anUnknownHolderIsNobodyElse()
    {
        Scene scene;
        for (const char *name : {"x", "y"}) {
            LockRecord &lock = scene.lock(name, host("h"));
            lock.holders.front().detail.reset();
            lock.findings.push_back({FindingId::UnsignedOwner, QStringLiteral("anybody's")});
            Scene::wait(lock, session(5));
        }
        QCOMPARE(scene.find().chains.size(), size_t(2));
    }

    /** Of a row only so many are named; the server's list has all of them. */
    void whoWaitsForARowIsCountedOnce()
    {
        Scene scene;
        LockRecord &row = scene.lock("daily-close", host("web-3"));
        row.state = LockState::Blocked;
        Scene::wait(row, session(5));
        row.waiters.count = 3;
        for (const qint64 waiter : {5, 7, 8})
            scene.keep(waitOf(waiter, 6, "db.locks"));
        const WaitChains &found = scene.find();
        QCOMPARE(found.chains.size(), size_t(1));
        QCOMPARE(found.chains.front().blocked, qint64(3));
        QCOMPARE(found.resources.size(), size_t(1));
        // Another row of that table is another.
        scene.keep(waitOf(9, 10, "db.locks"));
        QCOMPARE(scene.find().chains.size(), size_t(2));
    }

    /** What is remembered of a queue may be older than who has the lock. */
    void nobodyWaitsForWhatItHas()
    {
        Scene scene;
        LockRecord &lock = scene.lock("cart", threadOf("9f1c", "7"));
        Scene::wait(lock, threadOf("9f1c", "7"));
        QVERIFY(scene.find().empty());
        Scene::wait(lock, threadOf("9f1c", "8"));
        QCOMPARE(scene.find().chains.at(0).blocked, qint64(1));
    }

    void whatNobodyHasKeepsNobodyOut()
    {
        Scene scene;
        LockRecord &lock = scene.lock("permit", host("h"));
        Scene::wait(lock, session(5));
        for (const LockState state : {LockState::Free, LockState::Expired, LockState::Unknown}) {
            lock.state = state;
            QVERIFY(scene.find().empty());
        }
    }

    /** Locks of sessions stand on the server, whichever database a backend names. */
    void oneServerUnderTwoNamesIsOne()
    {
        Scene scene;
        scene.rules = {{QStringLiteral("web-3"), {"10.0.0.3"}},
                       {QStringLiteral("web-4"), {"10.0.0.4"}}};
        LockRecord &x = scene.lock("x", session(1, "10.0.0.3"), "a");
        LockRecord &y = scene.lock("y", session(2, "10.0.0.4"), "b");
        Scene::wait(y, session(11, "10.0.0.3"));
        Scene::wait(x, session(12, "10.0.0.4"));
        QCOMPARE(scene.find().cycles.size(), size_t(1));
        scene.waits = {{QStringLiteral("a"), {}, {}, "one"}, {QStringLiteral("b"), {}, {}, "one"}};
        QVERIFY(scene.find().cycles.empty());
    }

    void whatIsHeldIsThatOfTheOneWhoWaits()
    {
        Scene scene;
        scene.rules = {{QStringLiteral("web-4"), {"10.0.0.4"}}};
        LockRecord &lock = scene.lock("x", session(1));
        Scene::wait(lock, session(12, "10.0.0.4"));
        scene.lock("a", session(12, "10.0.0.4"));
        for (const char *name : {"b", "c", "d"})
            scene.lock(name, session(2, "10.0.0.4"));
        QCOMPARE(scene.find().chains.at(0).held, qint64(1));
    }

    void aListThatIsCutIsNoWholeCount()
    {
        Scene scene;
        scene.lock("x", host("web-3"));
        scene.keep(waitOf(1, 2, "db.locks"));
        ToldWaits all = *scene.waits.front().waits;
        all.cut = true;
        scene.waits.front().waits = std::make_shared<const ToldWaits>(all);
        QVERIFY(!scene.find().chains.at(0).counted);
    }

    void strangersAreInNoList()
    {
        Scene scene;
        LockRecord &lock = scene.lock("x", session(1));
        Scene::wait(lock, session(2));
        scene.keep(waitOf(40, 41));
        QCOMPARE(scene.find().parties.size(), size_t(2));
        QCOMPARE(scene.found.resources.size(), size_t(1));
    }

    void aLongCircleIsToldInShort()
    {
        Scene scene;
        constexpr int length = 500;
        for (int i = 0; i < length; ++i)
            Scene::wait(scene.lock(QByteArray(1000, 'n') + QByteArray::number(i), session(i)),
                        session((i + 1) % length));
        QCOMPARE(scene.find().cycles.size(), size_t(1));
        QVERIFY(scene.sentence().size() < 4000);
        QVERIFY(scene.sentence().contains(QStringLiteral("and 494 more")));
    }

    /** A thousand deep, and a thousand at one lock: all of it counted, and no more told than asked.
     */
    void longChainsAreCounted()
    {
        constexpr int length = 5000;
        Scene scene;
        for (int i = 0; i < length; ++i)
            Scene::wait(scene.lock(QByteArray::number(i), session(i)), session(i + 1), 1s);
        const WaitChains &found = scene.find();
        QCOMPARE(found.chains.size(), size_t(1));
        QCOMPARE(found.chains.front().blocked, qint64(length));
        QVERIFY(found.chains.front().counted);
        const QStringList lines = scene.lines(20);
        QCOMPARE(lines.size(), 21);
        QCOMPARE(lines.last(), QStringLiteral("... and so on: %1 wait in all").arg(length));
        QCOMPARE(scene.lines(100'000).size(), 2 * length + 1);
    }

    void manyRootsAreNotCountedForEver()
    {
        Scene scene;
        // Each of many holds a lock for which all wait that wait for the next: one knot of many.
        constexpr int many = 2000;
        for (int i = 0; i < many; ++i) {
            LockRecord &lock = scene.lock(QByteArray::number(i), session(i));
            for (int waiter = 0; waiter < 8; ++waiter)
                Scene::wait(lock, host("shared"));
            lock.holders.push_back(lock.holders.front());
            lock.holders.back().detail = host("shared");
            lock.holders.back().label = QStringLiteral("shared");
            lock.holders.back().raw = "shared";
        }
        scene.find();
        QVERIFY(!scene.found.chains.empty());
        QVERIFY(std::any_of(scene.found.chains.begin(), scene.found.chains.end(),
                            [](const WaitChain &chain) { return !chain.counted; }));
    }

    /** Against what is plain to see in a small world: sessions that each hold and wait at random.
     */
    void smallWorldsAreJudgedAsByHand()
    {
        std::mt19937 random(20261129);
        int withCircle = 0;
        for (int round = 0; round < 3000; ++round) {
            const int sessions = 2 + int(random() % 6);
            const int locks = 1 + int(random() % 6);
            Scene scene;
            std::vector<int> holder;
            std::vector<int> waits(size_t(sessions), -1);
            for (int i = 0; i < locks; ++i) {
                holder.push_back(int(random() % unsigned(sessions)));
                scene.lock(QByteArray::number(i), session(holder.back() + 1));
            }
            for (int who = 0; who < sessions; ++who) {
                const int lock = int(random() % unsigned(locks));
                if (random() % 5 == 0 || holder[size_t(lock)] == who)
                    continue;
                waits[size_t(who)] = lock;
                Scene::wait(scene.locks[size_t(lock)], session(who + 1));
            }
            // Whom each is behind at last: follow it until it ends, or comes round.
            std::map<int, int> behind;
            std::set<int> circles;
            for (int who = 0; who < sessions; ++who) {
                int at = who;
                std::set<int> seen;
                while (waits[size_t(at)] >= 0 && seen.insert(at).second)
                    at = holder[size_t(waits[size_t(at)])];
                if (waits[size_t(at)] < 0) {
                    behind[at] += waits[size_t(who)] >= 0 ? 1 : 0;
                    continue;
                }
                int least = at;
                for (int on = holder[size_t(waits[size_t(at)])]; on != at;
                     on = holder[size_t(waits[size_t(on)])])
                    least = std::min(least, on);
                circles.insert(least);
            }
            const WaitChains &found = scene.find();
            QCOMPARE(found.cycles.size(), circles.size());
            withCircle += circles.empty() ? 0 : 1;
            for (const WaitCycle &cycle : found.cycles)
                QVERIFY(cycle.isSure(found.holds));
            std::map<int, int> told;
            for (const WaitChain &chain : found.chains) {
                if (!chain.cycle)
                    told[found.parties[*chain.root].name.mid(1).toInt() - 1] += int(chain.blocked);
            }
            std::erase_if(behind, [](const auto &each) { return each.second == 0; });
            QCOMPARE(told, behind);
        }
        QVERIFY2(withCircle > 300 && withCircle < 2700, qPrintable(QString::number(withCircle)));
    }

    void hostileNamesAreLiteral()
    {
        Scene scene;
        LockRecord &lock = scene.lock("a\nb\xff", host("h"));
        Scene::wait(lock, host("evil\n\u202e"));
        scene.find();
        const QString text = scene.lines().join(u'|') + scene.sentence();
        QVERIFY2(!text.contains(u'\n') && !text.contains(QChar(0x202e)), qPrintable(text));
    }
};

LOCKMASTER_TEST(TestChains, QCoreApplication)

} // namespace tst_chains

#include "tst_chains.moc"
