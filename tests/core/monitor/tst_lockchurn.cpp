// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/lockchurn.h"
#include "core/monitor/viewworker.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"

#include <QTest>

#include <atomic>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lockchurn {

/** How often each lock changed lately, by a clock that stands still between two looks. */
class TestLockChurn : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    BackendStatus m_status;

    std::shared_ptr<const LockRecord> lock(const QByteArray &name) const
    {
        return makeLock({.name = name}, m_clock);
    }
    Event eventOf(const QByteArray &name, EventKind kind = EventKind::OwnerChanged) const
    {
        Event event;
        event.kind = kind;
        event.backend = m_status.name;
        event.seenAt = m_clock.now();
        if (!isOfBackend(kind))
            event.after = lock(name);
        return event;
    }
    ViewNews news(int changes, const QByteArray &name = "a") const
    {
        return {std::vector<Event>(size_t(changes), eventOf(name)), 0};
    }
    ViewBackends servers()
    {
        if (m_status.state == BackendState::Online && !m_status.paused)
            m_status.dataFrom = m_clock.now();
        auto snapshot = std::make_shared<BackendSnapshot>();
        snapshot->status = m_status;
        return {snapshot};
    }
    LockChangesPointer list(LockChurn &churn, const ViewNews &news = {})
    {
        return churn.list(servers(), news);
    }
    /** Watched from the beginning of a step, for a minute and more. */
    void begin(LockChurn &churn)
    {
        for (int second = 0; second < 80; ++second) {
            list(churn);
            m_clock.advance(1s);
        }
    }
    std::optional<SeenChanges> of(const LockChangesPointer &changes, const char *name) const
    {
        return changes->of(lock(name)->id);
    }
    static std::optional<SeenChanges> exactly(qint64 count) { return SeenChanges{count, false}; }
    static std::optional<SeenChanges> atLeast(qint64 count) { return SeenChanges{count, true}; }

private slots:
    void init()
    {
        m_status = makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock);
    }

    void eachLockHasItsOwn()
    {
        LockChurn churn(m_clock);
        begin(churn);
        ViewNews both = news(3);
        both.events.push_back(eventOf("b", EventKind::Gone));
        both.events.push_back(eventOf("b", EventKind::Renewed));
        both.events.push_back(eventOf("b", EventKind::Expired));
        QVERIFY(of(list(churn, both), "a") == exactly(0)); // its step is not over yet
        m_clock.advance(10s);
        const auto changes = list(churn);
        QVERIFY(of(changes, "a") == exactly(3));
        QVERIFY(of(changes, "b") == exactly(2));
        QVERIFY(of(changes, "c") == exactly(0));
        // Only of those that changed something is kept, and a row finds its own.
        QCOMPARE(changes->counted.size(), size_t(2));
        QVERIFY(changes->of(PackedLock(*lock("b"))) == exactly(2));
        LockSpec namesake{.name = "b"};
        namesake.source = QStringLiteral("other.table");
        QVERIFY(changes->of(makeLock(namesake, m_clock)->id) == exactly(0));
    }

    void aMinuteLaterTheyAreForgotten()
    {
        LockChurn churn(m_clock);
        begin(churn);
        list(churn, news(5));
        m_clock.advance(10s);
        QVERIFY(of(list(churn), "a") == exactly(5));
        for (int second = 0; second < 50; ++second) {
            m_clock.advance(1s);
            QVERIFY(of(list(churn), "a") == exactly(5));
        }
        m_clock.advance(10s);
        const auto later = list(churn);
        QVERIFY(of(later, "a") == exactly(0));
        QVERIFY(later->counted.empty());
    }

    void nothingIsToldOfTheTimeBefore()
    {
        LockChurn churn(m_clock);
        QVERIFY(!of(list(churn, news(1)), "b"));
        m_clock.advance(10s);
        QVERIFY(of(list(churn), "a") == atLeast(1)); // that one was seen
        QVERIFY(!of(list(churn), "b"));
        m_clock.advance(10s);
        QVERIFY(of(list(churn), "b") == atLeast(0));
        m_clock.advance(50s);
        QVERIFY(of(list(churn), "b") == exactly(0));
    }

    void whoIsNotWatchedIsAtLeastThat()
    {
        LockChurn churn(m_clock);
        begin(churn);
        list(churn, news(2));
        m_clock.advance(10s);
        QVERIFY(of(list(churn), "a") == exactly(2));
        m_status.paused = true;
        list(churn);
        m_clock.advance(10s);
        QVERIFY(of(list(churn), "a") == atLeast(2));
        for (int second = 0; second < 70; ++second) {
            m_clock.advance(1s);
            list(churn);
        }
        QVERIFY(!of(list(churn), "a"));
    }

    void newsThatWereLostMakeItAtLeast()
    {
        LockChurn churn(m_clock);
        begin(churn);
        ViewNews lost = news(1);
        lost.droppedEvents = 7;
        list(churn, lost);
        m_clock.advance(10s);
        QVERIFY(of(list(churn), "a") == atLeast(1));
        QVERIFY(of(list(churn), "b") == atLeast(0));
        m_clock.advance(60s);
        QVERIFY(of(list(churn), "b") == exactly(0));
    }

    void whatIsToldLateIsListed()
    {
        LockChurn churn(m_clock);
        begin(churn);
        const ViewNews late = news(4);
        m_clock.advance(10s);
        QVERIFY(of(list(churn), "a") == exactly(0));
        QVERIFY(of(list(churn, late), "a") == exactly(4));
    }

    void whatStaysTheSameIsTheSameList()
    {
        LockChurn churn(m_clock);
        begin(churn);
        list(churn, news(1));
        m_clock.advance(10s);
        const auto first = list(churn);
        m_clock.advance(1s);
        QCOMPARE(list(churn, news(1, "b")), first); // in a step that is not over
        m_clock.advance(9s);
        QVERIFY(list(churn) != first);
    }

    void noMoreIsKeptThanThereIsRoomFor()
    {
        constexpr size_t most = 100;
        LockChurn churn(m_clock, most);
        begin(churn);
        ViewNews many;
        for (size_t i = 0; i < most + 10; ++i)
            many.events.push_back(eventOf(QByteArray::number(qulonglong(i))));
        list(churn, many);
        m_clock.advance(10s);
        const auto changes = list(churn);
        QCOMPARE(changes->counted.size(), most);
        QVERIFY(of(changes, "0") == atLeast(1));
        QVERIFY(of(changes, "none of those") == atLeast(0));
        m_clock.advance(60s);
        QVERIFY(of(list(churn), "0") == exactly(0));
    }

    void whoAsksAgainBeginsAgain()
    {
        LockChurn churn(m_clock);
        begin(churn);
        list(churn, news(1));
        m_clock.advance(10s);
        churn.forget();
        QVERIFY(!of(list(churn), "a"));
        QVERIFY(list(churn)->counted.empty());
    }

    void theViewHasThemOnlyWhereTheyAreAskedFor()
    {
        ViewBuilder builder(m_clock);
        const auto backend = [this] {
            auto snapshot = std::make_shared<BackendSnapshot>();
            snapshot->status = m_status;
            snapshot->status.dataFrom = m_clock.now();
            snapshot->locks =
                std::vector{PackedLock(*lock("a")), PackedLock(*lock("b")), PackedLock(*lock("c"))};
            return ViewBuilder::Backend{1, snapshot, false};
        };
        const auto same = backend();
        QVERIFY(!builder.build({same}, {}).view->changes);
        QVERIFY(!builder.agesByItself());

        ViewQuery query;
        query.sortColumn = LockColumn::Changes;
        query.descending = true;
        query.focus = lock("b")->id;
        builder.build({same}, query);
        QVERIFY(builder.agesByItself());
        m_clock.advance(10s);
        ViewNews news;
        for (const char *name : {"b", "c", "b"})
            news.events.push_back(eventOf(name));
        const auto rows = [](const ViewUpdate &update) {
            QByteArrayList names;
            for (const ViewRow &row : update.view->rows)
                names << row.lock.id().name;
            return names;
        };
        builder.build({same}, query, news);
        m_clock.advance(10s);
        // Not one lock changed, and the order did; nothing is marked as changed by that.
        const ViewUpdate sorted = builder.build({same}, query);
        QCOMPARE(rows(sorted), QByteArrayList({"b", "c", "a"}));
        QVERIFY(sorted.newRowOfOld == std::vector<qint32>({2, 0, 1}));
        for (const ViewRow &row : sorted.view->rows)
            QCOMPARE(row.mark, RowMark::None);
        QVERIFY(sorted.view->focus->changes == atLeast(2));
        // It stays while its counts do.
        m_clock.advance(1s);
        QVERIFY(builder.build({same}, query).view->rows.isSharedWith(sorted.view->rows));
        m_clock.advance(60s);
        QCOMPARE(rows(builder.build({same}, query)), QByteArrayList({"a", "b", "c"}));
        const ViewUpdate without = builder.build({same}, {});
        QVERIFY(!without.view->changes);
        QVERIFY(!builder.agesByItself());
    }

    void theWorkerCountsMoreThanItTells()
    {
        std::atomic<int> ready = 0;
        ViewWorker worker(m_clock, [&ready] { ++ready; });
        ViewQuery counting;
        counting.wantsChanges = true;
        worker.setQuery(counting);
        const auto snapshot = [this] {
            auto made = std::make_shared<BackendSnapshot>();
            made->status = m_status;
            made->locks = std::vector{PackedLock(*lock("a"))};
            return made;
        };
        const auto next = [&](int count) { QTRY_COMPARE(ready.load(), count); };
        next(1);
        worker.take();
        worker.setBackends({{1, snapshot(), false}});
        worker.acknowledge();
        next(2);
        worker.take();
        worker.publish(1, snapshot(), news(1500).events);
        worker.acknowledge();
        next(3);
        QCOMPARE(worker.take()->droppedEvents, 500);
        m_clock.advance(10s);
        worker.publish(1, snapshot(), {});
        worker.acknowledge();
        next(4);
        QVERIFY(of(worker.take()->view->changes, "a") == atLeast(1500));
        worker.setQuery({});
        worker.publish(1, snapshot(), news(1).events);
        worker.acknowledge();
        next(5);
        QVERIFY(!worker.take()->view->changes);
    }
};

LOCKMASTER_TEST(TestLockChurn, QCoreApplication)

} // namespace tst_lockchurn

#include "tst_lockchurn.moc"
