// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/feedwatch.h"
#include "core/monitor/gatherednews.h"

#include "tests/support/fakefeed.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_feedwatch {

namespace {

const FeedWatch::RealTime start{1h};

BackendSpec spec(Millis poll = 1s)
{
    BackendSpec backend;
    backend.name = QStringLiteral("b");
    backend.kind = BackendKind::Redis;
    backend.poll = poll;
    return backend;
}

Error error(ErrorKind kind = ErrorKind::Network)
{
    return {kind, 0, QStringLiteral("no"), {}};
}

FeedWatch pushing(Millis poll = 1s)
{
    FeedWatch feed(spec(poll), true);
    feed.opening(poll);
    feed.opened(UpdateKind::Tracking, start);
    feed.pollBegan();
    feed.pollAnswered(true, start);
    return feed;
}

} // namespace

class TestFeedWatch : public QObject
{
    Q_OBJECT

private slots:
    void onlyAPollThatBeganAfterItOpenedMakesItPush()
    {
        FeedWatch feed(spec(), true);
        QVERIFY(feed.opensAt() <= start);
        feed.opening(1s);
        QCOMPARE(feed.opensAt(), FeedWatch::never);
        feed.pollBegan();
        feed.opened(UpdateKind::Notifications, start);
        feed.pollAnswered(true, start);
        QVERIFY(!feed.isPushing());
        feed.pollBegan();
        QVERIFY(!feed.isPushing());
        feed.pollAnswered(true, start);
        QVERIFY(feed.isPushing());
        QCOMPARE(feed.updates(), UpdateKind::Notifications);
    }

    void anotherFeedNeedsAnotherPoll()
    {
        FeedWatch feed = pushing();
        feed.pollBegan();
        feed.ended(error(), start);
        feed.opening(1s);
        feed.opened(UpdateKind::Tracking, start);
        feed.pollAnswered(true, start);
        QVERIFY(!feed.isPushing());
    }

    void aFailedPollEndsPushingAndTheNextOneBringsItBack()
    {
        FeedWatch feed = pushing();
        feed.pollBegan();
        feed.pollFailed();
        QVERIFY(!feed.isPushing());
        QCOMPARE(feed.updates(), UpdateKind::Polled);
        feed.pollBegan();
        feed.pollAnswered(true, start);
        QVERIFY(feed.isPushing());
    }

    void retriesBecomeRarer()
    {
        FeedWatch feed(spec(), true);
        std::vector<int> waits;
        for (int i = 0; i < 7; ++i) {
            feed.opening(1s);
            feed.ended(error(), start);
            waits.push_back(int((feed.opensAt() - start) / 1s));
        }
        const std::vector<int> expected{1, 2, 4, 8, 16, 30, 30};
        QCOMPARE(waits, expected);
        feed.opening(1s);
        feed.opened(UpdateKind::Tracking, start);
        // One that opens, tells a little and fails again is none that works.
        feed.heard(start + 5s);
        feed.ended(error(), start + 5s);
        QCOMPARE(feed.opensAt(), start + 35s);
        feed.opening(1s);
        feed.opened(UpdateKind::Tracking, start + 35s);
        feed.heard(start + 65s);
        feed.ended(error(), start + 65s);
        QCOMPARE(feed.opensAt(), start + 66s);
        QCOMPARE(feed.polledBecause(), QStringLiteral("no"));
    }

    /** A group that moves ends a feed again and again, and is well once it has moved. */
    void whoIsWellAgainIsOpenedAtOnce()
    {
        FeedWatch feed(spec(), true);
        for (int i = 0; i < 5; ++i) {
            feed.opening(1s);
            feed.ended(error(), start);
        }
        feed.pollAnswered(true, start + 1s);
        QCOMPARE(feed.opensAt(), start + 16s);
        feed.pollAnswered(false, start + 2s);
        QCOMPARE(feed.opensAt(), start + 16s);
        feed.pollAnswered(true, start + 3s);
        QCOMPARE(feed.opensAt(), start + 3s);
        feed.opening(1s);
        feed.ended(error(), start + 4s);
        QCOMPARE(feed.opensAt(), start + 5s);
        // That polls see everything is no right to be told.
        feed.opening(1s);
        feed.ended(error(ErrorKind::Denied), start + 5s);
        feed.pollAnswered(false, start + 6s);
        feed.pollAnswered(true, start + 7s);
        QCOMPARE(feed.opensAt(), start + 65s);
    }

    void aRefusalIsNotRepeatedSoon()
    {
        for (const ErrorKind kind : {ErrorKind::Unsupported, ErrorKind::Denied, ErrorKind::Auth}) {
            FeedWatch feed(spec(), true);
            feed.opening(1s);
            feed.ended(error(kind), start);
            QCOMPARE(feed.opensAt(), start + 60s);
        }
    }

    void whereThereIsNoneNoneIsOpened()
    {
        QCOMPARE(FeedWatch(spec(), false).opensAt(), FeedWatch::never);
        BackendSpec off = spec();
        off.push = false;
        QCOMPARE(FeedWatch(off, true).opensAt(), FeedWatch::never);
        QVERIFY(!FeedWatch(off, true).polledBecause().isEmpty());
        FeedWatch feed(spec(), true);
        feed.opening(1s);
        feed.ended(std::nullopt, start);
        QCOMPARE(feed.opensAt(), FeedWatch::never);
        feed.close();
        QCOMPARE(feed.opensAt(), FeedWatch::never);
    }

    void whatWasClosedFromHereIsOpenedAtOnce()
    {
        FeedWatch feed = pushing();
        feed.close();
        QVERIFY(!feed.isPushing());
        QVERIFY(feed.opensAt() <= start);
    }

    void pollsReconcileRarerAndRarer()
    {
        FeedWatch feed = pushing();
        std::vector<int> gaps;
        for (int i = 0; i < 7; ++i) {
            gaps.push_back(int(feed.reconcileAfter(1s) / 1s));
            feed.pollBegan();
            feed.pollAnswered(true, start);
        }
        const std::vector<int> expected{1, 2, 4, 8, 16, 30, 30};
        QCOMPARE(gaps, expected);
        QCOMPARE(pushing(60s).reconcileAfter(60s), Millis(60s));
    }

    void whatWasNotToldIsSearchedForAsWithoutAFeed()
    {
        const auto expectSearch = [](FeedWatch &feed, FeedWatch::RealTime from) {
            auto now = from;
            for (; now < from + 150s; now += feed.reconcileAfter(1s)) {
                QCOMPARE(feed.reconcileAfter(1s), Millis(1s));
                feed.pollBegan();
                feed.pollAnswered(true, now);
            }
            for (int i = 0; i < 7; ++i)
                feed.pollAnswered(true, from + 10min);
            QCOMPARE(feed.reconcileAfter(1s), Millis(30s));
        };
        FeedWatch feed = pushing();
        for (int i = 0; i < 7; ++i)
            feed.pollAnswered(true, start);
        QCOMPARE(feed.reconcileAfter(1s), Millis(30s));
        feed.anythingChanged(start);
        expectSearch(feed, start);
        feed.ended(error(), start + 1h);
        feed.opening(1s);
        feed.opened(UpdateKind::Tracking, start + 1h);
        feed.pollBegan();
        feed.pollAnswered(true, start + 1h);
        QVERIFY(feed.isPushing());
        expectSearch(feed, start + 1h);
    }

    void notificationsAreReconciledMoreOften()
    {
        FeedWatch feed(spec(), true);
        feed.opening(1s);
        feed.opened(UpdateKind::Notifications, start);
        feed.pollBegan();
        for (int i = 0; i < 8; ++i)
            feed.pollAnswered(true, start);
        QCOMPARE(feed.reconcileAfter(1s), Millis(5s));
        QCOMPARE(feed.reconcileAfter(60s), Millis(60s));
    }

    void whatIsIncompleteIsPolledAsBefore()
    {
        FeedWatch feed = pushing();
        for (int i = 0; i < 7; ++i) {
            feed.pollBegan();
            feed.pollAnswered(i < 6, start);
        }
        QCOMPARE(feed.reconcileAfter(1s), Millis(1s));
    }

    void silenceIsNoticedSoonAfterTheCheckIsDue()
    {
        FeedWatch feed = pushing();
        QVERIFY(feed.quietFrom() > start + 1s);
        QVERIFY(feed.quietFrom() <= start + 1s + 300ms);
        QVERIFY(feed.lostFrom() > start + 1s + 3 * spec().timeout);
        feed.heard(start + 5s);
        QVERIFY(feed.quietFrom() > start + 6s);
    }

    void newsAreFoldedByName()
    {
        const auto source = fakeSource(QStringLiteral("b"));
        GatheredNews news;
        const auto add = [&](SteadyTime begun, std::vector<QByteArray> names,
                             std::vector<LockRecord> records) {
            FeedNews next = fakeNews(source->name, std::move(names), std::move(records));
            next.begun = begun;
            return news.add(std::move(next));
        };
        QVERIFY(add(start, {"a", "b"}, {fakeLock(source, "a", "1"), fakeLock(source, "b", "1")}));
        QVERIFY(add(start + 1s, {"a"}, {fakeLock(source, "a", "2")}));
        QVERIFY(add(start + 2s, {"b", "c"}, {}));
        const auto batches = news.take();
        QVERIFY(news.take().empty());
        QCOMPARE(batches.size(), size_t(1));
        QCOMPARE(batches.front().begun, start);
        const Observation &seen = batches.front().observations.front();
        QCOMPARE(seen.records.size(), size_t(1));
        QCOMPARE(seen.records.front().holders.front().raw, QByteArray("2"));
        const std::vector<QByteArray> names{"a", "b", "c"};
        QCOMPARE(*seen.asked, names);
    }

    void endsAreThoseOfNamesThatWereToldOnce()
    {
        const auto source = fakeSource(QStringLiteral("b"));
        GatheredNews news;
        const auto add = [&](std::vector<QByteArray> names, QHash<QByteArray, HowEnded> ends) {
            FeedNews next = fakeNews(source->name, std::move(names), {});
            next.ends = std::move(ends);
            QVERIFY(news.add(std::move(next)));
        };
        add({"a", "b", "c"}, {{"a", HowEnded::Expired}, {"b", HowEnded::Released}});
        // Another may have held them in between: whose end it was is open.
        add({"b", "c", "d"}, {{"c", HowEnded::Expired}, {"d", HowEnded::Released}});
        const auto batches = news.take();
        QCOMPARE(batches.size(), size_t(1));
        const QHash<QByteArray, HowEnded> ends{{"a", HowEnded::Expired}, {"d", HowEnded::Released}};
        QVERIFY(batches.front().ends == ends);

        add({"a"}, {{"a", HowEnded::Released}});
        QCOMPARE(news.take().front().ends.size(), 1);
    }

    void anIncompleteReadStaysApart()
    {
        const auto source = fakeSource(QStringLiteral("b"));
        GatheredNews news;
        FeedNews cut = fakeNews(source->name, {"a"}, {});
        cut.observations.front().complete = false;
        QVERIFY(news.add(std::move(cut)));
        QVERIFY(news.add(fakeNews(source->name, {"b"}, {})));
        const auto batches = news.take();
        QCOMPARE(batches.size(), size_t(2));
        QVERIFY(!batches.front().observations.front().complete);
        QVERIFY(batches.back().observations.front().complete);
    }

    void tooManyNamesAreNotKept()
    {
        const auto source = fakeSource(QStringLiteral("b"));
        GatheredNews news;
        QVERIFY(news.add(fakeNews(source->name, {"a"}, {})));
        std::vector<QByteArray> names(GatheredNews::mostNames, "x");
        QVERIFY(!news.add(fakeNews(source->name, std::move(names), {})));
        QVERIFY(news.take().empty());
        QVERIFY(news.add(fakeNews(source->name, {"b"}, {})));
    }
};

LOCKMASTER_TEST(TestFeedWatch, QCoreApplication)

} // namespace tst_feedwatch

#include "tst_feedwatch.moc"
