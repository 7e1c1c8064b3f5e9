// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"

#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"

#include <QTest>

#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_pushedredis {

namespace {

constexpr Millis rarely = 60s;
constexpr int patience = 30'000;
constexpr int shortLeaseMs = 4000; ///< time for a loaded machine to see it before it is over

/** A monitor on a real server, and everything it told. */
struct Watch {
    Monitor monitor{[](const BackendSpec &spec) { return makeReader(spec, passwordOf(spec)); },
                    [](const BackendSpec &spec) { return makeFeed(spec, passwordOf(spec)); }};
    QStringList events;
    QStringList ends; ///< of holds: `lock:a released`

    explicit Watch(BackendSpec spec)
    {
        QObject::connect(&monitor.store(), &LockStore::updated, &monitor.store(),
                         [this](const ViewUpdate &update) {
                             for (const Event &event : update.events) {
                                 events << eventKindName(event.kind);
                                 if (event.end != HowEnded::None)
                                     ends << QString::fromUtf8(event.lock()->id.name) + u' '
                                                 + endName(event.end);
                             }
                         });
        monitor.setBackends({std::move(spec)});
    }
    bool isPushed() { return status() && status()->updates != UpdateKind::Polled; }
    const BackendStatus *status()
    {
        const auto &backends = monitor.store().view()->backends;
        return backends.empty() ? nullptr : &backends.front()->status;
    }
    QByteArray why() { return status() ? status()->polledBecause.toUtf8() : QByteArray(); }
    QStringList locks()
    {
        QStringList list;
        for (const ViewRow &row : monitor.store().view()->rows) {
            if (row.mark == RowMark::Gone)
                continue;
            const LockRecord lock = row.lock.unpack();
            list << QString::fromUtf8(lock.id.name) + QLatin1Char('=')
                        + (lock.state == LockState::Unknown
                               ? QStringLiteral("?")
                               : QString::fromUtf8(lock.holders.front().raw));
        }
        return list;
    }
    static QStringList words(const char *list)
    {
        return QString::fromLatin1(list).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    }
};

/** Takes what was left open of these locks' ends for `as`; how many there were. */
qsizetype settleUnsure(QStringList &ends, QStringView locks, const QString &as)
{
    qsizetype unsure = 0;
    for (QString &end : ends) {
        if (end.startsWith(locks) && end.endsWith(u" unknown")) {
            ++unsure;
            end.replace(QStringLiteral("unknown"), as);
        }
    }
    return unsure;
}

} // namespace

class TestPushedRedis : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start({.password = "s3cret"});
        QVERIFY(m_redis);
        m_events = PrivateRedis::start({.lines = {"notify-keyspace-events Kg$hxe"}});
        QVERIFY(m_events);
        m_events->run({"ACL", "SETUSER", "watcher", "on", ">p", "allkeys", "allchannels", "+@all",
                       "-client|tracking"});
    }

    void init()
    {
        if (m_redis)
            m_redis->run({"FLUSHALL"});
        if (m_events)
            m_events->run({"FLUSHALL"});
    }

    void changesAreSeenWithoutLookingForThem()
    {
        take("lock:a", "one");
        Watch watch(spec(rarely));
        QTRY_VERIFY2_WITH_TIMEOUT(watch.isPushed(), watch.why().constData(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:a=one"), patience);
        const qint64 scans = calls("scan");
        take("lock:b", "two");
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:a=one lock:b=two"), patience);
        m_redis->run({"DEL", "lock:a"});
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:b=two"), patience);
        take("lock:b", "three");
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:b=three"), patience);
        QCOMPARE(watch.events, Watch::words("appeared gone owner_changed"));
        QCOMPARE(calls("scan"), scans);
    }

    void aLeaseThatRanOutIsGoneSoonAfter()
    {
        Watch watch(spec(rarely));
        QTRY_VERIFY2_WITH_TIMEOUT(watch.isPushed(), watch.why().constData(), patience);
        const qint64 scans = calls("scan");
        m_redis->run({"SET", "lock:short", "one", "PX", "700"});
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:short=one"), patience);
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), QStringList(), patience);
        QCOMPARE(calls("scan"), scans);
        QCOMPARE(watch.events, Watch::words("appeared expired gone"));
    }

    void saysHowAHoldEnded_data()
    {
        QTest::addColumn<int>("pollMs");
        QTest::newRow("pushed") << int(rarely.count());
        QTest::newRow("polled") << 500;
    }
    /** As of holders that were killed, and of others that let go or were replaced. */
    void saysHowAHoldEnded()
    {
        QFETCH(int, pollMs);
        const bool pushed = pollMs == rarely.count();
        BackendSpec backend = spec(Millis(pollMs));
        backend.push = pushed;
        Watch watch(backend);
        QTRY_VERIFY_WITH_TIMEOUT(watch.status() && watch.status()->state == BackendState::Online,
                                 patience);
        QTRY_VERIFY2_WITH_TIMEOUT(!pushed || watch.isPushed(), watch.why().constData(), patience);
        constexpr int holders = 10;
        QStringList expected;
        std::vector<RedisCommand> taken;
        for (int i = 0; i < holders; ++i) {
            const QByteArray number = QByteArray::number(i);
            taken.push_back({"SET", "lock:killed" + number, "holder-" + number, "PX",
                             QByteArray::number(shortLeaseMs + 97 * i)});
            taken.push_back({"SET", "lock:let-go" + number, "holder-" + number, "PX", "60000"});
            taken.push_back({"SET", "lock:replaced" + number, "holder-" + number, "PX", "60000"});
            expected << QStringLiteral("lock:killed%1 expired").arg(i)
                     << QStringLiteral("lock:let-go%1 released").arg(i)
                     << QStringLiteral("lock:replaced%1 owner_changed").arg(i);
        }
        m_redis->runAll(taken);
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks().size(), 3 * holders, patience);
        for (int i = 0; i < holders; ++i) {
            m_redis->run({"DEL", "lock:let-go" + QByteArray::number(i)});
            take("lock:replaced" + QByteArray::number(i), "another");
        }
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks().size(), holders, patience);
        QTRY_COMPARE_WITH_TIMEOUT(watch.ends.size(), 3 * holders, patience);
        // What a slow look began before the end of a lease and ended after it, it leaves open.
        const qsizetype unsure =
            settleUnsure(watch.ends, u"lock:killed", QStringLiteral("expired"));
        qInfo("%lld of %d not judged", qlonglong(unsure), holders);
        expected.sort();
        watch.ends.sort();
        QCOMPARE(watch.ends, expected);
        QCOMPARE(watch.events.count(QStringLiteral("expired")), holders - unsure);
        QCOMPARE(watch.events.count(QStringLiteral("gone")), 2 * holders);
    }

    /** Who lets go when the lease is nearly over looks by it like one whose lease ran out. */
    void theServersWordSaysHowAHoldEnded()
    {
        BackendSpec backend = m_events->spec();
        backend.user = QStringLiteral("watcher");
        backend.urlPassword = Secret("p");
        backend.patterns = {"lock:*"};
        backend.poll = rarely;
        Watch watch(backend);
        QTRY_VERIFY2_WITH_TIMEOUT(watch.isPushed(), watch.why().constData(), patience);
        QCOMPARE(watch.status()->updates, UpdateKind::Notifications);
        constexpr int holders = 10;
        std::vector<RedisCommand> taken;
        for (int i = 0; i < holders; ++i) {
            const QByteArray number = QByteArray::number(i);
            const QByteArray lease = QByteArray::number(shortLeaseMs + 97 * i);
            taken.push_back({"SET", "lock:killed" + number, "holder", "PX", lease});
            taken.push_back({"SET", "lock:let-go" + number, "holder", "PX", lease});
        }
        m_events->runAll(taken);
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks().size(), 2 * holders, patience);
        const QByteArray letGoLate = "local left = redis.call('PTTL', KEYS[1]) "
                                     "if left > 30 then return 0 end "
                                     "return redis.call('DEL', KEYS[1]) == 1 and 1 or 2";
        QStringList expected;
        for (int i = 0; i < holders; ++i) {
            const QString number = QString::number(i);
            const QByteArray name = "lock:let-go" + number.toLatin1();
            qint64 done = 0;
            while ((done = m_events->run({"EVAL", letGoLate, "1", name}).integer) == 0)
                std::this_thread::sleep_for(5ms);
            expected << QStringLiteral("lock:killed%1 expired").arg(number)
                     << QStringLiteral("lock:let-go%1 ").arg(number)
                            + (done == 1 ? QStringLiteral("released") : QStringLiteral("expired"));
        }
        QTRY_COMPARE_WITH_TIMEOUT(watch.ends.size(), 2 * holders, patience);
        // Where this machine was so slow that the lease was long over when it looked, it says so.
        const qsizetype unsure =
            settleUnsure(watch.ends, u"lock:let-go", QStringLiteral("released"));
        qInfo("%lld of %d not judged", qlonglong(unsure), holders);
        expected.sort();
        watch.ends.sort();
        QCOMPARE(watch.ends, expected);
    }

    void aKilledFeedLeavesNoGap()
    {
        take("lock:a", "one");
        Watch watch(spec(rarely));
        QTRY_VERIFY2_WITH_TIMEOUT(watch.isPushed(), watch.why().constData(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:a=one"), patience);
        // In one go, so that nobody can listen in between.
        m_redis->runAll({{"CLIENT", "KILL", "TYPE", "pubsub"},
                         {"SET", "lock:b", "two", "PX", "60000"},
                         {"DEL", "lock:a"}});
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:b=two"), patience);
        QTRY_VERIFY2_WITH_TIMEOUT(watch.isPushed(), watch.why().constData(), patience);
        take("lock:c", "three");
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:b=two lock:c=three"), patience);
        watch.events.sort();
        QCOMPARE(watch.events, Watch::words("appeared appeared gone"));
    }

    void aFrozenServerIsUnknownInTime()
    {
        take("lock:a", "one");
        BackendSpec backend = spec(1s);
        backend.timeout = 1s;
        Watch watch(backend);
        QTRY_VERIFY2_WITH_TIMEOUT(watch.isPushed(), watch.why().constData(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:a=one"), patience);
        m_redis->stop();
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:a=?"), patience);
        m_redis->resume();
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:a=one"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(watch.isPushed(), patience);
        QCOMPARE(watch.events, Watch::words("backend_lost backend_back"));
    }

    void aFlushedDatabaseIsEmptyAtOnce()
    {
        take("lock:a", "one");
        Watch watch(spec(1s));
        QTRY_VERIFY2_WITH_TIMEOUT(watch.isPushed(), watch.why().constData(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:a=one"), patience);
        m_redis->run({"FLUSHALL"});
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), QStringList(), patience);
        QCOMPARE(watch.events, Watch::words("gone"));
    }

    void aRestartedServerIsReadAnew()
    {
        take("lock:a", "one");
        Watch watch(spec(200ms));
        QTRY_VERIFY2_WITH_TIMEOUT(watch.isPushed(), watch.why().constData(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:a=one"), patience);
        QVERIFY(m_redis->restart());
        take("lock:b", "two");
        QTRY_COMPARE_WITH_TIMEOUT(watch.locks(), Watch::words("lock:b=two"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(watch.isPushed(), patience);
        QVERIFY(!watch.events.contains(QStringLiteral("owner_changed")));
    }

private:
    BackendSpec spec(Millis poll) const
    {
        BackendSpec backend = m_redis->spec();
        backend.patterns = {"lock:*"};
        backend.poll = poll;
        return backend;
    }
    void take(const QByteArray &name, const QByteArray &owner)
    {
        m_redis->run({"SET", name, owner, "PX", "600000"});
    }
    /** How often the server has done this. */
    qint64 calls(const QByteArray &command)
    {
        const QByteArray stats = m_redis->run({"INFO", "commandstats"}).text;
        const qsizetype at = stats.indexOf("cmdstat_" + command + ":calls=");
        return at < 0 ? 0
                      : stats.mid(stats.indexOf('=', at) + 1, 20).split(',').front().toLongLong();
    }

    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<PrivateRedis> m_events; ///< tells of events
};

LOCKMASTER_TEST(TestPushedRedis, QCoreApplication)

} // namespace tst_pushedredis

#include "tst_pushedredis.moc"
