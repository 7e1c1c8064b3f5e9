// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditlog.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"
#include "tests/support/windowtexts.h"
#include "ui/servers/backenddialog.h"
#include "ui/servers/connectiontest.h"
#include "ui/servers/passworddialog.h"
#include "ui/release/releasecontroller.h"
#include "ui/servers/testdialog.h"
#include "core/actions/writelifts.h"
#include "ui/details/detailspane.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/window/mainwindow.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_canarywindow {

namespace {

constexpr int patience = 30'000;
const QString canary = QStringLiteral("Canary7qX");

QStringList logged; // by this process

void log(QtMsgType, const QMessageLogContext &, const QString &text)
{
    logged << text;
}

/** What of it is the canary; empty: nothing. */
QString toldBy(const QWidget &window)
{
    return textsOf(window).filter(canary).join(u'\n');
}

} // namespace

/** A password set wherever a window takes one is in none of its texts. */
class TestCanaryWindow : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    std::unique_ptr<PrivateRedis> m_redis;

    /** One that is let in, one that is refused, one that cannot be reached. */
    std::vector<BackendSpec> backends() const
    {
        BackendSpec right = m_redis->spec();
        right.user = QStringLiteral("ann");
        right.patterns = {"lock:*"};
        right.poll = 200ms;
        right.urlPassword = Secret(canary.toUtf8());
        right.name = QStringLiteral("right");
        BackendSpec wrong = right;
        wrong.name = QStringLiteral("wrong");
        wrong.urlPassword = Secret(canary.toUtf8() + "-no-more");
        BackendSpec nowhere = right;
        nowhere.name = QStringLiteral("nowhere");
        nowhere.socketPath.clear();
        nowhere.host = QStringLiteral("127.0.0.1");
        nowhere.port = 1;
        return {right, wrong, nowhere};
    }
    static std::unique_ptr<BackendReader> read(const BackendSpec &spec)
    {
        return makeReader(spec, passwordOf(spec));
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis =
            PrivateRedis::start({.lines = {"user ann on >" + canary.toUtf8() + " ~* &* +@all"}});
        QVERIFY(m_redis);
        m_redis->run(lockKey("lock:a", "web-1", 3600000ms));
        qInstallMessageHandler(log);
    }
    void cleanupTestCase()
    {
        qInstallMessageHandler(nullptr);
        QCOMPARE(logged.filter(canary), QStringList());
        QCOMPARE(QGuiApplication::clipboard()->text().contains(canary), false);
    }

    /** The measure itself. */
    void aTextThatTellsIsFound()
    {
        QWidget window;
        QCOMPARE(toldBy(window), QString());
        auto *label = new QLabel(QStringLiteral("refused: ") + canary, &window);
        QVERIFY(!toldBy(window).isEmpty());
        delete label;
        auto *edit = new QLineEdit(canary, &window);
        QVERIFY(!toldBy(window).isEmpty());
        edit->setEchoMode(QLineEdit::Password);
        QCOMPARE(toldBy(window), QString());
        edit->setToolTip(canary);
        QVERIFY(!toldBy(window).isEmpty());
    }

    void theWindowAndItsReleaseDialog()
    {
        Monitor monitor(&TestCanaryWindow::read,
                        [](const BackendSpec &spec) { return makeFeed(spec, passwordOf(spec)); });
        QSettings settings(m_directory.filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
        MainWindow window(monitor.store(), SystemNames(), systemClock(), settings, {});
        WriteGate gate;
        AuditLog audit(m_directory.filePath(QStringLiteral("audit")));
        ActionTools tools;
        tools.gate = &gate;
        tools.audit = &audit;
        tools.passwords = &passwordOf;
        tools.program = QStringLiteral("lockmaster");
        WriteLifts lifts(gate, audit, tools.program);
        ReleaseController releases(tools, monitor.store(), lifts, SystemNames(), &window);
        releases.setBackends(backends());
        monitor.setBackends(backends());
        monitor.setQuery(window.query());
        window.show();
        const auto view = [&] { return monitor.store().view(); };
        QTRY_VERIFY_WITH_TIMEOUT(view()->rows.size() == 1 && view()->backends.size() == 3
                                     && !view()->backends[1]->status.problems.empty()
                                     && !view()->backends[2]->status.problems.empty(),
                                 patience);
        const LockPointer lock = view()->rows[0].lock.record();
        QVERIFY(window.locksView().table().selectLock(lock->id));
        QTRY_VERIFY_WITH_TIMEOUT(window.details().plainText().contains(QStringLiteral("lock:a")),
                                 patience);
        QCOMPARE(toldBy(window), QString());

        releases.release({lock});
        auto *dialog = window.findChild<QDialog *>();
        QVERIFY(dialog);
        QTRY_VERIFY_WITH_TIMEOUT(
            textsOf(*dialog).join(u'\n').contains(QStringLiteral("lockctl release")), patience);
        QCOMPARE(toldBy(*dialog), QString());
        delete dialog;
        releases.finish();
    }

    void theDialogsOfAServer()
    {
        for (const BackendSpec &backend : backends()) {
            TestDialog test(&TestCanaryWindow::read, backend);
            test.show();
            QSignalSpy finished(test.findChild<ConnectionTest *>(), &ConnectionTest::finished);
            QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), patience);
            QCOMPARE(toldBy(test), QString());

            BackendDialog edit(&TestCanaryWindow::read, {});
            edit.setBackend(backend);
            edit.show();
            QCOMPARE(toldBy(edit), QString());
        }
    }

    void whatIsTyped()
    {
        BackendSpec backend = backends().front();
        backend.urlPassword = {};
        const auto trial = [](const BackendSpec &spec, const Secret &password) {
            return makeReader(spec, [password](SteadyTime) -> Result<Secret> { return password; });
        };
        PasswordDialog dialog(backend, QStringLiteral("It wants a password."), trial);
        dialog.show();
        auto *edit = dialog.findChild<QLineEdit *>();
        QTest::keyClicks(edit, canary + QStringLiteral("-wrong"));
        QCOMPARE(toldBy(dialog), QString());
        edit->selectAll();
        edit->copy();
        QTest::keyClick(edit, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(textsOf(dialog).join(u'\n').contains(QStringLiteral("refused")),
                                 patience);
        QCOMPARE(toldBy(dialog), QString());
    }
};

LOCKMASTER_TEST(TestCanaryWindow, QApplication)

} // namespace tst_canarywindow

#include "tst_canarywindow.moc"
