// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/buttons.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"
#include "ui/release/releasecontroller.h"
#include "ui/release/releasedialog.h"
#include "core/actions/writelifts.h"
#include "ui/kit/banner.h"
#include "ui/details/detailspane.h"
#include "ui/kit/figurerow.h"
#include "ui/lanes/lanesview.h"
#include "ui/leaders/leadersview.h"
#include "ui/leaders/leadertable.h"
#include "ui/locks/locksview.h"
#include "ui/window/mainwindow.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolBar>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_leaderswindow {

namespace {

QString sql(const char *text)
{
    return QString::fromUtf8(text);
}

/** A leader table with one service, a lock table with one lock, and an account that may write. */
struct Election {
    explicit Election(const LiveSqlServer &server) : scratch(server)
    {
        scratch.run(sql("CREATE TABLE service_leader_lock (id BIGINT AUTO_INCREMENT PRIMARY KEY, "
                        "name VARCHAR(100) NOT NULL UNIQUE, container_id VARCHAR(100) NULL, "
                        "timestamp DATETIME(3) NOT NULL)"));
        scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY, "
                        "owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL)"));
        scratch.run(sql("INSERT INTO dist_lock VALUES ('job', 'o', NOW() + INTERVAL 600 SECOND)"));
        scratch.run(sql("INSERT INTO service_leader_lock (name, container_id, timestamp) VALUES "
                        "('batch', 'web-1', UTC_TIMESTAMP(3))"));
        scratch.run(QStringLiteral("GRANT UPDATE ON `%1`.* TO '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        spec = scratch.backend();
        spec.poll = 200ms;
        spec.tables = {distLockTable(), leaderTable()};
        spec.tables.back().lease = Micros(1200ms);
        spec.systems = QStringList{QStringLiteral("dist_lock"), QStringLiteral("leader")};
        QObject::connect(&beat, &QTimer::timeout, &beat, [this] {
            scratch.run(sql("UPDATE service_leader_lock SET timestamp = UTC_TIMESTAMP(3) WHERE "
                            "container_id = ?"),
                        {leader});
        });
        beat.start(250ms);
    }
    void takeOver(const char *who)
    {
        leader = sql(who);
        scratch.run(sql("UPDATE service_leader_lock SET container_id = ?, "
                        "timestamp = UTC_TIMESTAMP(3)"),
                    {leader});
    }
    /** Who the row names; empty: nobody. */
    QString stored() const
    {
        SqlSession session(scratch.admin());
        return session.value(sql("SELECT container_id FROM service_leader_lock")).toString();
    }

    SqlScratch scratch;
    BackendSpec spec;
    QString leader = sql("web-1");
    QTimer beat;
};

/** The window with everything that its leaders need, watching one election. */
struct Bench {
    explicit Bench(const Election &election)
        : settings(directory.filePath(QStringLiteral("w.ini")), QSettings::IniFormat),
          audit(directory.path()),
          monitor([](const BackendSpec &spec) { return makeReader(spec, password()); }),
          lifts(gate, audit, QStringLiteral("lockmaster")),
          window(monitor.store(), SystemNames(), systemClock(), settings, {})
    {
        ActionTools tools;
        tools.gate = &gate;
        tools.audit = &audit;
        tools.passwords = [](const BackendSpec &) { return password(); };
        tools.program = QStringLiteral("lockmaster");
        releases = new ReleaseController(tools, monitor.store(), lifts, SystemNames(), &window);
        releases->setBackends({election.spec});
        view().setActionsOf([this](const LockRecord &lock) { return releases->actionsOf(lock); });
        QObject::connect(&view(), &LeadersView::stepDownRequested, releases,
                         &ReleaseController::releaseBy);
        QObject::connect(&window, &MainWindow::leaderMarksChanged, &monitor,
                         &Monitor::setLeaderMarks);
        monitor.setBackends({election.spec});
        monitor.setQuery(window.query());
        window.showPage(PageId::Leaders);
        window.show();
    }
    ~Bench() { releases->finish(); }

    static PasswordSource password()
    {
        return [](SteadyTime) { return Result<Secret>(Secret(SqlScratch::password())); };
    }
    LeadersView &view() { return window.leadersView(); }
    QString figure(size_t at)
    {
        const auto &figures = view().figures().figures();
        return at < figures.size() ? figures[at].value : QString();
    }
    QString note(size_t at)
    {
        const auto &figures = view().figures().figures();
        return at < figures.size() ? figures[at].note : QString();
    }

    QTemporaryDir directory;
    QSettings settings;
    WriteGate gate;
    AuditLog audit;
    Monitor monitor;
    WriteLifts lifts;
    MainWindow window;
    ReleaseController *releases;
};

} // namespace

/** The page of the leaders, from heartbeats in a real table to a leader that steps down. */
class TestLeadersWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void aLeaderStepsDown()
    {
        QFETCH_GLOBAL(LiveSqlServer *, server);
        Election election(*server);
        Bench bench(election);
        QTRY_COMPARE(bench.figure(0), QStringLiteral("web-1"));
        QTRY_VERIFY(bench.view().stepDownButton().isEnabled());
        bench.view().stepDownButton().click();
        auto *dialog = bench.window.findChild<ReleaseDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->inquiry().action().id, QStringLiteral("step-down"));
        const QString confirm = dialog->inquiry().action().label;
        QTRY_VERIFY(isReady(dialog, confirm));
        election.beat.stop();
        buttonOf(dialog, confirm)->click();
        QTRY_COMPARE(election.stored(), QString());
        QTRY_COMPARE(bench.figure(0), QStringLiteral("nobody"));
        QVERIFY(!bench.view().stepDownButton().isEnabled());
    }

    void aFailoverIsSeen()
    {
        QFETCH_GLOBAL(LiveSqlServer *, server);
        Election election(*server);
        Bench bench(election);
        QTRY_COMPARE(bench.figure(0), QStringLiteral("web-1"));
        election.takeOver("web-2");
        QTRY_COMPARE(bench.figure(0), QStringLiteral("web-2"));
        QCOMPARE(bench.figure(4), QStringLiteral("1"));
        QCOMPARE(bench.view().lanes().chart()->lanes.size(), size_t(2));
    }

    void aLockThatIsMarkedIsWatched()
    {
        QFETCH_GLOBAL(LiveSqlServer *, server);
        Election election(*server);
        Bench bench(election);
        QTRY_COMPARE(bench.view().table().model()->rowCount(), 1);
        LockTable &table = bench.window.locksView().table();
        const LockId job{std::make_shared<const SourceId>(
                             SourceId{election.spec.name, QStringLiteral("dist_lock"),
                                      election.scratch.schema() + QStringLiteral(".dist_lock")}),
                         "job"};
        QTRY_VERIFY(table.selectLock(job));
        QAction *watch = bench.window.details().findChild<QToolBar *>()->actions().front();
        QCOMPARE(watch->text(), QStringLiteral("Watch as leader"));
        watch->trigger();
        QTRY_COMPARE(bench.view().table().model()->rowCount(), 2);
        QVERIFY(bench.view().choose(job));
        QCOMPARE(bench.figure(0), QStringLiteral("o"));
        watch->trigger();
        QTRY_COMPARE(bench.view().table().model()->rowCount(), 1);
        QCOMPARE(bench.view().chosen()->name, QByteArray("batch"));
    }

private:
    SqlServers m_servers;
};

LOCKMASTER_TEST(TestLeadersWindow, QApplication)

} // namespace tst_leaderswindow

#include "tst_leaderswindow.moc"
