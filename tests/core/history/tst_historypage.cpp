// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyactions.h"
#include "tests/support/historyshowcase.h"
#include "tests/support/historystage.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_historypage {

/** What is asked of a stretch of time beyond one whole name. */
class TestHistoryPage : public QObject
{
    Q_OBJECT

    static QString words(const char *text) { return QString::fromLatin1(text); }

private slots:
    void aPartOfANameFindsAllLocksItStandsIn()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("order:4"), stage.lock("order:42"), stage.lock("other")});
        HistoryQuery query;
        query.lockText = words("order:4");
        QCOMPARE(stage.page(query).holds.size(), size_t(2));
        query.lockText = words("42");
        QCOMPARE(HistoryStage::story(stage.page(query).holds),
                 words("order:42: o first_seen..open"));
        query.owner = words("nobody");
        QVERIFY(stage.page(query).holds.empty());
        query.owner = words("o");
        QCOMPARE(stage.page(query).holds.size(), size_t(1));
    }

    void aNameLongerThanAnythingSensibleIsFound()
    {
        HistoryStage stage;
        stage.record();
        const QByteArray name(16 << 10, 'n');
        stage.read({stage.lock(name + '1'), stage.lock(name + '2')});
        HistoryQuery query;
        query.lock = name + '2';
        const HistoryPage whole = stage.page(query);
        QCOMPARE(whole.holds.size(), size_t(1));
        const QByteArray recorded = whole.holds.front().lock.name;
        QVERIFY(recorded.size() < name.size());
        QVERIFY(query.asksFor(whole.holds.front().lock));
        // What was done to it was noted with the whole of its name.
        HistoryLock done = whole.holds.front().lock;
        done.name = name + '2';
        QVERIFY(query.asksFor(done));
        done.name = name + '1';
        QVERIFY(!query.asksFor(done));
        // As it is listed it is asked for as well.
        query.lock = recorded;
        QCOMPARE(stage.page(query).holds.size(), size_t(1));
        QCOMPARE(recordedName(recorded), recorded);
        query.lock = name;
        QVERIFY(stage.page(query).holds.empty());
    }

    void aNameIsOneLockWhereItsPlaceIsGiven()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a")});
        HistoryQuery query;
        query.lock = "a";
        query.source = stage.source->name;
        query.system = stage.source->system;
        QCOMPARE(stage.page(query).holds.size(), size_t(1));
        query.source = words("db.others");
        QVERIFY(stage.page(query).holds.empty());
        query.source.clear();
        query.system = words("redisson");
        QVERIFY(stage.page(query).holds.empty());
    }

    void whatWasHeldAllAlongIsListedBesideTheNewest()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        const LockRecord all = stage.lock("all-along", "batch", 1h);
        stage.read({all});
        for (int i = 0; i < 20; ++i)
            stage.read({all, stage.lock("short:" + QByteArray::number(i))});
        HistoryQuery query;
        query.most = 3;
        QCOMPARE(stage.page(query).holds.size(), size_t(3));
        query.withHeldBefore = true;
        const HistoryPage page = stage.page(query);
        QVERIFY(page.older);
        QCOMPARE(HistoryStage::story(page.holds).section(QLatin1Char(';'), 0, 0),
                 words("all-along: batch watched..open"));
        QCOMPARE(page.listedFrom, std::optional(stage.now() - 3s));
        for (const HistoryHold &hold : page.holds)
            QVERIFY(hold.since >= *page.listedFrom || !hold.until
                    || *hold.until >= *page.listedFrom);
    }

    void whatBeganTogetherIsNotListedInPart()
    {
        HistoryStage stage;
        stage.record();
        const ServerTime begun = stage.now();
        std::vector<LockRecord> locks;
        for (const char *name : {"a", "b", "c", "d", "e"})
            locks.push_back(stage.lock(name));
        stage.read(locks); // all seen first at that look
        stage.read(locks);
        HistoryQuery query;
        query.most = 3;
        HistoryPage page = stage.page(query);
        QCOMPARE(page.holds.size(), size_t(3));
        QCOMPARE(page.listedFrom, std::optional(begun + 1us));
        query.withHeldBefore = true;
        page = stage.page(query);
        QCOMPARE(page.listedFrom, std::optional(begun + 1us));
        QStringList names;
        for (const HistoryHold &hold : page.holds)
            names.append(QString::fromLatin1(hold.lock.name));
        names.sort();
        QCOMPARE(names.join(QString()), words("abcde"));
    }

    void theNewestAreTheNewestOfAllOwners()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        for (int i = 0; i < 30; ++i)
            stage.read({stage.lock(QByteArray::number(i), "web-" + QByteArray::number(i % 3))});
        HistoryQuery query;
        query.most = 4;
        query.owner = words("web");
        QCOMPARE(HistoryStage::story(stage.page(query).holds),
                 words("26: web-2 watched..released; 27: web-0 watched..released; "
                       "28: web-1 watched..released; 29: web-2 watched..open"));
    }

    void sourcesTellWhenTheyWereSeenFirst()
    {
        HistoryStage stage;
        stage.record();
        const ServerTime first = stage.now();
        stage.read({stage.lock("a")});
        stage.read({});
        const HistoryPage page = stage.page();
        QCOMPARE(page.firstLooks.size(), size_t(1));
        QCOMPARE(page.firstLooks.front().source, stage.source->name);
        QCOMPARE(page.firstLooks.front().at, first);
    }

    void whatIsGivenUpHasNoAnswer()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a")});
        stage.recorder().flush();
        const auto reader = HistoryReader::open(stage.settings.path);
        QVERIFY(reader);
        const std::atomic<bool> givenUp(true);
        (*reader)->setGivenUp(givenUp);
        const auto page = (*reader)->page({});
        QVERIFY(!page);
        QCOMPARE(page.error().kind, ErrorKind::Cancelled);
        QVERIFY(!(*reader)->moment(stage.now(), {}));
    }

    void whatWasDoneFromHereIsOfWhatIsAskedFor()
    {
        const HistoryShowcase shown;
        HistoryQuery query;
        const auto count = [&] { return readHistoryActions(shown.audit(), query, {})->size(); };
        QCOMPARE(count(), size_t(2)); // an intent and its outcome
        query.lockText = words("card");
        QCOMPARE(count(), size_t(2));
        query.lockText = words("order");
        QCOMPARE(count(), size_t(0));
        query.lockText.clear();
        query.from = shown.clock.wallNow() - 1min;
        QCOMPARE(count(), size_t(0));
        query.from.reset();
        const AuditLine done = readHistoryActions(shown.audit(), query, {})->front();
        query.lock = done.intent.lock->name;
        query.source = done.intent.lock->source->name;
        query.system = done.intent.lock->source->system;
        QCOMPARE(count(), size_t(2));
        query.source = words("db.others"); // its namesake there
        QCOMPARE(count(), size_t(0));
        query.source.clear();
        query.system = words("leader");
        QCOMPARE(count(), size_t(0));
        query = {};
        QVERIFY(readHistoryActions(shown.audit() + words("-none"), query, {})->empty());
    }
};

LOCKMASTER_TEST(TestHistoryPage, QCoreApplication)

} // namespace tst_historypage

#include "tst_historypage.moc"
