// SPDX-License-Identifier: Apache-2.0
#include "tests/support/alertstage.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_stillness {

namespace {

using Stage = AlertStage;

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

AlertRule stuck(const char *scope = "")
{
    AlertRule rule = plainAlertRule(AlertKind::Stuck, 10min);
    rule.scope = words(scope);
    return rule;
}

LockRecord freed(LockRecord lock)
{
    lock.state = LockState::Free;
    lock.holders.clear();
    return lock;
}

LockRecord unseen(LockRecord lock)
{
    lock = freed(std::move(lock));
    lock.state = LockState::Unknown;
    return lock;
}

/** A row that a transaction has, of which the server tells both. */
LockRecord inTransaction(LockRecord lock, const char *session)
{
    lock.session = session;
    return lock;
}

/** As the server tells of a row that a transaction has locked. */
LockRecord since(LockRecord lock, SteadyTime when)
{
    lock.heldSince = when;
    lock.heldBasis = HeldBasis::Server;
    return lock;
}

} // namespace

/** Something is held, and nothing moves. */
class TestStillness : public QObject
{
    Q_OBJECT

private slots:
    void oneThatBlocksAllIsTold()
    {
        Stage stage(stuck());
        const LockRecord a = stage.lock("a", std::nullopt);
        const LockRecord b = freed(stage.lock("b", std::nullopt));
        stage.read({a, b});
        stage.wait(9min);
        stage.read({a, b});
        QCOMPARE(stage.told(), QString());
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
        QCOMPARE(stage.only().reason,
                 words("held for 10 m 2 s by web-3; nothing there was taken, let go of or renewed "
                       "for 10 m 2 s"));
        QVERIFY(stage.only().lock);
        stage.read({a, b});
        stage.wait(1h);
        QCOMPARE(stage.told(), QString());
        stage.read({freed(a), b});
        QCOMPARE(stage.told(), words("-a cleared"));
        stage.wait(10h); // nothing moves, and nothing is held
        QCOMPARE(stage.told(), QString());
    }

    /** A key goes with its lock, and the list has nothing of its source any more. */
    void theLastOneThatIsLetGoOfEndsIt()
    {
        Stage stage(stuck());
        stage.read({stage.lock("a")});
        stage.wait(11min);
        QCOMPARE(stage.told(), words("+a"));
        stage.read({}, false);
        QCOMPARE(stage.told(), QString());
        QVERIFY(stage.only().unseen);
        stage.read({});
        stage.wait(1s);
        QCOMPARE(stage.told(), words("-a cleared"));
        stage.wait(1h);
        QCOMPARE(stage.told(), QString());
    }

    void whatMovesBeginsAnew_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("taken") << 0;
        QTest::newRow("let go of") << 1;
        QTest::newRow("renewed") << 2;
        QTest::newRow("taken by another") << 3;
        QTest::newRow("taken again by the same") << 4;
        QTest::newRow("gone") << 5;
    }

    void whatMovesBeginsAnew()
    {
        QFETCH(int, how);
        Stage stage(stuck());
        const LockRecord a = stage.lock("a");
        LockRecord b = since(stage.lock("b"), stage.clock.now());
        if (how == 0)
            b = freed(b);
        stage.read({a, b});
        stage.wait(9min);
        if (how == 0)
            stage.read({a, stage.lock("b")});
        else if (how == 1)
            stage.read({a, freed(b)});
        else if (how == 2)
            stage.read({a, since(stage.lock("b"), *b.heldSince)});
        else if (how == 3)
            stage.read({a, fakeLock(stage.source, "b", "web-4", 24h, stage.clock.now())});
        else if (how == 4)
            stage.read({a, since(b, *b.heldSince + 1s)});
        else
            stage.read({a});
        stage.wait(9min);
        QCOMPARE(stage.told(), QString());
        stage.wait(1min);
        QCOMPARE(stage.engine->takeNews().size(), size_t(1));
    }

    void whatChangesWithoutMovingDoesNot_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("more wait") << 0;
        QTest::newRow("found") << 1;
        QTest::newRow("row locked") << 2;
        QTest::newRow("jitter") << 3;
    }

    void whatChangesWithoutMovingDoesNot()
    {
        QFETCH(int, how);
        Stage stage(stuck());
        LockRecord a = since(stage.lock("a"), stage.clock.now());
        stage.read({a});
        stage.wait(9min);
        if (how == 0)
            a.waiters.count = 7;
        else if (how == 1)
            a.findings = {{FindingId::NoExpiry, words("e")}};
        else if (how == 2)
            a.state = LockState::Blocked;
        else
            a.heldSince = *a.heldSince + 400ms;
        stage.read({a});
        QCOMPARE(stage.told(), QString());
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
    }

    /** MariaDB names a locked row only while somebody waits for it. */
    void whatAnOpenTransactionHoldsGoesOnWhileNobodyWaits()
    {
        Stage stage(stuck());
        const LockRecord a = inTransaction(stage.lock("a", std::nullopt), "#7/421");
        for (int i = 0; i < 3; ++i) {
            stage.read({a});
            stage.wait(1min);
            stage.read({unseen(a)});
            stage.wait(3min);
            QCOMPARE(stage.told(), QString());
        }
        stage.read({a});
        QCOMPARE(stage.told(), words("+a"));
        QVERIFY2(stage.only().reason.startsWith(words("held for 12 m")),
                 qPrintable(stage.only().reason));
        // It may go on, and may not: nobody says that it ended.
        stage.read({unseen(a)});
        QCOMPARE(stage.told(), QString());
        QVERIFY(stage.only().unseen);
        stage.wait(1h);
        stage.read({a});
        QCOMPARE(stage.told(), QString());
        QVERIFY(!stage.only().unseen);
        stage.read({unseen(a)});
        stage.read({freed(a)});
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    /** A user-level lock is not known exactly while it changes hands, and may come back to its own.
     */
    void whatASessionMayHaveTakenAgainBeginsAnew()
    {
        for (const bool isTold : {false, true}) {
            Stage stage(stuck());
            LockRecord a = inTransaction(stage.lock("a", std::nullopt), "#7");
            auto source = std::make_shared<SourceId>(*a.id.source);
            source->system = words("user_lock");
            a.id.source = source;
            if (isTold)
                a = since(a, stage.clock.now());
            stage.read({a});
            stage.wait(8min);
            stage.read({unseen(a)});
            stage.wait(1min);
            stage.read({a});
            stage.wait(2min);
            QCOMPARE(stage.told(), isTold ? words("+a") : QString());
        }
    }

    void whatMayHaveMovedUnseenBeginsAnew_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("another transaction of the same session") << 0;
        QTest::newRow("a session that is not told") << 1;
        QTest::newRow("another lock moved") << 2;
        QTest::newRow("another lock is unseen still") << 3;
        QTest::newRow("free when it is seen again") << 4;
    }
    void whatMayHaveMovedUnseenBeginsAnew()
    {
        QFETCH(int, how);
        Stage stage(stuck());
        const LockRecord a = inTransaction(stage.lock("a", std::nullopt), how == 1 ? "" : "#7/421");
        const LockRecord b = inTransaction(stage.lock("b", std::nullopt), "#8/422");
        stage.read({a, b});
        stage.wait(8min);
        stage.read({unseen(a), how == 3 ? unseen(b) : b});
        stage.wait(1min);
        if (how == 0)
            stage.read({inTransaction(stage.lock("a", std::nullopt), "#7/423"), b});
        else if (how == 2)
            stage.read({unseen(a), freed(b)});
        else if (how == 4)
            stage.read({freed(a), b});
        if (how != 0 && how != 4)
            stage.read({a, how == 3 ? unseen(b) : how == 2 ? freed(b) : b});
        stage.wait(2min);
        QCOMPARE(stage.told(), QString());
        stage.wait(9min);
        // Whoever has held for longest, as far as that was seen.
        QCOMPARE(stage.told(), how == 2 || how == 3 ? words("+a") : words("+b"));
    }

    void scopeSaysWhatMoves()
    {
        Stage stage(stuck("name:order"));
        const LockRecord order = stage.lock("order");
        stage.read({stage.lock("card"), order});
        for (int minute = 0; minute < 11; ++minute) {
            stage.wait(1min);
            stage.read({stage.lock("card"), order}); // renewed
        }
        QCOMPARE(stage.told(), words("+order"));
        Stage other(stuck("name:none"));
        other.read({other.lock("card")});
        other.wait(1h);
        QCOMPARE(other.told(), QString());
    }

    void eachSourceIsStillByItself()
    {
        Stage stage(stuck());
        const auto jobs = fakeSource(words("b"), words("xxl_job"), words("db.xxl_job_lock"));
        const LockRecord row = fakeLock(jobs, "schedule_lock", "#7", std::nullopt);
        const auto read = [&] {
            stage.readAll(
                {fakeObservation(stage.source, {stage.lock("a")}), fakeObservation(jobs, {row})});
        };
        read();
        for (int minute = 0; minute < 11; ++minute) {
            stage.wait(1min);
            read();
        }
        QCOMPARE(stage.told(), words("+schedule_lock"));
        stage.readAll({fakeObservation(stage.source, {}), fakeObservation(jobs, {freed(row)})});
        QCOMPARE(stage.told(), words("-schedule_lock cleared"));
    }

    void whatIsHeldForLongestIsTold()
    {
        Stage stage(stuck());
        const SteadyTime now = stage.clock.now();
        stage.read({since(stage.lock("a"), now - 1min), since(stage.lock("b"), now - 1h),
                    stage.lock("c")});
        stage.wait(11min);
        QCOMPARE(stage.told(), words("+b"));
        QVERIFY2(stage.only().reason.startsWith(words("held for 1 h 11 m by web-3; ")),
                 qPrintable(stage.only().reason));
    }

    void whatCouldNotBeSeenBeginsAnew_data()
    {
        Stage::addBlindness();
        QTest::newRow("not whole") << Blindness::NotWhole;
    }

    void whatCouldNotBeSeenBeginsAnew()
    {
        QFETCH(Blindness, how);
        Stage stage(stuck());
        const LockRecord a = stage.lock("a");
        const auto look = [&] {
            stage.unpause(how);
            stage.read({a});
        };
        stage.read({a});
        stage.wait(9min);
        stage.goBlind(how, {a});
        stage.wait(1h);
        look();
        stage.wait(9min);
        QCOMPARE(stage.told(), QString());
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
        const QString id = stage.only().id;
        stage.goBlind(how, {a});
        QVERIFY(stage.only().unseen);
        look();
        QVERIFY(!stage.only().unseen);
        stage.wait(1h);
        QCOMPARE(stage.told(), QString());
        QCOMPARE(stage.only().id, id);
        stage.goBlind(how, {a});
        stage.unpause(how);
        stage.read({});
        stage.wait(2s);
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    void stillnessGoesOnThroughARestart()
    {
        Stage stage(stuck());
        const LockRecord a = stage.lock("a");
        const LockRecord b = stage.lock("b");
        stage.read({b});
        stage.read({a, b});
        stage.wait(11min);
        QCOMPARE(stage.told(), words("+b"));
        const QString id = stage.only().id;
        stage.begin();
        stage.watchAnew();
        // Both seem to be held since now.
        stage.read({a, b});
        QVERIFY(!stage.only().unseen);
        QCOMPARE(stage.only().id, id);
        stage.wait(1h);
        QCOMPARE(stage.told(), QString());
        stage.begin();
        stage.watchAnew();
        stage.read({freed(a), freed(b)});
        QCOMPARE(stage.told(), words("-b cleared"));
    }

    void anotherLimitOfStillnessBeginsAnew()
    {
        Stage stage(stuck());
        const LockRecord a = stage.lock("a");
        stage.read({a});
        stage.wait(11min);
        QCOMPARE(stage.told(), words("+a"));
        stage.settings.rules[0].over = 5min;
        stage.engine->setSettings(stage.settings);
        QCOMPARE(stage.told(), words("-a rule_off"));
        stage.wait(4min);
        QCOMPARE(stage.told(), QString());
        stage.wait(1min + 1s);
        QCOMPARE(stage.told(), words("+a"));
    }

    /** They are looked at once it may be as the rule says, and not before. */
    void manyLocksThatDoNotMoveAreLookedAtOnce()
    {
        Stage stage(stuck());
        std::vector<LockRecord> locks;
        for (int i = 10'000; i < 20'000; ++i)
            locks.push_back(stage.lock(QByteArray::number(i)));
        const SteadyTime began = stage.clock.now();
        stage.read(locks);
        QCOMPARE(stage.engine->nextDue(), std::optional(began + 10min + 1us));
        for (int i = 0; i < 3; ++i) {
            locks.front().waiters.count = i;
            stage.read(locks);
        }
        QCOMPARE(stage.engine->nextDue(), std::optional(began + 10min + 1us));
        stage.wait(10min);
        QCOMPARE(stage.told(), words("+10000"));
        QVERIFY(!stage.engine->nextDue());
    }

    /** The one row of XXL-JOB, and that of Quartz, though its nodes check in. */
    void theRowsOfJobsAreWatchedWithoutAWord()
    {
        AlertSettings settings = Stage::settingsOf(stuck());
        settings.rules = builtInAlertRules();
        std::erase_if(settings.rules,
                      [](const AlertRule &rule) { return rule.kind != AlertKind::Stuck; });
        Stage stage(settings);
        const auto xxl = fakeSource(words("b"), words("xxl_job"), words("db.xxl_job_lock"));
        const auto quartz = fakeSource(words("b"), words("quartz_locks"), words("db.QRTZ_LOCKS"));
        const LockRecord row = fakeLock(xxl, "schedule_lock", "#7", std::nullopt);
        const LockRecord trigger = fakeLock(quartz, "s/TRIGGER_ACCESS", "#8", std::nullopt);
        LockRecord checks = fakeLock(quartz, "s/STATE_ACCESS", "#9", std::nullopt);
        for (int i = 0; i < 2; ++i) {
            for (const bool held : {true, false}) {
                stage.readAll({fakeObservation(stage.source, {stage.lock("a", std::nullopt)}),
                               fakeObservation(xxl, {row}),
                               fakeObservation(quartz, {held ? checks : freed(checks), trigger})});
                stage.wait(4min);
            }
        }
        QCOMPARE(stage.told(), words("+s/TRIGGER_ACCESS, +schedule_lock"));
    }
};

LOCKMASTER_TEST(TestStillness, QCoreApplication)

} // namespace tst_stillness

#include "tst_stillness.moc"
