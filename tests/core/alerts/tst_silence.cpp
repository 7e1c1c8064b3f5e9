// SPDX-License-Identifier: Apache-2.0
#include "core/domain/systemtraits.h"
#include "tests/support/alertstage.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_silence {

namespace {

using Stage = AlertStage;

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

AlertRule rule(AlertKind kind, Micros over = 0s)
{
    return plainAlertRule(kind, over);
}

} // namespace

/** What should have happened, and did not. */
class TestSilence : public QObject
{
    Q_OBJECT

private slots:
    /** A key that goes with its lock: it is not in the list, neither before nor behind. */
    void whatWasNotTakenInTimeIsTold()
    {
        Stage stage(rule(AlertKind::NotTaken, 1h));
        stage.rhythms.locks = {stage.taken("a", 59min)};
        stage.read({});
        QCOMPARE(stage.told(), QString());
        stage.rhythms.locks = {stage.taken("a", 60min)};
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        stage.rhythms.locks = {stage.taken("a", 61min)};
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
        QCOMPARE(stage.only().reason, words("not taken for 1 h 1 m"));
        QCOMPARE(stage.only().subject, stage.subject("a"));
        QVERIFY(!stage.only().lock);
        // Others come and go.
        stage.read({stage.lock("b")});
        stage.read({});
        QCOMPARE(stage.told(), QString());
        stage.rhythms.locks = {stage.taken("a", 62min)};
        stage.read({stage.lock("a")});
        QCOMPARE(stage.told(), words("-a cleared"));
        // The history was asked before that, and does not know yet.
        stage.read({});
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        stage.rhythms.locks = {stage.taken("a", 10s)};
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        stage.clock.advance(2h);
        stage.rhythms.locks = {stage.taken("a", 2h)};
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
    }

    /** Who records the history may see less: what was held here was taken, whatever that says. */
    void whatWasSeenHereCountsWhateverTheHistorySays()
    {
        Stage stage(rule(AlertKind::NotTaken, 1h));
        stage.rhythms.locks = {stage.taken("a", 5h)};
        stage.read({stage.lock("a")});
        stage.read({});
        for (int i = 0; i < 59; ++i) {
            stage.rhythms.locks = {stage.taken("a", 5h)}; // recorded until now, and without that
            stage.wait(1min);
            QCOMPARE(stage.told(), QString());
        }
        stage.clock.advance(2min);
        stage.rhythms.locks = {stage.taken("a", 5h)};
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
    }

    /** A machine that sleeps each night never sees so long a stretch: that is said. */
    void whatAGapKeepsFromBeingToldIsSaid()
    {
        Stage stage(rule(AlertKind::NotTaken, 26h));
        stage.rhythms.locks = {stage.taken("a", 40h), stage.taken("b", 2h)};
        for (TakenLock &lock : stage.rhythms.locks)
            lock.rhythm.seen->from = stage.clock.wallNow() - 8h;
        stage.read({});
        QCOMPARE(stage.told(), QString());
        QVERIFY2(stage.engine->problem().startsWith(words("The rule r cannot tell of 1 locks")),
                 qPrintable(stage.engine->problem()));
        stage.rhythms.locks = {stage.taken("a", 40h)};
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
        QCOMPARE(stage.engine->problem(), QString());
    }

    /** It is missed all the same when its row is deleted. */
    void silenceDoesNotEndWithTheRow()
    {
        AlertSettings settings = Stage::settingsOf(rule(AlertKind::NotTaken, 1h));
        settings.rules.push_back(rule(AlertKind::Expired, 1min));
        settings.rules.back().name = words("e");
        Stage stage(settings);
        stage.rhythms.locks = {stage.taken("a", 2h)};
        LockRecord a = stage.lock("a", -2min);
        a.state = LockState::Expired;
        stage.read({a});
        QCOMPARE(stage.told(), words("+a, +a"));
        stage.read({});
        QCOMPARE(stage.told(), words("-a gone"));
        QCOMPARE(stage.only().kind, AlertKind::NotTaken);
        QVERIFY(!stage.only().unseen);
    }

    void silenceIsByTheRhythmOfTheLock()
    {
        AlertRule silence = rule(AlertKind::NotTaken);
        silence.leastHolds = 10;
        Stage stage(silence);
        HoldFigures few;
        few.count = 8;
        few.longest = 1min;
        HoldFigures hourly = few;
        hourly.count = 9;
        hourly.longest = 1h;
        HoldFigures often = hourly;
        often.longest = 1s;
        const auto silentFor = [&](Micros time) {
            stage.rhythms.locks = {stage.taken("few", time, 100h, few),
                                   stage.taken("hourly", time, 100h, hourly),
                                   stage.taken("often", time, 100h, often)};
            stage.wait(1min);
        };
        stage.read({});
        silentFor(1min);
        QCOMPARE(stage.told(), QString());
        silentFor(61s); // twice a second is too short to say anything
        QCOMPARE(stage.told(), words("+often"));
        silentFor(2h);
        QCOMPARE(stage.told(), QString());
        silentFor(2h + 1s);
        QCOMPARE(stage.told(), words("+hourly"));
        QCOMPARE(stage.engine->board().alerts.back().reason,
                 words("not taken for 2 h; it was always taken again within 1 h"));
        silentFor(90h);
        QCOMPARE(stage.told(), QString());
    }

    void whatNobodyLookedAtIsNoSilence()
    {
        Stage stage(rule(AlertKind::NotTaken, 1h));
        // It may have been taken before somebody looked.
        stage.rhythms.locks = {stage.taken("a", 50h, 59min)};
        stage.read({});
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        stage.rhythms.locks = {stage.taken("a", 50h, 61min)};
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
        QCOMPARE(stage.only().reason, words("not taken for at least 1 h 1 m"));
        stage.rhythms.locks = {stage.taken("a", 51h, 5min)};
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        QVERIFY(stage.only().unseen);
        stage.rhythms.locks = {stage.taken("a", 52h, 65min)};
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        QVERIFY(!stage.only().unseen);
        // It was recorded until then, and by nobody since.
        stage.wait(6min);
        QVERIFY(stage.only().unseen);
        QCOMPARE(stage.told(), QString());
        stage.rhythms.locks = {};
        stage.rhythms.known = false;
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        stage.rhythms.known = true;
        stage.wait(1min);
        QCOMPARE(stage.told(), words("-a gone"));
    }

    void whatNobodyRecordsIsNoSilence()
    {
        Stage stage(rule(AlertKind::NotTaken, 1h));
        stage.rhythms.locks = {stage.taken("a", 50h)};
        stage.clock.advance(6min);
        stage.read({});
        QCOMPARE(stage.told(), QString());
        stage.rhythms.locks.front().rhythm.seen->until += 90s;
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        stage.rhythms.locks = {stage.taken("a", 50h)};
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
    }

    void aHoldThatGoesOnIsNoSilence()
    {
        Stage stage(rule(AlertKind::NotTaken, 1h));
        const LockRecord a = stage.lock("a");
        TakenLock held = stage.taken("a", 5h);
        stage.rhythms.locks = {held};
        stage.read({a}); // the history is behind
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        held = stage.taken("a", 5h);
        held.rhythm.until.reset();
        stage.rhythms.locks = {held};
        stage.read({});
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        // It took longer than it may be silent: from its end on.
        held = stage.taken("a", 5h);
        held.rhythm.until = stage.clock.wallNow() - 59min;
        stage.rhythms.locks = {held};
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        stage.clock.advance(61min); // it was seen held here until a while ago
        held = stage.taken("a", 5h);
        held.rhythm.until = stage.clock.wallNow() - 61min;
        stage.rhythms.locks = {held};
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
    }

    void whoLeadsIsNotMissedTwice()
    {
        Stage stage(rule(AlertKind::NotTaken, 1h));
        stage.rhythms.locks = {stage.taken("a", 5h), stage.taken("b", 5h)};
        LockRecord free = stage.lock("a");
        free.state = LockState::Free;
        free.holders.clear();
        stage.readElection({free});
        QCOMPARE(stage.told(), words("+b"));
    }

    void thatNobodyLeadsIsToldOfWhateverElects_data()
    {
        QTest::addColumn<QString>("system");
        QTest::newRow("leader table") << words("leader");
        QTest::newRow("JobRunr's servers") << words("jobrunr");
    }

    void thatNobodyLeadsIsToldOfWhateverElects()
    {
        QFETCH(QString, system);
        QVERIFY(electsLeaders(system));
        Stage stage(rule(AlertKind::LeaderVacant, 10s));
        stage.source = fakeSource(words("b"), system, words("db.t"));
        LockRecord free = stage.lock("svc");
        stage.readElection({free});
        free.state = LockState::Free;
        free.holders.clear();
        for (int second = 0; second < 12; ++second)
            stage.readElection({free});
        QCOMPARE(stage.told(), words("+svc"));
        stage.readElection({stage.lock("svc")});
        QCOMPARE(stage.told(), words("-svc cleared"));
    }

    void silenceOfAServerIsNotThatOfItsLocks_data() { Stage::addBlindness(); }

    void silenceOfAServerIsNotThatOfItsLocks()
    {
        QFETCH(Blindness, how);
        Stage stage(rule(AlertKind::NotTaken, 1h));
        stage.rhythms.locks = {stage.taken("a", 50h)};
        stage.read({}, false);
        QCOMPARE(stage.told(), QString());
        stage.goBlind(how);
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        const int asked = stage.rhythms.asked;
        stage.wait(1h);
        QCOMPARE(stage.rhythms.asked, asked);
        stage.unpause(how);
        stage.rhythms.locks = {stage.taken("a", 50h)};
        stage.read({});
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
        stage.goBlind(how);
        QVERIFY(stage.only().unseen);
        QCOMPARE(stage.told(), QString());
    }

    void silenceGoesOnThroughARestart()
    {
        Stage stage(rule(AlertKind::NotTaken, 1h));
        stage.rhythms.locks = {stage.taken("a", 61min)};
        stage.read({});
        QCOMPARE(stage.told(), words("+a"));
        const QString id = stage.only().id;
        stage.begin();
        stage.watchAnew();
        // Nobody looked while it was started anew.
        stage.rhythms.locks = {stage.taken("a", 70min, 1s)};
        stage.read({});
        QCOMPARE(stage.told(), QString());
        QVERIFY(stage.only().unseen);
        stage.rhythms.locks = {stage.taken("a", 3h, 2h)};
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        QVERIFY(!stage.only().unseen);
        QCOMPARE(stage.only().id, id);
        stage.begin();
        stage.rhythms.locks = {stage.taken("a", 1s, 10s)};
        stage.read({});
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    void anotherLimitOfSilenceBeginsAnew()
    {
        Stage stage(rule(AlertKind::NotTaken, 1h));
        stage.rhythms.locks = {stage.taken("a", 2h), stage.taken("b", 4h)};
        stage.read({});
        QCOMPARE(stage.told(), words("+a, +b"));
        stage.settings.rules[0].over = 3h;
        stage.engine->setSettings(stage.settings);
        QCOMPARE(stage.told(), words("-a rule_off, -b rule_off, +b"));
    }

    void manyLocksAreNotAskedForWithEachLook()
    {
        Stage stage(rule(AlertKind::NotTaken, 1h));
        stage.rhythms.locks = {stage.taken("0", 1min)};
        std::vector<LockRecord> locks;
        for (int i = 0; i < 10'000; ++i)
            locks.push_back(stage.lock(QByteArray::number(i)));
        for (int i = 0; i < 10; ++i) {
            locks.pop_back(); // the list is another one each time
            stage.read(locks);
        }
        QCOMPARE(stage.rhythms.asked, 1);
        QVERIFY(stage.engine->nextDue() <= stage.clock.now() + 1min);
        stage.wait(1min);
        QCOMPARE(stage.rhythms.asked, 2);
        Stage other(rule(AlertKind::Held, 1h));
        other.read({other.lock("a")});
        other.wait(10min);
        QCOMPARE(other.rhythms.asked, 0);
    }
};

LOCKMASTER_TEST(TestSilence, QCoreApplication)

} // namespace tst_silence

#include "tst_silence.moc"
