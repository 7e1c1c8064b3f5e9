// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/metricscollector.h"
#include "tests/support/leaderfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_metricscollector {

namespace {

/** Two of them, `a` and `b`. */
std::vector<BackendSpec> twoBackends()
{
    std::vector<BackendSpec> backends(2);
    backends[0].name = QStringLiteral("a");
    backends[1].name = QStringLiteral("b");
    return backends;
}

Event happened(EventKind kind)
{
    Event event;
    event.kind = kind;
    return event;
}

qint64 countOf(const ExportedState &state, size_t backend, EventKind kind)
{
    return state.backends.at(backend).tally.events.at(size_t(kind));
}

} // namespace

/** What is counted between scrapes. */
class TestMetricsCollector : public QObject
{
    Q_OBJECT

private slots:
    void beginsWithEveryBackendConnecting();
    void eventsAreCountedForEachBackend();
    void unansweredPollsAreCountedByKind();
    void failoversAreCountedOnce();
    void leaderThatWentIsForgotten();
};

void TestMetricsCollector::beginsWithEveryBackendConnecting()
{
    const ExportedState state = MetricsCollector(twoBackends(), false).state();
    QCOMPARE(state.backends.size(), 2U);
    QVERIFY(!state.complete);
    for (const ExportedBackend &backend : state.backends)
        QCOMPARE(backend.snapshot->status.state, BackendState::Connecting);
    QCOMPARE(state.backends.back().snapshot->status.name, QStringLiteral("b"));
}

void TestMetricsCollector::eventsAreCountedForEachBackend()
{
    MetricsCollector book(twoBackends());
    const auto snapshot = std::make_shared<BackendSnapshot>();
    book.take(1, snapshot, {happened(EventKind::Renewed), happened(EventKind::Gone)});
    Event over = happened(EventKind::Expired);
    over.end = HowEnded::Expired;
    book.take(1, snapshot, {happened(EventKind::Renewed), over, happened(EventKind::Gone)});
    const ExportedState state = book.state();
    QCOMPARE(countOf(state, 1, EventKind::Renewed), 2);
    QCOMPARE(countOf(state, 1, EventKind::Gone), 2);
    QCOMPARE(state.backends.at(1).tally.ends[size_t(HowEnded::Expired)], 1);
    QCOMPARE(state.backends.at(1).tally.ends[size_t(HowEnded::Released)], 0);
    QCOMPARE(countOf(state, 0, EventKind::Renewed), 0);
    QCOMPARE(state.backends.at(1).snapshot, snapshot);
}

void TestMetricsCollector::unansweredPollsAreCountedByKind()
{
    MetricsCollector book(twoBackends());
    const auto lost = std::make_shared<BackendSnapshot>();
    noteFailure(lost->status, Error{ErrorKind::Timeout, 0, {}, {}});
    book.take(0, lost, {happened(EventKind::BackendLost)});
    book.take(0, lost, {});
    // A problem of one source is no unanswered poll.
    const auto partial = std::make_shared<BackendSnapshot>(*lost);
    partial->status.state = BackendState::Online;
    book.take(0, partial, {});
    const auto failed = book.state().backends.front().tally.failedPolls;
    QCOMPARE(failed.size(), 1U);
    QCOMPARE(failed.at(ErrorKind::Timeout), 2);
}

void TestMetricsCollector::failoversAreCountedOnce()
{
    ManualClock clock;
    MetricsCollector book(twoBackends());
    LeaderStory story({.name = "pay"}, clock);
    const auto tell = [&] {
        auto snapshot = std::make_shared<BackendSnapshot>();
        snapshot->leaders = {story.watch()};
        const LockId id = snapshot->leaders.front()->lock->id;
        book.take(0, std::move(snapshot), {});
        return book.state().backends.front().tally.leaders.at(id);
    };
    story.reigns("web-1", 60s);
    QCOMPARE(tell().takeovers, 0);
    clock.advance(12s);
    story.vacant(2s).reigns("web-2", 10s);
    LeaderTally tally = tell();
    QCOMPARE(tally.takeovers, 1);
    QCOMPARE(tally.returns, 0);
    QCOMPARE(tally.vacant, Micros(2s));
    // The same history told again holds nothing new.
    tally = tell();
    QCOMPARE(tally.takeovers, 1);
    QCOMPARE(tally.vacant, Micros(2s));
    clock.advance(13s);
    story.vacant(3s).reigns("web-2", 10s);
    tally = tell();
    QCOMPARE(tally.takeovers, 1);
    QCOMPARE(tally.returns, 1);
    QCOMPARE(tally.vacant, Micros(5s));
}

void TestMetricsCollector::leaderThatWentIsForgotten()
{
    ManualClock clock;
    MetricsCollector book(twoBackends());
    auto snapshot = std::make_shared<BackendSnapshot>();
    snapshot->leaders = {LeaderStory({.name = "pay"}, clock).reigns("w", 9s).watch()};
    book.take(0, std::move(snapshot), {});
    QCOMPARE(book.state().backends.front().tally.leaders.size(), 1U);
    book.take(0, std::make_shared<BackendSnapshot>(), {});
    QCOMPARE(book.state().backends.front().tally.leaders.size(), 0U);
}

LOCKMASTER_TEST(TestMetricsCollector, QCoreApplication)

} // namespace tst_metricscollector

#include "tst_metricscollector.moc"
