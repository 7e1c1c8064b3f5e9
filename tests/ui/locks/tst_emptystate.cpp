// SPDX-License-Identifier: Apache-2.0
#include "core/config/tablereader.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "core/display/emptystate.h"
#include "core/display/locktext.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_emptystate {

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
        return EmptyState::of(*store.view(), ViewAccount::of(*store.view()));
    }
};

bool offers(const EmptyState &state, EmptyState::Action action)
{
    return std::any_of(state.offers.begin(), state.offers.end(),
                       [action](const EmptyState::Offer &offer) { return offer.action == action; });
}

/** What a saved view narrows to. */
ViewScope scopeOf(std::optional<Environment> environment, std::optional<FindingId> finding,
                  const QString &backend = {}, const QString &source = {},
                  const QString &system = {})
{
    ViewScope scope;
    scope.environment = environment;
    scope.finding = finding;
    scope.backend = backend;
    scope.source = source;
    scope.system = system;
    return scope;
}

SourceStatus source(bool complete, qint64 notDecoded)
{
    SourceStatus status;
    status.name = QStringLiteral("db 0");
    status.complete = complete;
    status.notDecoded = notDecoded;
    return status;
}

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
    void whatWasFoundIsOffered()
    {
        Bench bench;
        FoundTable found{*formatTable(u"liquibase"), Certainty::Certain};
        found.table.schema = QStringLiteral("app");
        bench.feed.backends.front().found = {found};
        auto state = bench.state();
        QVERIFY(state);
        QVERIFY2(state->text.contains(QStringLiteral(
                     "Liquibase lock found on billing-db: app.DATABASECHANGELOGLOCK")),
                 qPrintable(state->text));
        QCOMPARE(state->offers.front().action, EmptyState::Action::WatchFound);
        QCOMPARE(state->offers.front().button, QStringLiteral("Watch it"));
        bench.feed.backends.front().found.assign(5, found);
        state = bench.state();
        QVERIFY(state->text.contains(QStringLiteral("and 2 more")));
        QVERIFY(state->offers.size() <= 2);
        bench.feed.backends.front().found.clear();
        QVERIFY(!offers(*bench.state(), EmptyState::Action::WatchFound));
    }

    /** Where no pattern is named yet, names that say so are offered; others only as a hint. */
    void keysThatLookLikeLocksAreOffered()
    {
        Bench bench;
        SourceStatus keys = source(true, 5);
        keys.notDecodedKinds = {{QStringLiteral("string"), QStringLiteral("session:"), 3},
                                {QStringLiteral("string"), QStringLiteral("app-lock:"), 2}};
        bench.feed.backends.front().sources = {keys};
        auto state = bench.state();
        QVERIFY(state);
        QVERIFY2(state->text.contains(
                     QStringLiteral("2 keys on billing-db look like locks (app-lock:*)")),
                 qPrintable(state->text));
        QCOMPARE(state->offers.front().action, EmptyState::Action::WatchKeys);
        QCOMPARE(state->offers.front().button, QStringLiteral("Watch app-lock:*"));
        QCOMPARE(state->offers.front().keys->found.pattern, QStringLiteral("app-lock:*"));
        keys.notDecodedKinds.pop_back();
        bench.feed.backends.front().sources = {keys};
        QVERIFY(!offers(*bench.state(), EmptyState::Action::WatchKeys));
        // What would be hidden by a pattern is not to be hidden by a click.
        keys.notDecodedKinds = {{QStringLiteral("string"), QStringLiteral("app-lock:"), 2}};
        keys.lockCount = 1;
        bench.feed.backends.front().sources = {keys};
        QVERIFY(!offers(*bench.state(), EmptyState::Action::WatchKeys));
    }

    void onlyWholeWordsSayThatKeysAreLocks_data()
    {
        QTest::addColumn<QString>("start");
        QTest::addColumn<bool>("says");
        for (const char *start : {"lock:", "app-lock:", "locks/", "jobLock:", "job.Lock:", "LOCK:",
                                  "dlock:", "redlock:", "user_mutex:", "leader:", "HTTPLease:"})
            QTest::newRow(start) << QString::fromLatin1(start) << true;
        for (const char *start : {"release:", "leaderboard:", "blocklist:", "clock:", "unlocked:",
                                  "session:", "Clockwork:", "locker:", "please:"})
            QTest::newRow(start) << QString::fromLatin1(start) << false;
    }
    void onlyWholeWordsSayThatKeysAreLocks()
    {
        QFETCH(const QString, start);
        QFETCH(const bool, says);
        const auto found = suggestedPattern({{QStringLiteral("string"), start, 2}});
        QVERIFY(found);
        QCOMPARE(found->looksLikeLocks, says);
    }

    void withoutBackendsOneIsToBeAdded()
    {
        Bench bench;
        bench.feed.backends.clear();
        const auto state = bench.state();
        QVERIFY(state);
        QCOMPARE(state->offers.front().action, EmptyState::Action::AddBackend);
    }

    void allFilteredOutOffersToClearTheFilter()
    {
        Bench bench;
        bench.feed.query.filter = *Filter::parse(QStringLiteral("nosuch"));
        bench.feed.filteredOut = 214;
        const auto state = bench.state();
        QVERIFY(state);
        QCOMPARE(state->offers.front().action, EmptyState::Action::ClearFilter);
        QVERIFY(state->text.contains(QStringLiteral("214")));
    }

    /** They may be the locks that are looked for. */
    void whatNobodyCouldReadIsToldBesideAFilterAndAProblem()
    {
        Bench bench;
        bench.feed.backends.back().sources = {source(true, 2)};
        const QString entries = QStringLiteral("2 entries were read that fit no known format.");
        bench.feed.query.filter = *Filter::parse(QStringLiteral("nosuch"));
        bench.feed.filteredOut = 214;
        QVERIFY2(bench.state()->text.contains(entries), qPrintable(bench.state()->text));
        bench.feed.query.filter = Filter();
        bench.feed.filteredOut = 0;
        bench.feed.backends.front().problems = {denied()};
        QVERIFY2(bench.state()->text.contains(entries), qPrintable(bench.state()->text));
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

    void whatWasReadLongAgoIsNotSaidOfNow()
    {
        Bench bench;
        bench.feed.backends.back().paused = true;
        for (const bool late : {false, true}) {
            if (late) {
                bench.feed.backends.back().paused = false;
                bench.feed.backends.back().state = BackendState::Stale;
            }
            const auto state = bench.state();
            QVERIFY(state);
            QVERIFY2(!state->text.contains(QStringLiteral("is held")), qPrintable(state->text));
            QVERIFY2(state->text.contains(QStringLiteral("cache"))
                         && !state->text.contains(QStringLiteral("billing-db")),
                     qPrintable(state->text));
        }
        bench.feed.query.scope.backend = QStringLiteral("billing-db");
        QVERIFY(bench.state()->text.contains(QStringLiteral("on billing-db is held right now")));
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
        QCOMPARE(state->offers.front().action, EmptyState::Action::Refresh);
        QCOMPARE(state->text, QStringLiteral("billing-db refuses. Is it running?"));
    }

    void aFilterThatHidesNothingIsNotToBlame()
    {
        Bench bench;
        bench.feed.query.filter = *Filter::parse(QStringLiteral("x"));
        const auto state = bench.state();
        QVERIFY(!offers(*state, EmptyState::Action::ClearFilter));
    }

    void connectingIsNotNothing()
    {
        Bench bench;
        for (BackendStatus &status : bench.feed.backends)
            status.state = BackendState::Connecting;
        const auto state = bench.state();
        QVERIFY(state->offers.empty());
        QVERIFY(state->text.contains(QStringLiteral("billing-db, cache")));
    }

    void anEmptyCornerLeadsBackToAllLocks()
    {
        Bench bench;
        bench.feed.query.scope.backend = QStringLiteral("cache");
        bench.feed.filteredOut = 5;
        QCOMPARE(bench.state()->offers.front().action, EmptyState::Action::ShowAll);
    }

    void aFilterIsNotBlamedForWhatTheSidebarLeavesOut()
    {
        Bench bench;
        bench.feed.query.filter = *Filter::parse(QStringLiteral("coupon"));
        bench.feed.query.scope.backend = QStringLiteral("billing-db");
        bench.feed.filteredOut = 31;
        bench.feed.hidden = {{.name = "daily-close"}, {.name = "invoice"}};
        bench.feed.matchesElsewhere = 5;
        const auto state = bench.state();
        QCOMPARE(
            state->text,
            QStringLiteral("The filter matches none of the locks on billing-db (2).\n5 elsewhere "
                           "match it."));
        QCOMPARE(state->offers.size(), size_t(2));
        QCOMPARE(state->offers.front().button, QStringLiteral("Look in all servers"));
        QCOMPARE(state->offers.front().action, EmptyState::Action::ShowAll);
        QCOMPARE(state->offers.back().action, EmptyState::Action::ClearFilter);
        QCOMPARE(ViewAccount::of(*bench.store.view()).count(), QStringLiteral("0 of 33"));
    }

    /** Somebody may have meant one: what was looked for is said, on the page and by the count. */
    void aWordThatIsNoFieldIsToldWhereNothingMatches()
    {
        Bench bench;
        bench.feed.query.filter =
            *Filter::parse(QStringLiteral("environment:production region=eu environment:x"));
        bench.feed.hidden = {{.name = "order:42"}};
        const QString said = QStringLiteral("No field, and looked for as a text: environment, "
                                            "region. Fields are name, owner, system, state, "
                                            "backend, server, source, finding, certainty.");
        QCOMPARE(bench.state()->text,
                 QStringLiteral("The filter matches none of the locks (1).\n") + said);
        QVERIFY(ViewAccount::of(*bench.store.view()).sentences().contains(said));
        // Neither where something matches, nor of what was written as a text or is a field.
        bench.feed.locks = {{.name = "environment:production"}};
        bench.feed.publish();
        QVERIFY(!ViewAccount::of(*bench.store.view()).sentences().contains(said));
        bench.feed.locks.clear();
        for (const char *text : {"\"environment:production\"", "server:cache", "name:a:b", "a:"}) {
            bench.feed.query.filter = *Filter::parse(QString::fromLatin1(text));
            QCOMPARE(bench.state()->text,
                     QStringLiteral("The filter matches none of the locks (1)."));
        }
    }

    void whatWasNotReadMayMatchTheFilter()
    {
        Bench bench;
        bench.feed.query.filter = *Filter::parse(QStringLiteral("order-77"));
        bench.feed.hidden = {{.name = "order:42"}};
        bench.feed.backends.back().state = BackendState::Offline;
        auto state = bench.state();
        QCOMPARE(
            state->text,
            QStringLiteral("The filter matches none of the locks that were read (1).\nNot read, "
                           "or not completely: cache. What you look for may be there."));
        QVERIFY(!state->tellsProblems); // and so the line above says them
        QVERIFY(offers(*state, EmptyState::Action::Refresh));
        QVERIFY(offers(*state, EmptyState::Action::ClearFilter));
        QCOMPARE(ViewAccount::of(*bench.store.view()).count(), QStringLiteral("0 of 1 + ?"));
        bench.feed.backends.back().state = BackendState::Online;
        bench.feed.backends.back().sources = {source(false, 0)};
        state = bench.state();
        QVERIFY(state->text.contains(QStringLiteral("not completely: cache")));
        bench.feed.backends.back().sources.front().complete = true;
        QCOMPARE(bench.state()->text, QStringLiteral("The filter matches none of the locks (1)."));
        QCOMPARE(ViewAccount::of(*bench.store.view()).count(), QStringLiteral("0 of 1"));
    }

    void nothingIsSaidToBeFreeOfLocksThatFitsNoFormat()
    {
        Bench bench;
        bench.feed.backends.back().sources = {source(true, 2)};
        auto state = bench.state();
        QVERIFY(!state->text.contains(QStringLiteral("is held right now")));
        QVERIFY(state->text.startsWith(QStringLiteral("Nothing was recognised as a lock.\n2 ")));
        bench.feed.query.scope.backend = QStringLiteral("billing-db");
        state = bench.state();
        QCOMPARE(state->text, QStringLiteral("Nothing on billing-db is held right now."));
        bench.feed.query.scope.backend = QStringLiteral("cache");
        QVERIFY(bench.state()->text.startsWith(
            QStringLiteral("Nothing on cache was recognised as a lock.")));
    }

    void aNarrowedViewSaysNothingOfTheRest_data()
    {
        QTest::addColumn<ViewScope>("scope");
        QTest::addColumn<QString>("said");
        const QString redisson = QStringLiteral("redisson");
        const QString cache = QStringLiteral("cache");
        QTest::newRow("a system") << scopeOf({}, {}, {}, {}, redisson)
                                  << QStringLiteral("Nothing of redisson is held right now.");
        QTest::newRow("a system of a source")
            << scopeOf({}, {}, cache, QStringLiteral("db 0"), redisson)
            << QStringLiteral("Nothing on cache, db 0, redisson is held right now.");
        QTest::newRow("a finding in an environment")
            << scopeOf(Environment::Production, FindingId::NoExpiry)
            << QStringLiteral("Nothing in “%1” with “%2” is held right now.")
                   .arg(LockText::environmentGroup(Environment::Production),
                        LockText::findingTitle(FindingId::NoExpiry));
        const QString unwatched = QStringLiteral("What this is narrowed to is not watched");
        QTest::newRow("a server that is gone")
            << scopeOf({}, {}, QStringLiteral("attic")) << unwatched;
        QTest::newRow("an environment of none") << scopeOf(Environment::Staging, {}) << unwatched;
        QTest::newRow("a server of another environment")
            << scopeOf(Environment::Production, {}, cache) << unwatched;
        QTest::newRow("a source that is not there")
            << scopeOf({}, {}, cache, QStringLiteral("db 7")) << unwatched;
        QTest::newRow("a system that is not read")
            << scopeOf({}, {}, {}, {}, QStringLiteral("leader")) << unwatched;
    }
    /** Many are held elsewhere, and whatever the filter. */
    void aNarrowedViewSaysNothingOfTheRest()
    {
        QFETCH(const ViewScope, scope);
        QFETCH(const QString, said);
        Bench bench;
        bench.feed.backends.front().environment = Environment::Production;
        SourceStatus keys = source(true, 0);
        keys.systems = {QStringLiteral("redisson"), QStringLiteral("redis_string")};
        bench.feed.backends.back().sources = {keys};
        for (int i = 0; i < 50; ++i)
            bench.feed.hidden.push_back({.name = "k" + QByteArray::number(i),
                                         .backend = QStringLiteral("cache"),
                                         .system = QStringLiteral("redis_string"),
                                         .source = QStringLiteral("db 0")});
        bench.feed.query.scope = scope;
        for (const char *filter : {"", "nosuch"}) {
            bench.feed.query.filter = *Filter::parse(QString::fromLatin1(filter));
            const auto state = bench.state();
            QVERIFY(state);
            QVERIFY2(state->text.startsWith(said), qPrintable(state->text));
            QVERIFY(offers(*state, EmptyState::Action::ShowAll));
        }
    }

    /** What a server that was not read has, nobody knows: that comes before what is not watched. */
    void whatWasNotReadMayHaveTheSource()
    {
        Bench bench;
        bench.feed.backends.back().state = BackendState::Offline;
        bench.feed.query.scope.backend = QStringLiteral("cache");
        bench.feed.query.scope.source = QStringLiteral("db 7");
        QVERIFY2(bench.state()->text.contains(QStringLiteral("cache does not answer")),
                 qPrintable(bench.state()->text));
    }

    void everyPartOfAScopeIsCounted()
    {
        Bench bench;
        bench.feed.backends.front().environment = Environment::Production;
        const Finding noExpiry{FindingId::NoExpiry, QString()};
        bench.feed.locks = {
            {.name = "a", .backend = QStringLiteral("billing-db"), .findings = {noExpiry}},
            {.name = "b", .backend = QStringLiteral("billing-db")},
            {.name = "c", .backend = QStringLiteral("cache"), .findings = {noExpiry}}};
        const auto inScope = [&bench](const ViewScope &scope) {
            bench.feed.query.scope = scope;
            bench.feed.build({});
            return ViewAccount::of(*bench.store.view()).inScope;
        };
        const QString system = LockSpec().system;
        for (const char *filter : {"", "nosuch"}) {
            bench.feed.query.filter = *Filter::parse(QString::fromLatin1(filter));
            QCOMPARE(inScope(scopeOf({}, FindingId::NoExpiry)), 2);
            QCOMPARE(inScope(scopeOf(Environment::Production, FindingId::NoExpiry)), 1);
            QCOMPARE(inScope(scopeOf({}, FindingId::NoExpiry, QStringLiteral("cache"))), 1);
            QCOMPARE(inScope(scopeOf({}, {}, {}, {}, system)), 3);
            QCOMPARE(inScope(scopeOf(Environment::Production, {}, {}, {}, system)), 2);
        }
    }

    void problemsOfOtherBackendsStayOutOfAScope()
    {
        Bench bench;
        bench.feed.backends.front().problems = {denied()};
        bench.feed.query.scope.backend = QStringLiteral("cache");
        bench.state();
        QVERIFY(ViewAccount::of(*bench.store.view()).problems.isEmpty());
        bench.feed.query.scope = {};
        bench.state();
        QCOMPARE(ViewAccount::of(*bench.store.view()).problems.size(), 1);
    }

    void rowsAreNeverHiddenBehindAMessage()
    {
        Bench bench;
        bench.feed.locks = {{.name = "a"}};
        bench.feed.backends.front().problems = {denied()};
        QVERIFY(!bench.state());
    }
};

LOCKMASTER_TEST(TestEmptyState, QCoreApplication)

} // namespace tst_emptystate

#include "tst_emptystate.moc"
