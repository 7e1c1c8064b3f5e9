// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/viewfixtures.h"
#include "ui/models/eventmodel.h"
#include "ui/models/eventtext.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

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
        row(EventKind::Gone, "daily of web-3 is gone after 2 m 14 s");
        row(EventKind::Blocked, "daily blocked: an open transaction locks its row");
    }
    void eventsAreSentences()
    {
        QFETCH(int, kind);
        QFETCH(QString, sentence);
        const Bench bench;
        QCOMPARE(EventText::sentence(bench.event(EventKind(kind), {.name = "daily"})), sentence);
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

QTEST_MAIN(TestEventModel)
#include "tst_eventmodel.moc"
