// SPDX-License-Identifier: Apache-2.0
#include "tests/support/historyshowcase.h"
#include "tests/support/leaderfixtures.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/details/detailspane.h"
#include "ui/locks/eventstrip.h"
#include "ui/window/historycontroller.h"
#include "ui/history/historysearch.h"
#include "ui/history/historyview.h"
#include "ui/history/reportdesk.h"
#include "ui/lanes/lanesview.h"
#include "ui/leaders/leadersview.h"
#include "ui/leaders/leadertable.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_historycontroller {

/** The history within the window. */
class TestHistoryController : public QObject
{
    Q_OBJECT

    HistoryShowcase m_shown;
    QTemporaryDir m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<MainWindow> m_window;
    HistoryController *m_desk = nullptr;

    LockId idOf(size_t at) const { return makeLock(m_feed->locks[at], m_shown.clock)->id; }
    QString details() const { return m_window->details().plainText(); }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_shown.clock);
        m_feed->backends = {
            makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_shown.clock)};
        m_feed->locks = {{.name = "daily-close",
                          .backend = QStringLiteral("billing-db"),
                          .source = QStringLiteral("billing.dist_lock")},
                         {.name = "unheard-of",
                          .backend = QStringLiteral("billing-db"),
                          .source = QStringLiteral("billing.dist_lock")}};
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_shown.clock, *m_settings,
                                                MainWindow::Offers{});
        m_desk = new HistoryController({m_shown.store(), m_shown.audit()}, *m_window, *m_store,
                                       m_shown.clock);
        m_feed->publish();
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void theDetailsTellOfTheLocksPast()
    {
        QVERIFY(!m_desk->show().isVisible());
        QVERIFY(m_window->locksView().table().selectLock(idOf(0)));
        QTRY_VERIFY2(details().contains(QStringLiteral("renewed 46 times")), qPrintable(details()));
        QVERIFY(details().indexOf(QStringLiteral("History"))
                < details().indexOf(QStringLiteral("Raw record")));
        QVERIFY(m_desk->show().isVisible());
        QVERIFY(m_window->locksView().table().selectLock(idOf(1)));
        QVERIFY(!details().contains(QStringLiteral("renewed 46 times")));
    }

    void theyLeadToThePage()
    {
        QVERIFY(m_window->locksView().table().selectLock(idOf(0)));
        QSignalSpy answered(&m_desk->view(), &HistoryView::answerShown);
        m_desk->show().trigger();
        QCOMPARE(m_window->page(), PageId::History);
        QVERIFY(!m_window->events().isVisible()); // the lanes need their room
        QVERIFY(answered.wait());
        QCOMPARE(m_desk->view().search().lockEdit().text(), QStringLiteral("daily-close"));
        QCOMPARE(m_desk->view().answer()->question.query.lock,
                 std::optional<QByteArray>("daily-close"));
        QCOMPARE(m_desk->view().lanes().chart()->lanes.size(), size_t(2)) /* who waited */;
    }

    void aLeadersMenuLeadsToThePageToo()
    {
        m_feed->leaders = {
            LeaderStory({.name = "report", .system = QStringLiteral("leader")}, m_shown.clock)
                .vacant(30s)
                .watch()};
        m_feed->publish();
        m_window->enterPage(PageId::Leaders);
        const QList<QAction *> actions = m_window->leadersView().table().actions();
        const auto entry = std::find_if(actions.begin(), actions.end(), [](const QAction *action) {
            return action->text() == u"Show in History";
        });
        QVERIFY(entry != actions.end());
        (*entry)->trigger();
        QCOMPARE(m_window->page(), PageId::History);
        QCOMPARE(m_desk->view().search().lockEdit().text(), QStringLiteral("report"));
    }

    void aReportOfTheLastDayIsCopied()
    {
        QVERIFY(!m_desk->copyReport().isVisible());
        QVERIFY(m_window->locksView().table().selectLock(idOf(0)));
        QVERIFY(m_desk->copyReport().isVisible());
        QSignalSpy copied(&m_desk->reports(), &ReportDesk::copied);
        m_desk->copyReport().trigger();
        QVERIFY(copied.wait());
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY(text.startsWith(QStringLiteral("# Lock `daily-close`\n")));
        QVERIFY(text.contains(QStringLiteral("still held (perhaps the hold before the gap) |")));
        // What nobody recorded is told as well.
        QVERIFY(text.contains(QStringLiteral("nobody recorded it before, as far as is kept")));
    }

    void theFourthKeyIsThePages()
    {
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
        QCOMPARE(m_window->page(), PageId::History);
        QVERIFY(m_desk->view().search().lockEdit().hasFocus());
    }
};

LOCKMASTER_TEST(TestHistoryController, QApplication)

} // namespace tst_historycontroller

#include "tst_historycontroller.moc"
