// SPDX-License-Identifier: Apache-2.0
#include "core/formats/knownnames.h"
#include "core/monitor/backendtracker.h"
#include "core/monitor/snapshotsieve.h"
#include "core/monitor/viewbuilder.h"
#include "core/text/literaltext.h"

#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QCryptographicHash>
#include <QRandomGenerator>
#include <QScopeGuard>
#include <QTest>

#include <map>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_viewbuilder {

namespace {

/** One backend that is told what it holds, by name. */
struct World {
    explicit World(const QString &name, quint64 theKey, const Clock &theClock)
        : key(theKey), clock(theClock), source(fakeSource(name)), tracker(specOf(name), theClock)
    {
    }
    static BackendSpec specOf(const QString &name)
    {
        BackendSpec spec;
        spec.name = name;
        return spec;
    }
    ViewBuilder::Backend read()
    {
        std::vector<LockRecord> records;
        for (const auto &[name, record] : locks)
            records.push_back(record);
        last = tracker.read(fakeReading({fakeObservation(source, std::move(records))}), clock.now())
                   .snapshot;
        return backend();
    }
    ViewBuilder::Backend lose()
    {
        last = tracker.lose({}).snapshot;
        return backend();
    }
    ViewBuilder::Backend backend() const { return {key, last}; }
    LockRecord &put(const QByteArray &name, const QByteArray &owner = "o",
                    std::optional<Micros> ttl = 30s)
    {
        return locks[name] = fakeLock(source, name, owner, ttl, clock.now());
    }

    quint64 key;
    const Clock &clock;
    std::shared_ptr<const SourceId> source;
    BackendTracker tracker;
    std::map<QByteArray, LockRecord> locks;
    std::shared_ptr<const BackendSnapshot> last = std::make_shared<const BackendSnapshot>();
};

QByteArrayList names(const ViewSnapshot &view)
{
    QByteArrayList list;
    for (const ViewRow &row : view.rows)
        list << row.lock.id().name + (row.mark == RowMark::Gone ? "!" : "");
    return list;
}

const ViewRow *rowOf(const ViewSnapshot &view, const QByteArray &name)
{
    for (const ViewRow &row : view.rows) {
        if (row.lock.id().name == name)
            return &row;
    }
    return nullptr;
}

ViewQuery filtered(const char *text)
{
    ViewQuery query;
    query.filter = *Filter::parse(QString::fromUtf8(text));
    return query;
}

ViewQuery sorted(LockColumn column, bool descending = false)
{
    ViewQuery query;
    query.sortColumn = column;
    query.descending = descending;
    return query;
}

} // namespace

class TestViewBuilder : public QObject
{
    Q_OBJECT

    ManualClock m_clock;

private slots:
    void namesAreOrderedAsPeopleDo_data()
    {
        QTest::addColumn<QByteArrayList>("ordered");
        QTest::newRow("numbers") << QByteArrayList{"a2", "a10", "a100"};
        QTest::newRow("numbers inside") << QByteArrayList{"user:9:card", "user:42:card"};
        QTest::newRow("case") << QByteArrayList{"alpha", "Beta", "gamma"};
        QTest::newRow("case ties") << QByteArrayList{"A", "a"};
        QTest::newRow("zeros") << QByteArrayList{"a01", "a1", "a2"};
        QTest::newRow("zero alone") << QByteArrayList{"a", "a0", "a00", "a1"};
        QTest::newRow("prefix") << QByteArrayList{"", "a", "ab", "b"};
        QTest::newRow("longer than any integer") << QByteArrayList{
            "99999999999999999998", "99999999999999999999", "100000000000000000000"};
        QTest::newRow("letters after numbers") << QByteArrayList{"1", "1a", "a1"};
        QTest::newRow("any bytes")
            << QByteArrayList{QByteArray("a\0a", 3), "aa", "\xea\xb0\x80", "\xff"};
    }
    void namesAreOrderedAsPeopleDo()
    {
        QFETCH(QByteArrayList, ordered);
        for (qsizetype i = 0; i < ordered.size(); ++i) {
            for (qsizetype j = 0; j < ordered.size(); ++j) {
                const int order =
                    compareNaturally(QByteArrayView(ordered[i]), QByteArrayView(ordered[j]));
                QCOMPARE(order < 0, i < j);
                QCOMPARE(order > 0, i > j);
            }
        }
    }

    void whoFindsNothingHereIsToldWhatIsElsewhere()
    {
        World cache(QStringLiteral("cache"), 1, m_clock);
        World billing(QStringLiteral("billing"), 2, m_clock);
        cache.put("coupon:1");
        cache.put("coupon:2");
        billing.put("invoice");
        ViewBuilder builder(m_clock);
        const std::vector backends{cache.read(), billing.read()};
        ViewQuery query = filtered("coupon");
        QCOMPARE(builder.build(backends, query).view->matchesElsewhere, 0); // they are shown
        query.scope.backend = QStringLiteral("billing");
        QCOMPARE(builder.build(backends, query).view->matchesElsewhere, 2);
        QCOMPARE(builder.build(backends, query).view->matchesElsewhere, 2); // nothing changed
        query.scope.backend = QStringLiteral("cache");
        QCOMPARE(builder.build(backends, query).view->matchesElsewhere, 0);
        query.scope.backend = QStringLiteral("billing");
        query.filter = {};
        QCOMPARE(builder.build(backends, query).view->matchesElsewhere, 0);
    }

    void manyAreSortedAsEachPair_data()
    {
        QTest::addColumn<int>("owners");
        for (const int owners : {1, 7, 300, 6000})
            QTest::addRow("%d owners", owners) << owners;
    }
    void manyAreSortedAsEachPair()
    {
        QRandomGenerator random(11);
        const auto anyText = [&random] {
            static const auto parts =
                QByteArray("a B 0 07 7 123 x: \xff \xea\xb0\x80 000: order:lock: ORDER:lock: "
                           "99999999999999")
                    .split(' ');
            QByteArray text = random.bounded(2) == 0 ? "lock:1" : "Lock:";
            for (auto left = random.bounded(6); left > 0; --left)
                text += parts[random.bounded(int(parts.size()))];
            return text;
        };
        // Fewer owners than get a rank, and more.
        QFETCH(int, owners);
        std::vector<QByteArray> someTexts;
        for (int i = 0; i < owners; ++i)
            someTexts.push_back(anyText());
        World world(QStringLiteral("b"), 1, m_clock);
        for (int i = 0; i < 5000; ++i)
            world.put(anyText(), someTexts[size_t(random.bounded(owners))],
                      Millis(random.bounded(4)));
        world.read();
        const LockList &locks = world.last->locks;
        for (int column = 0; column < lockColumnCount; ++column) {
            for (const bool descending : {false, true}) {
                // One of them is looked for.
                const QByteArray sought = locks[locks.size() / 2].name().toByteArray();
                ViewQuery query = sorted(static_cast<LockColumn>(column), descending);
                query.filter = *Filter::parse(u'"' + literalText(sought) + u'"');
                const RowOrder order(query);
                std::vector<RowOrder::Key> keys;
                for (const PackedLock &lock : locks)
                    keys.push_back(order.keyOf(lock));
                const std::vector<quint32> places = order.sorted(keys);
                QCOMPARE(places.size(), locks.size());
                for (size_t i = 1; i < places.size(); ++i)
                    QVERIFY(order.before(keys[places[i - 1]], keys[places[i]]));
                QCOMPARE(literalText(keys[places[0]].name.toByteArray()), literalText(sought));
            }
        }
    }

    /** Among all that contain it, what is called so comes first, whatever the column. */
    void theVeryNameComesFirst()
    {
        World world(QStringLiteral("b"), 1, m_clock);
        for (const char *name : {"order:4", "order:42", "order:420", "a:order:42", "other"})
            world.put(name);
        ViewBuilder builder(m_clock);
        for (const char *text : {"order:42", "name:order:42", "\"order:42\"", "order:42 state:held",
                                 "owner:o order:42 -other ttl>=0s"}) {
            for (int column = 0; column < lockColumnCount; ++column) {
                for (const bool descending : {false, true}) {
                    ViewQuery query = sorted(static_cast<LockColumn>(column), descending);
                    query.filter = *Filter::parse(QString::fromLatin1(text));
                    const auto view = builder.build({world.read()}, query).view;
                    QCOMPARE(view->rows.size(), size_t(3));
                    QCOMPARE(names(*view).front(), QByteArray("order:42"));
                }
            }
        }
        // Who looks for several, or for what is not called so, is after no one of them.
        for (const char *text :
             {"order 42", "name:order,42", "-order:42", "owner:order:42", "ttl>1s", ""})
            QVERIFY(Filter::parse(QString::fromLatin1(text))->soughtName().isNull());
    }

    /** As it is shown, where that is another name than the stored one. */
    void theVeryNameMayBeTheOneThatIsShown()
    {
        const QByteArray hash =
            QCryptographicHash::hash("nightly", QCryptographicHash::Md5).toHex();
        auto known = std::make_shared<NameDictionary>();
        QVERIFY(known->add(QStringLiteral("nightly"), QStringLiteral("nightly")));
        makeNamesKnown(known);
        const auto forget = qScopeGuard([] { makeNamesKnown(nullptr); });
        World world(QStringLiteral("b"), 1, m_clock);
        for (const QByteArray &name :
             {QByteArray("a:job:nightly"), "job:" + hash, QByteArray("0a\nb"), QByteArray("a\nb")})
            world.put(name);
        ViewBuilder builder(m_clock);
        const auto firstOf = [&](const char *text) {
            ViewQuery query = sorted(LockColumn::Name, false);
            query.filter = *Filter::parse(QString::fromLatin1(text));
            const auto view = builder.build({world.read()}, query).view;
            return view->rows.size() == 2 ? names(*view).front() : QByteArray();
        };
        QCOMPARE(firstOf("job:nightly"), "job:" + hash);
        QCOMPARE(firstOf("a\\nb"), QByteArray("a\nb"));
    }

    /** Behind what is looked for by its very name, and as far as the filter leaves them. */
    void pinnedOnesComeFirst()
    {
        World world(QStringLiteral("b"), 1, m_clock);
        World other(QStringLiteral("c"), 2, m_clock);
        for (const char *name : {"a", "m", "order:42", "z"}) {
            world.put(name);
            other.put(name);
        }
        const LockId m{world.source, "m"};
        const LockId z{other.source, "z"};
        ViewBuilder builder(m_clock);
        for (int column = 0; column < lockColumnCount; ++column) {
            for (const bool descending : {false, true}) {
                ViewQuery query = sorted(static_cast<LockColumn>(column), descending);
                query.pins = makeLockSet({z, m, LockId{world.source, "gone"}});
                auto view = builder.build({world.read(), other.read()}, query).view;
                QCOMPARE(view->rows.size(), size_t(8));
                QVERIFY(isIn(query.pins, view->rows[0].lock));
                QVERIFY(isIn(query.pins, view->rows[1].lock));
                // One that comes meanwhile is merged in behind them.
                world.put("A0");
                view = builder.build({world.read(), other.read()}, query).view;
                QVERIFY(isIn(query.pins, view->rows[1].lock));
                QVERIFY(!isIn(query.pins, view->rows[2].lock));
                world.locks.erase("A0");
                // Another list of them is another order at once.
                query.pins = nullptr;
                view = builder.build({world.read(), other.read()}, query).view;
                QVERIFY(!isIn(makeLockSet({m}), view->rows[0].lock)
                        || !isIn(makeLockSet({z}), view->rows[1].lock));
                query.pins = makeLockSet({m});
                query.filter = *Filter::parse(QStringLiteral("order:42"));
                view = builder.build({world.read(), other.read()}, query).view;
                QCOMPARE(names(*view), QByteArrayList({"order:42", "order:42"}));
            }
        }
    }

    /** Behind those that are stuck, and before what somebody only waits for. */
    void whatAnAlertTellsOfIsInTrouble()
    {
        World world(QStringLiteral("b"), 1, m_clock);
        for (const char *name : {"healthy", "long", "stuck"})
            world.put(name);
        world.locks["stuck"].state = LockState::Blocked;
        ViewBuilder builder(m_clock);
        ViewQuery query = sorted(LockColumn::State, false);
        QCOMPARE(names(*builder.build({world.read()}, query).view),
                 QByteArrayList({"stuck", "healthy", "long"}));
        query.alarmed = makeLockSet({LockId{world.source, "long"}, LockId{world.source, "stuck"}});
        QCOMPARE(names(*builder.build({world.read()}, query).view),
                 QByteArrayList({"stuck", "long", "healthy"}));
        // One that has changed since keeps its place.
        world.put("long", "another");
        QCOMPARE(names(*builder.build({world.read()}, query).view),
                 QByteArrayList({"stuck", "long", "healthy"}));
        query.alarmed = nullptr;
        QCOMPARE(names(*builder.build({world.read()}, query).view),
                 QByteArrayList({"stuck", "healthy", "long"}));
    }

    void whatDidNotChangeIsShared()
    {
        World world(QStringLiteral("b"), 1, m_clock);
        world.put("a");
        world.put("b");
        ViewBuilder builder(m_clock);
        ViewQuery query;
        query.focus = LockId{world.source, "a"};
        const auto first = builder.build({world.read()}, query).view;
        const auto locks = world.last->locks;
        m_clock.advance(1s);
        const ViewUpdate update = builder.build({world.read()}, query);
        QVERIFY(world.last->locks.isSharedWith(locks));
        QVERIFY(update.view->rows.isSharedWith(first->rows));
        QCOMPARE(update.newRowOfOld, std::vector<qint32>({0, 1}));
        QVERIFY(update.view->focus && update.view->focus->lock == first->focus->lock);
        QCOMPARE(update.view->focus->sameOwner.size(), size_t(1));
        QVERIFY(update.view->backends.front() == world.last);

        // A mark lasts for one view: the rows after it are others once more.
        world.put("c");
        const auto marked = builder.build({world.read()}, query).view;
        QCOMPARE(marked->rows[2].mark, RowMark::Appeared);
        const auto after = builder.build({world.read()}, query).view;
        QVERIFY(!after->rows.isSharedWith(marked->rows));
        QCOMPARE(after->rows[2].mark, RowMark::None);
        QVERIFY(builder.build({world.read()}, query).view->rows.isSharedWith(after->rows));

        query.descending = true;
        QCOMPARE(names(*builder.build({world.read()}, query).view),
                 QByteArrayList({"c", "b", "a"}));
    }

    void sortsByEachColumn_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<QByteArrayList>("up");
        QTest::addColumn<QByteArrayList>("down");
        const auto row = [](const char *name, LockColumn column, const QByteArrayList &up,
                            const QByteArrayList &down) {
            QTest::newRow(name) << static_cast<int>(column) << up << down;
        };
        row("name", LockColumn::Name, {"a", "b", "c2", "c10"}, {"c10", "c2", "b", "a"});
        row("owner", LockColumn::Owner, {"c10", "b", "a", "c2"}, {"c2", "a", "b", "c10"});
        row("ttl", LockColumn::Ttl, {"c2", "a", "c10", "b"}, {"b", "c10", "a", "c2"});
        row("held", LockColumn::Held, {"a", "b", "c10", "c2"}, {"c2", "a", "b", "c10"});
        row("waiters", LockColumn::Waiters, {"c2", "c10", "b", "a"}, {"a", "b", "c2", "c10"});
        row("state", LockColumn::State, {"c2", "b", "a", "c10"}, {"c10", "a", "b", "c2"});
        row("changes", LockColumn::Changes, {"a", "b", "c2", "c10"}, {"a", "b", "c2", "c10"});
        row("system", LockColumn::System, {"a", "b", "c2", "c10"}, {"a", "b", "c2", "c10"});
        row("backend", LockColumn::Backend, {"a", "b", "c2", "c10"}, {"a", "b", "c2", "c10"});
    }
    void sortsByEachColumn()
    {
        QFETCH(int, column);
        QFETCH(QByteArrayList, up);
        QFETCH(QByteArrayList, down);
        World world(QStringLiteral("b"), 1, m_clock);
        world.put("a", "web-10", 20s).waiters.count = 3;
        world.put("b", "web-2", std::nullopt).waiters.count = 0;
        LockRecord &longHeld = world.put("c2", "zed", 10s);
        longHeld.heldSince = m_clock.now() - 1h;
        longHeld.heldBasis = HeldBasis::Server;
        longHeld.state = LockState::Blocked;
        world.put("c10", "alpha", 25s);
        ViewBuilder builder(m_clock);
        const auto wanted = static_cast<LockColumn>(column);
        QCOMPARE(names(*builder.build({world.read()}, sorted(wanted)).view), up);
        QCOMPARE(names(*builder.build({world.backend()}, sorted(wanted, true)).view), down);
    }

    void marksSayWhatHappenedSinceTheLastView()
    {
        World world(QStringLiteral("b"), 1, m_clock);
        world.put("a");
        world.put("b");
        world.put("c");
        ViewBuilder builder(m_clock);
        auto view = builder.build({world.read()}, {}).view;
        for (const ViewRow &row : view->rows)
            QCOMPARE(row.mark, RowMark::None);

        m_clock.advance(1s);
        world.put("a"); // a later expiry
        world.locks["b"].waiters.count = 2;
        world.locks.erase("c");
        world.put("d");
        view = builder.build({world.read()}, {}).view;
        QCOMPARE(names(*view), QByteArrayList({"a", "b", "c!", "d"}));
        QCOMPARE(rowOf(*view, "a")->mark, RowMark::Renewed);
        QCOMPARE(rowOf(*view, "b")->mark, RowMark::Changed);
        QCOMPARE(rowOf(*view, "d")->mark, RowMark::Appeared);
        QVERIFY(builder.agesByItself());

        view = builder.build({world.backend()}, {}).view;
        QCOMPARE(names(*view), QByteArrayList({"a", "b", "d"}));
        for (const ViewRow &row : view->rows)
            QCOMPARE(row.mark, RowMark::None);
        QVERIFY(!builder.agesByItself());
    }

    void aGhostWhoseLockComesBackGoesOnAsItsRow()
    {
        World world(QStringLiteral("b"), 1, m_clock);
        world.put("a");
        world.put("b");
        ViewBuilder builder(m_clock);
        builder.build({world.read()}, {});
        world.locks.erase("a");
        builder.build({world.read()}, {});
        world.put("a");
        const ViewUpdate update = builder.build({world.read()}, {});
        QCOMPARE(names(*update.view), QByteArrayList({"a", "b"}));
        QCOMPARE(update.newRowOfOld, std::vector<qint32>({0, 1}));
        QCOMPARE(update.view->rows[0].mark, RowMark::Appeared);
    }

    void leavingTheFilterIsNotGoing()
    {
        World world(QStringLiteral("b"), 1, m_clock);
        world.put("a");
        ViewBuilder builder(m_clock);
        builder.build({world.read()}, filtered("state:held"));
        world.locks["a"].state = LockState::Expired;
        const ViewUpdate update = builder.build({world.read()}, filtered("state:held"));
        QVERIFY(update.view->rows.empty());
        QCOMPARE(update.newRowOfOld, std::vector<qint32>({-1}));
        QCOMPARE(update.view->totalLocks, 1);
    }

    void aFilterOnTimeIsDecidedAnew()
    {
        World world(QStringLiteral("b"), 1, m_clock);
        world.put("a", "o", 8s);
        world.put("b", "o", 3s);
        ViewBuilder builder(m_clock);
        auto view = builder.build({world.read()}, filtered("ttl<5s")).view;
        QCOMPARE(names(*view), QByteArrayList({"b"}));
        QVERIFY(builder.agesByItself());
        m_clock.advance(4s);
        view = builder.build({world.backend()}, filtered("ttl<5s")).view;
        QCOMPARE(names(*view), QByteArrayList({"a", "b"}));
        QCOMPARE(view->rows[0].mark, RowMark::None);
    }

    void scopeNarrowsAndCountsDoNot()
    {
        World first(QStringLiteral("b1"), 1, m_clock);
        World second(QStringLiteral("b2"), 2, m_clock);
        first.put("a");
        first.put("b", "o", std::nullopt);
        second.put("c");
        ViewBuilder builder(m_clock);
        ViewQuery query;
        query.scope.backend = QStringLiteral("b2");
        auto view = builder.build({first.read(), second.read()}, query).view;
        QCOMPARE(names(*view), QByteArrayList({"c"}));
        QCOMPARE(view->totalLocks, 3);
        QCOMPARE(view->sourceCounts.size(), size_t(2));
        QCOMPARE(view->sourceCounts[0].backend, QStringLiteral("b1"));
        QCOMPARE(view->sourceCounts[0].count, 2);
        QCOMPARE(view->sourceCounts[1].count, 1);
        QCOMPARE(view->findingCounts[size_t(FindingId::NoExpiry)], 1);
        query.scope = {};
        query.scope.finding = FindingId::NoExpiry;
        view = builder.build({first.backend(), second.backend()}, query).view;
        QCOMPARE(names(*view), QByteArrayList({"b"}));
        query.scope = {};
        query.scope.system = QStringLiteral("leader");
        first.locks.clear();
        view = builder.build({first.read(), second.backend()}, query).view;
        QVERIFY(view->rows.empty());
        QCOMPARE(view->sourceCounts[0].count, 0);
        QCOMPARE(view->findingCounts[size_t(FindingId::NoExpiry)], 0);
    }

    void aSieveHoldsBackAndEnds()
    {
        struct Tap final : SnapshotTap {
            QStringList told;
            void take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
                      const std::vector<Event> &) override
            {
                told << QStringLiteral("%1 %2").arg(snapshot->status.name).arg(key);
            }
            void end(quint64 key) override { told << QStringLiteral("end %1").arg(key); }
        };
        const auto of = [](const char *name) {
            auto snapshot = std::make_shared<BackendSnapshot>();
            snapshot->status.name = QString::fromLatin1(name);
            return snapshot;
        };
        Tap tap;
        SnapshotSieve sieve(tap);
        sieve.take(1, of("real"), {});
        sieve.take(2, of("lab"), {});
        sieve.hold({QStringLiteral("lab")}); // a server was added beside it
        sieve.take(1, of("real"), {});
        sieve.take(2, of("lab"), {});
        sieve.take(2, of("lab"), {});
        sieve.end(2);
        sieve.end(1);
        QCOMPARE(tap.told, (QStringList{QStringLiteral("real 1"), QStringLiteral("lab 2"),
                                        QStringLiteral("real 1"), QStringLiteral("end 2"),
                                        QStringLiteral("end 1")}));
    }

    void theFocusedLockBringsItsOwnersOthers()
    {
        World first(QStringLiteral("b1"), 1, m_clock);
        World second(QStringLiteral("b2"), 2, m_clock);
        first.put("a", "me");
        first.put("b", "me");
        first.put("c", "you");
        first.put("session", "7").session = "s7";
        second.put("d", "me");
        second.put("session", "7").session = "s7";
        ViewBuilder builder(m_clock);
        ViewQuery query = filtered("name:nothing");
        query.focus = LockId{fakeSource(QStringLiteral("b1")), "a"};
        auto view = builder.build({first.read(), second.read()}, query).view;
        QVERIFY(view->focus && !view->focus->goneAt);
        QCOMPARE(view->focus->lock->id.name, QByteArray("a"));
        QCOMPARE(view->focus->sameOwner.size(), size_t(2));
        QCOMPARE(view->focus->sameOwner[0].id().name, QByteArray("b"));
        QCOMPARE(view->focus->sameOwner[1].id().name, QByteArray("d"));

        first.locks.erase("a");
        view = builder.build({first.read(), second.backend()}, query).view;
        QVERIFY(view->focus && view->focus->goneAt);
        QCOMPARE(view->focus->lock->id.name, QByteArray("a"));
        const SteadyTime gone = m_clock.now();
        QCOMPARE(*view->focus->goneAt, gone);
        m_clock.advance(10s);
        view = builder.build({first.read(), second.backend()}, query).view;
        QCOMPARE(view->focus->goneAt, std::optional(gone));

        query.focus->name = "session";
        view = builder.build({first.backend(), second.backend()}, query).view;
        QVERIFY(view->focus->sameOwner.empty());
        query.focus->name = "never there";
        QVERIFY(!builder.build({first.backend(), second.backend()}, query).view->focus);
        query.focus.reset();
        QVERIFY(!builder.build({first.backend(), second.backend()}, query).view->focus);
    }

    void aFocusedLockThatNobodySawGoIsUnknown()
    {
        World world(QStringLiteral("b"), 1, m_clock);
        world.put("a");
        ViewBuilder builder(m_clock);
        ViewQuery query;
        query.focus = LockId{fakeSource(QStringLiteral("b")), "a"};
        builder.build({world.read()}, query);
        World edited(QStringLiteral("b"), 2, m_clock); // the same name, nothing read yet
        edited.last = edited.tracker.restate();
        for (int look = 0; look < 2; ++look) {
            const auto view = builder.build({edited.backend()}, query).view;
            QVERIFY(view->focus && !view->focus->goneAt);
            QCOMPARE(view->focus->lock->state, LockState::Unknown);
            edited.read();
        }

        ViewBuilder other(m_clock);
        other.build({world.backend()}, query);
        const auto view = other.build({}, query).view; // removed
        QVERIFY(view->focus && !view->focus->goneAt);
        QCOMPARE(view->focus->lock->state, LockState::Unknown);
    }

    void whatWasUnknownLeavesNoGhost()
    {
        World world(QStringLiteral("b"), 1, m_clock);
        world.put("a");
        ViewBuilder builder(m_clock);
        ViewQuery query;
        query.focus = LockId{fakeSource(QStringLiteral("b")), "a"};
        builder.build({world.read()}, query);
        builder.build({world.lose()}, query);
        world.locks.clear();
        const auto view = builder.build({world.read()}, query).view;
        QVERIFY(view->rows.empty());
        QVERIFY(view->focus && !view->focus->goneAt);
        QCOMPARE(view->focus->lock->state, LockState::Unknown);
    }

    void backendsComeGoAndMove()
    {
        World first(QStringLiteral("b1"), 1, m_clock);
        World second(QStringLiteral("b2"), 2, m_clock);
        first.put("a");
        second.put("b");
        ViewBuilder builder(m_clock);
        builder.build({first.read()}, {});
        ViewUpdate update = builder.build({second.read(), first.backend()}, {});
        QCOMPARE(names(*update.view), QByteArrayList({"a", "b"}));
        QCOMPARE(update.newRowOfOld, std::vector<qint32>({0}));
        QCOMPARE(update.view->rows[0].backend, 1);
        QCOMPARE(update.view->rows[1].mark, RowMark::None);
        update = builder.build({second.backend()}, {});
        QCOMPARE(names(*update.view), QByteArrayList({"b"}));
        QCOMPARE(update.newRowOfOld, std::vector<qint32>({-1, 0}));
        second.key = 3; // the same name, another server
        update = builder.build({second.backend()}, {});
        QCOMPARE(update.newRowOfOld, std::vector<qint32>({-1}));
        QCOMPARE(names(*update.view), QByteArrayList({"b"}));
    }

    void whatStandsApartIsNeitherListedNorCounted()
    {
        World real(QStringLiteral("real"), 1, m_clock);
        World lab(QStringLiteral("lab"), 2, m_clock);
        const Finding finding{FindingId::NoExpiry, {}};
        real.put("a").findings = {finding};
        for (const char *name : {"x", "y", "z"})
            lab.put(name).findings = {finding};
        const auto noExpiry = static_cast<size_t>(FindingId::NoExpiry);
        ViewBuilder builder(m_clock);
        ViewQuery query;
        query.focus = LockId{real.source, "a"};
        // Whatever the order in which they are given.
        auto view = builder.build(backends(lab, true, real), query).view;
        QCOMPARE(names(*view), QByteArrayList({"a"}));
        QVERIFY(!view->showsApart);
        QCOMPARE(view->backends.size(), size_t(1));
        QCOMPARE(view->rows[0].backend, 0);
        QCOMPARE(view->totalLocks, 1);
        QCOMPARE(view->findingCounts[noExpiry], 1);
        for (const SourceCount &count : view->sourceCounts)
            QCOMPARE(count.backend, QStringLiteral("real"));
        QVERIFY(view->focus && view->focus->sameOwner.empty());
        QCOMPARE(view->apart.backends.size(), size_t(1));
        QCOMPARE(view->apart.totalLocks, 3);
        QCOMPARE(view->apart.findingCounts[noExpiry], 3);
        QVERIFY(view->backend(QStringLiteral("real")) && view->backend(QStringLiteral("lab")));

        query.scope.finding = FindingId::NoExpiry;
        QCOMPARE(names(*builder.build(backends(lab, true, real), query).view),
                 QByteArrayList({"a"}));
        query = filtered("x");
        query.scope.backend = QStringLiteral("real");
        view = builder.build(backends(lab, true, real), query).view;
        QVERIFY(view->rows.empty());
        QCOMPARE(view->matchesElsewhere, 0);
    }

    void whatStandsApartIsShownWhereItIsAskedFor()
    {
        World real(QStringLiteral("real"), 1, m_clock);
        World lab(QStringLiteral("lab"), 2, m_clock);
        real.put("a");
        lab.put("x");
        ViewBuilder builder(m_clock);
        ViewQuery query;
        query.scope.apart = true;
        auto view = builder.build(backends(lab, true, real), query).view;
        QCOMPARE(names(*view), QByteArrayList({"x"}));
        QCOMPARE(view->shown().backends[size_t(view->rows[0].backend)]->status.name,
                 QStringLiteral("lab"));
        QCOMPARE(view->totalLocks, 1); // of the real one still
        query.scope = {};
        query.scope.backend = QStringLiteral("lab");
        view = builder.build(backends(lab, true, real), query).view;
        QVERIFY(view->showsApart);
        QCOMPARE(names(*view), QByteArrayList({"x"}));

        // It comes to stand beside the others, and apart again.
        query.scope = {};
        QCOMPARE(names(*builder.build(backends(lab, false, real), query).view),
                 QByteArrayList({"a", "x"}));
        view = builder.build(backends(lab, true, real), query).view;
        QCOMPARE(names(*view), QByteArrayList({"a"}));
        query.scope.apart = true; // of nothing
        view = builder.build(backends(lab, false, real), query).view;
        QVERIFY(!view->showsApart);
        QCOMPARE(names(*view), QByteArrayList({"a", "x"}));
    }

    /** Whatever happens: the rows are those of a fresh view, and the row map leads from old to new.
     */
    void anySequenceEndsLikeAFreshView()
    {
        QRandomGenerator random(42);
        World first(QStringLiteral("b1"), 1, m_clock);
        World second(QStringLiteral("b2"), 2, m_clock);
        ViewBuilder builder(m_clock);
        ViewQuery query;
        int ghosts = 0;
        bool apart = false;
        for (int step = 0; step < 5'000; ++step) {
            change(random, first);
            if (random.bounded(2) == 0)
                change(random, second);
            if (random.bounded(20) == 0)
                query = anyQuery(random);
            if (random.bounded(40) == 0)
                apart = !apart;
            m_clock.advance(Millis(random.bounded(1500)));
            const auto old = builder.view();
            const auto given = backends(first, apart, second);
            const ViewUpdate update = builder.build(given, query);
            checkRowMap(*old, update);
            ViewBuilder fresh(m_clock);
            checkSameRows(*update.view, *fresh.build(given, query).view);
            for (const ViewRow &row : update.view->rows)
                ghosts += row.mark == RowMark::Gone ? 1 : 0;
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(ghosts > 500);
    }

private:
    /** The first of them apart or not. */
    static std::vector<ViewBuilder::Backend> backends(World &first, bool apart, World &second)
    {
        for (World *world : {&first, &second}) {
            if (world->last->sequence == 0)
                world->read();
        }
        return {{first.key, first.last, apart}, second.backend()};
    }

    static void change(QRandomGenerator &random, World &world)
    {
        const int changes = static_cast<int>(random.bounded(4));
        for (int i = 0; i < changes; ++i) {
            const QByteArray name = "n" + QByteArray::number(random.bounded(40));
            const QByteArray owner(1, static_cast<char>('a' + random.bounded(3)));
            if (random.bounded(3) == 0)
                world.locks.erase(name);
            else if (random.bounded(4) == 0)
                world.put(name, owner, std::nullopt);
            else
                world.put(name, owner, Millis(random.bounded(10'000))).state =
                    static_cast<LockState>(random.bounded(4));
        }
        if (random.bounded(15) == 0)
            world.lose();
        else
            world.read();
    }

    static ViewQuery anyQuery(QRandomGenerator &random)
    {
        static const char *const filters[] = {"", "owner:a", "ttl<5s", "-state:free", "n1"};
        ViewQuery query = filtered(filters[random.bounded(5)]);
        query.sortColumn = static_cast<LockColumn>(random.bounded(lockColumnCount));
        query.descending = random.bounded(2) == 0;
        if (random.bounded(4) == 0)
            query.scope.backend = QStringLiteral("b2");
        query.scope.apart = random.bounded(4) == 0;
        return query;
    }

    static void checkRowMap(const ViewSnapshot &old, const ViewUpdate &update)
    {
        QCOMPARE(update.newRowOfOld.size(), old.rows.size());
        std::map<LockId, qint32> rows;
        for (size_t i = 0; i < update.view->rows.size(); ++i)
            rows[update.view->rows[i].lock.id()] = static_cast<qint32>(i);
        QCOMPARE(rows.size(), update.view->rows.size());
        for (size_t i = 0; i < old.rows.size(); ++i) {
            const auto now = rows.find(old.rows[i].lock.id());
            QCOMPARE(update.newRowOfOld[i], now == rows.end() ? -1 : now->second);
        }
    }

    static void checkSameRows(const ViewSnapshot &view, const ViewSnapshot &fresh)
    {
        std::vector<PackedLock> live;
        for (const ViewRow &row : view.rows) {
            if (row.mark != RowMark::Gone)
                live.push_back(row.lock);
            QCOMPARE(view.shown().backends[static_cast<size_t>(row.backend)]->status.name,
                     row.lock.source()->backend);
        }
        QCOMPARE(live.size(), fresh.rows.size());
        // What was counted since somebody asked is not known to who asks only now.
        const ViewQuery &query = view.query;
        const RowOrder order(query, view.changes);
        std::vector<RowOrder::Key> keys;
        for (const ViewRow &row : fresh.rows)
            keys.push_back(order.keyOf(row.lock));
        const std::vector<quint32> places = order.sorted(keys);
        for (size_t i = 0; i < live.size(); ++i) {
            const size_t place = view.changes ? places[i] : i;
            QVERIFY(live[i] == fresh.rows[place].lock);
        }
        checkSameCounts(view, fresh);
        checkSameCounts(view.apart, fresh.apart);
    }

    static void checkSameCounts(const ViewPart &part, const ViewPart &fresh)
    {
        QCOMPARE(part.totalLocks, fresh.totalLocks);
        QCOMPARE(part.findingCounts, fresh.findingCounts);
        QCOMPARE(part.sourceCounts.size(), fresh.sourceCounts.size());
        for (size_t i = 0; i < part.sourceCounts.size(); ++i)
            QCOMPARE(part.sourceCounts[i].count, fresh.sourceCounts[i].count);
    }
};

LOCKMASTER_TEST(TestViewBuilder, QCoreApplication)

} // namespace tst_viewbuilder

#include "tst_viewbuilder.moc"
