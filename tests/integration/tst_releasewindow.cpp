// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"
#include "ui/release/allowwritesdialog.h"
#include "ui/release/bulkreleasedialog.h"
#include "ui/release/releasecontroller.h"
#include "ui/release/releasedialog.h"
#include "ui/locks/eventmodel.h"
#include "ui/release/writelifts.h"
#include "ui/kit/banner.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_releasewindow {

/** The window's releases from the selected lock to the outcome, on a server of its own. */
class TestReleaseWindow : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<QTemporaryDir> m_logs;
    std::unique_ptr<WriteGate> m_gate;
    std::unique_ptr<AuditLog> m_audit;
    std::unique_ptr<Monitor> m_monitor;
    std::unique_ptr<WriteLifts> m_lifts;
    std::unique_ptr<QWidget> m_window;
    ReleaseController *m_controller = nullptr;
    BackendSpec m_spec;

    void start(bool readOnly)
    {
        m_spec = m_redis->spec();
        m_spec.name = QStringLiteral("cache");
        m_spec.patterns = {"lock:*"};
        m_spec.poll = 200ms;
        m_spec.readOnly = readOnly;
        const Secret password = m_spec.urlPassword;
        const auto source = [password](SteadyTime) { return Result<Secret>(password); };
        m_gate = std::make_unique<WriteGate>();
        m_audit = std::make_unique<AuditLog>(m_logs->path());
        ActionTools tools;
        tools.gate = m_gate.get();
        tools.audit = m_audit.get();
        tools.passwords = [source](const BackendSpec &) -> PasswordSource { return source; };
        tools.program = QStringLiteral("lockmaster");
        m_monitor = std::make_unique<Monitor>(
            [source](const BackendSpec &spec) { return makeReader(spec, source); });
        m_lifts = std::make_unique<WriteLifts>(*m_gate, *m_audit, tools.program);
        m_window = std::make_unique<QWidget>();
        m_controller = new ReleaseController(tools, m_monitor->store(), *m_lifts, SystemNames(),
                                             m_window.get());
        m_controller->setBackends({m_spec});
        m_monitor->setBackends({m_spec});
        m_monitor->setQuery({});
        m_window->show();
    }
    LockPointer lock(const QByteArray &name)
    {
        for (const ViewRow &row : m_monitor->store().view()->rows) {
            if (row.lock.name() == name && row.mark != RowMark::Gone)
                return row.lock.record();
        }
        return nullptr;
    }
    bool hold(const QByteArray &name, const QByteArray &owner)
    {
        m_redis->run(lockKey(name, owner, 600000ms));
        return QTest::qWaitFor([&] {
            const LockPointer seen = lock(name);
            return seen && !seen->holders.empty() && seen->holders.front().raw == owner;
        });
    }
    template<typename Dialog>
    Dialog *dialog()
    {
        for (auto *each : m_window->findChildren<Dialog *>()) {
            if (each->isVisible())
                return each;
        }
        return nullptr;
    }
    static QPushButton *button(QWidget *in, const QString &text)
    {
        for (QPushButton *each : in->findChildren<QPushButton *>()) {
            if (each->text() == text && !each->isHidden())
                return each;
        }
        return nullptr;
    }
    static bool isReady(QWidget *in, const QString &text)
    {
        const QPushButton *found = button(in, text);
        return found && found->isEnabled();
    }
    static QString said(QWidget *in) { return in->findChild<Banner *>()->text(); }
    /** `intent` or `outcome`, and what it says; oldest first. */
    QStringList audited() const
    {
        QStringList all;
        const auto lines = readAudit(m_logs->path(), 100);
        for (const AuditLine &line : *lines)
            all << (line.isIntent ? line.intent.action : line.outcome.outcome);
        return all;
    }
    QByteArray stored(const QByteArray &name) { return m_redis->run({"GET", name}).text; }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start();
        QVERIFY(m_redis);
    }
    void init()
    {
        m_logs = std::make_unique<QTemporaryDir>();
        m_redis->run({"FLUSHALL"});
    }
    void cleanup()
    {
        if (m_controller)
            m_controller->finish();
        m_window.reset();
        m_controller = nullptr;
        m_lifts.reset();
        m_monitor.reset();
    }

    void theLockLookedAtIsReleasedAndAudited()
    {
        start(false);
        QVERIFY(hold("lock:a", "token-1"));
        m_controller->release({lock("lock:a")});
        auto *shown = dialog<ReleaseDialog>();
        QVERIFY(shown);
        const QString label = shown->action().label;
        QTRY_VERIFY(isReady(shown, label));
        button(shown, label)->click();
        QTRY_VERIFY2(said(shown).startsWith(QStringLiteral("Released")), qPrintable(said(shown)));
        QVERIFY(stored("lock:a").isEmpty());
        QVERIFY(shown->isVisible());
        QCOMPARE(audited(), QStringList({shown->action().id, QStringLiteral("released")}));
    }

    /** The list of events is told of it, by the number under which the audit log has it. */
    void anEndThatWasMadeHereIsToldAsSuch()
    {
        start(false);
        EventModel events(m_monitor->store());
        connect(m_controller, &ReleaseController::released, &events, &EventModel::noteRelease);
        QVERIFY(hold("lock:a", "token-1"));
        m_controller->release({lock("lock:a")});
        auto *shown = dialog<ReleaseDialog>();
        const QString label = shown->action().label;
        QTRY_VERIFY(isReady(shown, label));
        button(shown, label)->click();
        const auto last = [&events] {
            return events.rowCount() == 0
                       ? QString()
                       : events.index(events.rowCount() - 1, 0).data().toString();
        };
        QTRY_VERIFY2(last().contains(QStringLiteral("released from here")), qPrintable(last()));
    }

    void aLockThatChangedHandsIsLeftAlone()
    {
        start(false);
        QVERIFY(hold("lock:a", "token-1"));
        m_controller->release({lock("lock:a")});
        auto *shown = dialog<ReleaseDialog>();
        const QString label = shown->action().label;
        QTRY_VERIFY(isReady(shown, label));
        QVERIFY(hold("lock:a", "token-2"));
        QTRY_VERIFY(said(shown).contains(QStringLiteral("changed hands")));
        QVERIFY(!isReady(shown, label));
        QCOMPARE(stored("lock:a"), QByteArray("token-2"));
        button(shown, QStringLiteral("&Look again"))->click();
        QTRY_VERIFY(isReady(shown, label));
        button(shown, label)->click();
        QTRY_VERIFY(said(shown).startsWith(QStringLiteral("Released")));
        QVERIFY(stored("lock:a").isEmpty());
    }

    void aReadOnlyServerIsWrittenToOnlyOnceThatIsAudited()
    {
        start(true);
        QVERIFY(hold("lock:a", "token-1"));
        m_controller->release({lock("lock:a")});
        auto *shown = dialog<ReleaseDialog>();
        const QString label = shown->action().label;
        const QString allow = QStringLiteral("Allow &writes for 10 minutes…");
        QTRY_VERIFY(isReady(shown, allow));
        QVERIFY(!button(shown, label));
        button(shown, allow)->click();
        auto *asks = dialog<AllowWritesDialog>();
        QVERIFY(asks);
        button(asks, QStringLiteral("Allow &writes"))->click();
        QTRY_VERIFY(isReady(shown, label));
        QCOMPARE(audited(),
                 QStringList({QStringLiteral("allow-writes"), QStringLiteral("allowed")}));
        m_lifts->restore(m_spec.name);
        QVERIFY(!button(shown, label));
        QCOMPARE(stored("lock:a"), QByteArray("token-1"));
    }

    void withoutAnAuditLogNothingIsLifted()
    {
        start(true);
        const QByteArray blocked = (m_logs->path() + QStringLiteral("/file")).toUtf8();
        QFile file(QString::fromUtf8(blocked));
        QVERIFY(file.open(QIODevice::WriteOnly));
        WriteLifts lifts(*m_gate, AuditLog(file.fileName() + QStringLiteral("/audit")),
                         QStringLiteral("lockmaster"));
        bool failed = false;
        connect(&lifts, &WriteLifts::failed, this, [&failed] { failed = true; });
        lifts.allow(m_spec, {});
        QTRY_VERIFY(failed);
        QVERIFY(!lifts.isWritable(m_spec));
    }

    void severalAreReleasedOneByOne()
    {
        start(false);
        constexpr int count = 40; // more than keep a ticket open
        std::vector<LockPointer> locks;
        for (int i = 0; i < count; ++i)
            QVERIFY(hold("lock:" + QByteArray::number(i), "token-1"));
        for (int i = 0; i < count; ++i)
            locks.push_back(lock("lock:" + QByteArray::number(i)));
        m_redis->run(lockKey("lock:7", "token-2", 600000ms));
        m_controller->release(locks);
        auto *shown = dialog<BulkReleaseDialog>();
        QVERIFY(shown);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(shown, QStringLiteral("Release 39")), 20'000);
        m_redis->run(lockKey("lock:8", "token-2", 600000ms));
        m_redis->run(lockKey("lock:39", "token-2", 600000ms));
        button(shown, QStringLiteral("Release 39"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(button(shown, QStringLiteral("Close")), 20'000);
        QCOMPARE(shown->model().releasedCount(), count - 3);
        for (const char *changed : {"lock:7", "lock:8", "lock:39"})
            QCOMPARE(stored(changed), QByteArray("token-2"));
        QVERIFY(stored("lock:6").isEmpty());
    }
};

LOCKMASTER_TEST(TestReleaseWindow, QApplication)

} // namespace tst_releasewindow

#include "tst_releasewindow.moc"
