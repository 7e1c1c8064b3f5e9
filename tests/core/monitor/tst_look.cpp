// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/examine.h"
#include "core/monitor/look.h"

#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <new>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_look {

namespace {

BackendSpec backend(const QString &name)
{
    BackendSpec spec;
    spec.name = name;
    spec.timeout = 100ms;
    return spec;
}

/** What a reply that is larger than the memory does to a reader. */
struct ThrowingReader final : BackendReader {
    BackendReading read(Depth, SteadyTime) override { throw std::bad_alloc(); }
    Examination examine(SteadyTime) override { throw std::bad_alloc(); }
    void interrupt() noexcept override {}
};

} // namespace

class TestLook : public QObject
{
    Q_OBJECT

private slots:
    void looksAtEverythingAndKeepsTheOrder()
    {
        const auto backends = FakeBackends::create();
        const auto source = fakeSource(QStringLiteral("b"));
        backends->setReading(QStringLiteral("a"), fakeReading({}));
        backends->setReading(
            QStringLiteral("b"),
            fakeReading({fakeObservation(
                source, {fakeLock(source, "two", "o"), fakeLock(source, "one", "o")})}));
        const auto looks = lookOnce({backend(QStringLiteral("b")), backend(QStringLiteral("a"))},
                                    backends->factory());
        QCOMPARE(looks.size(), size_t(2));
        QCOMPARE(looks[0].status.name, QStringLiteral("b"));
        QCOMPARE(looks[0].status.state, BackendState::Online);
        QCOMPARE(looks[0].locks.size(), size_t(2));
        QCOMPARE(looks[0].locks[0]->id.name, QByteArray("one"));
        QCOMPARE(looks[1].status.name, QStringLiteral("a"));
        QCOMPARE(backends->lastDepth(QStringLiteral("b")), BackendReader::Depth::Listing);
    }

    void locksAreOrderedByTheBytesOfTheirNames()
    {
        const auto first = fakeSource(QStringLiteral("a"), QStringLiteral("dist_lock"));
        const auto second = fakeSource(QStringLiteral("a"), QStringLiteral("redisson"));
        const auto secondAgain = fakeSource(QStringLiteral("a"), QStringLiteral("redisson"));
        QByteArrayList names{"",
                             "lock:",
                             "lock:a",
                             "lock:\xff",
                             "lock:same-start",
                             "lock:same-start-",
                             "lock:same-start-2",
                             "l",
                             "\x80",
                             "zz"};
        names.append(QByteArray("lock:a\0", 7));
        names.append(QByteArray("lock:a\0x", 8));
        Observation one = fakeObservation(first, {});
        Observation two = fakeObservation(second, {});
        for (const QByteArray &name : names) {
            two.records.push_back(fakeLock(name.size() % 2 ? second : secondAgain, name, "o"));
            one.records.push_back(fakeLock(first, name, "o"));
            one.records.push_back(fakeLock(first, name, "again"));
        }
        const auto backends = FakeBackends::create();
        backends->setReading(QStringLiteral("a"), fakeReading({two, one}));
        const auto looks = lookOnce({backend(QStringLiteral("a"))}, backends->factory());

        std::sort(names.begin(), names.end(),
                  [](const QByteArray &a, const QByteArray &b) { return a.compare(b) < 0; });
        const auto count = size_t(names.size());
        QCOMPARE(looks[0].locks.size(), 2 * count);
        for (size_t i = 0; i < looks[0].locks.size(); ++i) {
            const LockRecord &lock = *looks[0].locks[i];
            QCOMPARE(lock.id.name, names[qsizetype(i % count)]);
            QCOMPARE(*lock.id.source, i < count ? *first : *second);
            QCOMPARE(lock.holders.front().raw, QByteArray("o")); // the first that was read stays
        }
    }

    void addsFindingsAndClaimsNoHeldTime()
    {
        const auto backends = FakeBackends::create();
        const auto source = fakeSource(QStringLiteral("a"));
        backends->setReading(
            QStringLiteral("a"),
            fakeReading({fakeObservation(source, {fakeLock(source, "one", "o")})}));
        const auto looks = lookOnce({backend(QStringLiteral("a"))}, backends->factory());
        QVERIFY(looks[0].locks[0]->hasFinding(FindingId::NoExpiry));
        QCOMPARE(looks[0].locks[0]->heldBasis, HeldBasis::None);
        QVERIFY(!looks[0].locks[0]->heldSince);
    }

    void aFailureIsAStatus()
    {
        const auto backends = FakeBackends::create();
        backends->setReading(QStringLiteral("a"), fakeFailure(ErrorKind::Auth));
        const auto looks = lookOnce({backend(QStringLiteral("a"))}, backends->factory());
        QCOMPARE(looks[0].status.state, BackendState::Offline);
        QCOMPARE(looks[0].status.problems.size(), size_t(1));
        QCOMPARE(looks[0].status.problems[0].error.kind, ErrorKind::Auth);
    }

    void aReaderThatThrowsOrIsMissingIsAStatus_data()
    {
        QTest::addColumn<bool>("throws");
        QTest::newRow("throws") << true;
        QTest::newRow("missing") << false;
    }
    void aReaderThatThrowsOrIsMissingIsAStatus()
    {
        QFETCH(bool, throws);
        const ReaderFactory factory =
            [throws](const BackendSpec &) -> std::unique_ptr<BackendReader> {
            return throws ? std::make_unique<ThrowingReader>() : nullptr;
        };
        const auto looks = lookOnce({backend(QStringLiteral("a"))}, factory);
        QCOMPARE(looks[0].status.state, BackendState::Offline);
        QCOMPARE(looks[0].status.problems.size(), size_t(1));
        QCOMPARE(looks[0].status.problems[0].error.kind, ErrorKind::Protocol);
        const auto examinations = examineAll({backend(QStringLiteral("a"))}, factory);
        QCOMPARE(examinations[0].problems.size(), size_t(1));
        QCOMPARE(examinations[0].problems[0].error.kind, ErrorKind::Protocol);
    }

    void aStuckBackendIsReportedAndNotWaitedFor()
    {
        const auto backends = FakeBackends::create();
        backends->setReading(QStringLiteral("good"), fakeReading({}));
        backends->setBlocking(QStringLiteral("stuck"), FakeBackends::Blocking::Stuck);
        QElapsedTimer timer;
        timer.start();
        const auto looks =
            lookOnce({backend(QStringLiteral("stuck")), backend(QStringLiteral("good"))},
                     backends->factory());
        QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(looks[0].status.state, BackendState::Offline);
        QCOMPARE(looks[0].status.problems[0].error.kind, ErrorKind::Timeout);
        QCOMPARE(looks[1].status.state, BackendState::Online);
        backends->setBlocking(QStringLiteral("stuck"), FakeBackends::Blocking::No);
        QTRY_COMPARE(backends->readerCount(), 0);
    }

    void eachIsHandedOverAsSoonAsItWasRead()
    {
        const auto backends = FakeBackends::create();
        const auto source = fakeSource(QStringLiteral("good"));
        backends->setReading(
            QStringLiteral("good"),
            fakeReading({fakeObservation(source, {fakeLock(source, "one", "o")})}));
        backends->setBlocking(QStringLiteral("slow"), FakeBackends::Blocking::UntilInterrupted);
        BackendSpec slow = backend(QStringLiteral("slow"));
        slow.timeout = 60s; // the test ends long before, or fails
        std::vector<size_t> order;
        const auto take = [&](size_t which, const SingleLook &look) {
            order.push_back(which);
            if (which == 1 && look.locks.size() == 1)
                backends->setBlocking(QStringLiteral("slow"), FakeBackends::Blocking::No);
            return true;
        };
        lookAtEach({slow, backend(QStringLiteral("good"))}, backends->factory(), take);
        QCOMPARE(order, (std::vector<size_t>{1, 0}));
    }

    void aReaderWhoHasEnoughIsNotMadeToWait()
    {
        const auto backends = FakeBackends::create();
        backends->setReading(QStringLiteral("good"), fakeReading({}));
        backends->setBlocking(QStringLiteral("slow"), FakeBackends::Blocking::UntilInterrupted);
        BackendSpec slow = backend(QStringLiteral("slow"));
        slow.timeout = 60s;
        int taken = 0;
        lookAtEach({slow, backend(QStringLiteral("good"))}, backends->factory(),
                   [&taken](size_t, const SingleLook &) { return ++taken < 1; });
        QCOMPARE(taken, 1);
    }

    void aLateAnswerFindsNobody()
    {
        const auto backends = FakeBackends::create();
        {
            const ManualClock clock;
            backends->setBlocking(QStringLiteral("a"), FakeBackends::Blocking::Stuck);
            const auto looks = lookOnce({backend(QStringLiteral("a"))}, backends->factory(), clock);
            QCOMPARE(looks[0].status.state, BackendState::Offline);
        }
        backends->setBlocking(QStringLiteral("a"), FakeBackends::Blocking::No);
        QTRY_COMPARE(backends->readerCount(), 0);
        QCOMPARE(backends->answerCount(QStringLiteral("a")), 1);
    }

    void noBackendsIsAnEmptyLook()
    {
        QVERIFY(lookOnce({}, FakeBackends::create()->factory()).empty());
    }
};

LOCKMASTER_TEST(TestLook, QCoreApplication)

} // namespace tst_look

#include "tst_look.moc"
