// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyrecorder.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/gapmeter.h"
#include "tests/support/hostiletexts.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"
#include "ui/history/historymodel.h"
#include "ui/details/detailspane.h"
#include "ui/history/historysearch.h"
#include "ui/history/historytable.h"
#include "ui/history/historyview.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/window/mainwindow.h"

#include <QJsonArray>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_longnames {

namespace {

/** The longest that is looked at, and each of its bytes is shown as four characters. */
const QByteArray longName = "lock:" + QByteArray((16 << 10) - 5, '\0');
/** Longer than any name of a lock: it is left out, and that is told. */
const QByteArray megabyte = "lock:" + QByteArray(1 << 20, 'n');

/** With names of a few letters it is a tenth of that. */
constexpr auto mostGap = 500ms;

} // namespace

/** A key on Redis may have a name of megabytes. */
class TestLongNames : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_redis;
    QTemporaryDir m_state;

    LockctlOutcome list(const QStringList &more = {}) const
    {
        return runLockctl(QStringList{QStringLiteral("list"), QStringLiteral("--url"),
                                      QStringLiteral("redis://127.0.0.1:%1/0?name=cache&match="
                                                     "lock:*")
                                          .arg(m_redis->port())}
                          + more);
    }
    BackendSpec spec() const
    {
        BackendSpec spec = m_redis->spec();
        spec.name = QStringLiteral("cache");
        spec.patterns = {"lock:*"};
        spec.poll = 200ms;
        return spec;
    }
    static LockId longOne(Monitor &monitor)
    {
        for (const ViewRow &row : monitor.store().view()->rows) {
            if (row.lock.id().name == longName)
                return row.lock.id();
        }
        return {};
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start();
        QVERIFY(m_redis);
        for (const QByteArray &name : {longName, megabyte, QByteArray("lock:short")})
            m_redis->run(lockKey(name, "worker-1", 600000ms));
    }

    void theyAreListedWholeOrCountedAsLeftOut()
    {
        const LockctlOutcome text = list();
        QCOMPARE(text.code, 0);
        QCOMPARE(text.out.count('\n'), 3);
        QVERIFY(text.out.contains(literalText(longName).toUtf8()));
        QVERIFY2(text.err.contains("left out: 1"), text.err.constData());
        const LockctlOutcome json = list({QStringLiteral("--json")});
        QCOMPARE(json.code, 0);
        QCOMPARE(listViolations(json.out), QStringList());
        QStringList names;
        for (const QJsonValue &lock : jsonObject(json.out)[u"locks"].toArray())
            names << lock[u"name"].toString();
        names.sort();
        QCOMPARE(names, QStringList({QString::fromUtf8(longName), QStringLiteral("lock:short")}));
        QCOMPARE(jsonObject(json.out)[u"backends"][0][u"sources"][0][u"not_decoded"], 1);
    }

    void theWindowShowsTheirEnds()
    {
        Monitor monitor([](const BackendSpec &of) { return makeReader(of, passwordOf(of)); });
        QSettings settings(m_state.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
        MainWindow window(monitor.store(), SystemNames(), systemClock(), settings, {});
        connect(&window, &MainWindow::queryChanged, &monitor, &Monitor::setQuery);
        window.resize(1280, 720);
        window.show();
        monitor.setBackends({spec()});
        monitor.setQuery({});
        QTRY_COMPARE_WITH_TIMEOUT(int(monitor.store().view()->rows.size()), 2, 30'000);
        QTest::qWait(100); // it was painted once
        GapMeter gaps;
        QVERIFY(window.locksView().table().selectLock(longOne(monitor)));
        QTRY_VERIFY(window.details().plainText().contains(QStringLiteral("lock:\\x00\\x00")));
        QTest::qWait(500); // a few looks
        QVERIFY2(gaps.worst() < mostGap, qPrintable(QString::number(gaps.worst().count())));
        QCOMPARE(wrongIn(window).join(u'\n'), QString());
    }

    void theHistoryOfOneIsFound()
    {
        HistorySettings recorded;
        recorded.path = m_state.filePath(QStringLiteral("history.sqlite"));
        recorded.program = QStringLiteral("test");
        recorded.pace = 50ms;
        HistoryRecorder recorder(recorded);
        Monitor monitor([](const BackendSpec &of) { return makeReader(of, passwordOf(of)); });
        monitor.addTap(&recorder);
        monitor.setBackends({spec()});
        monitor.setQuery({});
        QTRY_COMPARE_WITH_TIMEOUT(int(monitor.store().view()->rows.size()), 2, 30'000);
        recorder.flush();
        HistoryView view({recorded.path, {}}, monitor.store(), systemClock());
        QSignalSpy answered(&view, &HistoryView::answerShown);
        view.resize(1076, 600);
        view.show();
        QTRY_VERIFY_WITH_TIMEOUT(!answered.isEmpty() && !view.isMessageShown(), 30'000);
        GapMeter gaps;
        const LockId id = longOne(monitor);
        answered.clear();
        view.showLock({id.source->backend, id.source->system, id.source->name, id.name});
        QVERIFY(answered.wait(30'000));
        QVERIFY(!view.isMessageShown());
        QCOMPARE(view.table().model()->rowCount(), 1);
        QCOMPARE(view.table().model()->index(0, HistoryModel::Lock).data().toString(),
                 literalText(recordedName(longName)));
        QTest::qWait(500);
        QVERIFY2(gaps.worst() < mostGap, qPrintable(QString::number(gaps.worst().count())));
        QCOMPARE(wrongIn(view).join(u'\n'), QString());
    }
};

LOCKMASTER_TEST(TestLongNames, QApplication)

} // namespace tst_longnames

#include "tst_longnames.moc"
