// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alerttrial.h"
#include "tests/support/historystage.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_alerttrial {

namespace {

using Precision = AlertTrial::Precision;

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

AlertRule rule(AlertKind kind, Micros over = 0s, Micros lasting = 0s)
{
    AlertRule rule;
    rule.name = words("r");
    rule.kind = kind;
    rule.over = over;
    rule.lasting = lasting;
    return rule;
}

} // namespace

/** How often a rule would have said something, by what was recorded. */
class TestAlertTrial : public QObject
{
    Q_OBJECT

    static AlertTrials tried(HistoryStage &stage, const AlertRule &rule, ServerTime from)
    {
        stage.recorder().flush();
        const auto reader = HistoryReader::open(stage.settings.path);
        if (!reader)
            return {};
        return tryAlerts(**reader, {rule}, {}, from, stage.now()).value_or(AlertTrials());
    }
    static AlertTrial tryOne(HistoryStage &stage, const AlertRule &rule,
                             ServerTime from = ServerTime{})
    {
        const AlertTrials trials = tried(stage, rule, from);
        return trials.trials.empty() ? AlertTrial() : trials.trials.front();
    }

private slots:
    void longHoldsAreCounted()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        for (const int seconds : {2, 5, 9}) {
            for (int i = 0; i < seconds; ++i)
                stage.read({stage.lock("order:1"), stage.lock("card:1")});
            stage.read({});
        }
        const AlertTrial all = tryOne(stage, rule(AlertKind::Held, 4s));
        QCOMPARE(all.precision, Precision::Counted);
        QCOMPARE(all.count, 4);
        QCOMPARE(all.places, 2);
        QVERIFY(all.first && all.last && *all.first < *all.last);
        QCOMPARE(all.newest.size(), size_t(4));
        QCOMPARE(all.newest.front().at, *all.last);
        QCOMPARE(all.newest.back().at, *all.first);
        QCOMPARE(all.newest.front().subject.name.right(2), QByteArray(":1"));
        AlertRule scoped = rule(AlertKind::Held, 4s);
        scoped.scope = words("name:order -owner:web");
        QCOMPARE(tryOne(stage, scoped).count, 2);
        // It has to be so for a while on top of that.
        QCOMPARE(tryOne(stage, rule(AlertKind::Held, 4s, 4s)).count, 2);
        // What began before is not counted again.
        QCOMPARE(tryOne(stage, rule(AlertKind::Held, 4s), stage.now() - 3s).count, 0);
    }

    void severalHoldersAreOneAlert()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        LockRecord shared = stage.lock("a", "r1");
        shared.holders.push_back({"r2", 2, words("r2"), 1, nullptr});
        for (int i = 0; i < 5; ++i)
            stage.read({shared});
        stage.read({});
        QCOMPARE(tryOne(stage, rule(AlertKind::Held, 2s)).count, 1);
    }

    void unusualIsByWhatIsUsualToday()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        for (int i = 0; i < 200; ++i) {
            stage.read({stage.lock("a")});
            stage.read({});
        }
        for (int i = 0; i < 5; ++i)
            stage.read({stage.lock("a"), stage.lock("b")});
        stage.read({});
        AlertRule unusual = rule(AlertKind::HeldUnusual, 1s);
        unusual.leastHolds = 100;
        const AlertTrial trial = tryOne(stage, unusual);
        QCOMPARE(trial.precision, Precision::About);
        QCOMPARE(trial.count, 1);
        QVERIFY(!trial.why.isEmpty());
    }

    void silencesAreCounted()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        const auto take = [&stage](Micros until) {
            stage.read({stage.lock("a")});
            stage.read({});
            stage.clock.advance(until - 2s);
        };
        for (int i = 0; i < 10; ++i)
            take(1min);
        take(3min);
        take(1min);
        AlertRule silence = newAlertRule(words("r"), AlertKind::NotTaken);
        silence.leastHolds = 12;
        const AlertTrial byRhythm = tryOne(stage, silence);
        QCOMPARE(byRhythm.precision, Precision::About);
        QCOMPARE(byRhythm.count, 0); // twice three minutes
        silence.over = 2min;
        silence.scope = words("name=a");
        QCOMPARE(tryOne(stage, silence).count, 1);
        QCOMPARE(tryOne(stage, silence).newest.front().at, stage.now() - 2min);
        QCOMPARE(tryOne(stage, silence, stage.now() - 90s).count, 0);
        silence.lasting = 59s;
        QCOMPARE(tryOne(stage, silence).count, 1);
        silence.lasting = 61s;
        QCOMPARE(tryOne(stage, silence).count, 0);
        silence.lasting = 0s;
        silence.scope = words("name=b");
        QCOMPARE(tryOne(stage, silence).count, 0);
        silence.scope = words("name=a");
        // What nobody looked at is no silence, nor is a hold that goes on.
        stage.lose();
        stage.clock.advance(1h);
        for (int i = 0; i < 3; ++i) {
            stage.read({stage.lock("a", "o", 10h)});
            stage.clock.advance(2min);
        }
        QCOMPARE(tryOne(stage, silence).count, 1);
    }

    void waitersAreTheMostOfEachHold()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        LockRecord a = stage.lock("a");
        a.waiters.count = 5;
        stage.read({a, stage.lock("b")});
        stage.read({});
        AlertRule waiters = rule(AlertKind::Waiters);
        waiters.above = 4;
        QCOMPARE(tryOne(stage, waiters).count, 1);
        QCOMPARE(tryOne(stage, waiters).precision, Precision::About);
        waiters.lasting = 1h;
        QCOMPARE(tryOne(stage, waiters).precision, Precision::AtMost);
        waiters.above = 5;
        QCOMPARE(tryOne(stage, waiters).count, 0);
    }

    void findingsAreCountedByWhenTheyCame()
    {
        HistoryStage stage;
        stage.record();
        const auto withFinding = [&stage](const char *name) {
            LockRecord lock = stage.lock(name, "o", std::nullopt);
            lock.findings = {{FindingId::NoExpiry, words("e")}};
            return lock;
        };
        stage.read({withFinding("first")});
        stage.read({stage.lock("a"), withFinding("first")});
        stage.read({withFinding("a"), withFinding("first")});
        stage.read({withFinding("a"), withFinding("first")});
        stage.read({stage.lock("a"), withFinding("first")});
        AlertRule finding = rule(AlertKind::Finding);
        finding.finding = FindingId::NoExpiry;
        QCOMPARE(tryOne(stage, finding).count, 2);
        finding.lasting = 1min;
        QCOMPARE(tryOne(stage, finding).count, 0);
        finding.finding = FindingId::Flapping;
        QCOMPARE(tryOne(stage, finding).count, 0);
    }

    void lostServersAreCountedAndGapsTold()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        for (int i = 0; i < 5; ++i)
            stage.lose();
        stage.read({});
        stage.lose();
        stage.read({});
        QCOMPARE(tryOne(stage, rule(AlertKind::BackendLost)).count, 2);
        QCOMPARE(tryOne(stage, rule(AlertKind::BackendLost, 0s, 3s)).count, 1);
        QVERIFY(tried(stage, rule(AlertKind::Held, 1s), stage.now() - 1min).unseen >= 6s);
    }

    void timeBeforeTheFirstLookIsUnseen()
    {
        HistoryStage stage;
        stage.record();
        const ServerTime first = stage.now();
        stage.read({stage.lock("a")});
        stage.read({});
        const auto unseen = [&](ServerTime from) {
            return tried(stage, rule(AlertKind::Held, 1s), from).unseen;
        };
        QCOMPARE(unseen(first - 7 * 24h), Micros(7 * 24h));
        QCOMPARE(unseen(first), Micros(0));
    }

    void whatWasClearedAwayIsUnseen()
    {
        HistoryStage stage;
        stage.settings.keep = 100h;
        stage.record();
        stage.read({});
        const ServerTime begun = stage.now();
        for (int hour = 0; hour < 150; ++hour) {
            stage.read({stage.lock("a")});
            stage.read({});
            stage.clock.advance(1h);
        }
        stage.record(); // looks at once
        for (int i = 0; i < 20; ++i)
            stage.recorder().flush();
        const auto keptFrom = stage.page().keptFrom;
        QVERIFY(keptFrom && *keptFrom > begun);
        const AlertTrials trials = tried(stage, rule(AlertKind::Held, 1s), begun);
        QVERIFY(trials.unseen >= *keptFrom - begun);
    }

    void whatWasNotKeptIsNotGuessed()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a")});
        const AlertTrial expired = tryOne(stage, rule(AlertKind::Expired, 1s));
        QCOMPARE(expired.precision, Precision::Unknown);
        QVERIFY(!expired.why.isEmpty());
        AlertRule held = rule(AlertKind::Held, 1s);
        held.scope = words("ttl<5s");
        QCOMPARE(tryOne(stage, held).precision, Precision::Unknown);
    }

    void leaderIsMissedBetweenTwoReigns()
    {
        HistoryStage stage;
        stage.source = fakeSource(words("b"), words("leader"), words("db.leaders"));
        stage.record();
        stage.read({});
        stage.read({stage.lock("svc")});
        for (int i = 0; i < 6; ++i)
            stage.read({});
        stage.read({stage.lock("svc", "other")});
        QCOMPARE(tryOne(stage, rule(AlertKind::LeaderVacant, 4s)).count, 1);
        QCOMPARE(tryOne(stage, rule(AlertKind::LeaderVacant, 10s)).count, 0);
        QCOMPARE(tryOne(stage, rule(AlertKind::Held, 1s)).count, 0);
    }
};

LOCKMASTER_TEST(TestAlertTrial, QCoreApplication)

} // namespace tst_alerttrial

#include "tst_alerttrial.moc"
