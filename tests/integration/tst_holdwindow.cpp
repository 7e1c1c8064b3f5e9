// SPDX-License-Identifier: Apache-2.0
#include "core/actions/holdcontroller.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"
#include "ui/held/acquiredialog.h"
#include "ui/history/auditdialog.h"
#include "ui/held/exitquestion.h"
#include "ui/held/holding.h"
#include "ui/kit/banner.h"
#include "ui/held/heldlist.h"
#include "core/display/eventmodel.h"

#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_holdwindow {

/** The window's own locks, from the dialog to the list and out again, on a server of its own. */
class TestHoldWindow : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<QTemporaryDir> m_logs;
    WriteGate m_gate;
    std::unique_ptr<AuditLog> m_audit;
    LockStore m_store;
    std::unique_ptr<HoldController> m_desk;
    std::unique_ptr<QWidget> m_window;
    Holding *m_holding = nullptr;
    BackendSpec m_spec;

    QByteArray stored(const QByteArray &name) { return m_redis->run({"GET", name}).text; }
    QString state(int row = 0) const
    {
        return m_holding->list().table().model()->index(row, HeldModel::Progress).data().toString();
    }
    /** Fills in the dialog and presses Acquire. */
    void acquire(const QByteArray &name, const QString &wait = QStringLiteral("0s"))
    {
        AcquireDialog::Setup setup;
        setup.places = acquirePlaces({m_spec});
        setup.writable = [this](const BackendSpec &spec) {
            return m_gate.permit(spec).has_value();
        };
        AcquireDialog *dialog = m_holding->ask(setup, std::nullopt);
        for (QLineEdit *edit : dialog->findChildren<QLineEdit *>()) {
            if (edit->accessibleName() == QStringLiteral("Name"))
                edit->setText(QString::fromUtf8(name));
            if (edit->accessibleName() == QStringLiteral("TTL"))
                edit->setText(QStringLiteral("900ms"));
            if (edit->accessibleName() == QStringLiteral("Wait at most"))
                edit->setText(wait);
        }
        QVERIFY2(dialog->acquireButton().isEnabled(), qPrintable(dialog->problemText()));
        dialog->acquireButton().click();
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start();
        QVERIFY(m_redis);
    }
    void init()
    {
        m_redis->run({"FLUSHALL"});
        m_logs = std::make_unique<QTemporaryDir>();
        m_audit = std::make_unique<AuditLog>(m_logs->path());
        m_spec = m_redis->spec();
        m_spec.name = QStringLiteral("cache");
        m_spec.systems = {QStringLiteral("redis_string")};
        const Secret password = m_spec.urlPassword;
        ActionTools tools;
        tools.gate = &m_gate;
        tools.audit = m_audit.get();
        tools.passwords = [password](const BackendSpec &) -> PasswordSource {
            return [password](SteadyTime) { return Result<Secret>(password); };
        };
        tools.program = QStringLiteral("lockmaster");
        m_desk = std::make_unique<HoldController>(tools);
        m_window = std::make_unique<QWidget>();
        m_holding = Holding::of(*m_desk, m_store, SystemNames(), systemClock(), *m_window);
        m_window->show();
    }
    void cleanup()
    {
        m_window.reset();
        m_desk.reset();
    }

    void aLockIsTakenRenewedAndLetGoOf()
    {
        acquire("lock:a");
        QTRY_COMPARE(state(), QStringLiteral("held"));
        QVERIFY(stored("lock:a").startsWith(defaultOwner() + ':')); // one of its own
        QTRY_VERIFY(m_desk->locks().front().renewals >= 2);
        QVERIFY(stored("lock:a").startsWith(defaultOwner() + ':')); // one of its own
        m_holding->list().releaseAction().trigger();
        QTRY_COMPARE(state(), QStringLiteral("let go"));
        QCOMPARE(stored("lock:a"), QByteArray());
        AuditDialog audit(
            {.directory = m_logs->path(),
             .read = [this](qsizetype most) { return readAudit(m_logs->path(), most); },
             .verify = [this] { return verifyAudit(m_logs->path()); }});
        QTRY_VERIFY(audit.model().rowCount() > 0);
        for (int row = 0; row < audit.model().rowCount(); ++row) {
            QCOMPARE(audit.model().index(row, AuditModel::Lock).data().toString(),
                     QStringLiteral("lock:a"));
            QVERIFY(audit.model().entryAt(row).outcome);
        }
        audit.verifyButton().click();
        QTRY_VERIFY(audit.statusText().startsWith(QStringLiteral("✓")));
    }

    /** The list of events does not tell of it as if it had gone by itself. */
    void whatWasLetGoOfHereIsToldAsSuch()
    {
        const Secret password = m_spec.urlPassword;
        Monitor monitor([password](const BackendSpec &spec) {
            return makeReader(spec, [password](SteadyTime) { return Result<Secret>(password); });
        });
        EventModel events(monitor.store());
        connect(m_desk.get(), &HoldController::letGo, &events,
                [&events](const OwnLock &own, const HoldEnd &end) {
                    events.noteRelease({own, end.letGoId, {}, end.letGoBegun, systemClock().now()});
                });
        m_spec.patterns = {"lock:*"};
        m_spec.poll = 200ms;
        monitor.setBackends({m_spec});
        monitor.setQuery({});
        const auto seen = [&monitor] { return monitor.store().view()->rows.size(); };
        const auto last = [&events] {
            return events.rowCount() == 0
                       ? QString()
                       : events.index(events.rowCount() - 1, 0).data().toString();
        };
        acquire("lock:f");
        QTRY_COMPARE(seen(), size_t(1));
        m_holding->list().releaseAction().trigger();
        QTRY_VERIFY2(last().contains(QStringLiteral("released from here")), qPrintable(last()));
        const auto audit = readAudit(m_logs->path(), 1);
        QVERIFY2(last().endsWith(QStringLiteral("(audit log: %1)").arg(audit->front().id)),
                 qPrintable(last()));
    }

    void aLockTakenAwayIsToldAsLost()
    {
        acquire("lock:b");
        QTRY_COMPARE(state(), QStringLiteral("held"));
        m_redis->run(lockKey("lock:b", "somebody else", 600000ms));
        QTRY_COMPARE(state(), QStringLiteral("lost"));
        QVERIFY(m_holding->lostNotice().isVisible() || !m_holding->lostNotice().isHidden());
        QVERIFY(m_holding->lostNotice().text().contains(QStringLiteral("lock:b")));
        QCOMPARE(stored("lock:b"), QByteArray("somebody else"));
        QVERIFY(m_holding->mayClose());
    }

    void whoWaitsCanStop()
    {
        m_redis->run(lockKey("lock:c", "somebody else", 600000ms));
        acquire("lock:c", QStringLiteral("1h"));
        QTRY_COMPARE(state(), QStringLiteral("waiting"));
        QCOMPARE(m_holding->liveCount(), 1);
        m_holding->list().releaseAction().trigger();
        QTRY_COMPARE(state(), QStringLiteral("not acquired"));
        QCOMPARE(stored("lock:c"), QByteArray("somebody else"));
    }

    void quittingLetsGoFirst()
    {
        acquire("lock:d");
        QTRY_COMPARE(state(), QStringLiteral("held"));
        const QSignalSpy quit(m_holding, &Holding::quitRequested);
        QVERIFY(!m_holding->mayClose());
        m_window->findChild<ExitQuestion *>()->releaseButton().click();
        QTRY_COMPARE(quit.size(), 1);
        QCOMPARE(stored("lock:d"), QByteArray());
    }

    void theEndOfTheProgramLetsGo()
    {
        acquire("lock:e");
        QTRY_COMPARE(state(), QStringLiteral("held"));
        m_window.reset();
        m_desk.reset();
        QCOMPARE(stored("lock:e"), QByteArray());
    }
};

LOCKMASTER_TEST(TestHoldWindow, QApplication)

} // namespace tst_holdwindow

#include "tst_holdwindow.moc"
