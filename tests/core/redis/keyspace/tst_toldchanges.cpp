// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/toldchanges.h"

#include "core/redis/keyspace/redislistener.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_toldchanges {

using Names = std::vector<QByteArray>;

namespace {

using Found = ToldChanges::Found;

Found found(const QByteArray &name)
{
    if (name.startsWith("gone"))
        return Found::Nothing;
    return name.startsWith("lock") ? Found::Lock : Found::Other;
}

/** Takes what is due and settles it, as a feed does. */
ToldChanges::Due readDue(ToldChanges &changes)
{
    ToldChanges::Due due = changes.take();
    std::sort(due.names.begin(), due.names.end());
    changes.settle(due.names, found);
    return due;
}

} // namespace

class TestToldChanges : public QObject
{
    Q_OBJECT

private slots:
    void prefixesCoverThePatterns_data();
    void prefixesCoverThePatterns();
    void settingsThatTellEnough_data();
    void settingsThatTellEnough();

    void aKeyIsNamedOnceHoweverOftenItChanged();
    void theEndOfAKeyIsToldWhereNothingElseWas_data();
    void theEndOfAKeyIsToldWhereNothingElseWas();
    void theEndOfAKeyThatRestedIsNotTold();
    void tooManyNamesAreEverything();
    void tooLongNamesAreEverything();
    void anEmptiedServerIsEverything();
    void aLockIsReadEachTime();
    void aRestlessOtherIsReadOnceASecond();
    void anOtherThatBecameALockIsNotMissed();
    void aQuietOtherIsForgotten();
    void busyOthersAreNoticed();
    void moreThanCanBeNamedIsBusy();
    void moreThanCanBeNamedOnceIsNot();
    void busyLocksAreNot();
    void shortLocksAreNot();
    void aLockThatIsOftenFreeDoesNotRest();
    void aShortBurstIsNoBusiness();

private:
    ManualClock m_clock;
};

void TestToldChanges::prefixesCoverThePatterns_data()
{
    QTest::addColumn<Names>("patterns");
    QTest::addColumn<Names>("prefixes");
    QTest::newRow("none") << Names{} << Names{};
    QTest::newRow("one") << Names{"lock:*"} << Names{"lock:"};
    QTest::newRow("apart") << Names{"lock:*", "job:*"} << Names{"job:", "lock:"};
    QTest::newRow("within") << Names{"lock:a*", "lock:*", "lock:b:*"} << Names{"lock:"};
    QTest::newRow("the same") << Names{"lock:*", "lock:*"} << Names{"lock:"};
    QTest::newRow("chain") << Names{"abc*", "ab*", "a*"} << Names{"a"};
    QTest::newRow("neighbours") << Names{"a*", "ab*", "b*"} << Names{"a", "b"};
    QTest::newRow("not within") << Names{"a:*", "a*c", "b"} << Names{"a", "b"};
    QTest::newRow("wild") << Names{"lock:*", "*:lock"} << Names{};
    QTest::newRow("class") << Names{"job[0-9]:*"} << Names{"job"};
    QTest::newRow("escaped") << Names{"a\\*b*"} << Names{"a*b"};
    QTest::newRow("whole name") << Names{"leader"} << Names{"leader"};
}

void TestToldChanges::prefixesCoverThePatterns()
{
    QFETCH(Names, patterns);
    QTEST(feedPrefixes(patterns), "prefixes");
}

void TestToldChanges::settingsThatTellEnough_data()
{
    QTest::addColumn<bool>("enough");
    QTest::newRow("") << false;
    QTest::newRow("KA") << true;
    QTest::newRow("AKE") << true;
    QTest::newRow("EA") << false;
    QTest::newRow("Kg$hxe") << true;
    QTest::newRow("Kg$lshzxetd") << true;
    QTest::newRow("Kg$hx") << false;
    QTest::newRow("Kg$xe") << false;
    QTest::newRow("Kx") << false;
    QTest::newRow("K") << false;
}

void TestToldChanges::settingsThatTellEnough()
{
    QTEST(tellsOfLocks(QTest::currentDataTag()), "enough");
}

void TestToldChanges::aKeyIsNamedOnceHoweverOftenItChanged()
{
    ToldChanges changes(m_clock);
    for (int i = 0; i < 1000; ++i)
        changes.note(i % 2 == 0 ? "lock:1" : "lock:2");
    const auto due = readDue(changes);
    QCOMPARE(due.names, Names({"lock:1", "lock:2"}));
    QCOMPARE(due.changes, 1000);
    QVERIFY(!due.everything);
    QVERIFY(readDue(changes).names.empty());
}

void TestToldChanges::theEndOfAKeyIsToldWhereNothingElseWas_data()
{
    using What = ToldChanges::What;
    using Whats = std::vector<What>;
    QTest::addColumn<Whats>("told");
    QTest::addColumn<int>("end");
    const auto row = [](const char *name, const Whats &told, HowEnded end) {
        QTest::newRow(name) << told << int(end);
    };
    row("ran out", {What::RanOut}, HowEnded::Expired);
    row("renewed, and ran out", {What::ExpiryMoved, What::RanOut}, HowEnded::Expired);
    row("deleted", {What::Deleted}, HowEnded::Released);
    row("renewed twice, and deleted", {What::ExpiryMoved, What::ExpiryMoved, What::Deleted},
        HowEnded::Released);
    row("renewed", {What::ExpiryMoved}, HowEnded::None);
    row("written", {What::Changed}, HowEnded::None);
    row("another's that ran out", {What::Changed, What::ExpiryMoved, What::RanOut}, HowEnded::None);
    row("deleted, and another's that ran out",
        {What::Deleted, What::Changed, What::ExpiryMoved, What::RanOut}, HowEnded::None);
    row("ran out, and another's", {What::RanOut, What::Changed, What::ExpiryMoved}, HowEnded::None);
    // Anybody may publish: what ended cannot end again.
    row("ran out after it was deleted", {What::Deleted, What::RanOut}, HowEnded::None);
    row("deleted after it ran out", {What::RanOut, What::Deleted}, HowEnded::None);
}

void TestToldChanges::theEndOfAKeyIsToldWhereNothingElseWas()
{
    QFETCH(std::vector<ToldChanges::What>, told);
    QFETCH(int, end);
    const ManualClock clock;
    ToldChanges changes(clock);
    changes.note("lock:beside");
    for (const ToldChanges::What what : told)
        changes.note("lock", what);
    const auto due = readDue(changes);
    QCOMPARE(int(due.ends.value("lock", HowEnded::None)), end);
    QCOMPARE(due.ends.size(), end == int(HowEnded::None) ? 0 : 1);
    QCOMPARE(due.names, (Names{"lock", "lock:beside"}));
    changes.note("lock");
    QVERIFY(readDue(changes).ends.isEmpty());
}

/** What was told while nobody read it may have been another hold. */
void TestToldChanges::theEndOfAKeyThatRestedIsNotTold()
{
    ManualClock clock;
    ToldChanges changes(clock);
    for (int i = 0; i < ToldChanges::freeLooks; ++i) {
        changes.note("other");
        readDue(changes);
    }
    changes.note("other");
    QVERIFY(readDue(changes).names.empty());
    clock.advance(ToldChanges::restTime);
    changes.note("other", ToldChanges::What::Deleted);
    const auto due = readDue(changes);
    QCOMPARE(due.names, Names{"other"});
    QVERIFY(due.ends.isEmpty());
}

void TestToldChanges::tooManyNamesAreEverything()
{
    ToldChanges changes(m_clock);
    for (qsizetype i = 0; i < ToldChanges::mostNames; ++i)
        changes.note("lock:" + QByteArray::number(i));
    const auto most = readDue(changes);
    QVERIFY(!most.everything);
    QCOMPARE(qsizetype(most.names.size()), ToldChanges::mostNames);
    for (qsizetype i = 0; i <= ToldChanges::mostNames; ++i)
        changes.note("lock:" + QByteArray::number(i));
    changes.note("lock:more");
    const auto more = readDue(changes);
    QVERIFY(more.everything);
    QVERIFY(more.names.empty());
    QCOMPARE(more.changes, ToldChanges::mostNames + 2);
    changes.note("lock:1");
    QVERIFY(!readDue(changes).everything);
}

void TestToldChanges::tooLongNamesAreEverything()
{
    ToldChanges changes(m_clock);
    changes.note(QByteArray(ToldChanges::mostBytes, 'x'));
    QVERIFY(!readDue(changes).everything);
    changes.note(QByteArray(ToldChanges::mostBytes, 'x'));
    changes.note("y");
    QVERIFY(readDue(changes).everything);
}

void TestToldChanges::anEmptiedServerIsEverything()
{
    ToldChanges changes(m_clock);
    changes.note("lock:1");
    changes.noteEverything();
    const auto due = readDue(changes);
    QVERIFY(due.everything);
    QVERIFY(due.names.empty());
    QCOMPARE(due.changes, 2);
}

void TestToldChanges::aLockIsReadEachTime()
{
    ToldChanges changes(m_clock);
    for (int i = 0; i < 100; ++i) {
        changes.note("lock:1");
        QCOMPARE(readDue(changes).names, Names({"lock:1"}));
    }
    QVERIFY(!changes.nextDue());
}

void TestToldChanges::aRestlessOtherIsReadOnceASecond()
{
    ToldChanges changes(m_clock);
    int reads = 0;
    for (int millis = 0; millis < 10'000; millis += 10) {
        changes.note("counter");
        reads += int(readDue(changes).names.size());
        m_clock.advance(10ms);
    }
    QVERIFY2(reads >= 10 && reads <= 10 + ToldChanges::freeLooks,
             QByteArray::number(reads).constData());
    QVERIFY(changes.nextDue());
    QVERIFY(*changes.nextDue() <= m_clock.now() + 1s);
}

void TestToldChanges::anOtherThatBecameALockIsNotMissed()
{
    ToldChanges changes(m_clock);
    bool locked = false;
    const auto read = [&] {
        auto due = changes.take();
        changes.settle(due.names,
                       [&](const QByteArray &) { return locked ? Found::Lock : Found::Other; });
        return due.names;
    };
    for (int i = 0; i < ToldChanges::freeLooks; ++i) {
        changes.note("key");
        QCOMPARE(read(), Names({"key"}));
    }
    locked = true;
    changes.note("key");
    QCOMPARE(read(), Names());
    QVERIFY(changes.nextDue());
    m_clock.advance(std::chrono::duration_cast<Micros>(*changes.nextDue() - m_clock.now()));
    QCOMPARE(read(), Names({"key"}));
    QVERIFY(!changes.nextDue());
    changes.note("key");
    QCOMPARE(read(), Names({"key"}));
}

void TestToldChanges::aQuietOtherIsForgotten()
{
    ToldChanges changes(m_clock);
    for (int i = 0; i < ToldChanges::freeLooks; ++i) {
        changes.note("key");
        QCOMPARE(readDue(changes).names, Names({"key"}));
    }
    QVERIFY(!changes.nextDue());
    m_clock.advance(1s);
    changes.note("key");
    QCOMPARE(readDue(changes).names, Names({"key"}));
    changes.note("key");
    QCOMPARE(readDue(changes).names, Names({"key"}));
}

void TestToldChanges::busyOthersAreNoticed()
{
    ToldChanges changes(m_clock);
    for (int i = 0; i < 60 && !changes.isBusyWithOthers(); ++i) {
        for (int change = 0; change < 600; ++change)
            changes.note("counter:" + QByteArray::number(change % 50));
        readDue(changes);
        m_clock.advance(100ms);
        QVERIFY(i > 48 || !changes.isBusyWithOthers());
    }
    QVERIFY(changes.isBusyWithOthers());
}

void TestToldChanges::moreThanCanBeNamedIsBusy()
{
    ToldChanges changes(m_clock);
    for (int i = 0; i < 60 && !changes.isBusyWithOthers(); ++i) {
        for (qsizetype change = 0; change <= ToldChanges::mostNames; ++change)
            changes.note("key:" + QByteArray::number(change));
        QVERIFY(readDue(changes).everything);
        m_clock.advance(100ms);
    }
    QVERIFY(changes.isBusyWithOthers());
}

/** Locks may be made in great numbers at once, and a server be emptied. */
void TestToldChanges::moreThanCanBeNamedOnceIsNot()
{
    ToldChanges changes(m_clock);
    for (int i = 0; i < 5; ++i) {
        for (qsizetype change = 0; change <= ToldChanges::mostNames; ++change)
            changes.note("lock:" + QByteArray::number(change));
        QVERIFY(readDue(changes).everything);
        m_clock.advance(100ms);
    }
    for (int i = 0; i < 120; ++i) {
        changes.noteEverything();
        QVERIFY(readDue(changes).everything);
        changes.note("counter");
        readDue(changes);
        QVERIFY(!changes.isBusyWithOthers());
        m_clock.advance(100ms);
    }
}

void TestToldChanges::busyLocksAreNot()
{
    ToldChanges changes(m_clock);
    for (int i = 0; i < 120; ++i) {
        for (int change = 0; change < 2000; ++change)
            changes.note("lock:" + QByteArray::number(change));
        for (int change = 0; change < 400; ++change)
            changes.note("counter");
        readDue(changes);
        m_clock.advance(100ms);
    }
    QVERIFY(!changes.isBusyWithOthers());
}

/** They are gone by the time they are read. */
void TestToldChanges::shortLocksAreNot()
{
    ToldChanges changes(m_clock);
    for (int i = 0; i < 120; ++i) {
        for (int change = 0; change < 2000; ++change)
            changes.note("gone:" + QByteArray::number(change));
        readDue(changes);
        m_clock.advance(100ms);
    }
    QVERIFY(!changes.isBusyWithOthers());
}

void TestToldChanges::aLockThatIsOftenFreeDoesNotRest()
{
    ToldChanges changes(m_clock);
    for (int i = 0; i < 3 * ToldChanges::freeLooks; ++i) {
        changes.note("gone:1");
        QCOMPARE(readDue(changes).names, Names({"gone:1"}));
    }
    QVERIFY(!changes.nextDue());
}

void TestToldChanges::aShortBurstIsNoBusiness()
{
    ToldChanges changes(m_clock);
    for (int i = 0; i < 20'000; ++i)
        changes.note("counter:" + QByteArray::number(i));
    readDue(changes);
    for (int i = 0; i < 120; ++i) {
        m_clock.advance(100ms);
        changes.note("counter");
        readDue(changes);
    }
    QVERIFY(!changes.isBusyWithOthers());
}

LOCKMASTER_TEST(TestToldChanges, NoApplication)

} // namespace tst_toldchanges

#include "tst_toldchanges.moc"
