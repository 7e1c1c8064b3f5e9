// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyrecorder.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"
#include "ui/history/historymodel.h"
#include "ui/history/historysearch.h"
#include "ui/history/historytable.h"
#include "ui/history/historyview.h"
#include "ui/lanes/lanesview.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_historywindow {

/** From a real server over monitor, recorder and store to the page of the history. */
class TestHistoryWindow : public QObject
{
    Q_OBJECT

    static QString story(HistoryView &view)
    {
        QSignalSpy answered(&view, &HistoryView::answerShown);
        view.setLive(false);
        view.setLive(true);
        answered.wait();
        QStringList lines;
        const QAbstractItemModel *model = view.table().model();
        for (int row = 0; row < model->rowCount() && !view.isMessageShown(); ++row) {
            QStringList cells;
            for (const int column : {HistoryModel::Lock, HistoryModel::Owner, HistoryModel::End})
                cells << model->index(row, column).data().toString();
            lines << cells.join(QLatin1Char(' '));
        }
        return lines.join(QStringLiteral("; "));
    }

private slots:
    void initTestCase() { LOCKMASTER_NEEDS_REDIS(); }

    void aHoldOfARealLockAppearsOnThePage()
    {
        const auto redis = PrivateRedis::start();
        QVERIFY(redis);
        BackendSpec spec = redis->spec();
        spec.poll = 100ms;
        spec.patterns = {"lock:*"};
        const QTemporaryDir directory;
        HistorySettings settings;
        settings.path = directory.filePath(QStringLiteral("history.sqlite"));
        settings.program = QStringLiteral("test");
        settings.pace = 50ms;
        HistoryRecorder recorder(settings);
        Monitor monitor([](const BackendSpec &of) { return makeReader(of, passwordOf(of)); });
        monitor.addTap(&recorder);
        HistoryView view({settings.path, {}}, monitor.store(), systemClock());
        view.resize(1076, 600);
        view.show();
        monitor.setBackends({spec});
        QTRY_VERIFY(!monitor.store().view()->backends.empty()
                    && monitor.store().view()->backends.front()->status.dataFrom);
        QVERIFY(view.isMessageShown());

        redis->run({"SET", "lock:job", "web-1", "PX", "60000"});
        QTRY_COMPARE_WITH_TIMEOUT(story(view), QStringLiteral("lock:job web-1 still held"), 20'000);
        QVERIFY(view.lanes().chart()->lanes.front().leadsNow);
        redis->run({"DEL", "lock:job"});
        QTRY_COMPARE_WITH_TIMEOUT(story(view), QStringLiteral("lock:job web-1 released"), 20'000);
        QVERIFY(!view.lanes().chart()->lanes.front().leadsNow);
        redis->run({"SET", "lock:job", "web-2", "PX", "3000"});
        QTRY_COMPARE_WITH_TIMEOUT(
            story(view), QStringLiteral("lock:job web-2 expired; lock:job web-1 released"), 20'000);
        QCOMPARE(view.lanes().chart()->lanes.size(), size_t(2));
        view.search().ownerEdit().setText(QStringLiteral("web-2"));
        QTRY_COMPARE_WITH_TIMEOUT(story(view), QStringLiteral("lock:job web-2 expired"), 20'000);
    }
};

LOCKMASTER_TEST(TestHistoryWindow, QApplication)

} // namespace tst_historywindow

#include "tst_historywindow.moc"
