// SPDX-License-Identifier: Apache-2.0
#include "core/trust/commandtrust.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "core/display/alivechecks.h"
#include "ui/details/detailspane.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/window/alivecontroller.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_alivecontroller {

/** A holder is asked about from the details, by the operator's own check. */
class TestAliveController : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    QTemporaryDir m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<AliveChecks> m_checks;
    std::unique_ptr<MainWindow> m_window;
    AliveController *m_controller = nullptr;

    LockId idOf(size_t at) const { return makeLock(m_feed->locks[at], m_clock)->id; }
    QString details() const { return m_window->details().plainText(); }
    QStringList command(const char *script) const
    {
        return {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QString::fromLatin1(script),
                QStringLiteral("{host}")};
    }
    void choose(size_t at)
    {
        m_feed->focus = idOf(at);
        m_feed->publish();
        QVERIFY(m_window->locksView().table().selectLock(idOf(at)));
    }
    bool tells(const QString &text) const
    {
        return QTest::qWaitFor([&] { return details().contains(text); }, 10'000);
    }

    void setCheck(const QStringList &command)
    {
        BackendSpec backend;
        backend.name = QStringLiteral("billing-db");
        backend.aliveCommand = command;
        m_checks->setBackends({backend});
    }

private slots:
    void init()
    {
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_directory.path()));
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock),
                            makeStatus(QStringLiteral("other-db"), BackendKind::MySql, m_clock)};
        m_feed->locks = {{.name = "daily-close", .host = QStringLiteral("web-3")},
                         {.name = "elsewhere",
                          .backend = QStringLiteral("other-db"),
                          .host = QStringLiteral("web-3")},
                         {.name = "nameless"}};
        m_checks = std::make_unique<AliveChecks>(m_clock);
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{});
        m_window->setAliveChecks(*m_checks);
        m_controller = new AliveController(*m_checks, *m_window, *m_store);
        m_feed->publish();
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void itIsOfferedWhereThereIsAWay()
    {
        setCheck(command("echo gone"));
        QVERIFY(!m_controller->ask().isVisible());
        choose(0);
        QVERIFY(m_controller->ask().isVisible());
        QVERIFY(m_controller->ask().isEnabled());
        choose(1);
        QVERIFY(!m_controller->ask().isVisible());
    }

    void nothingIsRunThatNobodyTrusts()
    {
        const QString mark = m_directory.filePath(QStringLiteral("ran"));
        setCheck(command(qPrintable(QStringLiteral("touch '%1'; echo gone").arg(mark))));
        choose(0);
        m_controller->ask().trigger();
        QVERIFY2(tells(QStringLiteral("nobody has trusted it")), qPrintable(details()));
        QVERIFY(!QFile::exists(mark));
    }

    /** Of the hold that was asked about, and for a minute. */
    void whatItSaysStandsInTheDetails()
    {
        const QStringList gone = command("test $0 = web-3 && echo gone");
        QVERIFY(trustCommand(aliveCheck(gone)));
        setCheck(gone);
        choose(0);
        m_controller->ask().trigger();
        QVERIFY(!m_controller->ask().isEnabled()); // it is being asked
        QVERIFY2(tells(QStringLiteral("says it is gone")), qPrintable(details()));
        QVERIFY(m_controller->ask().isEnabled());
        QVERIFY(m_checks->saidOf(*makeLock(m_feed->locks[0], m_clock)));
        // Another holder was not asked about.
        LockSpec next = m_feed->locks[0];
        next.owner = "web-4";
        QVERIFY(!m_checks->saidOf(*makeLock(next, m_clock)));
        m_clock.advance(61s);
        QVERIFY(!m_checks->saidOf(*makeLock(m_feed->locks[0], m_clock)));
        m_window->showDetails();
        QVERIFY(!details().contains(QStringLiteral("says it is gone")));
    }

    void ofWhomNothingFitsNothingIsRun()
    {
        const QStringList gone = command("echo gone");
        QVERIFY(trustCommand(aliveCheck(gone)));
        setCheck(gone);
        choose(2);
        m_controller->ask().trigger();
        QVERIFY2(tells(QStringLiteral("nothing that fits {host}")), qPrintable(details()));
    }
};

LOCKMASTER_TEST(TestAliveController, QApplication)

} // namespace tst_alivecontroller

#include "tst_alivecontroller.moc"
