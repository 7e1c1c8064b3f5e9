// SPDX-License-Identifier: Apache-2.0
#include "core/text/durationtext.h"
#include "tests/support/leaderfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "core/display/lanechart.h"
#include "core/display/lanetext.h"
#include "core/display/leadersmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_leadersmodel {

namespace {

const QString system = QStringLiteral("leader");

LockSpec leader(const QByteArray &name, const QByteArray &owner)
{
    return {.name = name, .system = system, .owner = owner, .ttl = 800ms, .granted = 1200ms};
}

struct Bench {
    ManualClock clock;
    LockStore store;
    LeadersModel model{store, clock};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    ViewFeed feed{store, clock};

    Bench()
    {
        feed.backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, clock)};
    }

    void put(const LeaderStory &story) { feed.leaders.push_back(story.watch()); }
    QString text(int row, LeadersModel::ColumnId column) const
    {
        return model.index(row, column).data().toString();
    }
    Tone tone(int row, LeadersModel::ColumnId column) const
    {
        return model.index(row, column).data(ToneRole).value<Tone>();
    }
    QStringList names() const
    {
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row)
            names << text(row, LeadersModel::Service);
        return names;
    }
    Figure figure(int at) const
    {
        return LeaderText::figures(model.entryAt(0), clock.now())[static_cast<size_t>(at)];
    }
};

enum Figure { LeaderOf, Heartbeat, Period, LastFailover, Changes, Vacancy };

} // namespace

class TestLeadersModel : public QObject
{
    Q_OBJECT

private slots:
    void aRowSaysWhoLeadsAndHowFreshThatIs()
    {
        Bench bench;
        bench.put(LeaderStory(leader("batch", "pod-1"), bench.clock).reigns("pod-1", 5400ms));
        bench.feed.publish();
        QCOMPARE(bench.text(0, LeadersModel::Service), QStringLiteral("batch"));
        QCOMPARE(bench.text(0, LeadersModel::Backend), QStringLiteral("billing-db"));
        QCOMPARE(bench.text(0, LeadersModel::Leader), QStringLiteral("pod-1"));
        QCOMPARE(bench.text(0, LeadersModel::Heartbeat), QStringLiteral("0.4 s / 1.2 s"));
        QCOMPARE(bench.text(0, LeadersModel::State), QStringLiteral("leads"));
        QCOMPARE(bench.tone(0, LeadersModel::Heartbeat), Tone::Held);
        bench.clock.advance(700ms);
        QCOMPARE(bench.text(0, LeadersModel::Heartbeat), QStringLiteral("1.1 s / 1.2 s"));
        QCOMPARE(bench.tone(0, LeadersModel::Heartbeat), Tone::Expiring);
    }

    void nobodyLeadsWhereTheLeaseRanOut()
    {
        Bench bench;
        bench.put(
            LeaderStory(leader("batch", "pod-1"), bench.clock).reigns("pod-1", 5s).vacant(990ms));
        bench.feed.publish();
        QCOMPARE(bench.text(0, LeadersModel::Leader), QStringLiteral("nobody"));
        QCOMPARE(bench.text(0, LeadersModel::State), QStringLiteral("vacant"));
        QCOMPARE(bench.tone(0, LeadersModel::State), Tone::Danger);
        QCOMPARE(bench.figure(LeaderOf).note, QStringLiteral("vacant for 0.99 s"));
        // As the lanes have it, and as it is written once it is over.
        QCOMPARE(bench.figure(Vacancy).value, QStringLiteral("0.99 s"));
        QCOMPARE(bench.figure(Vacancy).value, briefDurationText(990ms));
        QCOMPARE(bench.figure(Vacancy).tone, Tone::Danger);
    }

    /** Who let go just after a heartbeat has nothing left of its lease. */
    void ofNobodysLeaseNothingIsLeft()
    {
        Bench bench;
        LockSpec let = leader("batch", {});
        let.state = LockState::Free;
        bench.put(LeaderStory(let, bench.clock).reigns("pod-1", 5s).vacant(500ms));
        bench.put(LeaderStory(leader("other", "pod-1"), bench.clock).reigns("pod-1", 5400ms));
        bench.feed.publish();
        QVERIFY(!LeaderText::heartbeatShare(bench.model.entryAt(0), bench.clock.now()));
        QVERIFY(!bench.model.index(0, LeadersModel::Heartbeat).data(TtlShareRole).isValid());
        QVERIFY(LeaderText::heartbeatShare(bench.model.entryAt(1), bench.clock.now()));
    }

    void troubleComesFirstByState()
    {
        Bench bench;
        LockSpec blocked = leader("b", "pod-1");
        blocked.state = LockState::Blocked;
        bench.put(LeaderStory(leader("a", "pod-1"), bench.clock).reigns("pod-1", 5s));
        bench.put(LeaderStory(blocked, bench.clock).reigns("pod-1", 5s));
        bench.put(LeaderStory(leader("c", "pod-1"), bench.clock).reigns("pod-1", 5s).vacant(1s));
        bench.put(LeaderStory(leader("d", "pod-1"), bench.clock).reigns("pod-1", 5s));
        bench.feed.publish();
        bench.model.sort(LeadersModel::State, Qt::AscendingOrder);
        QCOMPARE(bench.names().join(u' '), QStringLiteral("c b a d"));
    }

    void nothingIsClaimedOfTheTimeBeforeTheFirstLook()
    {
        Bench bench;
        bench.put(LeaderStory(leader("batch", "pod-1"), bench.clock).vacant(6200ms));
        bench.feed.publish();
        QCOMPARE(bench.figure(LeaderOf).note, QStringLiteral("vacant for at least 6.20 s"));
    }

    void whereTheBackendDoesNotAnswerNothingIsClaimed()
    {
        Bench bench;
        bench.put(LeaderStory(leader("batch", "pod-1"), bench.clock).reigns("pod-1", 5400ms));
        bench.feed.backends.front().state = BackendState::Offline;
        bench.clock.advance(12s);
        bench.feed.publish();
        QCOMPARE(bench.text(0, LeadersModel::Leader), QStringLiteral("?"));
        QCOMPARE(bench.text(0, LeadersModel::Heartbeat), QStringLiteral("? / 1.2 s"));
        QCOMPARE(bench.text(0, LeadersModel::State), QStringLiteral("unknown"));
        QCOMPARE(bench.figure(LeaderOf).value, QStringLiteral("unknown"));
        QCOMPARE(bench.figure(LeaderOf).note, QStringLiteral("last seen 12 s ago"));
    }

    void whereOnlyItsTableIsNotReadNothingIsClaimedEither()
    {
        Bench bench;
        bench.put(LeaderStory(leader("batch", "pod-1"), bench.clock).reigns("pod-1", 5400ms));
        auto lost = std::make_shared<LeaderWatch>(*bench.feed.leaders.front());
        auto history = std::make_shared<LeaderHistory>(*lost->history);
        history->unseen.push_back({bench.clock.now() - 7s, std::nullopt});
        lost->history = history;
        bench.feed.leaders = {lost};
        bench.feed.publish();
        QCOMPARE(bench.text(0, LeadersModel::State), QStringLiteral("unknown"));
        QCOMPARE(bench.figure(LeaderOf).note, QStringLiteral("last seen 7 s ago"));
        history = std::make_shared<LeaderHistory>(*history);
        history->unseen.back().until = bench.clock.now();
        lost = std::make_shared<LeaderWatch>(*lost);
        lost->history = history;
        bench.feed.leaders = {lost};
        bench.feed.publish();
        QCOMPARE(bench.text(0, LeadersModel::State), QStringLiteral("leads"));
    }

    void theFiguresSayHowExactTheyAre()
    {
        Bench bench;
        const auto watch = LeaderStory(leader("batch", "pod-2"), bench.clock)
                               .reigns("pod-1", 5s)
                               .vacant(920ms)
                               .reigns("pod-2", 3400ms)
                               .watch();
        watch->figures.period = RenewalPeriod{1004ms, true};
        watch->figures.lease = 1002ms;
        watch->figures.heartbeatPrecision = 1s;
        bench.feed.leaders = {watch};
        bench.feed.publish();
        QCOMPARE(bench.figure(LeaderOf).title, QStringLiteral("Leader of batch"));
        QCOMPARE(bench.figure(LeaderOf).note, QStringLiteral("leads for 3 s"));
        QCOMPARE(bench.figure(Heartbeat).value, QStringLiteral("0.4 s / 1.002 s"));
        QCOMPARE(bench.figure(Heartbeat).note, QStringLiteral("kept to 1 s"));
        QCOMPARE(bench.figure(Period).value, QStringLiteral("1.00 s"));
        QCOMPARE(bench.figure(Period).note, QStringLiteral("at most"));
        QCOMPARE(bench.figure(LastFailover).value, QStringLiteral("0.92 s"));
        QCOMPARE(bench.figure(LastFailover).note, QStringLiteral("± 0.25 s, 3 s ago"));
        QCOMPARE(bench.figure(Changes).value, QStringLiteral("1"));
        QCOMPARE(bench.figure(Changes).note, QStringLiteral("watched for 9 s"));
        QCOMPARE(bench.figure(Vacancy).value, QStringLiteral("0.92 s"));
        QCOMPARE(bench.figure(Vacancy).note, QStringLiteral("this hour"));
    }

    void oneFailoverHasOneFigure()
    {
        Bench bench;
        const auto watch = LeaderStory(leader("batch", "pod-2"), bench.clock)
                               .reigns("pod-1", 5s)
                               .vacant(900ms)
                               .reigns("pod-2", 3400ms)
                               .watch();
        auto history = std::make_shared<LeaderHistory>(*watch->history);
        history->failovers.back().vacancy = 1480ms;
        watch->history = history;
        watch->figures.lastFailover = history->failovers.back();
        bench.feed.leaders = {watch};
        bench.feed.publish();
        QCOMPARE(bench.figure(LastFailover).value, QStringLiteral("1.48 s"));
        QCOMPARE(bench.figure(Vacancy).value, QStringLiteral("1.48 s"));
        QVERIFY(LaneText::caption(laneChart(*history).vacancies.back(), bench.clock.now())
                    .contains(QStringLiteral("1.48 s")));
    }

    void aFailoverShorterThanItsUncertaintyIsALimit()
    {
        Bench bench;
        bench.put(LeaderStory(leader("batch", "pod-2"), bench.clock)
                      .reigns("pod-1", 5s)
                      .vacant(100ms)
                      .reigns("pod-2", 3400ms));
        bench.feed.publish();
        QCOMPARE(bench.figure(LastFailover).value, QStringLiteral("under 0.35 s"));
    }

    void rowsComeGoAndAreSortedWithoutLosingTheirPlace()
    {
        Bench bench;
        for (const char *name : {"c", "a", "b"})
            bench.put(LeaderStory(leader(name, "pod-1"), bench.clock).reigns("pod-1", 5s));
        bench.feed.publish();
        QCOMPARE(bench.names(),
                 QStringList({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}));
        const QPersistentModelIndex b = bench.model.index(1, LeadersModel::Service);
        bench.model.sort(LeadersModel::Service, Qt::DescendingOrder);
        bench.put(LeaderStory(leader("d", "pod-1"), bench.clock).reigns("pod-1", 5s));
        std::erase_if(bench.feed.leaders,
                      [](const auto &watch) { return watch->lock->id.name == "c"; });
        bench.feed.publish();
        QCOMPARE(bench.names(),
                 QStringList({QStringLiteral("d"), QStringLiteral("b"), QStringLiteral("a")}));
        QCOMPARE(b.row(), 1);
        QCOMPARE(b.data().toString(), QStringLiteral("b"));
    }

    void theOldestHeartbeatIsFoundBySorting()
    {
        Bench bench;
        bench.put(LeaderStory(leader("fresh", "p"), bench.clock).reigns("p", 5100ms));
        bench.put(LeaderStory(leader("late", "p"), bench.clock).reigns("p", 5900ms));
        bench.feed.publish();
        bench.model.sort(LeadersModel::Heartbeat, Qt::DescendingOrder);
        QCOMPARE(bench.names().front(), QStringLiteral("late"));
    }

    void aTickConcernsTheRowsThatAreSeen()
    {
        Bench bench;
        for (int i = 0; i < 300; ++i)
            bench.put(LeaderStory(leader(QByteArray::number(i), "p"), bench.clock).reigns("p", 5s));
        bench.feed.publish();
        QSignalSpy changed(&bench.model, &QAbstractItemModel::dataChanged);
        bench.model.tick(10, 1000);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 10);
        QCOMPARE(changed[0][1].toModelIndex().row(), 299);
    }

    void whatServersSendIsShownAsItIs()
    {
        Bench bench;
        bench.put(LeaderStory(leader("<b>x</b>\n", "<i>p</i>"), bench.clock).reigns("p", 5s));
        bench.feed.publish();
        QCOMPARE(bench.text(0, LeadersModel::Service), QStringLiteral("<b>x</b>\\n"));
        const QString tip =
            bench.model.index(0, LeadersModel::Leader).data(Qt::ToolTipRole).toString();
        QVERIFY(tip.contains(QStringLiteral("&lt;i&gt;")));
    }
};

LOCKMASTER_TEST(TestLeadersModel, QApplication)

} // namespace tst_leadersmodel

#include "tst_leadersmodel.moc"
