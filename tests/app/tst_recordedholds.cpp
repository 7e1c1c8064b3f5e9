// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/recordedholds.h"
#include "tests/support/historystage.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_recordedholds {

namespace {

/** What is known of that lock by what was recorded so far. */
std::optional<Micros> heldFor(HistoryStage &stage, const LockRecord &lock,
                              const QString &backend = QStringLiteral("b"))
{
    stage.recorder().flush();
    BackendSpec spec;
    spec.name = backend;
    spec.poll = 2s;
    const auto since = RecordedHolds::by(stage.settings.path, {spec}, stage.clock).heldSince(lock);
    return since ? std::optional(std::chrono::duration_cast<Micros>(stage.clock.now() - since->at))
                 : std::nullopt;
}

} // namespace

/** Since when a lock is held by what somebody else recorded who watches. */
class TestRecordedHolds : public QObject
{
    Q_OBJECT

private slots:
    void theHoldOfNowIsKnown()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        const LockRecord lock = stage.lock("a", "web-3", std::nullopt);
        for (int second = 0; second < 60; ++second)
            stage.read({lock});
        QCOMPARE(heldFor(stage, lock), std::optional<Micros>(60s));
        // Between two polls nobody has looked just now.
        stage.clock.advance(4s);
        QCOMPARE(heldFor(stage, lock), std::optional<Micros>(64s));
    }

    void anotherLockOrOwnerOrBackendIsNot()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a", "web-3")});
        stage.read({stage.lock("a", "web-3")});
        QVERIFY(heldFor(stage, stage.lock("a", "web-3")));
        QVERIFY(!heldFor(stage, stage.lock("a", "web-4")));
        QVERIFY(!heldFor(stage, stage.lock("b", "web-3")));
        QVERIFY(!heldFor(stage, stage.lock("a", "web-3"), QStringLiteral("c")));
    }

    void theOneBeforeIsNot()
    {
        HistoryStage stage;
        stage.record();
        for (int second = 0; second < 60; ++second)
            stage.read({stage.lock("a", "web-3")});
        stage.read({});
        stage.read({stage.lock("a", "web-3")});
        stage.read({stage.lock("a", "web-3")});
        QCOMPARE(heldFor(stage, stage.lock("a", "web-3")), std::optional<Micros>(2s));
        stage.read({});
        QVERIFY(!heldFor(stage, stage.lock("a", "web-3")));
    }

    void howLongItUsuallyTakesIsTold()
    {
        HistoryStage stage;
        stage.record();
        const LockRecord a = stage.lock("a", "web-3", std::nullopt);
        stage.read({});
        for (int hold = 0; hold < 12; ++hold) {
            stage.read({a});
            stage.read({a});
            stage.read({});
        }
        for (int second = 0; second < 60; ++second)
            stage.read({a});
        stage.recorder().flush();
        BackendSpec spec;
        spec.name = QStringLiteral("b");
        spec.poll = 2s;
        const auto holds = RecordedHolds::by(stage.settings.path, {spec}, stage.clock);
        const auto past = holds.pastOf(a, stage.clock.now());
        QVERIFY(past);
        QCOMPARE(past->text, QStringLiteral("As recorded: Held for 1 m, renewed 0 times. 99 of 100 "
                                            "of its 12 holds before were over within 2.0 s."));
        QCOMPARE(past->source, LifeEvidence::Source::History);
        QCOMPARE(past->says, Life::Unknown);
        QVERIFY(!holds.pastOf(stage.lock("b", "web-3", std::nullopt), stage.clock.now()));
        LockRecord free = a;
        free.state = LockState::Free;
        QVERIFY(!holds.pastOf(free, stage.clock.now()));
        // Of another holder the holds before are told alone.
        const auto other = holds.pastOf(stage.lock("a", "web-4", std::nullopt), stage.clock.now());
        QVERIFY(other && other->text.startsWith(QStringLiteral("As recorded: 99 of 100")));
    }

    void whatWasThereFirstMayBeOlder()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a")});
        stage.read({stage.lock("a"), stage.lock("b")});
        stage.read({stage.lock("a"), stage.lock("b")});
        stage.recorder().flush();
        BackendSpec spec;
        spec.name = QStringLiteral("b");
        const auto holds = RecordedHolds::by(stage.settings.path, {spec}, stage.clock);
        QVERIFY(holds.heldSince(stage.lock("a"))->orBefore);
        QVERIFY(!holds.heldSince(stage.lock("b"))->orBefore);
    }

    void whatNobodyRecordsAnyMoreIsNot()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a")});
        stage.read({stage.lock("a")});
        QVERIFY(heldFor(stage, stage.lock("a")));
        stage.clock.advance(30s);
        QVERIFY(!heldFor(stage, stage.lock("a")));
    }

    void withoutAStoreNothingIs()
    {
        HistoryStage stage;
        stage.record();
        QVERIFY(
            !RecordedHolds::by(stage.directory.filePath(QStringLiteral("none")), {}, stage.clock)
                 .heldSince(stage.lock("a")));
    }
};

LOCKMASTER_TEST(TestRecordedHolds, QCoreApplication)

} // namespace tst_recordedholds

#include "tst_recordedholds.moc"
