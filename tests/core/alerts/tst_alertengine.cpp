// SPDX-License-Identifier: Apache-2.0
#include "tests/support/alertstage.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_alertengine {

namespace {

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

using Stage = AlertStage;

AlertRule rule(AlertKind kind, Micros over = 0s)
{
    return plainAlertRule(kind, over);
}

LockRecord withWaiters(LockRecord lock, std::optional<qint64> count)
{
    lock.waiters.count = count;
    return lock;
}

} // namespace

/** What alerts begin and end, and how often that is told. */
class TestAlertEngine : public QObject
{
    Q_OBJECT

private slots:
    void heldForLongBeginsOnceAndEndsOnce()
    {
        Stage stage(rule(AlertKind::Held, 10min));
        const LockRecord a = stage.lock("a");
        stage.read({a});
        QCOMPARE(stage.engine->nextDue(), std::optional(stage.clock.now() - 1s + 10min + 1us));
        stage.wait(9min);
        stage.read({a});
        QCOMPARE(stage.told(), QString());
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
        const Alert alert = stage.only();
        QCOMPARE(alert.reason, words("held for 10 m 2 s by web-3"));
        QCOMPARE(alert.lock->id.name, QByteArray("a"));
        QVERIFY(!alert.id.isEmpty() && alert.told && !alert.unseen);
        stage.read({a});
        stage.wait(1h);
        QCOMPARE(stage.told(), QString());
        stage.read({});
        QCOMPARE(stage.told(), words("-a gone"));
        stage.read({});
        QCOMPARE(stage.told(), QString());
        QVERIFY(stage.engine->board().alerts.empty());
    }

    void anotherHolderBeginsAnew()
    {
        Stage stage(rule(AlertKind::Held, 1min));
        stage.read({stage.lock("a")});
        stage.wait(2min);
        QCOMPARE(stage.told(), words("+a"));
        stage.read({fakeLock(stage.source, "a", "web-4", 24h, stage.clock.now())});
        QCOMPARE(stage.told(), words("-a cleared"));
        stage.wait(2min);
        QCOMPARE(stage.told(), words("+a"));
    }

    void whoLeadsIsMeantToHold()
    {
        Stage stage(rule(AlertKind::Held, 1min));
        stage.readElection({stage.lock("a")});
        stage.wait(2min);
        QCOMPARE(stage.told(), QString());
    }

    void unusualIsWhatItsOwnHistorySays()
    {
        Stage stage(rule(AlertKind::HeldUnusual, 1min));
        stage.norms.norms["usual"] = {true, 100, 5min};
        stage.norms.norms["few"] = {true, 29, 10s};
        stage.norms.norms["pending"] = {};
        stage.read({stage.lock("few"), stage.lock("pending"), stage.lock("usual")});
        // What is short is not even looked up.
        QCOMPARE(stage.norms.asked, 0);
        stage.wait(2min);
        QCOMPARE(stage.norms.asked, 3);
        QCOMPARE(stage.told(), QString());
        stage.wait(4min);
        QCOMPARE(stage.told(), words("+usual"));
        QVERIFY2(stage.only().reason.contains(words("5 m")), qPrintable(stage.only().reason));
        stage.norms.norms["pending"] = {true, 30, 1min};
        stage.wait(10s);
        QCOMPARE(stage.told(), words("+pending"));
    }

    /** By the clock alone, also where nothing is read meanwhile; a renewal ends it. */
    void aLeaseThatEndsIsToldWhileItIsHeld()
    {
        Stage stage(rule(AlertKind::EndsSoon, 10s));
        stage.read({stage.lock("a", 30s), stage.lock("b", std::nullopt)});
        QCOMPARE(stage.told(), QString());
        stage.wait(18s);
        QCOMPARE(stage.told(), QString());
        stage.wait(1s);
        QCOMPARE(stage.told(), words("+a"));
        stage.read({stage.lock("a", 30s), stage.lock("b", std::nullopt)});
        QCOMPARE(stage.told(), words("-a cleared"));
        stage.wait(20s);
        QCOMPARE(stage.told(), words("+a"));
        LockRecord over = stage.lock("a", -1s);
        over.state = LockState::Expired;
        stage.read({over});
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    void expiredIsToldOnceNobodyTookIt()
    {
        Stage stage(rule(AlertKind::Expired, 1min));
        const auto look = [&stage](LockState state) {
            LockRecord a = stage.lock("a", -10s);
            a.state = state;
            stage.read({a});
        };
        look(LockState::Expired);
        QCOMPARE(stage.told(), QString());
        stage.wait(55s);
        QCOMPARE(stage.told(), words("+a"));
        look(LockState::Held);
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    void waitersAreCounted()
    {
        AlertRule waiters = rule(AlertKind::Waiters);
        waiters.above = 2;
        Stage stage(waiters);
        const LockRecord a = stage.lock("a");
        stage.read({withWaiters(a, 2)});
        QCOMPARE(stage.told(), QString());
        stage.read({withWaiters(a, 3)});
        QCOMPARE(stage.told(), words("+a"));
        // The server does not tell any more: neither so nor not.
        stage.read({withWaiters(a, std::nullopt)});
        QCOMPARE(stage.told(), QString());
        QVERIFY(stage.only().unseen);
        stage.read({withWaiters(a, 1)});
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    void findingIsToldWithItsEvidence()
    {
        AlertRule finding = rule(AlertKind::Finding);
        finding.finding = FindingId::NoExpiry;
        Stage stage(finding);
        LockRecord a = stage.lock("a", std::nullopt);
        a.findings = {{FindingId::NoExpiry, words("nothing ends it")}};
        stage.read({a, stage.lock("b")});
        QCOMPARE(stage.told(), words("+a"));
        QCOMPARE(stage.only().reason, words("nothing ends it"));
        stage.read({stage.lock("a"), stage.lock("b")});
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    void leaderIsMissedForAWhile()
    {
        Stage stage(rule(AlertKind::LeaderVacant, 10s));
        LockRecord leader = stage.lock("svc", 2s);
        stage.readElection({leader});
        leader.state = LockState::Expired;
        stage.clock.advance(3s);
        stage.readElection({leader});
        QCOMPARE(stage.told(), QString());
        stage.wait(5s);
        QCOMPARE(stage.told(), QString());
        stage.wait(10s);
        QCOMPARE(stage.told(), words("+svc"));
        stage.readElection({stage.lock("svc", 2s)});
        QCOMPARE(stage.told(), words("-svc cleared"));
    }

    void lostServerIsToldAfterAWhile()
    {
        AlertRule lost = rule(AlertKind::BackendLost);
        lost.lasting = 5s;
        Stage stage(lost);
        stage.read({});
        stage.lose();
        stage.wait(3s);
        QCOMPARE(stage.told(), QString());
        stage.wait(1s);
        QCOMPARE(stage.told(), words("+b"));
        QCOMPARE(stage.only().reason, words("silent"));
        stage.lose();
        QCOMPARE(stage.told(), QString());
        stage.read({});
        QCOMPARE(stage.told(), words("-b cleared"));
    }

    void whatLastsTooShortIsNotTold()
    {
        AlertRule waiters = rule(AlertKind::Waiters);
        waiters.lasting = 10s;
        Stage stage(waiters);
        const LockRecord a = stage.lock("a");
        stage.read({withWaiters(a, 1)});
        stage.wait(8s);
        stage.read({withWaiters(a, 0)});
        stage.read({withWaiters(a, 1)});
        stage.wait(8s);
        QCOMPARE(stage.told(), QString());
        stage.wait(2s);
        QCOMPARE(stage.told(), words("+a"));
        // It has been so since then, and not since it was told.
        QCOMPARE(stage.clock.wallNow() - stage.only().began, Micros(11s));
    }

    void whatCannotBeSeenNeitherBeginsNorEnds_data() { Stage::addBlindness(); }

    void whatCannotBeSeenNeitherBeginsNorEnds()
    {
        QFETCH(Blindness, how);
        AlertRule held = rule(AlertKind::Held, 1min);
        held.lasting = 1min;
        Stage stage(held);
        const LockRecord a = stage.lock("a");
        stage.read({a});
        stage.wait(90s);
        stage.goBlind(how);
        stage.wait(10min);
        QCOMPARE(stage.told(), QString());
        stage.unpause(how);
        // For how long it has to be so begins anew.
        stage.read({a});
        stage.wait(30s);
        QCOMPARE(stage.told(), QString());
        // Nor is it known behind a loss whether it was held all the time.
        stage.wait(35s);
        QCOMPARE(stage.told(), how == Blindness::Lost ? QString() : words("+a"));
        stage.wait(60min);
        QCOMPARE(stage.told(), how == Blindness::Lost ? words("+a") : QString());
        stage.goBlind(how);
        stage.wait(1h);
        QCOMPARE(stage.told(), QString());
        QVERIFY(stage.only().unseen);
        stage.unpause(how);
        stage.read({a});
        QCOMPARE(stage.told(), QString());
        stage.read({});
        QCOMPARE(stage.told(), words("-a gone"));
    }

    void whoKeepsManyWaitingIsToldOnce()
    {
        AlertRule blocks = rule(AlertKind::Blocks);
        blocks.above = 2;
        Stage stage(blocks);
        const LockRecord a = stage.lock("a");
        stage.read({withWaiters(a, 2), withWaiters(stage.lock("b"), 1)});
        QCOMPARE(stage.told(), words("+a")); // one holds both, and three wait behind it
        QVERIFY2(stage.only().reason.startsWith(words("web-3 holds a (dist_lock, b)")),
                 qPrintable(stage.only().reason));
        stage.wait(2s);
        stage.read({withWaiters(a, 2), withWaiters(stage.lock("b"), 2)});
        QCOMPARE(stage.told(), QString());
        // Who waits may be where nothing can be seen now.
        stage.lose();
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        stage.read({withWaiters(a, 1), withWaiters(stage.lock("b"), 1)});
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    void whoHasWaitedLongIsTold()
    {
        Stage stage(rule(AlertKind::BlocksLong, 1min));
        const auto waiting = [&stage](std::optional<Micros> time) {
            LockRecord lock = stage.lock("a");
            lock.waiters.list.push_back({words("#7"), 7, time, true, {}});
            lock.waiters.count = 1;
            return lock;
        };
        stage.read({waiting(std::nullopt)});
        stage.read({waiting(59s)});
        QCOMPARE(stage.told(), QString());
        stage.wait(1s);
        stage.read({waiting(61s)});
        QCOMPARE(stage.told(), words("+a"));
        stage.wait(1s);
        stage.read({waiting(2s)}); // that one has it now, and the next has begun to wait
        stage.wait(1s);
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    /** On two servers, each of which sees one half of it. */
    void aCircleIsToldOnceItHasLasted()
    {
        AlertRule cycle = rule(AlertKind::WaitCycle);
        cycle.lasting = 10s;
        AlertSettings settings = Stage::settingsOf(cycle);
        settings.owners = {{words("one"), {"web-1*", "host-1"}},
                           {words("two"), {"web-2*", "host-2"}}};
        Stage stage(settings);
        BackendSpec other;
        other.name = words("c");
        BackendTracker tracker(other, stage.clock);
        const auto lock = [&stage](const std::shared_ptr<const SourceId> &source, const char *owner,
                                   const char *waits) {
            LockRecord record = fakeLock(source, "l", owner, 24h, stage.clock.now());
            HolderDetail detail;
            detail.host = QString::fromLatin1(waits);
            record.waiters.list.push_back(
                {detail.host, {}, 5s, true, std::make_shared<const HolderDetail>(detail)});
            record.waiters.count = 1;
            return record;
        };
        const auto source = fakeSource(words("c"));
        const auto readBoth = [&] {
            stage.read({lock(stage.source, "web-1:3", "host-2")});
            stage.engine->take(2, tracker
                                      .read(fakeReading({fakeObservation(
                                                source, {lock(source, "web-2:3", "host-1")})}),
                                            stage.clock.now())
                                      .snapshot);
        };
        for (int i = 0; i < 9; ++i)
            readBoth();
        QCOMPARE(stage.told(), QString());
        for (int i = 0; i < 4; ++i)
            readBoth();
        QCOMPARE(stage.told(), words("+l"));
        QCOMPARE(stage.only().subject.backend, words("b"));
        QVERIFY2(stage.only().reason.startsWith(words("They may wait for each other: ")),
                 qPrintable(stage.only().reason));
        // A third that does not answer says nothing of these two; one of theirs does.
        BackendSpec third;
        third.name = words("d");
        BackendTracker silent(third, stage.clock);
        stage.engine->take(3, silent.lose({ErrorKind::Timeout, 0, words("silent"), {}}).snapshot);
        stage.engine->take(2, tracker.lose({ErrorKind::Timeout, 0, words("silent"), {}}).snapshot);
        stage.read({});
        stage.wait(2s);
        QCOMPARE(stage.told(), QString());
        QVERIFY(stage.only().unseen);
        stage.engine->take(
            2,
            tracker.read(fakeReading({fakeObservation(source, {})}), stage.clock.now()).snapshot);
        stage.wait(2s);
        QCOMPARE(stage.told(), words("-l cleared"));
    }

    /** What an earlier run left is not over as long as not all of them were looked at. */
    void aChainOutlivesARestart()
    {
        Stage stage(rule(AlertKind::Blocks));
        const LockRecord a = stage.lock("a");
        stage.read({withWaiters(a, 1)});
        QCOMPARE(stage.told(), words("+a"));
        stage.begin();
        BackendSpec other;
        other.name = words("c");
        BackendTracker tracker(other, stage.clock);
        stage.engine->take(2, tracker
                                  .read(fakeReading({fakeObservation(fakeSource(words("c")), {})}),
                                        stage.clock.now())
                                  .snapshot);
        stage.wait(2s);
        QCOMPARE(stage.told(), QString());
        stage.watchAnew();
        stage.read({withWaiters(a, 1)});
        stage.wait(2s);
        QCOMPARE(stage.told(), QString());
        QVERIFY(!stage.only().unseen);
    }

    /** What was seen once, and once more an hour later, did not last. */
    void aBlipBesideASilentServerDoesNotLast()
    {
        AlertRule blocks = rule(AlertKind::Blocks);
        blocks.lasting = 10s;
        Stage stage(blocks);
        BackendSpec other;
        other.name = words("c");
        BackendTracker silent(other, stage.clock);
        stage.engine->take(2, silent.lose({ErrorKind::Timeout, 0, words("silent"), {}}).snapshot);
        const LockRecord a = stage.lock("a");
        for (int i = 0; i < 2; ++i) {
            stage.read({withWaiters(a, 1)});
            stage.wait(1s);
            stage.read({withWaiters(a, 0)});
            stage.wait(1h);
        }
        QCOMPARE(stage.told(), QString());
    }

    void scopeSaysWhatIsLookedAt()
    {
        AlertRule waiters = rule(AlertKind::Waiters);
        waiters.scope = words("name:order -owner:batch");
        Stage stage(waiters);
        LockRecord other = fakeLock(stage.source, "order:2", "batch-1", 1h, stage.clock.now());
        stage.read({withWaiters(stage.lock("card:1"), 1), withWaiters(stage.lock("order:1"), 1),
                    withWaiters(other, 1)});
        QCOMPARE(stage.told(), words("+order:1"));
    }

    void scopeMayTurnWithTime()
    {
        AlertRule waiters = rule(AlertKind::Waiters);
        waiters.scope = words("held>1m");
        Stage stage(waiters);
        stage.read({withWaiters(stage.lock("a"), 1)});
        QCOMPARE(stage.told(), QString());
        stage.wait(2min);
        QCOMPARE(stage.told(), words("+a"));
    }

    void quietHoursKeepBackWhatLasts()
    {
        AlertSettings settings = Stage::settingsOf(rule(AlertKind::Waiters));
        // It is 03:04:05.
        settings.quiet = {*quietHoursFromText(u"22:00-07:00")};
        Stage stage(settings);
        stage.read({withWaiters(stage.lock("a"), 1), withWaiters(stage.lock("b"), 1)});
        QCOMPARE(stage.told(), QString());
        QCOMPARE(stage.engine->board().alerts.size(), size_t(2));
        const LockRecord a = withWaiters(stage.lock("a"), 1);
        stage.read({a});
        QCOMPARE(stage.told(), QString()); // nobody heard of b
        stage.wait(4h);
        stage.read({a});
        QCOMPARE(stage.told(), words("+a"));
        stage.read({});
        QCOMPARE(stage.told(), words("-a gone"));
    }

    void endIsToldInQuietHoursAsWell()
    {
        AlertSettings settings = Stage::settingsOf(rule(AlertKind::Waiters));
        settings.quiet = {*quietHoursFromText(u"03:05-07:00")};
        Stage stage(settings);
        stage.read({withWaiters(stage.lock("a"), 1)});
        QCOMPARE(stage.told(), words("+a"));
        stage.wait(1min);
        stage.read({});
        QCOMPARE(stage.told(), words("-a gone"));
    }

    void snoozedLockIsToldLater()
    {
        Stage stage(rule(AlertKind::Waiters));
        const LockRecord a = stage.lock("a");
        stage.read({withWaiters(a, 0)});
        stage.engine->snooze(stage.subject("a"), stage.clock.wallNow() + 1h);
        stage.read({withWaiters(a, 1), withWaiters(stage.lock("b"), 1)});
        QCOMPARE(stage.told(), words("+b"));
        stage.wait(30min);
        QCOMPARE(stage.told(), QString());
        QVERIFY(stage.engine->nextDue() <= stage.clock.now() + 1s);
        stage.wait(30min);
        QCOMPARE(stage.told(), words("+a"));
        stage.wait(2h);
        QCOMPARE(stage.told(), QString());
    }

    void snoozeCanBeTakenBack()
    {
        Stage stage(rule(AlertKind::Waiters));
        stage.engine->snooze(stage.subject("a"), stage.clock.wallNow() + 1h);
        stage.read({withWaiters(stage.lock("a"), 1)});
        QVERIFY(stage.only().snoozedUntil);
        stage.engine->wake(stage.subject("a"));
        stage.wait(1s);
        QCOMPARE(stage.told(), words("+a"));
    }

    void whatIsAcknowledgedIsNotToldButEnds()
    {
        AlertSettings settings = Stage::settingsOf(rule(AlertKind::Waiters));
        Stage stage(settings);
        stage.engine->snooze(stage.subject("b"), stage.clock.wallNow() + 1h);
        stage.read({withWaiters(stage.lock("a"), 1), withWaiters(stage.lock("b"), 1)});
        QCOMPARE(stage.told(), words("+a"));
        stage.engine->acknowledge(stage.subject("a"));
        stage.engine->acknowledge(stage.subject("b"));
        for (const Alert &alert : stage.engine->board().alerts)
            QVERIFY(alert.acknowledged);
        stage.wait(2h);
        QCOMPARE(stage.told(), QString());
        stage.read({});
        QCOMPARE(stage.told(), words("-a gone"));
        // The next one is another.
        stage.read({withWaiters(stage.lock("a"), 1)});
        QCOMPARE(stage.told(), words("+a"));
    }

    /** All of a kind is known at once, and nothing else that is said of the same locks. */
    void aKindIsAcknowledgedByItsRule()
    {
        AlertSettings settings = Stage::settingsOf(rule(AlertKind::Waiters));
        settings.rules.push_back(rule(AlertKind::EndsSoon, 1h));
        settings.rules.back().name = words("other");
        Stage stage(settings);
        const auto known = [&stage] {
            QStringList all;
            for (const Alert &alert : stage.engine->board().alerts) {
                if (alert.acknowledged)
                    all << alert.rule + u' ' + QString::fromUtf8(alert.subject.name);
            }
            all.sort();
            return all.join(u'|');
        };
        stage.read({withWaiters(stage.lock("a", 30s), 1), withWaiters(stage.lock("b", 30s), 1)});
        QCOMPARE(stage.engine->board().alerts.size(), size_t(4));
        stage.engine->acknowledge(
            words("r"), {stage.subject("a"), stage.subject("b"), stage.subject("not there")});
        QCOMPARE(known(), words("r a|r b"));
        // What begins later is another.
        stage.read({withWaiters(stage.lock("a", 30s), 1), withWaiters(stage.lock("b", 30s), 1),
                    withWaiters(stage.lock("c", 30s), 1)});
        QCOMPARE(known(), words("r a|r b"));
    }

    void severityIsThatOfTheTrouble()
    {
        for (const AlertKindTraits &kind : alertKinds()) {
            const AlertSeverity severity = severityOf(newAlertRule(words("r"), kind.kind));
            QCOMPARE(severity == AlertSeverity::Serious,
                     kind.kind == AlertKind::BackendLost || kind.kind == AlertKind::LeaderVacant
                         || kind.kind == AlertKind::WaitCycle || kind.kind == AlertKind::Stuck);
        }
        AlertRule found = newAlertRule(words("r"), AlertKind::Finding);
        const auto of = [&found](FindingId id) {
            found.finding = id;
            return severityOf(found);
        };
        QCOMPARE(of(FindingId::TwoLeaders), AlertSeverity::Serious);
        QCOMPARE(of(FindingId::NoExpiry), AlertSeverity::Warning);
        QCOMPARE(of(FindingId::UnsignedOwner), AlertSeverity::Notice);
        // Also of what was told in an earlier run.
        Stage stage(rule(AlertKind::BackendLost));
        stage.lose();
        QCOMPARE(stage.only().severity, AlertSeverity::Serious);
        stage.begin();
        QCOMPARE(stage.only().severity, AlertSeverity::Serious);
    }

    void restartTellsNothingTwice()
    {
        Stage stage(rule(AlertKind::Waiters));
        stage.read({withWaiters(stage.lock("a"), 1), withWaiters(stage.lock("b"), 1),
                    withWaiters(stage.lock("c"), 1)});
        QCOMPARE(stage.told(), words("+a, +b, +c"));
        stage.engine->acknowledge(stage.subject("a"));
        const QString id = stage.engine->board().alerts.front().id;
        stage.begin();
        QVERIFY(stage.engine->board().alerts.front().unseen);
        // Not all of it could be read yet: b may be there.
        stage.read({withWaiters(stage.lock("a"), 1), withWaiters(stage.lock("c"), 0)}, false);
        QCOMPARE(stage.told(), words("-c cleared"));
        QVERIFY(stage.engine->board().alerts.front().acknowledged);
        QCOMPARE(stage.engine->board().alerts.front().id, id);
        stage.read({withWaiters(stage.lock("a"), 1)});
        QCOMPARE(stage.told(), words("-b gone"));
        stage.read({});
        QCOMPARE(stage.told(), words("-a gone"));
    }

    void holdGoesOnThroughARestart()
    {
        Stage stage(rule(AlertKind::Held, 10s));
        const LockRecord held = stage.lock("a");
        for (int second = 0; second < 12; ++second)
            stage.read({held});
        QCOMPARE(stage.told(), words("+a"));
        const QString id = stage.only().id;
        // Whoever looks for the first time sees it held since now.
        stage.begin();
        stage.watchAnew();
        for (int second = 0; second < 20; ++second)
            stage.read({held});
        QCOMPARE(stage.told(), QString());
        QCOMPARE(stage.only().id, id);
        QVERIFY(!stage.only().unseen);
        stage.begin();
        stage.watchAnew();
        LockRecord another = held;
        another.holders.front().raw = "web-4";
        stage.read({another});
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    void vacancyGoesOnThroughARestart()
    {
        Stage stage(rule(AlertKind::LeaderVacant, 10s));
        LockRecord free = stage.lock("a");
        free.state = LockState::Free;
        free.holders.clear();
        for (int second = 0; second < 12; ++second)
            stage.readElection({free});
        QCOMPARE(stage.told(), words("+a"));
        stage.begin();
        stage.watchAnew();
        for (int second = 0; second < 20; ++second)
            stage.readElection({free});
        QCOMPARE(stage.told(), QString());
        stage.readElection({stage.lock("a")});
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    void whatWasNotReadIsNotGone()
    {
        Stage stage(rule(AlertKind::Waiters));
        stage.read({withWaiters(stage.lock("a"), 1), withWaiters(stage.lock("b"), 1)});
        QCOMPARE(stage.told(), words("+a, +b"));
        for (int minute = 0; minute < 30; ++minute) {
            stage.read({withWaiters(stage.lock("b"), 1)}, false);
            stage.wait(1min);
        }
        QCOMPARE(stage.told(), QString());
        stage.read({withWaiters(stage.lock("b"), 1)});
        QCOMPARE(stage.told(), words("-a gone"));
    }

    void whatNobodyWatchesAnyMoreIsLetGo()
    {
        Stage stage(rule(AlertKind::Waiters));
        stage.read({withWaiters(stage.lock("a"), 1)});
        QCOMPARE(stage.told(), words("+a"));
        stage.begin();
        stage.wait(10min);
        QCOMPARE(stage.told(), words("-a not_watched"));
        stage.engine->take(2, stage.last);
        QCOMPARE(stage.told(), words("+a"));
        stage.engine->end(2);
        QVERIFY(stage.only().unseen);
        QCOMPARE(stage.told(), QString());
        stage.wait(1min);
        QCOMPARE(stage.told(), words("-a not_watched"));
    }

    void anotherThatWatchesTheSameGoesOn()
    {
        Stage stage(rule(AlertKind::Waiters));
        stage.read({withWaiters(stage.lock("a"), 1), withWaiters(stage.lock("b"), 1)});
        QCOMPARE(stage.told(), words("+a, +b"));
        // A backend was edited: it is watched anew, under another key.
        stage.engine->end(1);
        stage.read({withWaiters(stage.lock("a"), 1)});
        QCOMPARE(stage.told(), words("-b gone"));
        stage.wait(10min);
        QCOMPARE(stage.told(), QString());
        QVERIFY(!stage.only().unseen);
    }

    void anotherRuleEndsWhatTheOldOneBegan()
    {
        Stage stage(rule(AlertKind::Waiters));
        stage.read({withWaiters(stage.lock("a"), 2)});
        QCOMPARE(stage.told(), words("+a"));
        stage.settings.notes = {{"a", words("note"), words("book")}};
        stage.engine->setSettings(stage.settings);
        QCOMPARE(stage.told(), QString());
        stage.settings.rules[0].above = 1;
        stage.engine->setSettings(stage.settings);
        QCOMPARE(stage.told(), words("-a rule_off, +a"));
        QCOMPARE(stage.only().note, words("note"));
        QCOMPARE(stage.only().runbook, words("book"));
        stage.settings.rules[0].enabled = false;
        stage.engine->setSettings(stage.settings);
        QCOMPARE(stage.told(), words("-a rule_off"));
    }

    void tooManyAreLeftOutAndCounted()
    {
        Stage stage(rule(AlertKind::Waiters));
        std::vector<LockRecord> locks;
        for (int i = 0; i < int(OpenAlerts::mostOfRule) + 3; ++i)
            locks.push_back(withWaiters(stage.lock(QByteArray::number(i)), 1));
        stage.read(locks);
        QCOMPARE(stage.engine->takeNews().size(), OpenAlerts::mostOfRule);
        QCOMPARE(stage.engine->board().leftOut, 3);
        for (size_t i = 0; i < 10; ++i)
            locks[i] = withWaiters(locks[i], 0);
        stage.read(locks);
        stage.wait(10s);
        QCOMPARE(stage.engine->board().leftOut, 0);
        QCOMPARE(stage.engine->takeNews().size(), size_t(13));
    }

    void whoIsGoneIsToldAsTheCheckSays()
    {
        Stage stage(rule(AlertKind::HolderGone, 1min));
        QVERIFY(stage.engine->problem().contains(words("nobody to ask")));
        stage.settings.aliveCommands = {{words("b"), {words("lives"), words("{host}")}}};
        stage.engine->setSettings(stage.settings);
        QCOMPARE(stage.checks.given, stage.settings.aliveCommands);
        QCOMPARE(stage.engine->problem(), QString());

        stage.checks.said = Life::Gone;
        const LockRecord a = stage.lock("a");
        stage.read({a});
        QCOMPARE(stage.checks.asked, 0); // who comes and goes is not asked about
        stage.wait(61s);
        QCOMPARE(stage.told(), words("+a"));
        QCOMPARE(stage.only().reason, words("held for 1 m 2 s by web-3; as asked"));
        QCOMPARE(stage.only().verdict->life, Life::Gone);
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        // Nothing is known of it for a while: neither the end, nor another begin.
        stage.checks.said = Life::Unknown;
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        QVERIFY(stage.only().unseen);
        stage.checks.said = Life::Gone;
        stage.wait(1min);
        QCOMPARE(stage.told(), QString());
        QVERIFY(!stage.only().unseen);
        stage.checks.said = Life::Alive;
        stage.wait(1min);
        QCOMPARE(stage.told(), words("-a cleared"));

        // The next holder is another question.
        stage.checks.said = Life::Gone;
        stage.read({fakeLock(stage.source, "a", "web-4", 24h, stage.clock.now())});
        const int asked = stage.checks.asked;
        stage.wait(30s);
        QCOMPARE(stage.checks.asked, asked);
        stage.wait(31s);
        QCOMPARE(stage.told(), words("+a"));
        // It ends with the command.
        stage.checks.said.reset();
        stage.wait(1min);
        QCOMPARE(stage.told(), words("-a cleared"));
    }

    /** What was renewed behind the question is the newer word. */
    void whoIsGoneAndRenewsIsNotKnown()
    {
        Stage stage(rule(AlertKind::HolderGone, 1min));
        stage.checks.said = Life::Gone;
        stage.checks.askedAt = stage.clock.now() + 61s;
        const LockRecord a = stage.lock("a");
        stage.read({a});
        stage.wait(2min);
        QCOMPARE(stage.told(), words("+a"));
        stage.read({a});
        stage.read({stage.lock("a")}); // within this second
        QVERIFY(stage.last->locks[0].unpack().renewals);
        QCOMPARE(stage.told(), QString());
        QVERIFY(stage.only().unseen);
    }

    /** Of the same host, say, which has come back since. */
    void whatWasAskedBeforeTheHoldBeganIsOfAnother()
    {
        Stage stage(rule(AlertKind::HolderGone, 1min));
        stage.checks.said = Life::Gone;
        stage.checks.askedAt = stage.clock.now() - 1s;
        stage.read({stage.lock("a")});
        stage.wait(2min);
        QCOMPARE(stage.told(), QString());
        stage.checks.askedAt.reset();
        stage.wait(1min);
        QCOMPARE(stage.told(), words("+a"));
    }

    void whoLeadsAndIsGoneIsTold()
    {
        Stage stage(rule(AlertKind::HolderGone, 1min));
        stage.checks.said = Life::Gone;
        stage.readElection({stage.lock("a")});
        stage.wait(2min);
        QCOMPARE(stage.told(), words("+a"));
    }

    void locksThatDoNotChangeCostNothing()
    {
        Stage stage(rule(AlertKind::HeldUnusual, 1min));
        const LockRecord a = stage.lock("a");
        stage.norms.norms["a"] = {true, 100, 1h};
        stage.read({a});
        stage.wait(2min);
        QCOMPARE(stage.norms.asked, 1);
        for (int i = 0; i < 100; ++i)
            stage.read({a});
        QCOMPARE(stage.norms.asked, 1);
    }
};

LOCKMASTER_TEST(TestAlertEngine, QCoreApplication)

} // namespace tst_alertengine

#include "tst_alertengine.moc"
