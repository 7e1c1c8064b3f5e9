// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/cutplaces.h"
#include "tests/support/eventwatch.h"
#include "tests/support/faultproxy.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"

#include <QTest>

#include <map>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_cutlooks {

namespace {

constexpr int patience = 30'000;
constexpr int usualCuts = 40;
constexpr int heldLocks = 12;

BackendSpec through(const FaultProxy &proxy, BackendSpec spec)
{
    spec.socketPath.clear();
    spec.host = QStringLiteral("127.0.0.1");
    spec.port = proxy.port();
    return spec;
}

/** A user-level lock's name as `of` shows it, and what is said of it. */
std::map<QByteArray, LockState> statesIn(const Observation &of)
{
    std::map<QByteArray, LockState> states;
    for (const LockRecord &lock : of.records)
        states[lock.id.name] = lock.state;
    return states;
}

} // namespace

/** Connections that are cut at any byte of what looks and news of locks consist of. */
class TestCutLooks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aUserLevelLockIsNeverTakenForFree_data();
    void aUserLevelLockIsNeverTakenForFree();
    void newsAreWholeOrAnError_data();
    void newsAreWholeOrAnError();
    void whatIsShownIsTrueAgainBehindCutNews_data() { newsAreWholeOrAnError_data(); }
    void whatIsShownIsTrueAgainBehindCutNews();

private:
    BackendSpec pushed(const FaultProxy &proxy, bool byEvents) const;
    void changeLock(bool isDeleted, int round);
    /** What the feed tells of the change; an error where it ends. */
    std::optional<Error> hearOf(ChangeFeed &feed, bool isDeleted, const QByteArray &owner);

    SqlServers m_servers;
    std::unique_ptr<PrivateRedis> m_redis;
};

void TestCutLooks::initTestCase()
{
    REQUIRE_SQL_SERVERS(m_servers);
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start({.lines = {"notify-keyspace-events Kg$hxe"}});
    QVERIFY(m_redis);
    m_redis->run({"ACL", "SETUSER", "watcher", "on", ">p", "allkeys", "allchannels", "+@all",
                  "-client|tracking"});
}

void TestCutLooks::aUserLevelLockIsNeverTakenForFree_data()
{
    QTest::addColumn<LiveSqlServer *>("server");
    for (const auto &server : m_servers.all())
        QTest::newRow(qPrintable(server->name())) << server.get();
}

void TestCutLooks::aUserLevelLockIsNeverTakenForFree()
{
    QFETCH(LiveSqlServer *, server);
    SqlSession holder(server->endpoint());
    SqlSession waiter(server->endpoint());
    const QByteArray freeName = "cut:free";
    BackendSpec spec = server->spec();
    spec.systems = {QStringLiteral("user_lock")};
    spec.userLocks = {freeName};
    for (int i = 0; i < heldLocks; ++i) {
        const QByteArray name = "cut:" + QByteArray::number(i);
        QCOMPARE(holder.value(QStringLiteral("SELECT GET_LOCK(?, 0)"), {name}).toInt(), 1);
        if (i % 2 == 0) // asked for by name beside the server's list
            spec.userLocks.push_back(name);
    }
    waiter.begin(QStringLiteral("SELECT GET_LOCK('cut:0', 600)"));
    FaultProxy proxy(server->endpoint().port);
    const BackendSpec cut = through(proxy, spec);
    const auto read = [&cut] {
        return makeReader(cut, passwordOf(cut))->read(BackendReader::Depth::Full, soon());
    };
    const auto waits = [&read] {
        const auto reading = read();
        const auto &locks = reading.observations.front().records;
        return std::any_of(locks.begin(), locks.end(), [](const LockRecord &lock) {
            return lock.waiters.count.value_or(0) > 0;
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(waits(), patience);

    const qint64 before = proxy.bytesToClient();
    const BackendReading all = read();
    const qint64 whole = proxy.bytesToClient() - before;
    QVERIFY(!all.failure && all.observations.size() == 1 && all.observations.front().complete);
    const auto truth = statesIn(all.observations.front());
    QCOMPARE(truth.size(), size_t(heldLocks + 1));
    QCOMPARE(truth.at(freeName), LockState::Free);

    int failures = 0;
    const std::vector<qint64> places = cutPlaces(whole, usualCuts);
    for (const qint64 place : places) {
        QCoreApplication::processEvents(); // what a server logs of it must not fill its pipe
        proxy.cutAfter(place);
        const BackendReading reading = read();
        proxy.cutAfter(qint64(-1));
        const QByteArray where = QByteArray::number(place);
        failures += reading.failure.has_value();
        QVERIFY2(reading.failure || !reading.observations.empty(), where.constData());
        for (const Observation &seen : reading.observations) {
            const auto states = statesIn(seen);
            QVERIFY2(seen.complete ? states == truth : reading.failure || !seen.problems.empty(),
                     where.constData());
            for (const auto &[name, state] : states)
                QVERIFY2((state == LockState::Free) == (name == freeName), where.constData());
        }
    }
    qInfo("%lld bytes, %d of %zu cuts failed", whole, failures, places.size());
    QVERIFY(failures > 0);
}

void TestCutLooks::newsAreWholeOrAnError_data()
{
    QTest::addColumn<bool>("byEvents");
    QTest::addColumn<bool>("isDeleted");
    QTest::newRow("tracking, another owner") << false << false;
    QTest::newRow("tracking, deleted") << false << true;
    QTest::newRow("notifications, another owner") << true << false;
    QTest::newRow("notifications, deleted") << true << true;
}

BackendSpec TestCutLooks::pushed(const FaultProxy &proxy, bool byEvents) const
{
    BackendSpec spec = through(proxy, m_redis->spec());
    spec.patterns = {"lock:*"};
    if (byEvents) {
        spec.user = QStringLiteral("watcher");
        spec.urlPassword = Secret("p");
    }
    return spec;
}

void TestCutLooks::changeLock(bool isDeleted, int round)
{
    if (isDeleted)
        m_redis->run({"DEL", "lock:a"});
    else
        m_redis->run({"SET", "lock:a", "next-" + QByteArray::number(round), "PX", "3600000"});
}

std::optional<Error> TestCutLooks::hearOf(ChangeFeed &feed, bool isDeleted, const QByteArray &owner)
{
    const SteadyTime end = soon();
    while (systemClock().now() < end) {
        const auto news = feed.next(end, end);
        if (!news)
            return news.error();
        if (news->everything)
            return {};
        for (const Observation &seen : news->observations) {
            const auto &asked = *seen.asked;
            if (!seen.complete || std::find(asked.begin(), asked.end(), "lock:a") == asked.end())
                continue;
            const bool isGone = seen.records.empty();
            if (isGone != isDeleted || (!isGone && seen.records[0].holders[0].raw != owner))
                qFatal("the news are not true");
            return {};
        }
    }
    qFatal("the change was never told");
}

void TestCutLooks::newsAreWholeOrAnError()
{
    QFETCH(bool, byEvents);
    QFETCH(bool, isDeleted);
    FaultProxy proxy(m_redis->port());
    const BackendSpec spec = pushed(proxy, byEvents);
    int round = 0;
    qint64 whole = 0;
    const auto hearCutAt = [&](qint64 place) {
        m_redis->run({"SET", "lock:a", "first", "PX", "3600000"});
        const auto feed = makeFeed(spec, passwordOf(spec), systemClock());
        const auto opened = feed->open(soon());
        if (!opened || (*opened == UpdateKind::Notifications) != byEvents)
            qFatal("no such feed");
        const qint64 before = proxy.bytesToClient();
        proxy.cutAfter(place);
        changeLock(isDeleted, ++round);
        const auto error = hearOf(*feed, isDeleted, "next-" + QByteArray::number(round));
        proxy.cutAfter(qint64(-1));
        whole = proxy.bytesToClient() - before;
        return error;
    };
    const auto error = hearCutAt(-1);
    QVERIFY2(!error, qPrintable(error ? error->message : QString()));
    const std::vector<qint64> places = cutPlaces(whole, usualCuts);
    const qint64 bytes = whole;
    int ends = 0;
    for (const qint64 place : places) {
        const auto ended = hearCutAt(place); // the news are true, or there are none
        ends += ended.has_value();
        if (ended)
            QCOMPARE(ended->kind, ErrorKind::Network);
    }
    qInfo("%lld bytes, %d of %zu cuts ended the feed", bytes, ends, places.size());
    // Where a change is told twice the second time may be too late for the cut.
    QVERIFY(ends > 0);
}

void TestCutLooks::whatIsShownIsTrueAgainBehindCutNews()
{
    QFETCH(bool, byEvents);
    QFETCH(bool, isDeleted);
    constexpr qint64 mostOfNews = 200;
    constexpr int usualRounds = 5;
    m_redis->run({"FLUSHALL"});
    m_redis->run({"SET", "lock:kept", "somebody", "PX", "3600000"});
    FaultProxy proxy(m_redis->port());
    BackendSpec spec = pushed(proxy, byEvents);
    spec.poll = 60s; // nobody polls in between
    int round = 0;
    for (const qint64 place : cutPlaces(mostOfNews, usualRounds)) {
        m_redis->run({"SET", "lock:a", "first", "PX", "3600000"});
        EventWatch watch(spec); // a feed that was often cut is not tried again at once
        const auto owner = [&watch] {
            QByteArray raw;
            for (const ViewRow &row : watch.monitor().store().view()->rows) {
                if (row.lock.name() == "lock:a" && row.mark != RowMark::Gone
                    && row.lock.state() == LockState::Held)
                    raw = row.lock.unpack().holders.front().raw;
            }
            return raw;
        };
        const auto isPushed = [&watch] {
            return watch.status() && watch.status()->updates != UpdateKind::Polled;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isPushed() && owner() == "first", patience);
        proxy.cutAfter(place);
        changeLock(isDeleted, ++round);
        const QByteArray next = isDeleted ? QByteArray() : "next-" + QByteArray::number(round);
        QTRY_COMPARE_WITH_TIMEOUT(owner(), next, patience);
        proxy.cutAfter(qint64(-1));
        QCOMPARE(watch.count("lock:kept", LockState::Held), 1);
        QCOMPARE(watch.events("lock:"),
                 QStringList(isDeleted ? QStringLiteral("gone:lock:a")
                                       : QStringLiteral("owner_changed:lock:a")));
    }
}

LOCKMASTER_TEST(TestCutLooks, QCoreApplication)

} // namespace tst_cutlooks

#include "tst_cutlooks.moc"
