// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertwatch.h"
#include "core/alerts/lockrhythms.h"
#include "tests/support/historystage.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lockrhythms {

namespace {

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

AlertRule silence(Micros over = 0s, const char *scope = "")
{
    AlertRule rule = newAlertRule(words("r"), AlertKind::NotTaken);
    rule.over = over;
    rule.scope = words(scope);
    return rule;
}

} // namespace

/** When locks were taken, by what was recorded. */
class TestLockRhythms : public QObject
{
    Q_OBJECT

    /** Taken every `pace`, for two seconds each. */
    static void takeOften(HistoryStage &stage, const QByteArray &name, int times, Micros pace)
    {
        for (int i = 0; i < times; ++i) {
            stage.read({stage.lock(name)});
            stage.clock.advance(1s);
            stage.read({});
            stage.recorder().flush(); // what waits for long is joined
            stage.clock.advance(pace - 3s);
        }
    }
    static std::vector<TakenLock> known(HistoryStage &stage, const AlertRule &rule,
                                        const char *backend = "b")
    {
        stage.recorder().flush();
        HistoryRhythms rhythms(stage.settings.path, stage.clock);
        const auto *locks = rhythms.of(rule, words(backend));
        return locks ? *locks : std::vector<TakenLock>();
    }
    static LockRhythm rhythmOf(HistoryStage &stage, const AlertRule &rule)
    {
        const auto locks = known(stage, rule);
        return locks.size() == 1 ? locks.front().rhythm : LockRhythm();
    }

private slots:
    void gapsLieBetweenBeginsThatFollowEachOther()
    {
        HistoryStage stage;
        stage.record();
        const ServerTime first = stage.now();
        stage.read({});
        takeOften(stage, "a", 11, 1min);
        takeOften(stage, "a", 1, 1h);
        stage.read({});
        const LockRhythm rhythm = rhythmOf(stage, silence());
        QCOMPARE(rhythm.gaps.count, 11);
        QCOMPARE(rhythm.gaps.median, Micros(1min));
        QCOMPARE(rhythm.began, std::optional(stage.now() - 1h - 1s));
        QCOMPARE(rhythm.until, std::optional(stage.now() - 1h + 1s));
        QVERIFY(rhythm.seen);
        QCOMPARE(rhythm.seen->from, first);
        QCOMPARE(rhythm.seen->until, stage.now() - 1s);
        // With a limit of one's own nobody asks for that.
        QCOMPARE(rhythmOf(stage, silence(1h)).gaps.count, 0);
    }

    void whatWasNotLookedAtIsNoGap_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("lost") << 0;
        QTest::newRow("paused") << 1;
        QTest::newRow("not whole") << 2;
        QTest::newRow("not whole, but something") << 3;
        QTest::newRow("started anew") << 4;
    }

    void whatWasNotLookedAtIsNoGap()
    {
        QFETCH(int, how);
        HistoryStage stage;
        stage.record();
        stage.read({});
        takeOften(stage, "a", 6, 1min);
        if (how == 0) {
            stage.lose();
        } else if (how == 1) {
            stage.setPaused(true);
            stage.setPaused(false);
        } else if (how == 2) {
            stage.read({}, false); // and nothing of it
        } else if (how == 3) {
            stage.read({stage.lock("other")}, false);
        } else {
            stage.record();
        }
        stage.clock.advance(10h);
        const ServerTime back = stage.now();
        stage.read({});
        takeOften(stage, "a", 6, 1min);
        AlertRule rule = silence();
        rule.leastHolds = 12;
        rule.scope = words("name=a");
        const LockRhythm rhythm = rhythmOf(stage, rule);
        QCOMPARE(rhythm.gaps.count, 10);
        QCOMPARE(rhythm.gaps.longest, Micros(1min));
        QVERIFY(rhythm.seen);
        QCOMPARE(rhythm.seen->from, back);
        // What is asked each minute goes by its newest stretch alone, which is that of all.
        const auto reader = HistoryReader::open(stage.settings.path);
        QVERIFY(reader);
        const auto newest =
            (*reader)->rhythm({words("b"), stage.source->system, stage.source->name, "a"}, 0);
        QVERIFY(newest && newest->seen);
        QCOMPARE(newest->seen->from, back);
        QCOMPARE(newest->seen->until, rhythm.seen->until);
        QCOMPARE(newest->began, rhythm.began);
    }

    /** It has been held for longer than that, nobody knows how long. */
    void whatWasThereAtTheFirstLookDidNotBeginThen()
    {
        HistoryStage stage;
        stage.record();
        takeOften(stage, "a", 10, 1min);
        QCOMPARE(rhythmOf(stage, silence()).gaps.count, 8);
    }

    void aHoldThatGoesOnHasNoEnd()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        stage.read({stage.lock("a")});
        QVERIFY(rhythmOf(stage, silence(1h)).began);
        QVERIFY(!rhythmOf(stage, silence(1h)).until);
        stage.read({});
        QVERIFY(rhythmOf(stage, silence(1h)).until);
    }

    void onlyWhatTheRuleIsAboutIsKnown()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        const auto leader = fakeSource(words("b"), words("leader"), words("db.leaders"));
        for (int i = 0; i < 12; ++i) {
            LockRecord leads = stage.lock("often");
            leads.id.source = leader;
            std::vector<LockRecord> all = {stage.lock("often"), leads};
            if (i == 0)
                all.insert(all.begin(), stage.lock("once"));
            stage.read(all);
            stage.read({});
        }
        const auto names = [&](const AlertRule &rule, const char *backend = "b") {
            QByteArrayList all;
            for (const TakenLock &lock : known(stage, rule, backend))
                all.append(lock.id.source->name.toUtf8() + '/' + lock.id.name);
            return all.join(' ');
        };
        QCOMPARE(names(silence()), QByteArray("db.locks/often"));
        QCOMPARE(names(silence(1h)), QByteArray("db.locks/often db.locks/once"));
        QCOMPARE(names(silence(1h, "name=once")), QByteArray("db.locks/once"));
        QCOMPARE(names(silence(1h, "name=never")), QByteArray());
        QCOMPARE(names(silence(1h), "other"), QByteArray());
    }

    void whatIsKnownIsAskedOnceAMinute()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        stage.read({stage.lock("a")});
        stage.read({});
        stage.recorder().flush();
        HistoryRhythms rhythms(stage.settings.path, stage.clock);
        const AlertRule rule = silence(1h);
        const auto until = [&] { return rhythms.of(rule, words("b"))->front().rhythm.seen->until; };
        const ServerTime before = until();
        stage.clock.advance(50s);
        stage.read({});
        stage.recorder().flush();
        QCOMPARE(until(), before);
        stage.clock.advance(9s);
        QCOMPARE(until(), stage.now() - 10s);
        // Another rule of that name is another one.
        stage.read({});
        stage.recorder().flush();
        QCOMPARE(rhythms.of(silence(2h), words("b"))->front().rhythm.seen->until, stage.now() - 1s);
    }

    void withoutAHistoryNothingIsKnown()
    {
        HistoryStage stage;
        HistoryRhythms rhythms(stage.settings.path, stage.clock);
        QVERIFY(!rhythms.of(silence(1h), words("b")));
        stage.record();
        stage.read({});
        stage.recorder().flush();
        stage.clock.advance(30s);
        QVERIFY(rhythms.of(silence(1h), words("b")));
    }

    /** What was held once or twice is not even looked at by its name. */
    void manyLocksCostALookAtThoseThatComeAgain()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        std::vector<LockRecord> locks;
        for (int i = 0; i < 10'000; ++i)
            locks.push_back(stage.lock("order:" + QByteArray::number(i)));
        std::sort(locks.begin(), locks.end(),
                  [](const LockRecord &a, const LockRecord &b) { return a.id < b.id; });
        stage.read(locks);
        stage.read({});
        takeOften(stage, "nightly", 12, 1h);
        stage.recorder().flush();
        const auto reader = HistoryReader::open(stage.settings.path);
        QVERIFY(reader);
        int asked = 0;
        HistoryReader::KnownLocks which{{}, 10, 1000, [&asked](const HistoryLock &) {
                                            ++asked;
                                            return true;
                                        }};
        QCOMPARE((*reader)->knownLocks(which)->size(), size_t(1));
        QCOMPARE(asked, 1);
        which.leastHolds = 1;
        QCOMPARE((*reader)->knownLocks(which)->size(), size_t(1000));
        QCOMPARE(asked, 1001);
    }

    /** A key that is deleted with each release, every hour, and then not any more. */
    void aLockThatWasTakenEveryHourIsMissed()
    {
        HistoryStage stage;
        stage.record();
        AlertSettings settings;
        settings.rules = {silence()};
        std::mutex mutex;
        QStringList heard;
        AlertWatch watch(
            settings, {stage.settings.path, {}},
            [&](const std::vector<AlertNews> &news, const auto &) {
                const std::lock_guard lock(mutex);
                for (const AlertNews &each : news)
                    heard.append((each.end ? u'-' : u'+')
                                 + QString::fromUtf8(each.alert.subject.name));
            },
            stage.clock);
        const auto told = [&] {
            stage.recorder().flush();
            BackendSnapshot shown;
            shown.status.name = words("b");
            shown.status.state = BackendState::Online;
            watch.take(1, std::make_shared<BackendSnapshot>(shown), {});
            watch.flush();
            const std::lock_guard lock(mutex);
            return std::exchange(heard, {}).join(u' ');
        };
        stage.read({});
        takeOften(stage, "a", 12, 1h);
        QCOMPARE(told(), QString());
        stage.clock.advance(55min);
        stage.read({});
        QCOMPARE(told(), QString());
        stage.clock.advance(5min);
        stage.read({});
        QCOMPARE(told(), words("+a"));
        takeOften(stage, "a", 1, 2min);
        stage.read({});
        QCOMPARE(told(), words("-a"));
        // Nobody looked for a while.
        stage.lose();
        stage.clock.advance(3h);
        stage.read({});
        QCOMPARE(told(), QString());
        // That it was silent for two hours once is part of its rhythm now.
        stage.clock.advance(4h);
        stage.read({});
        QCOMPARE(told(), QString());
        stage.clock.advance(10min);
        stage.read({});
        QCOMPARE(told(), words("+a"));
    }
};

LOCKMASTER_TEST(TestLockRhythms, QCoreApplication)

} // namespace tst_lockrhythms

#include "tst_lockrhythms.moc"
