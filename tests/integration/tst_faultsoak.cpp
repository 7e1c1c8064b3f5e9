// SPDX-License-Identifier: Apache-2.0
#include "core/platform/heap.h"
#include "core/monitor/monitor.h"
#include "core/sql/sqltableshape.h"
#include "core/systems/locktable/locktablesystem.h"
#include "core/systems/registry/registry.h"
#include "tests/support/gapmeter.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privateredis.h"
#include "tests/support/readlog.h"
#include "tests/support/faultproxy.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QTest>

#include <functional>
#include <map>
#include <set>

#include <malloc.h>
#include <unistd.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_faultsoak {

namespace {

constexpr int locksEach = 500;
constexpr int changesEachRound = 10;
constexpr int patience = 60'000;
constexpr Millis stillMachine = 250ms;
constexpr size_t pollsToSee = 2;
constexpr int faultKinds = 7;
/** What the allocator keeps of a short run says nothing yet. */
constexpr qint64 longEnoughForMemory = 240'000;

const LockTableSystem lockTables;

/** `LOCKMASTER_SOAK_MINUTES` of a fault a minute; without it, some seconds with a fault in each. */
struct Length {
    qint64 wholeMs = 29'000; ///< every kind of fault for each of the two
    qint64 faultEachMs = 1'500;
    int faultMs = 700;

    Length()
    {
        const double minutes = qEnvironmentVariable("LOCKMASTER_SOAK_MINUTES").toDouble();
        if (minutes > 0) {
            wholeMs = qint64(minutes * 60'000);
            faultEachMs = std::min<qint64>(60'000, wholeMs / 5);
            faultMs = 5'000;
        }
    }
    /** What each kind of fault makes anybody keep once is no growth. */
    int faultsToSettle() const { return std::min(faultKinds * 2, int(wholeMs / faultEachMs / 2)); }
};

/** Five hundred locks on a server of its own, whose holders change; watched through a proxy. */
class Town
{
public:
    virtual ~Town() = default;
    virtual BackendSpec spec() const = 0;
    virtual void freeze() = 0;
    virtual void thaw() = 0;
    virtual void kill() = 0;
    /** What it lost is written again before anybody gets in. */
    void revive()
    {
        proxy.setRefusing(true);
        QVERIFY(restart());
        for (int lock = 0; lock < locksEach; ++lock)
            write(lock);
        proxy.setRefusing(false);
    }

    QString name() const { return m_name; }
    /** How many have held a lock by now. */
    int holders(int lock) const { return m_holders[size_t(lock)]; }
    /** The holder that it has by now. */
    QByteArray holder(int lock) const { return "web-" + QByteArray::number(holders(lock)); }
    static int numberOf(const LockRecord &lock)
    {
        return lock.holders.empty() ? 0 : lock.holders.front().raw.mid(4).toInt();
    }
    static int lockOf(const LockRecord &lock)
    {
        return lock.id.name.mid(lock.id.name.lastIndexOf('-') + 1).toInt();
    }
    void change(int lock)
    {
        ++m_holders[size_t(lock)];
        write(lock);
    }

    FaultProxy proxy;

protected:
    Town(quint16 port, const char *name) : proxy(port), m_name(QLatin1StringView(name))
    {
        proxy.stopListening();
    }
    virtual void write(int lock) = 0;
    virtual bool restart() = 0;
    BackendSpec throughProxy(BackendSpec spec) const
    {
        spec.name = m_name;
        spec.host = QStringLiteral("127.0.0.1");
        spec.port = proxy.port();
        spec.poll = 500ms;
        spec.timeout = 2s;
        return spec;
    }

private:
    const QString m_name;
    std::vector<int> m_holders = std::vector<int>(locksEach, 1);
};

class SqlTown final : public Town
{
public:
    explicit SqlTown(LiveSqlServer &server)
        : Town(server.endpoint().port, "tables"), m_server(server), m_scratch(server)
    {
        m_scratch.run(
            QStringLiteral("CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY "
                           "KEY, owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL)"));
        m_scratch.run(QStringLiteral("GRANT UPDATE ON %1.* TO '%2'@'%'")
                          .arg(m_scratch.schema(), m_scratch.user()));
        for (int lock = 0; lock < locksEach; ++lock)
            write(lock);
    }
    BackendSpec spec() const override
    {
        BackendSpec spec = throughProxy(m_scratch.backend());
        spec.tables = {distLockTable()};
        spec.systems = QStringList{QStringLiteral("dist_lock")};
        spec.urlPassword = Secret(SqlScratch::password());
        return spec;
    }
    void freeze() override { m_server.freeze(); }
    void thaw() override { m_server.thaw(); }
    void kill() override { m_server.kill(); }

    /** Whether the holder of by now has it still. */
    bool isHeld(int lock)
    {
        SqlSession session(m_scratch.admin());
        return session
            .value(QStringLiteral("SELECT owner = ? AND expiry > NOW() FROM dist_lock "
                                  "WHERE name = ?"),
                   {QString::fromLatin1(holder(lock)), nameOf(lock)})
            .toBool();
    }
    static QString nameOf(int lock) { return QStringLiteral("job-%1").arg(lock); }

protected:
    void write(int lock) override
    {
        m_scratch.run(
            QStringLiteral("REPLACE INTO dist_lock VALUES (?, ?, NOW() + INTERVAL 3 HOUR)"),
            {nameOf(lock), QString::fromLatin1(holder(lock))});
    }
    bool restart() override
    {
        QString why;
        const bool up = m_server.restart(&why);
        m_scratch.reconnect();
        return up;
    }

private:
    LiveSqlServer &m_server;
    SqlScratch m_scratch;
};

class RedisTown final : public Town
{
public:
    explicit RedisTown(PrivateRedis &server) : Town(server.port(), "keys"), m_server(server)
    {
        for (int lock = 0; lock < locksEach; ++lock)
            write(lock);
    }
    BackendSpec spec() const override
    {
        BackendSpec spec = throughProxy(m_server.spec());
        spec.patterns = {"lock:*"};
        return spec;
    }
    void freeze() override { m_server.stop(); }
    void thaw() override { m_server.resume(); }
    void kill() override { m_server.kill(); }

protected:
    void write(int lock) override
    {
        m_server.run(lockKey("lock:job-" + QByteArray::number(lock), holder(lock), 9000000ms));
    }
    bool restart() override { return m_server.restart(); }

private:
    PrivateRedis &m_server;
};

/** A monitor on both, as the window has it. */
class Watch
{
public:
    explicit Watch(const std::vector<Town *> &towns) : m_towns(towns)
    {
        QObject::connect(&m_monitor.store(), &LockStore::updated, &m_monitor,
                         [this](const ViewUpdate &update) {
                             for (const Event &event : update.events)
                                 take(event);
                         });
        std::vector<BackendSpec> specs;
        for (const Town *town : towns)
            specs.push_back(town->spec());
        m_monitor.setBackends(specs);
    }

    /** From now on every change of a holder is to be told, and nothing else of any lock. */
    void beginStory()
    {
        for (const Town *town : m_towns) {
            auto &told = m_told[town->name()];
            for (int lock = 0; lock < locksEach; ++lock)
                told.push_back(town->holders(lock));
        }
    }
    /** An operator lets go of it: it may be seen free before somebody takes it. */
    void mayBeFree(const Town &town, int lock) { m_mayBeFree.insert({town.name(), lock}); }
    /** What was told that did not happen. */
    QString untrue() const { return m_untrue.join(u' '); }
    /** Holders of by now that no event has told of. */
    int untold() const
    {
        int untold = 0;
        for (const Town *town : m_towns) {
            const auto told = m_told.find(town->name());
            for (int lock = 0; told != m_told.end() && lock < locksEach; ++lock)
                untold += told->second[size_t(lock)] != town->holders(lock);
        }
        return untold;
    }

    /** Every lock is shown, held by who has it. */
    bool showsTheTruth() const
    {
        return std::all_of(m_towns.begin(), m_towns.end(),
                           [this](const Town *town) { return wrongOf(*town) == 0; });
    }
    int wrongOf(const Town &town) const
    {
        QHash<QByteArray, QByteArray> shown;
        for (const ViewRow &row : m_monitor.store().view()->rows) {
            const auto lock = row.lock.record();
            if (lock->id.source->backend == town.name() && lock->state == LockState::Held
                && !lock->holders.empty())
                shown.insert(lock->id.name, lock->holders.front().raw);
        }
        int wrong = 0;
        for (int lock = 0; lock < locksEach; ++lock) {
            const QByteArray name = SqlTown::nameOf(lock).toLatin1();
            const auto holder = shown.constFind(town.name() == u"keys" ? "lock:" + name : name);
            wrong += holder == shown.constEnd() || *holder != town.holder(lock);
        }
        return wrong + std::max(0, int(shown.size()) - locksEach);
    }
    size_t polls(const Town &town) const { return m_log->count(town.name()); }
    /** Both are read, and the changes of the one that can tell them are told. */
    bool isWhole() const
    {
        const auto view = m_monitor.store().view();
        return std::all_of(view->backends.begin(), view->backends.end(), [](const auto &backend) {
            const BackendStatus &status = backend->status;
            return status.state == BackendState::Online
                   && (status.kind != BackendKind::Redis || status.updates != UpdateKind::Polled);
        });
    }
    GapMeter gaps;

private:
    void take(const Event &event)
    {
        const auto story = m_told.find(event.backend);
        const LockRecord *lock = event.lock();
        if (story == m_told.end() || !lock || event.kind == EventKind::Renewed)
            return;
        const auto town = std::find_if(m_towns.begin(), m_towns.end(), [&](const Town *each) {
            return each->name() == event.backend;
        });
        const int number = Town::lockOf(*lock);
        int &told = story->second[size_t(number)];
        const int before = event.before ? Town::numberOf(*event.before) : 0;
        const int after = event.after ? Town::numberOf(*event.after) : 0;
        const bool happened = event.kind == EventKind::OwnerChanged && before == told
                              && after > before && after <= (*town)->holders(number);
        if (!happened && m_mayBeFree.count({event.backend, number}) == 0)
            m_untrue.append(QStringLiteral("%1:%2:%3:%4-%5")
                                .arg(event.backend, eventKindName(event.kind))
                                .arg(number)
                                .arg(before)
                                .arg(after));
        if (after > 0)
            told = after;
    }

    const std::vector<Town *> m_towns;
    std::map<QString, std::vector<int>> m_told; ///< the last holder of each lock that was told
    std::set<std::pair<QString, int>> m_mayBeFree;
    QStringList m_untrue;
    std::shared_ptr<ReadLog> m_log = std::make_shared<ReadLog>();
    mutable Monitor m_monitor{
        m_log->noting([](const BackendSpec &spec) { return makeReader(spec, passwordOf(spec)); }),
        [](const BackendSpec &spec) { return makeFeed(spec, passwordOf(spec)); }};
};

struct Held {
    qint64 residentKiB = 0;
    qint64 inUseKiB = 0; ///< of the heap: what grows there is kept by somebody
    qint64 files = 0;
    QString kinds; ///< of those files, with how many of each: what a difference is made of
};

QString kindsOf(const QFileInfoList &files)
{
    std::map<QString, int> counts;
    for (const QFileInfo &file : files) {
        const QString target = file.symLinkTarget();
        const QString name = target.mid(target.lastIndexOf(u'/') + 1);
        ++counts[name.section(u':', 0, 0)];
    }
    QStringList kinds;
    for (const auto &[kind, count] : counts)
        kinds.append(QStringLiteral("%1 %2").arg(kind).arg(count));
    return kinds.join(QLatin1StringView(", "));
}

qint64 heapInUseKiB()
{
    const struct mallinfo2 heap = ::mallinfo2();
    return qint64((heap.uordblks + heap.hblkhd) / 1024);
}

Held heldNow()
{
    giveFreedMemoryBack();
    QFile statm(QStringLiteral("/proc/self/statm"));
    const bool open = statm.open(QIODevice::ReadOnly);
    const QFileInfoList files =
        QDir(QStringLiteral("/proc/self/fd"))
            .entryInfoList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System);
    return {open ? statm.readAll().split(' ').value(1).toLongLong() * ::sysconf(_SC_PAGESIZE) / 1024
                 : 0,
            heapInUseKiB(), files.size(), kindsOf(files)};
}

} // namespace

/** A thousand locks whose holders change, and a fault now and then, for as long as one likes. */
class TestFaultSoak : public QObject
{
    Q_OBJECT

public:
    /** As the programs do. */
    static void initMain() { keepHeapJoined(); }

private slots:
    void initTestCase();
    void staysTrueAndSmall();

private:
    void breakFor(Town &town, int ms);
    void releaseDuringAFault(Watch &watch, int ms);
    void change();
    void waitForTheTruth(Watch &watch);
    Held heldAtRest(Watch &watch);

    SqlServers m_servers;
    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<SqlTown> m_tables;
    std::unique_ptr<RedisTown> m_keys;
    std::vector<Town *> m_towns;
    QRandomGenerator m_random{20261122};
    int m_faults = 0;
    int m_changes = 0;
    int m_releases = 0;
    int m_rounds = 0;
    int m_roundsOfAStillMachine = 0;
    size_t m_worstPolls = 0;
};

void TestFaultSoak::initTestCase()
{
    REQUIRE_SQL_SERVERS(m_servers);
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start();
    QVERIFY(m_redis);
    m_tables = std::make_unique<SqlTown>(*m_servers.all().front());
    m_keys = std::make_unique<RedisTown>(*m_redis);
    m_towns = {m_tables.get(), m_keys.get()};
}

/**
 * Each kind meets each town in turn. Meanwhile this thread turns its events, as the window's does.
 * When it returns, the fault is over.
 */
void TestFaultSoak::breakFor(Town &town, int ms)
{
    switch (m_faults / 2 % faultKinds) {
    case 0:
        town.proxy.setBlackHole(true);
        QTest::qWait(ms);
        town.proxy.setBlackHole(false);
        break;
    case 1: town.proxy.dropConnections(); break;
    case 2:
        town.freeze();
        QTest::qWait(ms);
        town.thaw();
        break;
    case 3:
        town.proxy.setDrip(900ms);
        QTest::qWait(ms);
        town.proxy.setDrip(0ms);
        break;
    case 4:
        town.proxy.setRefusing(true);
        town.proxy.dropConnections();
        QTest::qWait(ms);
        town.proxy.setRefusing(false);
        break;
    case 5:
        town.proxy.cutAfter(m_random.bounded(2'000));
        QTest::qWait(ms);
        town.proxy.cutAfter(qint64(-1));
        break;
    default:
        town.kill();
        QTest::qWait(ms);
        town.revive();
        break;
    }
}

/**
 * Of two locks that an operator looked at, one changes hands before it is released: that one stays
 * with its new holder whatever the fault does to the answer.
 */
void TestFaultSoak::releaseDuringAFault(Watch &watch, int ms)
{
    const int stays = m_random.bounded(locksEach / 2);
    const int goes = locksEach / 2 + m_random.bounded(locksEach / 2);
    LockOperator someone(lockTables, m_tables->spec(), SqlScratch::password());
    std::vector<std::unique_ptr<ReleaseTicket>> tickets;
    for (const int lock : {stays, goes}) {
        const auto seen = someone.look(SqlTown::nameOf(lock).toLatin1());
        QVERIFY(seen);
        tickets.push_back(someone.begin(*seen, QStringLiteral("expire")));
        QVERIFY2(tickets.back(), qPrintable(someone.error().message));
    }
    m_tables->change(stays);
    watch.mayBeFree(*m_tables, goes);
    breakFor(*m_tables, ms);
    const auto refused = someone.commit(*tickets.front());
    QVERIFY(!refused || refused->result != ReleaseResult::Released);
    QVERIFY(m_tables->isHeld(stays));
    const auto released = someone.commit(*tickets.back());
    if (released && released->result == ReleaseResult::Released)
        QVERIFY(!m_tables->isHeld(goes));
    m_tables->change(goes); // somebody takes it
    ++m_releases;
}

void TestFaultSoak::change()
{
    for (Town *town : m_towns) {
        for (int i = 0; i < changesEachRound; ++i, ++m_changes)
            town->change(m_random.bounded(locksEach));
    }
}

/** What is shown, and what was told on the way to it. */
void TestFaultSoak::waitForTheTruth(Watch &watch)
{
    std::map<Town *, size_t> before;
    std::map<Town *, size_t> polls; // until the truth was shown
    for (Town *town : m_towns)
        before[town] = watch.polls(*town);
    const auto allShowTheTruth = [&] {
        for (Town *town : m_towns) {
            if (polls.count(town) == 0 && watch.wrongOf(*town) == 0)
                polls[town] = watch.polls(*town) - before[town];
        }
        return watch.showsTheTruth();
    };
    watch.gaps.startOver();
    QTRY_VERIFY2_WITH_TIMEOUT(allShowTheTruth(),
                              qPrintable(QStringLiteral("tables %1, keys %2 wrong")
                                             .arg(watch.wrongOf(*m_tables))
                                             .arg(watch.wrongOf(*m_keys))),
                              patience);
    QCOMPARE(watch.untrue(), QString());
    QCOMPARE(watch.untold(), 0);
    ++m_rounds;
    // Where the machine itself stands still for that long, polls fail by that.
    if (watch.gaps.machineWorst() >= stillMachine)
        return;
    ++m_roundsOfAStillMachine;
    for (Town *town : m_towns) {
        m_worstPolls = std::max(m_worstPolls, polls[town]);
        QVERIFY2(polls[town] <= pollsToSee, qPrintable(QStringLiteral("fault %1: %2 after %3 polls")
                                                           .arg(m_faults)
                                                           .arg(town->name())
                                                           .arg(polls[town])));
    }
}

/** With one connection behind each proxy for each that is in use, and all of those in use. */
Held TestFaultSoak::heldAtRest(Watch &watch)
{
    for (Town *town : m_towns)
        town->proxy.dropConnections();
    change();
    waitForTheTruth(watch);
    QTest::qWait(1000); // until all have noticed
    [&] { QTRY_VERIFY_WITH_TIMEOUT(watch.isWhole(), patience); }();
    return heldNow();
}

void TestFaultSoak::staysTrueAndSmall()
{
    const Length length;
    Watch watch(m_towns);
    waitForTheTruth(watch);
    watch.beginStory();
    std::optional<Held> settled;
    QElapsedTimer whole;
    whole.start();
    qint64 nextFault = length.faultEachMs;
    while (whole.elapsed() < length.wholeMs && !QTest::currentTestFailed()) {
        const bool breaks = whole.elapsed() >= nextFault;
        if (breaks) {
            nextFault += length.faultEachMs;
            if (m_faults % 2 == 0)
                releaseDuringAFault(watch, length.faultMs);
            else
                breakFor(*m_keys, length.faultMs);
            ++m_faults;
        }
        change();
        waitForTheTruth(watch);
        QTest::qWait(200);
        if (m_faults >= length.faultsToSettle() && !settled)
            settled = heldAtRest(watch);
    }
    const Held end = heldAtRest(watch);
    QVERIFY(settled);
    qInfo("%lld s, %d faults, %d changes, %d releases, seen within %zu polls in %d of %d rounds "
          "(else the machine stood still); %lld -> %lld KiB, %lld -> %lld of them in use, "
          "%lld -> %lld files",
          whole.elapsed() / 1000, m_faults, m_changes, m_releases, m_worstPolls,
          m_roundsOfAStillMachine, m_rounds, settled->residentKiB, end.residentKiB,
          settled->inUseKiB, end.inUseKiB, settled->files, end.files);
    QVERIFY2(end.files - settled->files <= 2,
             qPrintable(settled->kinds + QLatin1StringView(" -> ") + end.kinds));
#ifndef LOCKMASTER_SANITIZED // both keep what was freed
    if (length.wholeMs > longEnoughForMemory)
        QVERIFY(end.residentKiB * 100 <= settled->residentKiB * 105);
#endif
}

LOCKMASTER_TEST(TestFaultSoak, QCoreApplication)

} // namespace tst_faultsoak

#include "tst_faultsoak.moc"
