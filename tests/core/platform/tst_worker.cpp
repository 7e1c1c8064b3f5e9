// SPDX-License-Identifier: Apache-2.0
#include "core/platform/worker.h"
#include "tests/support/testprogram.h"

#include <QSemaphore>
#include <QTest>

#include <thread>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_worker {

/** What a worker promises to whoever owns it; the kind that the tests use is nobody else's here. */
class TestWorker : public QObject
{
    Q_OBJECT

    static int leftBehind() { return ThreadsLeftBehind::count(LeftBehind::Recording); }

private slots:
    void itEndsWhenItIsTold();
    void oneThatIsStuckIsLeftBehindWithWhatItNeeds();
    void whatItCapturedGoesBeforeItCountsAsEnded();
    void aRoundThatBeganEarlierIsNotTheOneWaitedFor();
    void nobodyWaitsForARoundOfOneThatEnded();
    void nobodyIsCalledOnceTheGateIsClosed();
};

void TestWorker::itEndsWhenItIsTold()
{
    auto mailbox = std::make_shared<Mailbox>();
    bool interrupted = false;
    {
        WorkerThread worker({QStringLiteral("test"), LeftBehind::Recording, 10s}, mailbox,
                            [mailbox] {
                                std::unique_lock lock(mailbox->mutex);
                                mailbox->changed.wait(lock, [&] { return mailbox->stopping; });
                            });
        QVERIFY(!worker.waitEnded(std::chrono::steady_clock::now()));
        worker.requestStop([&] { interrupted = true; });
    }
    QVERIFY(interrupted);
    QVERIFY(mailbox->ended);
    QCOMPARE(leftBehind(), 0);
}

void TestWorker::oneThatIsStuckIsLeftBehindWithWhatItNeeds()
{
    QSemaphore answer;
    auto mailbox = std::make_shared<Mailbox>();
    const std::weak_ptr<Mailbox> seen = mailbox;
    {
        const WorkerThread worker({QStringLiteral("test"), LeftBehind::Recording, 10ms},
                                  std::move(mailbox), [&answer] { answer.acquire(); });
    }
    QCOMPARE(leftBehind(), 1);
    QVERIFY(!seen.expired());
    answer.release();
    QTRY_COMPARE(leftBehind(), 0);
    QVERIFY(seen.expired());
}

void TestWorker::whatItCapturedGoesBeforeItCountsAsEnded()
{
    auto captured = std::make_shared<int>(1);
    const std::weak_ptr<int> seen = captured;
    WorkerThread worker({QStringLiteral("test"), LeftBehind::Recording, 10s},
                        std::make_shared<Mailbox>(),
                        [kept = std::move(captured)] { Q_UNUSED(kept); });
    QVERIFY(worker.waitEnded(std::chrono::steady_clock::now() + 10s));
    QVERIFY(seen.expired());
}

void TestWorker::aRoundThatBeganEarlierIsNotTheOneWaitedFor()
{
    auto mailbox = std::make_shared<Mailbox>();
    QSemaphore begun;
    QSemaphore go;
    std::atomic<int> rounds = 0;
    WorkerThread worker({QStringLiteral("test"), LeftBehind::Recording, 10s}, mailbox,
                        [&, mailbox] {
                            std::unique_lock lock(mailbox->mutex);
                            while (!mailbox->stopping) {
                                mailbox->round(lock, [&] {
                                    begun.release();
                                    go.acquire();
                                    ++rounds;
                                });
                                mailbox->changed.wait(lock, [&] {
                                    return mailbox->stopping || mailbox->isRoundWanted();
                                });
                            }
                        });
    begun.acquire(); // the first is under way
    std::thread waiting([&] { mailbox->awaitRound(); });
    const auto isWanted = [&] {
        const std::lock_guard lock(mailbox->mutex);
        return mailbox->isRoundWanted();
    };
    while (!isWanted())
        std::this_thread::yield();
    go.release();
    begun.acquire(); // and another one begins for whoever waits
    go.release();
    waiting.join();
    QCOMPARE(rounds.load(), 2);
}

void TestWorker::nobodyWaitsForARoundOfOneThatEnded()
{
    auto mailbox = std::make_shared<Mailbox>();
    const WorkerThread worker({QStringLiteral("test"), LeftBehind::Recording, 10s}, mailbox, [] {});
    mailbox->awaitRound();
    QVERIFY(mailbox->ended);
}

void TestWorker::nobodyIsCalledOnceTheGateIsClosed()
{
    CallGate gate;
    int calls = 0;
    gate.pass([&] { ++calls; });
    gate.close();
    gate.pass([&] { ++calls; });
    QCOMPARE(calls, 1);
}

LOCKMASTER_TEST(TestWorker, QCoreApplication)

} // namespace tst_worker

#include "tst_worker.moc"
