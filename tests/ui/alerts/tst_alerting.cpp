// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/lockstore.h"
#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "ui/alerts/alerting.h"

#include <QAction>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_alerting {

namespace {

constexpr int patience = 20'000;

AlertSettings settingsOf()
{
    AlertSettings settings;
    AlertRule rule;
    rule.name = QStringLiteral("waiters");
    rule.kind = AlertKind::Waiters;
    settings.rules = {rule};
    return settings;
}

} // namespace

/** From what a monitor publishes to the list in the window, and back by what the operator says. */
class TestAlerting : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    QTemporaryDir m_directory;

    std::shared_ptr<const BackendSnapshot> snapshot(qint64 waiters) const
    {
        LockRecord lock =
            fakeLock(fakeSource(QStringLiteral("b")), "order:1", "web-3", 1h, m_clock.now());
        lock.waiters.count = waiters;
        auto out = std::make_shared<BackendSnapshot>();
        out->status.name = QStringLiteral("b");
        out->status.state = BackendState::Online;
        out->status.dataFrom = m_clock.now();
        out->locks = LockList({PackedLock(lock)});
        return out;
    }

private slots:
    void operatorAnswersWhatIsShown()
    {
        QSettings settings(m_directory.filePath(QStringLiteral("window.ini")),
                           QSettings::IniFormat);
        QVERIFY(Alerting::notifies(settings));
        QVERIFY(!Alerting::sounds(settings));
        Alerting::setSounds(settings, true);
        Alerting::setNotifies(settings, false);
        QVERIFY(Alerting::sounds(settings) && !Alerting::notifies(settings));

        QWidget window;
        window.resize(900, 300);
        LockStore store;
        Alerting alerting(store, SystemNames(), m_clock, settings,
                          QDBusConnection(QStringLiteral("nowhere")), window);
        AlertWatch watch(settingsOf(), {}, alerting.listener(), m_clock);
        alerting.setWatch(&watch);
        AlertList &list = alerting.list();
        const QAbstractItemModel &model = *list.table().model();
        const auto state = [&model] { return model.index(0, AlertModel::State).data().toString(); };
        watch.take(1, snapshot(1), {});
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 1, patience);
        QCOMPARE(state(), QStringLiteral("new"));
        list.table().selectRow(0); // nothing is chosen by itself
        list.snoozeAction().trigger();
        QTRY_VERIFY_WITH_TIMEOUT(state().startsWith(QStringLiteral("snoozed")), patience);
        list.wakeAction().trigger();
        QTRY_COMPARE_WITH_TIMEOUT(state(), QStringLiteral("new"), patience);
        list.acknowledgeAction().trigger();
        QTRY_COMPARE_WITH_TIMEOUT(state(), QStringLiteral("acknowledged"), patience);
        watch.take(1, snapshot(0), {});
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 0, patience);
    }

    void watchMayOutliveTheWindow()
    {
        QSettings settings(m_directory.filePath(QStringLiteral("other.ini")), QSettings::IniFormat);
        std::unique_ptr<AlertWatch> watch;
        {
            QWidget window;
            LockStore store;
            auto *alerting = new Alerting(store, SystemNames(), m_clock, settings,
                                          QDBusConnection(QStringLiteral("nowhere")), window);
            watch = std::make_unique<AlertWatch>(settingsOf(), AlertWatch::Places(),
                                                 alerting->listener(), m_clock);
        }
        watch->take(1, snapshot(1), {});
        watch->flush();
        QCoreApplication::processEvents();
        QCOMPARE(watch->board()->alerts.size(), size_t(1));
    }
};

LOCKMASTER_TEST(TestAlerting, QApplication)

} // namespace tst_alerting

#include "tst_alerting.moc"
