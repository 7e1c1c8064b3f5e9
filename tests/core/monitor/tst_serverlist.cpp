// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/serverlist.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_serverlist {

/** Servers at a glance, as the view's worker lists them. */
class TestServerList : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;

    const ServerList &listed()
    {
        m_clock.advance(1s);
        m_feed->build({});
        return *m_store->view()->servers;
    }
    void watch(const char *name)
    {
        m_feed->backends.push_back(
            makeStatus(QString::fromLatin1(name), BackendKind::Redis, m_clock));
    }
    LockSpec lockOn(const char *backend, const QByteArray &name)
    {
        return {.name = name, .backend = QString::fromLatin1(backend)};
    }
    QStringList byTrouble()
    {
        ServerList list = listed();
        std::stable_sort(list.begin(), list.end(), [](const ServerEntry &a, const ServerEntry &b) {
            return troublesMore(a, b);
        });
        QStringList names;
        for (const ServerEntry &server : list)
            names << server.name;
        return names;
    }

private slots:
    void init()
    {
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_feed->query.wantsServers = true;
        watch("a");
        watch("b");
    }

    void whoDoesNotAskIsToldNothing()
    {
        m_feed->query.wantsServers = false;
        m_feed->build({});
        QVERIFY(!m_store->view()->servers);
    }

    void locksWaitersAndTheOldestAreCounted()
    {
        LockSpec old = lockOn("a", "old");
        old.held = Millis(3'600'000);
        old.basis = HeldBasis::Server;
        old.waiters = 3;
        LockSpec young = lockOn("a", "young");
        young.held = Millis(1'000);
        young.basis = HeldBasis::Server;
        young.waiters = 2;
        young.findings = {{FindingId::NoExpiry, {}}};
        LockSpec lapsed = lockOn("a", "lapsed");
        lapsed.state = LockState::Expired;
        lapsed.held = Millis(7'200'000);
        m_feed->locks = {old, young, lapsed, lockOn("b", "x")};
        const ServerFigures a = listed()[0].figures;
        QCOMPARE(a.locks, 3);
        QCOMPARE(a.waiters, 5);
        QCOMPARE(m_clock.now() - *a.oldest, Micros(1h));
        QVERIFY(!a.oldestIsLeast);
        QCOMPARE(a.findings[size_t(FindingId::NoExpiry)], 1);
        QCOMPARE(a[Trouble::Finding], 1);
        QCOMPARE(a[Trouble::Waited], 1); // the other has its finding
        QCOMPARE(listed()[1].figures.locks, 1);
    }

    void whatWasSeenForSoLongIsHeldForAtLeastThat()
    {
        LockSpec seen = lockOn("a", "seen");
        seen.basis = HeldBasis::Observed;
        seen.held = Millis(60'000);
        m_feed->locks = {seen};
        QVERIFY(listed()[0].figures.oldestIsLeast);
    }

    void ofUnknownLocksNothingIsCounted()
    {
        LockSpec lost = lockOn("a", "lost");
        lost.state = LockState::Unknown;
        lost.waiters = 9;
        m_feed->locks = {lost};
        const ServerFigures &a = listed()[0].figures;
        QCOMPARE(a.locks, 1);
        QCOMPARE(a.unknown, 1);
        QCOMPARE(a.waiters, 0);
        QVERIFY(!a.oldest);
    }

    void whatDidNotChangeIsTheSameList()
    {
        listed();
        const auto before = m_store->view()->servers;
        listed();
        QCOMPARE(m_store->view()->servers, before);
        m_feed->locks.push_back(lockOn("b", "y"));
        listed();
        QVERIFY(m_store->view()->servers != before);
    }

    /** However many views there are in a second. */
    void itIsListedAnewOnceASecond()
    {
        QCOMPARE(listed()[0].figures.locks, 0);
        m_feed->locks.push_back(lockOn("a", "x"));
        m_clock.advance(500ms);
        m_feed->build({});
        QCOMPARE(m_store->view()->servers->at(0).figures.locks, 0);
        m_clock.advance(500ms);
        m_feed->build({});
        QCOMPARE(m_store->view()->servers->at(0).figures.locks, 1);
    }

    void unknownServersComeFirstThenConflictsThenTheBlocked()
    {
        for (const char *name : {"c", "d", "e", "f"})
            watch(name);
        m_feed->backends[5].state = BackendState::Offline;
        m_feed->backends[4].state = BackendState::Stale;
        LockSpec blocked = lockOn("c", "blocked");
        blocked.state = LockState::Blocked;
        LockSpec conflict = lockOn("d", "two");
        conflict.findings = {{FindingId::TwoHolders, {}}};
        LockSpec waited = lockOn("b", "waited");
        waited.waiters = 4;
        m_feed->locks = {lockOn("a", "x"), waited, blocked, conflict};
        QCOMPARE(byTrouble().join(u' '), QStringLiteral("f e d c b a"));
        m_feed->backends[0].problems = {{{}, {ErrorKind::Denied, 0, QStringLiteral("no"), {}}}};
        QCOMPARE(byTrouble().join(u' '), QStringLiteral("f e a d c b"));
    }

    void whatIsPartlyReadIsNotWhole()
    {
        QVERIFY(listed()[0].isWhole);
        m_feed->backends[0].sources.resize(1);
        m_feed->backends[0].sources[0].complete = false;
        QVERIFY(!listed()[0].isWhole);
    }

    void severalServersAreSummed()
    {
        LockSpec waited = lockOn("b", "waited");
        waited.waiters = 4;
        waited.held = Millis(90'000);
        m_feed->locks = {lockOn("a", "x"), waited};
        ServerFigures both = listed()[0].figures;
        both += listed()[1].figures;
        QCOMPARE(both.locks, 2);
        QCOMPARE(both.waiters, 4);
        QCOMPARE(both[Trouble::Waited], 1);
    }
};

LOCKMASTER_TEST(TestServerList, QCoreApplication)

} // namespace tst_serverlist

#include "tst_serverlist.moc"
