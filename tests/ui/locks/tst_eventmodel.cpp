// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "core/display/eventmodel.h"
#include "core/display/eventtext.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_eventmodel {

namespace {

struct Bench {
    ManualClock clock;
    LockStore store;
    EventModel model{store};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    ViewFeed feed{store, clock};

    Event event(EventKind kind, const LockSpec &spec) const
    {
        Event made;
        made.kind = kind;
        made.backend = spec.backend;
        made.seenAt = clock.now();
        made.wallTime = clock.wallNow();
        if (kind != EventKind::Gone)
            made.after = makeLock(spec, clock);
        if (kind != EventKind::Appeared)
            made.before = makeLock(spec, clock);
        return made;
    }
};

} // namespace

class TestEventModel : public QObject
{
    Q_OBJECT

private slots:
    void eventsAreSentences_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("sentence");
        const auto row = [](EventKind kind, const char *text) {
            QTest::newRow(text) << int(kind) << QString::fromUtf8(text);
        };
        row(EventKind::Appeared, "daily acquired by web-3, 41 s");
        row(EventKind::Renewed, "daily renewed by web-3, 41 s left");
        row(EventKind::OwnerChanged, "daily: web-3 → web-3");
        row(EventKind::Expired, "daily of web-3 expired");
        row(EventKind::Gone, "daily of web-3 is gone after ≥ 2 m 14 s");
        row(EventKind::Blocked, "daily blocked: an open transaction locks its row");
    }
    void eventsAreSentences()
    {
        QFETCH(int, kind);
        QFETCH(QString, sentence);
        const Bench bench;
        QCOMPARE(EventText::sentence(bench.event(EventKind(kind), {.name = "daily"})), sentence);
    }

    void equalNamesOfSeveralServersAreToldApart()
    {
        Bench bench;
        bench.feed.events = {
            bench.event(EventKind::Expired, {.name = "daily", .backend = QStringLiteral("a")})};
        bench.feed.backends.resize(1);
        bench.feed.backends.front().name = QStringLiteral("a");
        bench.feed.publish();
        const auto text = [&bench] { return bench.model.index(0, 0).data().toString(); };
        QCOMPARE(text(), QStringLiteral("daily of web-3 expired"));
        bench.feed.events.clear();
        bench.feed.backends.resize(2);
        bench.feed.backends.back().name = QStringLiteral("b");
        bench.feed.publish();
        QCOMPARE(text(), QStringLiteral("a: daily of web-3 expired"));
    }

    void anEndThatWasMadeHereSaysSo()
    {
        Bench bench;
        const LockSpec daily{.name = "daily"};
        const Witness looked = witnessOf(*makeLock(daily, bench.clock));
        const SteadyTime begun = bench.clock.now();
        const auto textAt = [&bench](int row) {
            return bench.model.index(row, 0).data().toString();
        };
        const auto tell = [&bench](const Event &event) {
            bench.feed.events = {event};
            bench.feed.publish();
        };
        const QString ours =
            QStringLiteral("daily of web-3 was released from here after ≥ 2 m 14 s (audit log: 7)");

        // Before its own news: what was told before it began, another lock, and another holder.
        tell(bench.event(EventKind::Gone, daily));
        bench.clock.advance(1s);
        const auto note = [&bench, &looked](const char *id) {
            bench.model.noteRelease(
                {looked, QString::fromLatin1(id), {}, bench.clock.now(), bench.clock.now()});
        };
        note("7");
        QVERIFY2(textAt(0).contains(QStringLiteral("is gone")), qPrintable(textAt(0)));
        tell(bench.event(EventKind::Gone, {.name = "other"}));
        tell(bench.event(EventKind::Gone, {.name = "daily", .owner = "web-9"}));
        tell(bench.event(EventKind::Gone, daily));
        tell(bench.event(EventKind::Gone, daily)); // the next one went by itself
        QVERIFY(!textAt(1).contains(QStringLiteral("from here")));
        QVERIFY(!textAt(2).contains(QStringLiteral("from here")));
        QVERIFY2(textAt(3).startsWith(QStringLiteral("daily of web-3 was released from here")),
                 qPrintable(textAt(3)));
        QVERIFY(!textAt(4).contains(QStringLiteral("from here")));

        // It was held again before anybody looked: its end is its own.
        note("8");
        tell(bench.event(EventKind::Renewed, daily));
        tell(bench.event(EventKind::Gone, daily));
        QVERIFY(!textAt(6).contains(QStringLiteral("from here")));
        note("9");
        bench.clock.advance(31s);
        tell(bench.event(EventKind::Gone, daily));
        QVERIFY(!textAt(7).contains(QStringLiteral("from here")));

        // And after it: the server told of the change before it answered.
        Bench fast;
        fast.feed.events = {fast.event(EventKind::Gone, daily)};
        fast.feed.publish();
        fast.model.noteRelease({looked, QStringLiteral("7"), {}, begun, fast.clock.now()});
        QCOMPARE(fast.model.index(0, 0).data().toString(), ours);
        Event next = fast.event(EventKind::OwnerChanged, daily);
        next.after = makeLock({.name = "daily", .owner = "web-9"}, fast.clock);
        QCOMPARE(EventText::sentence(next, QStringLiteral("7")),
                 QStringLiteral("daily of web-3 was released from here and is held by web-9 now "
                                "(audit log: 7)"));
        // Of several holders only one was let go of, and not the one that is named first.
        QCOMPARE(EventText::sentence(next, QStringLiteral("7"), QStringLiteral("web-5")),
                 QStringLiteral("daily of web-5 was released from here and is held by web-9 now "
                                "(audit log: 7)"));
    }

    /** Of a lock that this program held nobody looked at a witness: it is known by its owner. */
    void whatWasHeldHereIsKnownByItsOwner()
    {
        Bench bench;
        const LockSpec daily{.name = "daily"};
        const auto lastAfter = [&bench](const Event &event) {
            bench.feed.events = {event};
            bench.feed.publish();
            return bench.model.index(bench.model.rowCount() - 1, 0).data().toString();
        };
        const auto note = [&](const QByteArray &owner, const QString &auditId) {
            OwnLock own;
            own.id = makeLock(daily, bench.clock)->id;
            own.owner = owner;
            bench.model.noteRelease({own, auditId, {}, bench.clock.now(), bench.clock.now()});
        };
        const QString here = QStringLiteral("released from here");
        note("web-3", QStringLiteral("7"));
        QVERIFY(!lastAfter(bench.event(EventKind::Gone, {.name = "other"})).contains(here));
        QVERIFY(!lastAfter(bench.event(EventKind::Gone, {.name = "daily", .owner = "web-9"}))
                     .contains(here));
        const QString ours = lastAfter(bench.event(EventKind::Gone, daily));
        QVERIFY2(ours.contains(here) && ours.endsWith(QStringLiteral("(audit log: 7)")),
                 qPrintable(ours));
        QVERIFY(!lastAfter(bench.event(EventKind::Gone, daily)).contains(here));
        // A session's lock has no owner's text, and what cannot be written down is told as well.
        bench.clock.advance(1s);
        note("", {});
        const QString session = lastAfter(bench.event(EventKind::Gone, daily));
        QVERIFY2(session.contains(here)
                     && session.endsWith(QStringLiteral("(audit log: not written)")),
                 qPrintable(session));
    }

    /** Of a lock that is shared, the others go on, and one who joins is no end of ours. */
    void anOwnShareIsToldApartFromTheOthers()
    {
        Bench bench;
        const auto shared = [&bench](const QList<QByteArray> &owners) {
            auto lock = std::make_shared<LockRecord>(*makeLock({.name = "daily"}, bench.clock));
            lock->holders.clear();
            for (const QByteArray &owner : owners)
                lock->holders.push_back(
                    {owner, owner.size(), QString::fromLatin1(owner), 1, nullptr});
            return lock;
        };
        const auto tell = [&](const QList<QByteArray> &before, const QList<QByteArray> &after) {
            Event event = bench.event(EventKind::OwnerChanged, {.name = "daily"});
            event.before = shared(before);
            event.after = shared(after);
            bench.feed.events = {event};
            bench.feed.publish();
            return bench.model.index(bench.model.rowCount() - 1, 0).data().toString();
        };
        OwnLock own;
        own.id = makeLock({.name = "daily"}, bench.clock)->id;
        own.owner = "ours";
        bench.model.noteRelease(
            {own, QStringLiteral("7"), {}, bench.clock.now(), bench.clock.now()});
        const QString joined = tell({"a", "ours"}, {"a", "ours", "c"});
        QVERIFY2(!joined.contains(QStringLiteral("from here")), qPrintable(joined));
        const QString ended = tell({"a", "ours", "c"}, {"a", "c"});
        QVERIFY2(ended.startsWith(QStringLiteral("daily of ours was released from here")),
                 qPrintable(ended));
    }

    /** Its value is the same, and so no event tells of it. */
    void theEndOfTheNextHoldIsNotOurs()
    {
        Bench bench;
        const LockSpec daily{.name = "daily"};
        const auto publish = [&bench] {
            bench.feed.backends = {
                makeStatus(QStringLiteral("billing-db"), BackendKind::Redis, bench.clock)};
            bench.feed.publish();
        };
        const auto endsHere = [&](bool isHeldAgain) {
            const Witness looked = witnessOf(*makeLock(daily, bench.clock));
            const SteadyTime begun = bench.clock.now();
            bench.feed.locks = {daily};
            publish(); // of the moment before it was done
            bench.model.noteRelease({looked, QStringLiteral("7"), {}, begun, bench.clock.now()});
            publish();
            bench.clock.advance(1s);
            if (isHeldAgain)
                publish();
            bench.clock.advance(10s);
            bench.feed.locks.clear();
            bench.feed.events = {bench.event(EventKind::Gone, daily)};
            publish();
            bench.feed.events.clear();
            const int last = bench.model.rowCount() - 1;
            return bench.model.index(last, 0).data().toString().contains(
                QStringLiteral("from here"));
        };
        QVERIFY(endsHere(false));
        QVERIFY(!endsHere(true));
    }

    void aLostBackendSaysWhy()
    {
        Event lost;
        lost.kind = EventKind::BackendLost;
        lost.backend = QStringLiteral("cache");
        lost.detail = QStringLiteral("refused");
        QCOMPARE(EventText::sentence(lost), QStringLiteral("cache does not answer: refused"));
    }

    void theListIsBounded()
    {
        Bench bench;
        for (int round = 0; round < 5; ++round) {
            for (int i = 0; i < 300; ++i)
                bench.feed.events.push_back(
                    bench.event(EventKind::Appeared, {.name = QByteArray::number(i)}));
            bench.feed.publish();
        }
        QCOMPARE(bench.model.rowCount(), EventModel::capacity);
        const QModelIndex last = bench.model.index(bench.model.rowCount() - 1, 0);
        QVERIFY(last.data().toString().startsWith(QStringLiteral("299 ")));
    }

    void moreThanFitsAtOnceKeepsTheNewest()
    {
        Bench bench;
        for (int i = 0; i < 5'000; ++i)
            bench.feed.events.push_back(
                bench.event(EventKind::Appeared, {.name = QByteArray::number(i)}));
        bench.feed.publish();
        QCOMPARE(bench.model.rowCount(), EventModel::capacity);
        QVERIFY(bench.model.index(0, 0).data().toString().startsWith(QStringLiteral("4000 ")));
    }

    void whatComesWhileNobodyLooksIsListedAfterwards()
    {
        Bench bench;
        bench.model.setLive(false);
        for (int round = 0; round < 3; ++round) {
            for (int i = 0; i < 600; ++i)
                bench.feed.events.push_back(
                    bench.event(EventKind::Appeared, {.name = QByteArray::number(i)}));
            bench.feed.publish();
        }
        QCOMPARE(bench.model.rowCount(), 0);
        bench.model.setLive(true);
        QCOMPARE(bench.model.rowCount(), EventModel::capacity);
        QVERIFY(bench.model.index(999, 0).data().toString().startsWith(QStringLiteral("599 ")));
    }

    void whatWasLeftOutIsSaid()
    {
        Bench bench;
        ViewUpdate update;
        update.view = bench.store.view();
        update.droppedEvents = 7;
        bench.store.apply(update);
        QCOMPARE(bench.model.index(0, 0).data().toString(),
                 QStringLiteral("7 more left out: too many at once"));
    }

    void whatStandsApartHasEventsOfItsOwn()
    {
        Bench bench;
        const auto first = [&bench] { return bench.model.index(0, 0).data().toString(); };
        ViewUpdate update;
        update.view = bench.store.view();
        update.events = {bench.event(EventKind::Gone, {.name = "real"})};
        update.apart.events = {bench.event(EventKind::Gone, {.name = "lab"})};
        bench.store.apply(update);
        QCOMPARE(bench.model.rowCount(), 1);
        QVERIFY(first().startsWith(QStringLiteral("real ")));
        bench.model.setApart(true);
        QCOMPARE(bench.model.rowCount(), 1);
        QVERIFY(first().startsWith(QStringLiteral("lab ")));
        update.events.clear();
        bench.store.apply(update);
        QCOMPARE(bench.model.rowCount(), 2);
        bench.model.setApart(false);
        QCOMPARE(bench.model.rowCount(), 1);
    }

    void whatComesToStandApartTakesItsPastAlong()
    {
        Bench bench;
        const QString lab = QStringLiteral("sandbox-redis");
        bench.feed.backends = {makeStatus(lab, BackendKind::Redis, bench.clock)};
        bench.feed.build({});
        ViewUpdate update;
        update.view = bench.store.view();
        update.events = {bench.event(EventKind::Gone, {.name = "lab", .backend = lab})};
        update.events.front().backend = lab;
        bench.store.apply(update);
        QCOMPARE(bench.model.rowCount(), 1);
        bench.feed.backends.push_back(
            makeStatus(QStringLiteral("real"), BackendKind::Redis, bench.clock));
        bench.feed.build({lab});
        QCOMPARE(bench.model.rowCount(), 0);
        bench.model.setApart(true);
        QCOMPARE(bench.model.rowCount(), 1);
    }

    void renewalsCanBeLeftOut()
    {
        Bench bench;
        bench.model.setRenewalsShown(false);
        bench.feed.events = {bench.event(EventKind::Renewed, {.name = "a"}),
                             bench.event(EventKind::Gone, {.name = "b"})};
        bench.feed.publish();
        QCOMPARE(bench.model.rowCount(), 1);
        QVERIFY(bench.model.index(0, 0).data().toString().startsWith(QStringLiteral("b ")));
    }
};

LOCKMASTER_TEST(TestEventModel, QApplication)

} // namespace tst_eventmodel

#include "tst_eventmodel.moc"
