// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/backendtracker.h"
#include "core/monitor/viewbuilder.h"
#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

#include <map>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_ownerlist {

namespace {

/** A backend that is told what it holds, by name. */
struct Server {
    Server(const QString &name, quint64 theKey, const Clock &theClock, bool isApart = false)
        : key(theKey), apart(isApart), clock(theClock), source(fakeSource(name)),
          tracker(specOf(name), theClock)
    {
    }
    static BackendSpec specOf(const QString &name)
    {
        BackendSpec spec;
        spec.name = name;
        return spec;
    }
    LockRecord &put(const QByteArray &name, const QByteArray &owner, const char *host = "")
    {
        LockRecord &lock = locks[name] = fakeLock(source, name, owner, 30s, clock.now());
        if (*host) {
            HolderDetail detail;
            detail.host = QString::fromLatin1(host);
            lock.holders.front().detail = std::make_shared<const HolderDetail>(detail);
        }
        return lock;
    }
    void wait(const QByteArray &name, const char *host)
    {
        HolderDetail detail;
        detail.host = QString::fromLatin1(host);
        Waiter waiter;
        waiter.detail = std::make_shared<const HolderDetail>(detail);
        locks.at(name).waiters.list.push_back(waiter);
    }
    void read()
    {
        std::vector<LockRecord> records;
        for (const auto &[name, record] : locks)
            records.push_back(record);
        last = tracker.read(fakeReading({fakeObservation(source, std::move(records))}), clock.now())
                   .snapshot;
    }
    void lose() { last = tracker.lose({}).snapshot; }

    quint64 key;
    bool apart;
    const Clock &clock;
    std::shared_ptr<const SourceId> source;
    BackendTracker tracker;
    std::map<QByteArray, LockRecord> locks;
    std::shared_ptr<const BackendSnapshot> last = std::make_shared<const BackendSnapshot>();
};

/** `host web-3 2/1+0 a,b` for each: what it holds, waits for, and may hold; where. */
QStringList words(const OwnerList &list)
{
    QStringList words;
    for (const OwnerEntry &owner : list.owners)
        words << QStringLiteral("%1 %2 %3/%4+%5 %6")
                     .arg(ownerBasisName(owner.id.basis), owner.id.name())
                     .arg(owner.holds)
                     .arg(owner.waits)
                     .arg(owner.unknown)
                     .arg(owner.backends.join(u','));
    return words;
}

QByteArrayList shownNames(const ViewSnapshot &view)
{
    QByteArrayList list;
    for (const ViewRow &row : view.rows)
        list << row.lock.id().name + (row.mark == RowMark::Gone ? "!" : "");
    return list;
}

OwnerLister::Rules joining(const char *name, const QByteArrayList &patterns)
{
    return std::make_shared<const std::vector<OwnerRule>>(
        std::vector<OwnerRule>{{QString::fromLatin1(name), patterns}});
}

} // namespace

/** Who holds what, as views list it, and the locks of one alone. */
class TestOwnerList : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<ViewBuilder> m_builder;
    std::vector<Server *> m_servers;
    ViewQuery m_query;

    std::shared_ptr<const ViewSnapshot> view()
    {
        std::vector<ViewBuilder::Backend> backends;
        for (const Server *server : m_servers)
            backends.push_back({server->key, server->last, server->apart});
        return m_builder->build(std::move(backends), m_query).view;
    }
    QStringList listed() { return words(*view()->owners); }

private slots:
    void init()
    {
        m_builder = std::make_unique<ViewBuilder>(m_clock);
        m_servers.clear();
        m_query = {};
        m_query.wantsOwners = true;
    }

    void oneIsOneOnAllBackends()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        Server b(QStringLiteral("b"), 2, m_clock);
        m_servers = {&a, &b};
        a.put("l1", "web-3:1", "web-3");
        b.put("l2", "ADDED@web-3", "web-3");
        b.put("l3", "web-33:1", "web-33");
        b.wait("l3", "web-3");
        a.read();
        b.read();
        QCOMPARE(listed(), (QStringList{QStringLiteral("host web-3 2/1+0 a,b"),
                                        QStringLiteral("host web-33 1/0+0 b")}));
        // Neither what is looked for nor where counts.
        m_query.filter = *Filter::parse(QStringLiteral("nothing"));
        m_query.scope.backend = QStringLiteral("a");
        m_clock.advance(1s);
        QCOMPARE(listed().size(), 2);
        m_query.wantsOwners = false;
        QVERIFY(!view()->owners);
        QVERIFY(!m_builder->agesByItself());
    }

    /** One more lock does not make a list of ten thousand anew at once; a second later it does. */
    void aListIsMadeOnceASecond()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        m_servers = {&a};
        a.put("l1", "x", "web-1");
        a.read();
        QCOMPARE(listed(), QStringList{QStringLiteral("host web-1 1/0+0 a")});
        a.put("l2", "x", "web-1");
        a.read();
        m_clock.advance(100ms);
        QCOMPARE(listed(), QStringList{QStringLiteral("host web-1 1/0+0 a")});
        QVERIFY(m_builder->agesByItself()); // or the last of them would be waited for
        m_clock.advance(1s);
        QCOMPARE(listed(), QStringList{QStringLiteral("host web-1 2/0+0 a")});
        // Who asks something else is not told what others asked.
        m_query.ownerRules = joining("shop", {"web-*"});
        QCOMPARE(listed(), QStringList{QStringLiteral("rule shop 2/0+0 a")});
    }

    void whatSaysTheSameIsTheSame()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        m_servers = {&a};
        a.put("l1", "x", "web-1");
        a.read();
        const auto before = view()->owners;
        m_clock.advance(1s);
        QCOMPARE(view()->owners, before);
        a.locks.clear();
        a.read();
        m_clock.advance(1s);
        QVERIFY(view()->owners->owners.empty());
    }

    void rulesJoinAndPart()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        m_servers = {&a};
        a.put("l1", "x", "web-1");
        a.put("l2", "x", "web-2");
        a.read();
        QCOMPARE(listed().size(), 2);
        m_query.ownerRules = joining("shop", {"web-?"});
        QCOMPARE(listed(), QStringList{QStringLiteral("rule shop 2/0+0 a")});
        m_query.scope.owner = OwnerId{OwnerBasis::Rule, "shop"};
        QCOMPARE(shownNames(*view()), (QByteArrayList{"l1", "l2"}));
        m_query.ownerRules = joining("shop", {"web-1"});
        QCOMPARE(shownNames(*view()), QByteArrayList{"l1"});
        QCOMPARE(listed(), (QStringList{QStringLiteral("rule shop 1/0+0 a"),
                                        QStringLiteral("host web-2 1/0+0 a")}));
    }

    void whatStandsApartIsNotMixedIn()
    {
        Server own(QStringLiteral("own"), 1, m_clock);
        Server lab(QStringLiteral("lab"), 2, m_clock, true);
        m_servers = {&own, &lab};
        own.put("l1", "x", "web-1");
        lab.put("l2", "x", "web-1");
        own.read();
        lab.read();
        QCOMPARE(listed(), QStringList{QStringLiteral("host web-1 1/0+0 own")});
        m_query.scope.apart = true;
        m_clock.advance(1s);
        QCOMPARE(listed(), QStringList{QStringLiteral("host web-1 1/0+0 own")});
        m_query.scope = {};
        m_query.scope.owner = OwnerId{OwnerBasis::Host, "web-1"};
        QCOMPARE(shownNames(*view()), QByteArrayList{"l1"});
    }

    void aScopeHasAllOfOneOwnerAndNothingElse()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        Server b(QStringLiteral("b"), 2, m_clock);
        m_servers = {&a, &b};
        a.put("l1", "x", "web-3");
        a.put("l2", "web-3"); // called alike, and somebody else
        a.put("l3", "x", "web-33");
        b.put("l4", "y", "web-3");
        b.put("l5", "y", "web-4");
        b.wait("l5", "web-3");
        a.put("l6", "x", "web-3").state = LockState::Expired; // free to take
        a.read();
        b.read();
        m_query.scope.owner = OwnerId{OwnerBasis::Host, "web-3"};
        QCOMPARE(shownNames(*view()), (QByteArrayList{"l1", "l4", "l5"}));
        QCOMPARE(view()->scopeLocks, 3);
        m_query.filter = *Filter::parse(QStringLiteral("l4"));
        QCOMPARE(shownNames(*view()), QByteArrayList{"l4"});
        QCOMPARE(view()->scopeLocks, 3);
        m_query.filter = *Filter::parse(QStringLiteral("l3"));
        QCOMPARE(shownNames(*view()), QByteArrayList());
        QCOMPARE(view()->matchesElsewhere, 1);
        m_query.filter = {};
        m_query.scope.ownerHolds = true; // l5 is somebody else's
        QCOMPARE(shownNames(*view()), (QByteArrayList{"l1", "l4"}));
        m_query.scope.ownerHolds = false;
        m_query.scope.owner = OwnerId{OwnerBasis::Text, "web-3"};
        QCOMPARE(shownNames(*view()), QByteArrayList{"l2"});
    }

    /** It goes as in every view, as a ghost first; and another's lock does not come in. */
    void aLockThatGoesLeavesTheOwner()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        m_servers = {&a};
        a.put("l1", "x", "web-3");
        a.put("l2", "x", "web-3");
        a.read();
        m_query.scope.owner = OwnerId{OwnerBasis::Host, "web-3"};
        QCOMPARE(view()->scopeLocks, 2);
        a.locks.erase("l1");
        a.put("l2", "y", "web-4");
        m_clock.advance(1s);
        a.read();
        const auto shown = view();
        QCOMPARE(shownNames(*shown), QByteArrayList{"l1!"});
        QCOMPARE(shown->scopeLocks, 0);
        QCOMPARE(words(*shown->owners), QStringList{QStringLiteral("host web-4 1/0+0 a")});
        m_clock.advance(1s);
        QCOMPARE(shownNames(*view()), QByteArrayList());
    }

    /** A server that does not answer takes nobody's locks away: how they stand is not known. */
    void ofAServerThatDoesNotAnswerNothingIsKnown()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        Server b(QStringLiteral("b"), 2, m_clock);
        m_servers = {&a, &b};
        a.put("l1", "x", "web-3");
        b.put("l2", "x", "web-3");
        b.put("l3", "some token");
        a.read();
        b.read();
        QCOMPARE(listed().size(), 2);
        m_query.scope.owner = OwnerId{OwnerBasis::Host, "web-3"};
        QCOMPARE(shownNames(*view()), (QByteArrayList{"l1", "l2"}));
        b.lose();
        m_clock.advance(1s);
        const auto shown = view();
        QCOMPARE(shownNames(*shown), (QByteArrayList{"l1", "l2"}));
        QCOMPARE(words(*shown->owners), QStringList{QStringLiteral("host web-3 1/0+1 a,b")});
        QCOMPARE(shown->owners->unknown, 2);
        QCOMPARE(shown->owners->owners.front().lives[Life::Unknown], 1); // of what it holds
    }

    void whoGivesTroubleComesFirst()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        m_servers = {&a};
        const SteadyTime now = m_clock.now();
        a.put("l1", "x", "many");
        a.put("l2", "x", "many");
        a.put("l3", "x", "silent").renewals = Renewals{9, now - 300s, now - 200s, {}, 10s};
        a.put("l4", "x", "gone");
        a.read();
        const auto first = view();
        QCOMPARE(words(*first->owners).front(), QStringLiteral("host silent 1/0+0 a"));
        QCOMPARE(first->owners->owners.front().lives[Life::NoSign], 1);
        const auto &locks = a.last->locks;
        const auto asked = std::find_if(locks.begin(), locks.end(), [](const PackedLock &lock) {
            return lock.name() == QByteArrayView("l4");
        });
        const LifeEvidence said{LifeEvidence::Source::Check, Life::Gone, {}, now};
        m_query.checks = {{asked->record(), said, now + 60s}};
        QCOMPARE(words(*view()->owners), (QStringList{QStringLiteral("host gone 1/0+0 a"),
                                                      QStringLiteral("host silent 1/0+0 a"),
                                                      QStringLiteral("host many 2/0+0 a")}));
        // What was said long ago, or of the hold before, says nothing.
        m_clock.advance(60s);
        QCOMPARE(words(*view()->owners).back(), QStringLiteral("host gone 1/0+0 a"));
        m_query.checks = {{asked->record(), said, m_clock.now() + 60s}};
        QCOMPARE(words(*view()->owners).front(), QStringLiteral("host gone 1/0+0 a"));
        a.put("l4", "another", "gone");
        a.read();
        m_clock.advance(1s);
        QCOMPARE(words(*view()->owners).back(), QStringLiteral("host gone 1/0+0 a"));
    }

    /** Of a lock that several hold it is not known which of them lives. */
    void ofSeveralHoldersNobodyIsSaidToLive()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        m_servers = {&a};
        LockRecord &lock = a.put("l1", "x", "web-1");
        const SteadyTime now = m_clock.now();
        lock.renewals = Renewals{9, now - 80s, now - 1s, {}, 10s};
        a.read();
        QCOMPARE(view()->owners->owners.front().lives[Life::Alive], 1);
        Holder other = a.locks.at("l1").holders.front();
        other.raw = "y";
        a.locks.at("l1").holders.push_back(other);
        a.read();
        m_clock.advance(1s);
        QCOMPARE(view()->owners->owners.front().lives[Life::Unknown], 1);
    }

    /** What is made of each look is what would be made of it without any before. */
    void whatIsKeptIsNotOutOfDate()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        Server b(QStringLiteral("b"), 2, m_clock);
        m_servers = {&a, &b};
        quint32 seed = 7;
        const auto next = [&seed](quint32 below) {
            seed = seed * 1664525 + 1013904223;
            return (seed >> 8) % below;
        };
        for (int round = 0; round < 60; ++round) {
            Server &server = next(2) == 0 ? a : b;
            const QByteArray name = "l" + QByteArray::number(next(12));
            const QByteArray host = "web-" + QByteArray::number(next(4));
            if (next(3) == 0)
                server.locks.erase(name);
            else
                server.put(name, "x", host.constData());
            if (next(9) == 0)
                server.lose();
            else
                server.read();
            m_clock.advance(1s);
            const auto kept = view();
            OwnerLister fresh;
            const auto made =
                fresh.list(kept->backends, m_query.ownerRules, m_query.checks, m_clock.now());
            QVERIFY2(*kept->owners == *made,
                     qPrintable(words(*kept->owners).join(u'|') + u'\n' + words(*made).join(u'|')));
        }
    }

    void manyLocksOfFewAreCountedOnce()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        m_servers = {&a};
        const SteadyTime now = m_clock.now();
        for (int i = 0; i < 10000; ++i) {
            const QByteArray host = "web-" + QByteArray::number(i % 50);
            a.put("l" + QByteArray::number(i), host, host.constData()).renewals =
                Renewals{9, now - 80s, now - 1s, {}, 10s};
        }
        a.read();
        QCOMPARE(listed().size(), 50);
        for (int round = 0; round < 3; ++round) {
            a.put("m" + QByteArray::number(round), "x", "web-0");
            a.read();
            m_clock.advance(1s);
            QElapsedTimer time;
            time.start();
            const auto shown = view();
            // Told, and not held against anything: machines differ.
            qInfo("10,000 locks of 50 owners, one of them new: %lld us",
                  time.nsecsElapsed() / 1000);
            QCOMPARE(shown->owners->owners.size(), size_t(50));
            QCOMPARE(shown->owners->owners.front().holds, qint64(201 + round));
            QCOMPARE(shown->owners->owners.back().lives[Life::Alive], qint64(200));
        }
    }

    void theListIsCutAndSaysSo()
    {
        Server a(QStringLiteral("a"), 1, m_clock);
        m_servers = {&a};
        for (int i = 0; i < 10000; ++i)
            a.put("l" + QByteArray::number(i), "token-" + QByteArray::number(i));
        a.put("m1", "x", "web-1");
        a.put("m2", "x", "web-1");
        for (int i = 0; i < 3000; ++i)
            a.wait("m1", qPrintable(QStringLiteral("waiter-%1").arg(i)));
        a.read();
        const auto shown = view()->owners;
        QCOMPARE(shown->owners.size(), OwnerList::most);
        QCOMPARE(shown->more, qint64(13001 - OwnerList::most));
        QCOMPARE(shown->waiting, 3000);
        QCOMPARE(shown->owners.front().id.name(), QStringLiteral("web-1"));
        // Told, and not held against anything: machines differ.
        for (int round = 0; round < 3; ++round) {
            m_clock.advance(1s);
            QElapsedTimer time;
            time.start();
            const auto again = view();
            qInfo("10,002 locks of 13,001 owners judged anew: %lld us", time.nsecsElapsed() / 1000);
            QCOMPARE(again->owners, shown);
        }
        QElapsedTimer time;
        time.start();
        m_query.scope.owner = OwnerId{OwnerBasis::Host, "web-1"};
        QCOMPARE(view()->rows.size(), size_t(2));
        qInfo("10,002 locks narrowed to one owner: %lld us", time.nsecsElapsed() / 1000);
    }
};

LOCKMASTER_TEST(TestOwnerList, QCoreApplication)

} // namespace tst_ownerlist

#include "tst_ownerlist.moc"
