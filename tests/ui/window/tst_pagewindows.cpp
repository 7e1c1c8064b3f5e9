// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/kit/productionstripe.h"
#include "ui/kit/textsize.h"
#include "ui/kit/wholescreen.h"
#include "ui/kit/windowplace.h"
#include "ui/leaders/leadersview.h"
#include "ui/servers/sidebar.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagewindow.h"
#include "ui/window/pagewindows.h"
#include "ui/window/shortcutsheet.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QScreen>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_pagewindows {

class TestPageWindows : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    ManualClock m_clock;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<MainWindow> m_window;
    QLineEdit *m_finder = nullptr;

    void begin()
    {
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{});
        auto *owners = new QWidget;
        m_finder = new QLineEdit(owners);
        (new QVBoxLayout(owners))->addWidget(m_finder);
        owners->setFocusProxy(m_finder);
        m_window->addPage(PageId::Owners, owners, m_finder);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    PageWindow *windowOf(PageId id) { return m_window->pageWindows().windowOf(id); }
    PageWindow &leaders()
    {
        m_window->pageWindows().open(PageId::Leaders);
        return *windowOf(PageId::Leaders);
    }
    static void press(QWidget &widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&widget, key, modifiers);
    }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        begin();
        fillShowcase(*m_feed, m_clock);
        m_feed->publish();
    }
    void cleanup() { m_window.reset(); }

    void aPageStandsAloneByItsKeysAndComesBack()
    {
        press(*m_window, Qt::Key_F11, Qt::ShiftModifier);
        QCOMPARE(m_window->page(), PageId::Locks); // which stays
        press(*m_window, Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(m_window->page(), PageId::Leaders);
        press(*m_window, Qt::Key_F11, Qt::ShiftModifier);
        PageWindow *const window = windowOf(PageId::Leaders);
        QVERIFY(window && window->isVisible());
        QVERIFY(m_window->leadersView().isVisible());
        QCOMPARE(m_window->leadersView().window(), window);
        QCOMPARE(m_window->page(), PageId::Locks);
        QVERIFY(window->windowTitle().startsWith(QStringLiteral("Leaders")));
        QVERIFY(QTest::qWaitForWindowActive(window));

        // To and fro by the keys of the pages.
        press(*window, Qt::Key_1, Qt::ControlModifier);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        press(*m_window, Qt::Key_2, Qt::ControlModifier);
        QVERIFY(QTest::qWaitForWindowActive(window));
        QCOMPARE(m_window->page(), PageId::Locks);
        QCOMPARE(m_window->sidebar().currentIndex().data(SidebarModel::PageRole).value<PageId>(),
                 PageId::Locks);

        const QPointer<PageWindow> guard = window;
        press(*window, Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(!guard);
        QCOMPARE(m_window->page(), PageId::Leaders);
        QCOMPARE(m_window->leadersView().window(), m_window.get());
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    /** The sidebar's word, too: one that is out is shown where it is. */
    void aClosedWindowLosesNoPage()
    {
        const QPointer<PageWindow> window = &leaders();
        QSignalSpy live(m_window.get(), &MainWindow::liveChanged);
        window->close();
        QTRY_VERIFY(!window);
        QCOMPARE(m_window->page(), PageId::Leaders);
        QVERIFY(m_window->leadersView().isVisible());
        // As often as anybody likes.
        for (int i = 0; i < 3; ++i) {
            QVERIFY(leaders().isVisible());
            m_window->pageWindows().close(PageId::Leaders);
            QVERIFY(m_window->leadersView().isVisible());
        }
        QVERIFY(live.isEmpty());
    }

    void whatWasOpenIsOpenAgain()
    {
        PageWindow &window = leaders();
        window.setGeometry(30, 40, 640, 480);
        const QPointer<PageWindow> guard = &window;
        // Whoever may not close, closes nothing.
        m_window->setCloseGuard([] { return false; });
        m_window->close();
        QVERIFY(guard && guard->isVisible());
        m_window->setCloseGuard({});
        m_window->close();
        QVERIFY(!guard);

        begin();
        QVERIFY(windowOf(PageId::Leaders));
        QCOMPARE(windowOf(PageId::Leaders)->size(), QSize(640, 480));
        QVERIFY(!windowOf(PageId::Owners));
        // Closed on its own it does not come again.
        m_window->pageWindows().close(PageId::Leaders);
        m_window->close();
        begin();
        QVERIFY(!windowOf(PageId::Leaders));
    }

    /** On another screen it is looked at while the main window is minimised. */
    void aPageThatIsSeenKeepsTheProgramLooking()
    {
        PageWindow &window = leaders();
        QSignalSpy live(m_window.get(), &MainWindow::liveChanged);
        m_window->setWindowState(Qt::WindowMinimized);
        QVERIFY(live.isEmpty());
        window.setWindowState(Qt::WindowMinimized);
        QCOMPARE(live.size(), 1);
        QVERIFY(!live.takeFirst().constFirst().toBool());
        window.setWindowState(Qt::WindowNoState);
        QCOMPARE(live.size(), 1);
        QVERIFY(live.takeFirst().constFirst().toBool());
        // It closes: the page is in the window that nobody sees.
        m_window->pageWindows().close(PageId::Leaders);
        QCOMPARE(live.size(), 1);
        QVERIFY(!live.takeFirst().constFirst().toBool());
    }

    void itSaysWhatTheMainWindowSaysAroundIt()
    {
        m_window->setRefreshState(true, {});
        PageWindow &window = leaders();
        const auto *stripe = window.findChild<ProductionStripe *>();
        QVERIFY(stripe->isVisible());
        const auto isPausedTold = [&window] {
            for (const auto *label : window.findChildren<QLabel *>(Qt::FindDirectChildrenOnly)) {
                if (label->isVisible() && label->text().contains(QStringLiteral("paused")))
                    return true;
            }
            return false;
        };
        QVERIFY(isPausedTold());
        m_window->setRefreshState(false, {});
        QVERIFY(!isPausedTold());
        for (BackendStatus &status : m_feed->backends)
            status.environment = Environment::Staging;
        m_feed->publish();
        QVERIFY(!stripe->isVisible());
    }

    void itHasTheWholeScreenByItself()
    {
        PageWindow &window = leaders();
        window.setGeometry(30, 40, 640, 480);
        QSignalSpy presenting(m_window.get(), &MainWindow::presentingChanged);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        press(window, Qt::Key_F11);
        QVERIFY(window.isFullScreen());
        QVERIFY(!m_window->isFullScreen());
        QVERIFY(m_window->isPresenting(PageId::Leaders));
        QVERIFY(!m_window->isPresenting(PageId::Owners));
        QVERIFY(m_window->isPresenting());
        QCOMPARE(presenting.size(), 1);
        press(window, Qt::Key_F11);
        QVERIFY(!m_window->isPresenting(PageId::Leaders));
        // Closed while it presents, it has its place, and nobody presents.
        press(window, Qt::Key_F11);
        m_window->pageWindows().close(PageId::Leaders);
        QVERIFY(!m_window->isPresenting(PageId::Leaders) && !m_window->isPresenting());
        QCOMPARE(leaders().size(), QSize(640, 480));
    }

    void anActionOfTheMainWindowIsThereAndLeadsBack()
    {
        PageWindow &before = leaders();
        auto *go = new QAction(m_window.get());
        go->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_K));
        QSignalSpy asked(go, &QAction::triggered);
        m_window->pageWindows().addShared(go);
        m_window->pageWindows().open(PageId::Owners);
        for (PageWindow *window : {&before, windowOf(PageId::Owners)}) {
            window->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(window));
            press(*window, Qt::Key_K, Qt::ControlModifier);
        }
        QCOMPARE(asked.size(), 2);
        m_window->showMinimized();
        bringForward(*m_window);
        QVERIFY(!m_window->isMinimized());
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void theShortcutsAreShownWhereTheyWereAskedFor()
    {
        PageWindow &window = leaders();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        press(window, Qt::Key_Question);
        QVERIFY(window.findChild<ShortcutSheet *>());
        QVERIFY(!m_window->findChild<ShortcutSheet *>());
    }

    void whereAScreenGoesItsWindowsComeToAnother()
    {
        keepWindowsOnScreens();
        PageWindow &window = leaders();
        QScreen *const screen = QGuiApplication::primaryScreen();
        window.move(screen->geometry().right() + 500, 20);
        QVERIFY(!screen->geometry().intersects(window.frameGeometry()));
        emit qApp->screenRemoved(screen);
        QTRY_VERIFY(screen->geometry().contains(window.geometry()));
    }

    /** Text that is large enough at the desk may be too small for a room, and the other way. */
    void whileItPresentsTheTextIsThatOfItsScreen()
    {
        TextSize &size = m_window->textSize();
        size.follow(nullptr); // as on a desk of its own
        size.setPercent(150);
        PageWindow &window = leaders();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QCOMPARE(size.percent(), 150);
        press(window, Qt::Key_F11);
        QCOMPARE(size.percent(), TextSize::usual);
        // What is chosen for the room is remembered for that screen.
        size.setPercent(125);
        size.follow(nullptr);
        QCOMPARE(size.percent(), 150);
        press(window, Qt::Key_F11);
        QCOMPARE(size.percent(), 125); // the main window is on it, too
        size.setPercent(TextSize::usual);
    }

    void itsKeysAreThoseOfItsPage()
    {
        m_window->pageWindows().open(PageId::Owners);
        PageWindow &window = *windowOf(PageId::Owners);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QCOMPARE(window.focusWidget(), m_finder); // it goes where the page wants it
        window.setFocus();
        press(window, Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(window.focusWidget(), m_finder);
        QSignalSpy refresh(m_window.get(), &MainWindow::refreshRequested);
        press(window, Qt::Key_F5);
        QCOMPARE(refresh.size(), 1);
        // A page without one leads to the filter, which is in the main window.
        PageWindow &other = leaders();
        QVERIFY(QTest::qWaitForWindowActive(&other));
        press(other, Qt::Key_F, Qt::ControlModifier);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QCOMPARE(m_window->page(), PageId::Locks);
    }

    /** Nor its heading: for that the room is looking. */
    void howAPresentationEndsCoversNothingOfIt()
    {
        const auto noteOf = [](QWidget &window) -> QLabel * {
            for (QLabel *label : window.findChildren<QLabel *>()) {
                if (label->isVisible() && label->text().startsWith(QStringLiteral("F11 or Esc")))
                    return label;
            }
            return nullptr;
        };
        PageWindow &window = leaders();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        press(window, Qt::Key_F11);
        QLabel *const note = noteOf(window);
        QVERIFY(note);
        const auto isBeside = [&] {
            const QRect page(m_window->leadersView().mapTo(&window, QPoint()),
                             m_window->leadersView().size());
            return note->height() >= note->fontMetrics().height()
                   && !page.intersects(note->geometry())
                   && window.rect().contains(note->geometry());
        };
        QTRY_VERIFY(isBeside());
        window.resize(500, 400);
        QTRY_VERIFY(isBeside());
        press(window, Qt::Key_F11);
        QVERIFY(!noteOf(window));
        QVERIFY(window.contentsMargins().isNull());

        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        press(*m_window, Qt::Key_F11);
        QVERIFY(noteOf(*m_window));
        QTRY_VERIFY(
            !m_window->centralWidget()->geometry().intersects(noteOf(*m_window)->geometry()));
        press(*m_window, Qt::Key_F11);
        QVERIFY(!noteOf(*m_window) && m_window->contentsMargins().isNull());
    }
};

LOCKMASTER_TEST(TestPageWindows, QApplication)

} // namespace tst_pagewindows

#include "tst_pagewindows.moc"
