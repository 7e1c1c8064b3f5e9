// SPDX-License-Identifier: Apache-2.0
#include "app/lockmaster/sandboxstarter.h"
#include "core/config/secrets.h"
#include "core/lab/servers/keeper.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/gapmeter.h"
#include "tests/support/testprogram.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/window/mainwindow.h"
#include "ui/window/sandboxstrip.h"

#include <QDir>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_sandboxkilled {

namespace {

constexpr int patience = 60'000;
constexpr Millis longestGap = 100ms;

PasswordSource passwordOf(const BackendSpec &spec)
{
    return [spec](SteadyTime deadline) { return resolvePassword(spec, deadline); };
}

/** Processes, in the order in which they were started. */
std::vector<qint64> runningIn(Keeper &keeper)
{
    constexpr int fewChildren = 10;
    std::vector<qint64> running;
    for (int id = 1; id < fewChildren; ++id) {
        const Keeper::Child child = keeper.child(id);
        if (child.pid > 0 && !child.exitCode)
            running.push_back(child.pid);
    }
    return running;
}

} // namespace

/** The sandbox's servers are killed while the window shows their locks. */
class TestSandboxKilled : public QObject
{
    Q_OBJECT

private slots:
    void isSaidAndStartedAnew_data();
    void isSaidAndStartedAnew();
};

void TestSandboxKilled::isSaidAndStartedAnew_data()
{
    QTest::addColumn<bool>("first"); // of the two servers
    QTest::addColumn<bool>("last");
    QTest::addColumn<QString>("said");
    QTest::newRow("Redis") << true << false << QStringLiteral("The sandbox's Redis has ended.");
    QTest::newRow("MariaDB") << false << true << QStringLiteral("The sandbox's MariaDB has ended.");
    QTest::newRow("all of it") << true << true << QStringLiteral("The sandbox has ended.");
}

void TestSandboxKilled::isSaidAndStartedAnew()
{
    QFETCH(bool, first);
    QFETCH(bool, last);
    QFETCH(QString, said);
    const QTemporaryDir directory;
    QSettings settings(directory.filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
    Monitor monitor([](const BackendSpec &spec) { return makeReader(spec, passwordOf(spec)); },
                    [](const BackendSpec &spec) { return makeFeed(spec, passwordOf(spec)); });
    MainWindow window(monitor.store(), SystemNames(), systemClock(), settings, {});
    monitor.setQuery(window.query());
    auto *strip = new SandboxStrip;
    window.addStrip(strip);
    SandboxStarter starter;
    connect(strip, &SandboxStrip::startWanted, &starter, [&] { starter.start({}); });
    connect(&starter, &SandboxStarter::ended, strip, &SandboxStrip::showEnded);
    connect(&starter, &SandboxStarter::progressed, strip, &SandboxStrip::showProgress);
    connect(&starter, &SandboxStarter::failed, strip, &SandboxStrip::showFailure);
    connect(&starter, &SandboxStarter::started, strip, &SandboxStrip::clear);
    connect(
        &starter, &SandboxStarter::started, &monitor,
        [&monitor](const std::vector<BackendSpec> &backends) { monitor.setBackends(backends); });
    QSignalSpy failed(&starter, &SandboxStarter::failed);
    window.show();

    const auto showsBoth = [&] {
        const auto &backends = monitor.store().view()->backends;
        return backends.size() == 2
               && std::all_of(backends.begin(), backends.end(), [](const auto &backend) {
                      return backend->status.state == BackendState::Online;
                  });
    };
    starter.start({});
    QTRY_VERIFY_WITH_TIMEOUT(showsBoth() || !failed.isEmpty(), patience);
    if (!failed.isEmpty() && !qEnvironmentVariableIsSet("CI"))
        QSKIP(qPrintable(failed.front().front().value<Error>().message));
    QVERIFY(failed.isEmpty());
    QVERIFY(strip->isHidden());
    const QString before = QFileInfo(starter.configPath()).path();

    GapMeter gaps;
    const std::shared_ptr<Keeper> keeper = starter.labPlace()->keeper;
    const std::vector<qint64> servers = runningIn(*keeper);
    QCOMPARE(servers.size(), size_t(2));
    const qint64 pid = first && last ? keeper->pid() : first ? servers.front() : servers.back();
    QVERIFY(::kill(pid_t(pid), SIGKILL) == 0);
    QTRY_VERIFY_WITH_TIMEOUT(!strip->isHidden(), patience);
    QVERIFY2(strip->text().startsWith(said), qPrintable(strip->text()));
    QVERIFY(!starter.labPlace());
    const auto isOffline = [&] {
        const auto &backends = monitor.store().view()->backends;
        return std::any_of(backends.begin(), backends.end(), [](const auto &backend) {
            return backend->status.state == BackendState::Offline;
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOffline(), patience);

    auto *start = strip->findChild<QPushButton *>();
    QVERIFY(start->isEnabled());
    QTest::mouseClick(start, Qt::LeftButton);
    QVERIFY(!start->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(strip->isHidden() && showsBoth(), patience);
    QVERIFY(failed.isEmpty());
    QVERIFY(QFileInfo(starter.configPath()).path() != before);
    QVERIFY2(gaps.worst() <= longestGap, qPrintable(QString::number(gaps.worst().count())));
    qInfo("worst gap %d ms", int(gaps.worst().count()));
}

LOCKMASTER_TEST(TestSandboxKilled, QApplication)

} // namespace tst_sandboxkilled

#include "tst_sandboxkilled.moc"
