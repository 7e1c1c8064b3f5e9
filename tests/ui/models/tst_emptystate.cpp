// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/viewfixtures.h"
#include "ui/models/emptystate.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace {

struct Bench {
    ManualClock clock;
    LockStore store;
    ViewFeed feed{store, clock};

    Bench()
    {
        feed.backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, clock),
                         makeStatus(QStringLiteral("cache"), BackendKind::Redis, clock)};
    }
    std::optional<EmptyState> state()
    {
        feed.publish();
        return ViewTrouble::emptyState(*store.view());
    }
};

Problem denied()
{
    return {QStringLiteral("user-level locks"),
            {ErrorKind::Denied, 1142, QStringLiteral("SELECT is denied on metadata_locks."),
             QStringLiteral("Grant SELECT on performance_schema.")}};
}

} // namespace

class TestEmptyState : public QObject
{
    Q_OBJECT

private slots:
    void withoutBackendsOneIsToBeAdded()
    {
        Bench bench;
        bench.feed.backends.clear();
        const auto state = bench.state();
        QVERIFY(state);
        QCOMPARE(state->action, EmptyState::Action::AddBackend);
    }

    void allFilteredOutOffersToClearTheFilter()
    {
        Bench bench;
        bench.feed.query.filter = *Filter::parse(QStringLiteral("nosuch"));
        bench.feed.filteredOut = 214;
        const auto state = bench.state();
        QVERIFY(state);
        QCOMPARE(state->action, EmptyState::Action::ClearFilter);
        QVERIFY(state->text.contains(QStringLiteral("214")));
    }

    void nothingHeldIsSaidOnlyWhenAllWasRead()
    {
        Bench bench;
        auto state = bench.state();
        QVERIFY(state);
        QVERIFY(state->text.startsWith(QStringLiteral("Nothing is held right now")));
        bench.feed.backends.front().problems = {denied()};
        state = bench.state();
        QVERIFY(!state->text.contains(QStringLiteral("Nothing is held")));
        QVERIFY(state->text.contains(QStringLiteral("Grant SELECT")));
    }

    void anOfflineBackendSaysWhatToDo()
    {
        Bench bench;
        bench.feed.backends.front().state = BackendState::Offline;
        bench.feed.backends.front().problems = {
            {{},
             {ErrorKind::Network, 111, QStringLiteral("billing-db refuses."),
              QStringLiteral("Is it running?")}}};
        const auto state = bench.state();
        QCOMPARE(state->action, EmptyState::Action::Refresh);
        QCOMPARE(state->text, QStringLiteral("billing-db refuses. Is it running?"));
    }

    void aFilterThatHidesNothingIsNotToBlame()
    {
        Bench bench;
        bench.feed.query.filter = *Filter::parse(QStringLiteral("x"));
        const auto state = bench.state();
        QVERIFY(state->action != EmptyState::Action::ClearFilter);
    }

    void connectingIsNotNothing()
    {
        Bench bench;
        for (BackendStatus &status : bench.feed.backends)
            status.state = BackendState::Connecting;
        const auto state = bench.state();
        QCOMPARE(state->action, EmptyState::Action::None);
        QVERIFY(state->text.contains(QStringLiteral("billing-db, cache")));
    }

    void anEmptyCornerLeadsBackToAllLocks()
    {
        Bench bench;
        bench.feed.query.scope.backend = QStringLiteral("cache");
        bench.feed.filteredOut = 5;
        QCOMPARE(bench.state()->action, EmptyState::Action::ShowAll);
    }

    void problemsOfOtherBackendsStayOutOfAScope()
    {
        Bench bench;
        bench.feed.backends.front().problems = {denied()};
        bench.feed.query.scope.backend = QStringLiteral("cache");
        bench.state();
        QVERIFY(ViewTrouble::problems(*bench.store.view()).isEmpty());
        bench.feed.query.scope = {};
        bench.state();
        QCOMPARE(ViewTrouble::problems(*bench.store.view()).size(), 1);
    }

    void rowsAreNeverHiddenBehindAMessage()
    {
        Bench bench;
        bench.feed.locks = {{.name = "a"}};
        bench.feed.backends.front().problems = {denied()};
        QVERIFY(!bench.state());
    }
};

QTEST_GUILESS_MAIN(TestEmptyState)
#include "tst_emptystate.moc"
