// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlockdecoder.h"
#include "core/systems/userlock/userlockjoin.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_userlockdecoder {

namespace {

const SteadyTime readAt(1h);
const QByteArray longName(64, 'y');

tl::unexpected<Error> none()
{
    return failure(ErrorKind::Unsupported, {});
}

/** A look at a MariaDB with the plugin and nothing else, as an account that sees everything. */
UserLockLook emptyLook()
{
    UserLockLook look;
    look.source = std::make_shared<const SourceId>(
        SourceId{QStringLiteral("db"), QStringLiteral("user_lock"), QStringLiteral("user-level")});
    look.server = "server-1";
    look.rows.readAt = readAt;
    look.rows.metadata = none();
    look.rows.allSessions = true;
    return look;
}

UserLockRow held(const QByteArray &name, qint64 connection,
                 std::optional<Micros> time = std::nullopt)
{
    return {name, connection, false, time};
}

UserLockRow waiting(const QByteArray &name, qint64 connection)
{
    return {name, connection, true, std::nullopt};
}

SessionRow asleep(qint64 connection, Micros idle)
{
    SessionRow row;
    row.connection = connection;
    row.user = QStringLiteral("app");
    row.host = QStringLiteral("10.0.0.7");
    row.command = QStringLiteral("Sleep");
    row.time = idle;
    return row;
}

SessionRow waitsIn(const QByteArray &statement, qint64 connection, Micros time = 1s)
{
    SessionRow row = asleep(connection, time);
    row.command = QStringLiteral("Query");
    row.state = QStringLiteral("User lock");
    row.statement = statement;
    return row;
}

void add(UserLockLook &look, const SessionRow &session)
{
    look.rows.sessions->insert(session.connection, session);
}

const LockRecord *find(const std::vector<LockRecord> &records, const QByteArray &name)
{
    const auto found = std::find_if(records.begin(), records.end(),
                                    [&](const LockRecord &r) { return r.id.name == name; });
    return found == records.end() ? nullptr : &*found;
}

QString attribute(const LockRecord &record, const QString &label)
{
    for (const Attribute &line : *record.attributes) {
        if (line.label == label)
            return line.value;
    }
    return QStringLiteral("(no such line)");
}

} // namespace

class TestUserLockDecoder : public QObject
{
    Q_OBJECT

private slots:
    void joinsAHolderWithItsSession();
    void keepsTheLabelAndTheInstanceFreeOfWhatMoves();
    void tellsAnInstanceFromTheOneAfterARestart();
    void whatIsRememberedOfASessionIsNeverOld();
    void aRunningHolderIsNotIdle();
    void showsTheOtherLocksOfASession();
    void namesAtMostTwentyOtherLocks();
    void aHolderWithoutASessionStaysAHolder();
    void saysThatTransactionsAreNotVisible();
    void countsListedWaitersAndNamesTheLongestFirst();
    void whoHoldsALockDoesNotWaitForIt();
    void namesAtMostSixtyFourWaiters();
    void findsWaitersByTheirStatement();
    void noticesAWaiterThatIsBetweenTwoWaits_data();
    void noticesAWaiterThatIsBetweenTwoWaits();
    void doesNotCountWaitersWhereOneCannotBePlaced_data();
    void doesNotCountWaitersWhereOneCannotBePlaced();
    void doesNotCountWaitersItMayNotSee();
    void aLockInMidChangeIsUnknownAndNeverFree();
    void aKnownNameThatNobodyHoldsIsFree();
    void aNameThatWasNotAnsweredIsNotFree();
    void aKnownNameIsHeldByWhomeverTheServerSays();
    void aKnownNameIsShownInTheServersSpelling();
    void aLearntNameIsShownOnlyWhileHeld();
    void marksANameThatIsCut();
    void mergesLocksThatLookAlike();
    void aNameKnownInFullIsALockOfItsOwn();
    void doesNotGuessWhichOfTwoLookalikesIsWaitedFor();
    void ofTwoHoldersOfOneNameTheLaterAnswerDecides();
    void recordsAreUniqueByName();
};

void TestUserLockDecoder::joinsAHolderWithItsSession()
{
    UserLockLook look = emptyLook();
    look.rows.plugin->push_back(held("user:42", 812, 840s));
    SessionRow session = asleep(812, 839s);
    session.database = QStringLiteral("shop");
    add(look, session);
    look.rows.transactions->insert(812, {812, 12s, 3});
    look.attributes.insert(812, {QStringLiteral("worker"), 4711});

    const auto records = decodeUserLocks(look);

    QCOMPARE(records.size(), size_t(1));
    const LockRecord &lock = records.front();
    QCOMPARE(lock.id.name, QByteArray("user:42"));
    QCOMPARE(lock.state, LockState::Held);
    QVERIFY(!lock.lease.hasExpiry);
    QCOMPARE(lock.holdCount(), 1);
    QVERIFY(!lock.holdCountExact); // it may have taken it again
    QCOMPARE(lock.holders.size(), size_t(1));
    QCOMPARE(lock.holders[0].raw, QByteArray("812"));
    QCOMPARE(lock.holders[0].label, QStringLiteral("#812 app@10.0.0.7"));
    QCOMPARE(lock.holders[0].detail->connectionId, std::optional<qint64>(812));
    QCOMPARE(lock.holders[0].detail->program, QStringLiteral("worker"));
    QCOMPARE(lock.holders[0].detail->pid, std::optional<qint64>(4711));
    QCOMPARE(lock.heldBasis, HeldBasis::Server);
    QVERIFY(lock.heldSince == std::optional(readAt - 840s));
    QVERIFY(lock.holderIdle == std::optional<Micros>(839s));
    QCOMPARE(lock.waiters.count, std::optional<qint64>(0));
    QVERIFY(lock.findings.empty());
    QCOMPARE(attribute(lock, QStringLiteral("Database")), QStringLiteral("shop"));
    QCOMPARE(attribute(lock, QStringLiteral("Idle for")), QStringLiteral("13 m 59 s"));
    QCOMPARE(attribute(lock, QStringLiteral("Open transaction")),
             QStringLiteral("for 12 s, 3 rows modified"));
}

void TestUserLockDecoder::keepsTheLabelAndTheInstanceFreeOfWhatMoves()
{
    UserLockLook look = emptyLook();
    look.rows.plugin->push_back(held("a", 5, 1s));
    add(look, asleep(5, 1s));
    UserLockLook later = look;
    later.rows.plugin->front().held = 61s;
    add(later, waitsIn("select sleep(9)", 5));

    const LockRecord before = decodeUserLocks(look).front();
    const LockRecord after = decodeUserLocks(later).front();

    QVERIFY(sameLease(before, after));
    QCOMPARE(before.holders[0].label, after.holders[0].label);
}

void TestUserLockDecoder::tellsAnInstanceFromTheOneAfterARestart()
{
    UserLockLook look = emptyLook();
    look.rows.plugin->push_back(held("a", 5));
    UserLockLook restarted = look;
    restarted.server = "server-1 started later";
    UserLockLook otherUser = look;
    add(otherUser, asleep(5, 1s));

    const LockRecord before = decodeUserLocks(look).front();

    QVERIFY(sameInstance(before, decodeUserLocks(look).front()));
    QVERIFY(!sameInstance(before, decodeUserLocks(restarted).front()));
    QVERIFY(!sameInstance(before, decodeUserLocks(otherUser).front()));
}

/** One after the other with one memory, and each as if there were none. */
void TestUserLockDecoder::whatIsRememberedOfASessionIsNeverOld()
{
    UserLockLook look = emptyLook();
    look.rows.plugin->push_back(held("a", 5));
    add(look, asleep(5, 1s));
    add(look, waitsIn("select get_lock('a', 9)", 6));
    UserLockLook said = look;
    said.attributes.insert(5, {QStringLiteral("mysql"), 4711});
    UserLockLook otherUser = look;
    otherUser.rows.sessions->remove(6);
    SessionRow other = asleep(5, 1s);
    other.user = QStringLiteral("batch");
    add(otherUser, other);
    UserLockLook otherHost = otherUser;
    other.host = QStringLiteral("10.0.0.8");
    add(otherHost, other);
    UserLockLook unseen = look;
    unseen.rows.sessions->remove(5);
    UserLockLook restarted = look;
    restarted.server = "server-1 started later";

    SessionMemory sessions;
    LockNameBook names;
    for (const UserLockLook &each :
         {look, look, said, look, otherUser, otherHost, look, unseen, look, restarted, look}) {
        const LockRecord lock = decodeUserLocks(each, sessions, names).front();
        const LockRecord fresh = decodeUserLocks(each).front();
        QVERIFY(sameContent(lock, fresh));
        QCOMPARE(lock.session, fresh.session);
        QVERIFY(lock.holders == fresh.holders);
        QVERIFY(*lock.holders[0].detail == *fresh.holders[0].detail);
    }
    const SessionWords *waiter = sessions.recall(6);
    QVERIFY(waiter);
    QCOMPARE(waiter->user, QStringLiteral("app"));
    decodeUserLocks(otherUser, sessions, names);
    decodeUserLocks(otherUser, sessions, names);
    QVERIFY(!sessions.recall(6));
    QVERIFY(sessions.recall(5));
}

void TestUserLockDecoder::aRunningHolderIsNotIdle()
{
    UserLockLook look = emptyLook();
    look.rows.plugin->push_back(held("a", 5));
    SessionRow session = waitsIn("select sleep(99)\n-- <b>", 5, 70s);
    session.state = QStringLiteral("User sleep");
    add(look, session);

    const LockRecord lock = decodeUserLocks(look).front();

    QVERIFY(!lock.holderIdle);
    QCOMPARE(attribute(lock, QStringLiteral("Running for")), QStringLiteral("1 m 10 s"));
    QCOMPARE(attribute(lock, QStringLiteral("Statement")),
             QStringLiteral("select sleep(99)\\n-- <b>"));
}

void TestUserLockDecoder::showsTheOtherLocksOfASession()
{
    UserLockLook look = emptyLook();
    *look.rows.plugin = {held("a", 5), held("b\n", 5), held("c", 6), held("d", 5)};

    const auto records = decodeUserLocks(look);

    const QString label = QStringLiteral("Other locks of this session");
    QCOMPARE(attribute(*find(records, "a"), label), QStringLiteral("b\\n, d"));
    QCOMPARE(attribute(*find(records, "d"), label), QStringLiteral("a, b\\n"));
    QCOMPARE(attribute(*find(records, "c"), label), QStringLiteral("(no such line)"));
}

void TestUserLockDecoder::namesAtMostTwentyOtherLocks()
{
    UserLockLook look = emptyLook();
    for (int i = 0; i < 40; ++i)
        look.rows.plugin->push_back(held("n" + QByteArray::number(i), 5));

    const auto records = decodeUserLocks(look);

    const QString others =
        attribute(*find(records, "n39"), QStringLiteral("Other locks of this session"));
    QVERIFY2(others.endsWith(QStringLiteral("n19 and 19 more")), qPrintable(others));
}

void TestUserLockDecoder::aHolderWithoutASessionStaysAHolder()
{
    UserLockLook look = emptyLook();
    look.rows.plugin->push_back(held("a", 5));

    const LockRecord lock = decodeUserLocks(look).front();

    QCOMPARE(lock.state, LockState::Held);
    QCOMPARE(lock.holders[0].label, QStringLiteral("#5"));
    QCOMPARE(attribute(lock, QStringLiteral("Session")),
             QStringLiteral("not visible to this account"));
}

void TestUserLockDecoder::saysThatTransactionsAreNotVisible()
{
    UserLockLook look = emptyLook();
    look.rows.plugin->push_back(held("a", 5));
    look.rows.transactions = failure(ErrorKind::Denied, QStringLiteral("no"));

    QCOMPARE(attribute(decodeUserLocks(look).front(), QStringLiteral("Open transaction")),
             QStringLiteral("not visible to this account"));
}

void TestUserLockDecoder::countsListedWaitersAndNamesTheLongestFirst()
{
    UserLockLook look = emptyLook();
    look.rows.plugin = none();
    look.rows.metadata =
        std::vector<UserLockRow>{held("a", 5), waiting("a", 6), waiting("a", 7), held("b", 6)};
    add(look, waitsIn("select get_lock(?,?)", 6, 2s));
    add(look, waitsIn("select get_lock(?,?)", 7, 9s));

    const auto records = decodeUserLocks(look);

    const Waiters &waiters = find(records, "a")->waiters;
    QCOMPARE(waiters.count, std::optional<qint64>(2));
    QCOMPARE(waiters.basis, QStringLiteral("sessions"));
    QCOMPARE(waiters.list.size(), size_t(2));
    QCOMPARE(waiters.list[0].connectionId, std::optional<qint64>(7));
    QVERIFY(waiters.list[0].waiting == std::optional<Micros>(9s));
    QCOMPARE(waiters.list[1].label, QStringLiteral("#6 app@10.0.0.7"));
    QCOMPARE(find(records, "b")->waiters.count, std::optional<qint64>(0));
}

/** The lists are read one after the other, and the server's own may lag. */
void TestUserLockDecoder::whoHoldsALockDoesNotWaitForIt()
{
    UserLockLook look = emptyLook();
    look.rows.plugin->push_back(held("a", 5, 1s));
    look.rows.plugin->push_back(held(longName, 6, 1s));
    look.rows.metadata = std::vector<UserLockRow>{waiting("a", 5), waiting("a", 7),
                                                  waiting(longName, 6), waiting(longName, 7)};
    look.inexact = {{longName, 6}}; // it may hold one lock of this look and wait for another

    const auto records = decodeUserLocks(look);

    QCOMPARE(find(records, "a")->waiters.count, std::optional<qint64>(1));
    QCOMPARE(find(records, "a")->waiters.list.front().connectionId, std::optional<qint64>(7));
    QCOMPARE(find(records, longName)->waiters.count, std::optional<qint64>(2));
}

void TestUserLockDecoder::namesAtMostSixtyFourWaiters()
{
    UserLockLook look = emptyLook();
    look.rows.metadata = std::vector<UserLockRow>();
    look.rows.plugin->push_back(held("a", 1));
    for (int i = 0; i < 100; ++i) {
        look.rows.metadata->push_back(waiting("a", 100 + i));
        add(look, waitsIn({}, 100 + i, std::chrono::seconds(i)));
    }

    const LockRecord lock = decodeUserLocks(look).front();

    QCOMPARE(lock.waiters.count, std::optional<qint64>(100));
    QCOMPARE(lock.waiters.list.size(), size_t(64));
    QVERIFY(lock.waiters.list.front().waiting == std::optional<Micros>(99s));
}

void TestUserLockDecoder::findsWaitersByTheirStatement()
{
    UserLockLook look = emptyLook();
    *look.rows.plugin = {held("a", 5), held("b", 6)};
    add(look, waitsIn("select get_lock('a', 9)", 7));
    add(look, waitsIn("do get_lock('b', 9), get_lock('a', 9)", 6)); // b is its own

    const auto records = decodeUserLocks(look);

    QCOMPARE(find(records, "a")->waiters.count, std::optional<qint64>(2));
    QCOMPARE(find(records, "b")->waiters.count, std::optional<qint64>(0));
}

void TestUserLockDecoder::noticesAWaiterThatIsBetweenTwoWaits_data()
{
    QTest::addColumn<qint64>("session");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QByteArray>("statement");
    QTest::addColumn<int>("milliseconds");
    QTest::addColumn<bool>("noticed");
    const QByteArray asks = "SELECT GET_LOCK('a', 600)";
    QTest::newRow("MariaDB") << qint64(8) << QStringLiteral("Executing") << asks << 2001 << true;
    QTest::newRow("MySQL") << qint64(8) << QStringLiteral("executing") << asks << 1000 << true;
    QTest::newRow("has only begun")
        << qint64(8) << QStringLiteral("Executing") << asks << 3 << false;
    QTest::newRow("is shown as waiting")
        << qint64(8) << QStringLiteral("User lock") << asks << 2001 << false;
    QTest::newRow("does something else")
        << qint64(8) << QStringLiteral("Executing") << QByteArray("SELECT 1") << 2001 << false;
    QTest::newRow("nobody holds it") << qint64(8) << QStringLiteral("Executing")
                                     << QByteArray("SELECT GET_LOCK('b', 600)") << 2001 << false;
    QTest::newRow("holds it itself")
        << qint64(7) << QStringLiteral("Executing") << asks << 2001 << false;
}

void TestUserLockDecoder::noticesAWaiterThatIsBetweenTwoWaits()
{
    QFETCH(const qint64, session);
    QFETCH(const QString, state);
    QFETCH(const QByteArray, statement);
    QFETCH(const int, milliseconds);
    UserLockLook look = emptyLook();
    look.rows.plugin->push_back(held("a", 7));
    SessionRow row = waitsIn(statement, session, Millis(milliseconds));
    row.state = state;
    add(look, row);
    QTEST(mayMissAWaiter(look), "noticed");

    look.rows.metadata = std::vector<UserLockRow>(); // lists waiters itself
    QVERIFY(!mayMissAWaiter(look));
}

void TestUserLockDecoder::doesNotCountWaitersWhereOneCannotBePlaced_data()
{
    QTest::addColumn<QByteArray>("statement");

    QTest::newRow("placeholder") << QByteArray("select get_lock(?,?)");
    QTest::newRow("two possible locks") << QByteArray("select get_lock('a',9), get_lock('b',9)");
    QTest::newRow("a name nobody holds") << QByteArray("select get_lock('c',9)");
    QTest::newRow("no statement") << QByteArray();
}

void TestUserLockDecoder::doesNotCountWaitersWhereOneCannotBePlaced()
{
    QFETCH(QByteArray, statement);
    UserLockLook look = emptyLook();
    *look.rows.plugin = {held("a", 5), held("b", 6)};
    add(look, waitsIn("select get_lock('a', 9)", 7));
    add(look, waitsIn(statement, 8));

    const auto records = decodeUserLocks(look);

    QCOMPARE(find(records, "a")->waiters.count, std::optional<qint64>());
    QCOMPARE(find(records, "a")->waiters.list.size(), size_t(1));
    QCOMPARE(find(records, "b")->waiters.count, std::optional<qint64>());
}

void TestUserLockDecoder::doesNotCountWaitersItMayNotSee()
{
    UserLockLook look = emptyLook();
    look.rows.plugin->push_back(held("a", 5));
    look.rows.allSessions = false;
    UserLockLook blind = look;
    blind.rows.sessions = failure(ErrorKind::Denied, {});
    UserLockLook lossy = look;
    lossy.rows.metadata = std::vector<UserLockRow>();
    lossy.rows.offer.lostRows = 1;

    QCOMPARE(decodeUserLocks(look).front().waiters.count, std::optional<qint64>());
    QCOMPARE(decodeUserLocks(blind).front().waiters.count, std::optional<qint64>());
    QCOMPARE(decodeUserLocks(lossy).front().waiters.count, std::optional<qint64>());
}

void TestUserLockDecoder::aLockInMidChangeIsUnknownAndNeverFree()
{
    UserLockLook look = emptyLook();
    look.rows.plugin = none();
    look.rows.metadata = std::vector<UserLockRow>{waiting("a", 6), held("b", 0)};

    const auto records = decodeUserLocks(look);

    QCOMPARE(find(records, "a")->state, LockState::Unknown);
    QCOMPARE(find(records, "a")->waiters.count, std::optional<qint64>(1));
    QCOMPARE(find(records, "b")->state, LockState::Unknown);
}

void TestUserLockDecoder::aKnownNameThatNobodyHoldsIsFree()
{
    UserLockLook look = emptyLook();
    look.known = {"idle"};
    look.answers.insert("idle", {"idle", 0});

    const auto records = decodeUserLocks(look);

    QCOMPARE(records.size(), size_t(1));
    QCOMPARE(records.front().state, LockState::Free);
    QVERIFY(records.front().holders.empty());
}

void TestUserLockDecoder::aNameThatWasNotAnsweredIsNotFree()
{
    UserLockLook look = emptyLook();
    look.known = {"never asked"};

    QVERIFY(decodeUserLocks(look).empty());
}

void TestUserLockDecoder::aKnownNameIsHeldByWhomeverTheServerSays()
{
    UserLockLook look = emptyLook();
    look.rows.plugin = none();
    look.known = {"a"};
    look.answers.insert("a", {"a", 9});
    add(look, asleep(9, 3s));

    const LockRecord lock = decodeUserLocks(look).front();

    QCOMPARE(lock.state, LockState::Held);
    QCOMPARE(lock.holders[0].label, QStringLiteral("#9 app@10.0.0.7"));
    QCOMPARE(lock.heldBasis, HeldBasis::None);
}

void TestUserLockDecoder::aKnownNameIsShownInTheServersSpelling()
{
    UserLockLook look = emptyLook();
    look.rows.plugin = none();
    look.rows.metadata = std::vector<UserLockRow>{held("foo", 9)};
    look.known = {"Foo", "Bar"};
    look.answers.insert("Foo", {"foo", 9});
    look.answers.insert("Bar", {"bar", 0});

    const auto records = decodeUserLocks(look);

    QCOMPARE(records.size(), size_t(2));
    QCOMPARE(find(records, "foo")->state, LockState::Held);
    QCOMPARE(find(records, "bar")->state, LockState::Free);
}

void TestUserLockDecoder::aLearntNameIsShownOnlyWhileHeld()
{
    UserLockLook look = emptyLook();
    look.learnt = {longName + "held", longName + "free"};
    look.answers.insert(longName + "held", {longName + "held", 5});
    look.answers.insert(longName + "free", {longName + "free", 0});
    look.rows.plugin->push_back(held(longName, 5));

    const auto records = decodeUserLocks(look);

    QCOMPARE(records.size(), size_t(1));
    QCOMPARE(records.front().id.name, longName + "held");
}

void TestUserLockDecoder::marksANameThatIsCut()
{
    UserLockLook look = emptyLook();
    *look.rows.plugin = {held(longName, 5), held("whole", 5)};
    look.inexact = {{longName, 5}};

    const auto records = decodeUserLocks(look);

    QVERIFY(find(records, longName)->hasFinding(FindingId::NameCut));
    QVERIFY(!find(records, "whole")->hasFinding(FindingId::NameCut));
}

void TestUserLockDecoder::mergesLocksThatLookAlike()
{
    UserLockLook look = emptyLook();
    *look.rows.plugin = {held(longName, 9, 1s), held(longName, 5, 2s), held(longName, 5, 3s)};
    look.inexact = {{longName, 5}};

    const auto records = decodeUserLocks(look);

    QCOMPARE(records.size(), size_t(1));
    const LockRecord &lock = records.front();
    QCOMPARE(lock.holders.size(), size_t(2));
    QCOMPARE(lock.holders[0].raw, QByteArray("9")); // its name is the one that is shown
    QCOMPARE(lock.holders[1].raw, QByteArray("5"));
    QVERIFY(lock.hasFinding(FindingId::NameCut));
    QVERIFY(lock.findings[0].evidence.contains(QStringLiteral("3 locks")));
}

void TestUserLockDecoder::aNameKnownInFullIsALockOfItsOwn()
{
    UserLockLook look = emptyLook();
    *look.rows.plugin = {held(longName, 5, 7s), held(longName, 6)};
    look.inexact = {{longName, 5}, {longName, 6}};
    look.known = {longName + "!"};
    look.answers.insert(longName + "!", {longName + "!", 5});

    const auto records = decodeUserLocks(look);

    QCOMPARE(records.size(), size_t(2));
    const LockRecord *whole = find(records, longName + "!");
    QCOMPARE(whole->holders[0].raw, QByteArray("5"));
    QCOMPARE(whole->heldBasis, HeldBasis::Server);
    QVERIFY(!whole->hasFinding(FindingId::NameCut));
    QCOMPARE(find(records, longName)->holders.size(), size_t(1));
    QCOMPARE(find(records, longName)->holders[0].raw, QByteArray("6"));
}

void TestUserLockDecoder::doesNotGuessWhichOfTwoLookalikesIsWaitedFor()
{
    UserLockLook look = emptyLook();
    *look.rows.plugin = {held(longName, 5), held(longName, 6)};
    look.inexact = {{longName, 5}, {longName, 6}};
    look.known = {longName + "!"};
    look.answers.insert(longName + "!", {longName + "!", 5});
    look.rows.metadata = std::vector<UserLockRow>{waiting(longName, 7)};

    const auto records = decodeUserLocks(look);

    QCOMPARE(find(records, longName)->waiters.count, std::optional<qint64>());
    QCOMPARE(find(records, longName + "!")->waiters.count, std::optional<qint64>());
}

void TestUserLockDecoder::ofTwoHoldersOfOneNameTheLaterAnswerDecides()
{
    UserLockLook look = emptyLook();
    *look.rows.plugin = {held("a", 1), held("a", 2)};

    const LockRecord open = decodeUserLocks(look).front();
    look.answers.insert("a", {"a", 2});
    const LockRecord decided = decodeUserLocks(look).front();

    QCOMPARE(open.state, LockState::Unknown);
    QVERIFY(open.holders.empty());
    QCOMPARE(decided.state, LockState::Held);
    QCOMPARE(decided.holders.size(), size_t(1));
    QCOMPARE(decided.holders[0].raw, QByteArray("2"));
}

void TestUserLockDecoder::recordsAreUniqueByName()
{
    UserLockLook look = emptyLook();
    *look.rows.plugin = {held("a", 1), held("a", 2), held("b", 3)};
    look.rows.metadata = std::vector<UserLockRow>{waiting("a", 4), waiting("c", 5)};
    look.known = {"a", "b", "b"};
    look.answers.insert("a", {"a", 2});
    look.answers.insert("b", {"b", 3});

    auto records = decodeUserLocks(look);

    std::sort(records.begin(), records.end(),
              [](const LockRecord &a, const LockRecord &b) { return a.id < b.id; });
    QVERIFY(
        std::adjacent_find(records.begin(), records.end(),
                           [](const LockRecord &a, const LockRecord &b) { return a.id == b.id; })
        == records.end());
    QCOMPARE(records.size(), size_t(3));
}

LOCKMASTER_TEST(TestUserLockDecoder, NoApplication)

} // namespace tst_userlockdecoder

#include "tst_userlockdecoder.moc"
