// SPDX-License-Identifier: Apache-2.0
#include "core/platform/threadsleftbehind.h"
#include "core/actions/holdcontroller.h"
#include "tests/support/testprogram.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_holdcontroller {

namespace {

/** What the fake server does, and what it was asked; shared with the threads of the desk. */
struct Server {
    std::atomic<bool> taken{false};
    std::atomic<bool> ours{true};
    std::atomic<int> renewals{0};
    std::atomic<int> releases{0};
    std::atomic<bool> stuck{false};
    QSemaphore unstick;
};

class Client final : public LockClient
{
public:
    explicit Client(std::shared_ptr<Server> server) : m_server(std::move(server)) {}

    Result<AcquireResult> acquire(const WritePermit &, SteadyTime, std::stop_token) override
    {
        if (m_server->taken) {
            Holder holder;
            holder.label = QStringLiteral("web-3");
            return AcquireResult{false, holder, Micros(41s)};
        }
        return AcquireResult{true, {}, {}};
    }
    OwnLock own() const override
    {
        return {{std::make_shared<SourceId>(), "job"}, "me", Millis(1h), {}};
    }
    Result<bool> renew(SteadyTime) override
    {
        ++m_server->renewals;
        return m_server->ours.load();
    }
    Result<bool> release(SteadyTime) override
    {
        if (m_server->stuck)
            m_server->unstick.acquire();
        ++m_server->releases;
        return m_server->ours.load();
    }

private:
    std::shared_ptr<Server> m_server;
};

} // namespace

/** Many holds, each on a thread of its own, seen from the thread of the window. */
class TestHoldController : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    WriteGate m_gate;
    std::unique_ptr<AuditLog> m_audit;
    std::shared_ptr<Server> m_server;
    std::unique_ptr<HoldController> m_desk;

    const HeldLock *lock(int id) const
    {
        for (const HeldLock &held : m_desk->locks()) {
            if (held.id == id)
                return &held;
        }
        return nullptr;
    }
    bool isIn(int id, HeldLock::State state) const
    {
        const HeldLock *held = lock(id);
        return held && held->state == state;
    }
    HoldOrder order(const QString &backend = QStringLiteral("cache")) const
    {
        HoldOrder order;
        order.backend.name = backend;
        order.backend.readOnly = backend == u"frozen";
        order.system = QStringLiteral("fake");
        order.request.name = "job";
        return order;
    }

private slots:
    void init();
    void cleanup();
    void lockIsHeldUntilReleased();
    void heldByAnotherIsSaid();
    void readOnlyBackendFails();
    void lossIsTold();
    void renewalsAreCounted();
    void onlyWhatIsOverIsDismissed();
    void releaseAllLetsGoOfAll();
    void destructorLetsGo();
    void stuckServerDoesNotKeepTheProgram();
};

void TestHoldController::init()
{
    m_audit = std::make_unique<AuditLog>(m_directory.filePath(QStringLiteral("audit")));
    m_server = std::make_shared<Server>();
    ActionTools tools;
    tools.gate = &m_gate;
    tools.audit = m_audit.get();
    tools.passwords = [](const BackendSpec &) -> PasswordSource {
        return [](SteadyTime) -> Result<Secret> { return Secret(); };
    };
    HoldSeams seams;
    seams.client = [server = m_server](const HoldOrder &, const ActionContext &)
        -> Result<std::unique_ptr<LockClient>> { return std::make_unique<Client>(server); };
    m_desk = std::make_unique<HoldController>(tools, nullptr, seams);
}

void TestHoldController::cleanup()
{
    m_desk.reset();
}

void TestHoldController::lockIsHeldUntilReleased()
{
    const QSignalSpy changed(m_desk.get(), &HoldController::changed);
    const int id = m_desk->acquire(order());
    QVERIFY(isIn(id, HeldLock::State::Waiting));
    QCOMPARE(m_desk->liveCount(), 1);
    QTRY_VERIFY(isIn(id, HeldLock::State::Held));
    QCOMPARE(lock(id)->own->owner, QByteArray("me"));
    QVERIFY(lock(id)->leaseEnds);
    QVERIFY(lock(id)->isOurs());
    m_desk->release(id);
    QTRY_VERIFY(isIn(id, HeldLock::State::LetGo));
    QVERIFY(!lock(id)->isOurs());
    QVERIFY(!lock(id)->leaseEnds);
    QCOMPARE(m_server->releases.load(), 1);
    QCOMPARE(m_desk->liveCount(), 0);
    QVERIFY(changed.count() >= 4);
}

void TestHoldController::heldByAnotherIsSaid()
{
    m_server->taken = true;
    const int id = m_desk->acquire(order());
    QTRY_VERIFY(isIn(id, HeldLock::State::NotAcquired));
    QVERIFY2(lock(id)->message.contains(QStringLiteral("web-3")), qPrintable(lock(id)->message));
    QVERIFY(lock(id)->message.contains(QStringLiteral("41 s")));
}

void TestHoldController::readOnlyBackendFails()
{
    const int id = m_desk->acquire(order(QStringLiteral("frozen")));
    QTRY_VERIFY(isIn(id, HeldLock::State::Failed));
    QVERIFY(lock(id)->message.contains(QStringLiteral("read-only")));
}

void TestHoldController::lossIsTold()
{
    const QSignalSpy lost(m_desk.get(), &HoldController::lost);
    const int id = m_desk->acquire(order());
    QTRY_VERIFY(isIn(id, HeldLock::State::Held));
    m_server->ours = false;
    m_desk->renew(id);
    QTRY_VERIFY(isIn(id, HeldLock::State::Lost));
    QCOMPARE(lost.count(), 1);
    QCOMPARE(lost.first().first().toInt(), id);
    QVERIFY(!lock(id)->message.isEmpty());
    QCOMPARE(m_server->releases.load(), 0);
}

void TestHoldController::renewalsAreCounted()
{
    const int id = m_desk->acquire(order());
    QTRY_VERIFY(isIn(id, HeldLock::State::Held));
    m_desk->renew(id);
    QTRY_COMPARE(lock(id)->renewals, 1);
    QVERIFY(isIn(id, HeldLock::State::Held));
}

void TestHoldController::onlyWhatIsOverIsDismissed()
{
    const QSignalSpy removed(m_desk.get(), &HoldController::removed);
    const int id = m_desk->acquire(order());
    m_desk->dismiss(id);
    QTRY_VERIFY(isIn(id, HeldLock::State::Held));
    m_desk->dismiss(id);
    QVERIFY(lock(id));
    m_desk->release(id);
    QTRY_VERIFY(isIn(id, HeldLock::State::LetGo));
    m_desk->dismiss(id);
    QVERIFY(!lock(id));
    QCOMPARE(removed.count(), 1);
}

void TestHoldController::releaseAllLetsGoOfAll()
{
    for (int i = 0; i < 5; ++i)
        m_desk->acquire(order());
    QTRY_VERIFY(std::all_of(m_desk->locks().begin(), m_desk->locks().end(),
                            [](const HeldLock &held) { return held.isOurs(); }));
    m_desk->releaseAll();
    QTRY_COMPARE(m_desk->liveCount(), 0);
    QCOMPARE(m_server->releases.load(), 5);
}

void TestHoldController::destructorLetsGo()
{
    for (int i = 0; i < 3; ++i)
        m_desk->acquire(order());
    QTRY_VERIFY(std::all_of(m_desk->locks().begin(), m_desk->locks().end(),
                            [](const HeldLock &held) { return held.isOurs(); }));
    m_desk.reset();
    QCOMPARE(m_server->releases.load(), 3);
    QCOMPARE(ThreadsLeftBehind::count(LeftBehind::Holding), 0);
}

void TestHoldController::stuckServerDoesNotKeepTheProgram()
{
    m_server->stuck = true;
    const int id = m_desk->acquire(order());
    const int other = m_desk->acquire(order());
    QTRY_VERIFY(isIn(id, HeldLock::State::Held) && isIn(other, HeldLock::State::Held));
    const SteadyTime began = systemClock().now();
    m_desk.reset();
    const auto took = systemClock().now() - began;
    QVERIFY2(took < 4s, "two seconds, and what a busy machine adds");
    QCOMPARE(ThreadsLeftBehind::count(LeftBehind::Holding), 2);
    m_server->unstick.release(2);
    QTRY_COMPARE(ThreadsLeftBehind::count(LeftBehind::Holding), 0);
    QCOMPARE(m_server->releases.load(), 2);
}

LOCKMASTER_TEST(TestHoldController, QCoreApplication)

} // namespace tst_holdcontroller

#include "tst_holdcontroller.moc"
