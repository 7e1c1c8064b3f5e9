// SPDX-License-Identifier: Apache-2.0
#include "core/platform/threadsleftbehind.h"
#include "core/actions/releasesession.h"
#include "tests/support/buttons.h"
#include "tests/support/fakerelease.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/release/bulkreleasedialog.h"
#include "ui/release/releasecontroller.h"
#include "ui/release/releasedialog.h"
#include "core/actions/writelifts.h"
#include "ui/kit/banner.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_releasecontroller {

namespace {

constexpr int patienceMs = 20'000;

const QString lookAgain = QStringLiteral("&Look again");

} // namespace

/** From the view to the order that goes to the server, and back; the server is a fake. */
class TestReleaseController : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_logs;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<ReleaseScript> m_script;
    std::unique_ptr<FakeReleaseSystem> m_system;
    std::unique_ptr<WriteGate> m_gate;
    std::unique_ptr<AuditLog> m_audit;
    std::unique_ptr<WriteLifts> m_lifts;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<QWidget> m_window;
    ReleaseController *m_controller = nullptr;

    ServerTime serverNow() const { return ServerTime(m_clock->wallNow().time_since_epoch()); }
    /** What a poll of this moment shows, and what a ticket that is opened now would find. */
    void poll()
    {
        BackendStatus status = makeStatus(QStringLiteral("billing"), BackendKind::MySql, *m_clock);
        status.server.identity = "server-a";
        status.clock = ClockReading{serverNow(), m_clock->now(), Micros(0)};
        m_feed->backends = {status};
        m_feed->publish();
        answerNow();
    }
    void answerNow()
    {
        ReleasePreview preview;
        LockSpec held = m_feed->locks.front();
        held.state = LockState::Held;
        preview.lock = *makeLock(held, *m_clock);
        preview.server = {QByteArrayLiteral("server-a"), serverNow()};
        m_script->preview = preview;
    }
    std::vector<LockPointer> shown() const
    {
        std::vector<LockPointer> locks;
        for (const ViewRow &row : m_store->view()->rows)
            locks.push_back(row.lock.record());
        return locks;
    }
    template<typename Dialog>
    Dialog *dialog()
    {
        return m_window->findChild<Dialog *>();
    }
    QStringList opened() const { return m_script->steps().filter(QStringLiteral("open")); }

private slots:
    void init()
    {
        m_logs = std::make_unique<QTemporaryDir>();
        m_clock = std::make_unique<ManualClock>();
        m_script = std::make_unique<ReleaseScript>();
        m_system = std::make_unique<FakeReleaseSystem>(*m_script);
        m_gate = std::make_unique<WriteGate>(*m_clock);
        m_audit = std::make_unique<AuditLog>(m_logs->path(), *m_clock);
        m_lifts = std::make_unique<WriteLifts>(*m_gate, *m_audit, QStringLiteral("lockmaster"));
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, *m_clock);
        m_window = std::make_unique<QWidget>();
        m_controller = new ReleaseController(fakeTools(*m_system, *m_gate, *m_audit, *m_clock),
                                             *m_store, *m_lifts, SystemNames(), m_window.get());
        BackendSpec backend;
        backend.name = QStringLiteral("billing");
        m_controller->setBackends({backend});
        for (const char *name : {"a", "b"})
            m_feed->locks.push_back({.name = name,
                                     .backend = QStringLiteral("billing"),
                                     .system = QStringLiteral("fake")});
        poll();
        m_window->show();
    }
    void cleanup()
    {
        m_controller->finish();
        m_window.reset();
        QTRY_COMPARE_WITH_TIMEOUT(ThreadsLeftBehind::count(LeftBehind::Releasing), 0, patienceMs);
    }

    void lookingAgainAtSeveralIsANewLook()
    {
        const QString release = QStringLiteral("Release 2");
        m_controller->release(shown());
        auto *many = dialog<BulkReleaseDialog>();
        QVERIFY(many);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(many, release), patienceMs);
        m_clock->advance(ReleaseOrder::lookLife);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(many, lookAgain), patienceMs);
        m_clock->advance(1s);
        m_feed->locks[1].owner = "web-9";
        poll();
        buttonOf(many, lookAgain)->click();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(many, release), patienceMs);
        QCOMPARE(opened().size(), 4);
        const auto owner = [many](int row) {
            return many->model().index(row, int(BulkReleaseModel::Owner)).data();
        };
        QCOMPARE(owner(0), QStringLiteral("web-3"));
        QCOMPARE(owner(1), QStringLiteral("web-9"));
        buttonOf(many, release)->click();
        QTRY_COMPARE_WITH_TIMEOUT(many->model().releasedCount(), 2, patienceMs);
    }

    /** Nobody polls: the view would be as old at the second look as it was at the first. */
    void aPausedViewIsReadAnewForALook()
    {
        const QSignalSpy wanted(m_controller, &ReleaseController::lookWanted);
        m_clock->advance(11min);
        answerNow();
        m_controller->release({shown().front()});
        auto *one = dialog<ReleaseDialog>();
        QVERIFY(one);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(one, lookAgain), patienceMs);
        QVERIFY(!isReady(one, QStringLiteral("Release")));
        QCOMPARE(wanted.size(), 1);
        poll();
        buttonOf(one, lookAgain)->click();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(one, QStringLiteral("Release")), patienceMs);

        m_clock->advance(11min);
        QTRY_COMPARE_WITH_TIMEOUT(wanted.size(), 2, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(one, lookAgain), patienceMs);
        poll();
        buttonOf(one, lookAgain)->click();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(one, QStringLiteral("Release")), patienceMs);
    }

    void ofSeveralOldOnesAsWell()
    {
        const QSignalSpy wanted(m_controller, &ReleaseController::lookWanted);
        m_clock->advance(11min);
        answerNow();
        m_controller->release(shown());
        auto *many = dialog<BulkReleaseDialog>();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(many, lookAgain), patienceMs);
        QCOMPARE(wanted.size(), 1);
        poll();
        buttonOf(many, lookAgain)->click();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(many, QStringLiteral("Release 2")), patienceMs);
        QVERIFY(!buttonOf(many, lookAgain));
    }

    /** The view cannot tell how the lock stands; the ticket, which read it alone, can. */
    void whatOnlyTheTicketCouldReadIsLookedAtThere()
    {
        m_clock->advance(11min);
        m_feed->locks[0].state = LockState::Unknown;
        m_feed->publish(); // of the data of before
        answerNow();
        m_controller->release({shown().front()});
        auto *one = dialog<ReleaseDialog>();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(one, lookAgain), patienceMs);
        buttonOf(one, lookAgain)->click();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(one, QStringLiteral("Release")), patienceMs);
        QCOMPARE(one->inquiry().lock()->holders.front().raw, QByteArray("web-3"));
        QCOMPARE(one->inquiry().looked().at, m_script->preview->server.at);
    }
};

LOCKMASTER_TEST(TestReleaseController, QApplication)

} // namespace tst_releasecontroller

#include "tst_releasecontroller.moc"
