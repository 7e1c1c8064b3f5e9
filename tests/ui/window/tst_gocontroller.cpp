// SPDX-License-Identifier: Apache-2.0
#include "core/text/plainwords.h"
#include "tests/support/hostiletexts.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "core/display/alivechecks.h"
#include "ui/details/detailspane.h"
#include "ui/locks/eventstrip.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/lockactions.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/owners/ownerstable.h"
#include "ui/owners/ownersview.h"
#include "ui/servers/sidebar.h"
#include "ui/window/gobox.h"
#include "ui/window/gocontroller.h"
#include "ui/window/mainwindow.h"
#include "ui/window/ownerscontroller.h"

#include <QApplication>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTranslator>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_gocontroller {

/** Says a few words in another language. */
class FewWords final : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *, const char *text, const char *, int) const override
    {
        if (PlainWords::areWanted())
            return {};
        if (qstrcmp(text, "Settings…") == 0)
            return QStringLiteral("설정…");
        if (qstrcmp(text, "Owners") == 0)
            return QStringLiteral("소유자");
        return {};
    }
};

/** Anywhere by a few letters, with views as the worker builds them. */
class TestGoController : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    ManualClock m_clock;
    FewWords m_words;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<AliveChecks> m_checks;
    std::unique_ptr<MainWindow> m_window;
    GoController *m_go = nullptr;

    LockTable &table() { return m_window->locksView().table(); }
    /** The worker answers what the window asks. */
    void answer()
    {
        m_feed->query = m_window->query();
        m_clock.advance(1s);
        for (BackendStatus &status : m_feed->backends)
            status.dataFrom = m_clock.now();
        m_feed->build({});
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    void open()
    {
        press(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(m_go->box().isVisible());
        answer(); // with the owners
    }
    static QStringList list(const char *names)
    {
        return QString::fromUtf8(names).split(QStringLiteral(", "));
    }
    QStringList names() const
    {
        QStringList names;
        for (int row = 0; row < m_go->model().rowCount(); ++row)
            names << m_go->model().hitAt(row).name;
        return names;
    }
    /** Types, and waits for what is found. */
    QStringList type(const QString &text)
    {
        const QSignalSpy shown(&m_go->model(), &QAbstractItemModel::modelReset);
        m_go->box().line().setText(text);
        if (!QTest::qWaitFor([&shown] { return !shown.isEmpty(); }))
            return {QStringLiteral("nothing was shown")};
        return names();
    }
    QString chosenLock()
    {
        const auto locks = table().selectedLocks();
        return locks.size() == 1 ? QString::fromUtf8(locks.front()->id.name) : QString();
    }

private slots:
    void init()
    {
        QCoreApplication::installTranslator(&m_words);
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_checks = std::make_unique<AliveChecks>(m_clock);
        m_feed->backends = {makeStatus(QStringLiteral("billing"), BackendKind::MySql, m_clock),
                            makeStatus(QStringLiteral("cache"), BackendKind::Redis, m_clock)};
        m_feed->locks = {{.name = "order:42",
                          .backend = QStringLiteral("billing"),
                          .host = QStringLiteral("web-3")},
                         {.name = "order:421",
                          .backend = QStringLiteral("billing"),
                          .host = QStringLiteral("web-4")},
                         {.name = "coupon",
                          .backend = QStringLiteral("cache"),
                          .host = QStringLiteral("web-3")}};
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{.settings = true});
        auto *owners = new OwnersController(*m_window, *m_store, m_clock, *m_checks);
        m_go = new GoController(*m_window, *m_store);
        connect(m_go, &GoController::openChanged, owners, &OwnersController::setWantedElsewhere);
        answer();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        table().setFocus();
    }
    void cleanup()
    {
        m_window.reset();
        QCoreApplication::removeTranslator(&m_words);
    }

    void theKeyOpensItFromAnywhereAndEscapeGivesTheKeyboardBack()
    {
        auto *details = m_window->details().findChild<QTextBrowser *>();
        for (QWidget *place : std::initializer_list<QWidget *>{&table(), &m_window->sidebar(),
                                                               &m_window->filterEdit(), details}) {
            place->setFocus();
            QCOMPARE(QApplication::focusWidget(), place);
            open();
            QCOMPARE(QApplication::focusWidget(), &m_go->box().line());
            press(Qt::Key_Escape);
            QVERIFY(!m_go->box().isVisible());
            QCOMPARE(QApplication::focusWidget(), place);
        }
    }

    void theKeyOnceMoreClosesIt()
    {
        open();
        press(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(!m_go->box().isVisible());
        QCOMPARE(QApplication::focusWidget(), &table());
    }

    void whoGoesElsewhereLeavesIt()
    {
        open();
        m_window->sidebar().setFocus(Qt::MouseFocusReason);
        QVERIFY(!m_go->box().isVisible());
        QCOMPARE(QApplication::focusWidget(), &m_window->sidebar());
    }

    void pagesAndActionsAreListedBeforeAnythingIsTyped()
    {
        open();
        const QStringList all = names();
        QCOMPARE(all.mid(0, 3), list("Locks, Leaders, 소유자"));
        QVERIFY(all.contains(QStringLiteral("설정…")));
        QVERIFY(all.contains(QStringLiteral("Keyboard shortcuts")));
        QVERIFY(!all.contains(QStringLiteral("Go anywhere…")));
        QCOMPARE(m_go->model().hitAt(2).keys, QStringLiteral("Ctrl+5"));
    }

    void aLockIsChosenByAFewLetters()
    {
        open();
        QCOMPARE(type(QStringLiteral("order42")), list("order:42, order:421"));
        press(Qt::Key_Return);
        QVERIFY(!m_go->box().isVisible());
        QCOMPARE(chosenLock(), QStringLiteral("order:42"));
        QCOMPARE(QApplication::focusWidget(), &table());
    }

    void theArrowsLeadToTheNext()
    {
        open();
        type(QStringLiteral("order42"));
        press(Qt::Key_Down);
        QCOMPARE(m_go->box().list().currentIndex().row(), 1);
        press(Qt::Key_Return);
        QCOMPARE(chosenLock(), QStringLiteral("order:421"));
    }

    void aClickChoosesAsReturnDoes()
    {
        open();
        type(QStringLiteral("coupon"));
        QTableView &list = m_go->box().list();
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                          list.visualRect(list.model()->index(0, 0)).center());
        QCOMPARE(chosenLock(), QStringLiteral("coupon"));
    }

    /** Who types fast has pressed Return before anything was found. */
    void returnWaitsForWhatWasTyped()
    {
        open();
        m_go->box().line().setText(QStringLiteral("coupon"));
        press(Qt::Key_Return);
        QTRY_COMPARE(chosenLock(), QStringLiteral("coupon"));
        QVERIFY(!m_go->box().isVisible());
    }

    /** Who types faster than it is found is led somewhere at most, by letters that stand anywhere.
     */
    void nothingIsDoneThatNobodySaw()
    {
        open();
        QSignalSpy settings(m_window.get(), &MainWindow::settingsRequested);
        QVERIFY(!type(QStringLiteral("stngs")).contains(QStringLiteral("설정…")));
        // Begun in its name, in the middle: seen, and done at the second Return alone.
        m_go->box().line().setText(QStringLiteral("shortcuts"));
        press(Qt::Key_Return);
        QTRY_COMPARE(names().value(0), QStringLiteral("Keyboard shortcuts"));
        QVERIFY(m_go->box().isVisible());
        QVERIFY(settings.isEmpty());
    }

    /** What was chosen stays so when owners come, which stand before locks. */
    void theChosenHitStaysWhenMoreIsFound()
    {
        press(Qt::Key_K, Qt::ControlModifier); // before the owners are there
        type(QStringLiteral("o"));
        while (m_go->model().hitAt(m_go->box().list().currentIndex().row()).name
               != QStringLiteral("order:421"))
            press(Qt::Key_Down);
        const QSignalSpy shown(&m_go->model(), &QAbstractItemModel::modelReset);
        answer();
        QTRY_VERIFY(!shown.isEmpty());
        press(Qt::Key_Return);
        QCOMPARE(chosenLock(), QStringLiteral("order:421"));
    }

    void aFilterThatHidesTheLockIsClearedAndAnotherStays()
    {
        m_window->filterEdit().setFilterText(QStringLiteral("order"));
        answer();
        open();
        type(QStringLiteral("order:421"));
        press(Qt::Key_Return);
        QCOMPARE(chosenLock(), QStringLiteral("order:421"));
        QCOMPARE(m_window->filterEdit().text(), QStringLiteral("order"));
        open();
        type(QStringLiteral("coupon"));
        press(Qt::Key_Return);
        QCOMPARE(m_window->filterEdit().text(), QString());
        answer();
        QCOMPARE(chosenLock(), QStringLiteral("coupon"));
        QCOMPARE(QApplication::focusWidget(), &table());
    }

    void aScopeThatHoldsTheLockStaysAndAnotherIsLeft()
    {
        ViewScope scope;
        scope.backend = QStringLiteral("billing");
        m_window->showLocks(scope);
        m_window->filterEdit().setFilterText(QStringLiteral("421"));
        answer();
        open();
        type(QStringLiteral("order:42"));
        press(Qt::Key_Return);
        answer();
        QCOMPARE(chosenLock(), QStringLiteral("order:42"));
        QCOMPARE(m_window->query().scope, scope);
        open();
        type(QStringLiteral("coupon"));
        press(Qt::Key_Return);
        answer();
        QCOMPARE(chosenLock(), QStringLiteral("coupon"));
        QCOMPARE(m_window->query().scope, ViewScope());
    }

    void aLockThatWentMeanwhileHasItsDetailsAlone()
    {
        open();
        type(QStringLiteral("coupon"));
        m_feed->locks.pop_back();
        answer();
        answer();
        press(Qt::Key_Return);
        QCOMPARE(chosenLock(), QString());
        QCOMPARE(m_window->query().focus->name, QByteArray("coupon"));
        QVERIFY(m_window->details().isVisible());
    }

    void anOwnerLeadsToItsLocks()
    {
        open();
        QCOMPARE(type(QStringLiteral("web-3")).front(), QStringLiteral("web-3"));
        press(Qt::Key_Return);
        QCOMPARE(m_window->query().scope.owner->name(), QStringLiteral("web-3"));
        QCOMPARE(m_window->page(), PageId::Locks);
        // Nobody pays for the list of owners any more.
        QVERIFY(!m_window->query().wantsOwners);
    }

    void aServerIsTheScope()
    {
        open();
        QCOMPARE(type(QStringLiteral("cac")).front(), QStringLiteral("cache"));
        press(Qt::Key_Return);
        ViewScope scope;
        scope.backend = QStringLiteral("cache");
        QCOMPARE(m_window->query().scope, scope);
    }

    void aPageIsFoundInBothLanguages()
    {
        for (const char *typed : {"소유", "own"}) {
            m_window->showPage(PageId::Locks);
            open();
            QCOMPARE(type(QString::fromUtf8(typed)).front(), QStringLiteral("소유자"));
            press(Qt::Key_Return);
            QCOMPARE(m_window->page(), PageId::Owners);
            QVERIFY(m_window->findChild<OwnersTable *>()->isVisible());
        }
    }

    void anActionIsFoundInBothLanguagesAndDone()
    {
        QSignalSpy wanted(m_window.get(), &MainWindow::settingsRequested);
        for (const char *typed : {"설정", "settings", "sett"}) {
            open();
            type(QString::fromUtf8(typed));
            QCOMPARE(m_go->model().hitAt(0).name, QStringLiteral("설정…"));
            QCOMPARE(m_go->model().hitAt(0).keys, QStringLiteral("Ctrl+,"));
            press(Qt::Key_Return);
        }
        QCOMPARE(wanted.size(), 3);
    }

    /** A Korean syllable is composed letter by letter, and seen before it is finished. */
    void whatIsBeingComposedIsLookedForToo()
    {
        open();
        QInputMethodEvent compose(QStringLiteral("설정"), {});
        QCoreApplication::sendEvent(&m_go->box().line(), &compose);
        QTRY_COMPARE(names(), list("설정…"));
        QSignalSpy again(&m_go->model(), &QAbstractItemModel::modelReset);
        QInputMethodEvent commit;
        commit.setCommitString(QStringLiteral("설정"));
        QCoreApplication::sendEvent(&m_go->box().line(), &commit);
        QCoreApplication::processEvents();
        QCOMPARE(m_go->box().line().text(), QStringLiteral("설정"));
        QCOMPARE(again.size(), 0); // nothing new was typed
    }

    void whatCannotBeDoneSaysWhyAndDoesNothing()
    {
        QSignalSpy asked(&m_window->lockActions(), &LockActions::releaseRequested);
        table().clearSelection();
        open();
        type(QStringLiteral("release"));
        const GoHit &hit = m_go->model().hitAt(0);
        QCOMPARE(hit.name, QStringLiteral("Release…"));
        QVERIFY(!hit.isOffered);
        QCOMPARE(hit.detail, QStringLiteral("Select the lock to release."));
        press(Qt::Key_Return);
        QVERIFY(m_go->box().isVisible());
        QCOMPARE(asked.size(), 0);
    }

    void whatIsDoneToLocksIsOfferedWhereTheyAreSeen()
    {
        m_window->showPage(PageId::Owners);
        open();
        QVERIFY(!names().contains(QStringLiteral("Release…")));
    }

    void theLastChoicesComeFirst()
    {
        open();
        type(QStringLiteral("coupon"));
        press(Qt::Key_Return);
        answer();
        open();
        type(QStringLiteral("leaders"));
        press(Qt::Key_Return);
        open();
        QCOMPARE(names().mid(0, 3), list("Leaders, coupon, Locks"));
        press(Qt::Key_Escape);
        m_feed->locks.pop_back(); // there is no way to it any more
        answer();
        answer();
        open();
        QCOMPARE(names().mid(0, 2), list("Leaders, Locks"));
    }

    void itSaysOutOfWhatItSearched()
    {
        open();
        type(QStringLiteral("order"));
        QCOMPARE(m_go->box().note(), QStringLiteral("Searched: 3 locks, 2 owners, 2 servers."));
        m_feed->backends.back().state = BackendState::Offline;
        answer();
        type(QStringLiteral("coup"));
        QCOMPARE(names(), list("coupon")); // as it was last known
        QVERIFY2(m_go->box().note().endsWith(QStringLiteral("Not read, or not completely: cache.")),
                 qPrintable(m_go->box().note()));
    }

    void nothingIsSaidOnlyOfWhatWasRead()
    {
        open();
        QCOMPARE(type(QStringLiteral("xyz")), QStringList());
        QVERIFY2(m_go->box().note().startsWith(QStringLiteral("Nothing is called so.")),
                 qPrintable(m_go->box().note()));
        m_feed->backends.back().state = BackendState::Offline;
        answer();
        QTRY_VERIFY2(
            m_go->box().note().startsWith(QStringLiteral("In what could be read, nothing")),
            qPrintable(m_go->box().note()));
    }

    void whatComesWhileNothingFitsIsFound()
    {
        open();
        QCOMPARE(type(QStringLiteral("novel")), QStringList());
        m_feed->locks.push_back({.name = "novel", .backend = QStringLiteral("cache")});
        answer();
        QTRY_COMPARE(names(), list("novel"));
    }

    void hostileNamesAreShownLiterally()
    {
        for (const Hostile &hostile : hostiles())
            m_feed->locks.push_back({.name = "zz" + hostile.bytes,
                                     .backend = QStringLiteral("cache"),
                                     .owner = "zz" + hostile.bytes});
        m_feed->locks.push_back(
            {.name = QByteArray(16 * 1024, 'z'), .backend = QStringLiteral("cache")});
        open();
        type(QStringLiteral("zz"));
        QVERIFY(names().size() > qsizetype(hostiles().size()));
        for (const QString &name : names())
            QVERIFY2(isPlain(name), qPrintable(name));
        m_window->grab(); // it is drawn, and within its room
        QVERIFY(m_window->rect().contains(m_go->box().geometry()));
    }

    void aScreenReaderHearsTheWholeRow()
    {
        open();
        type(QStringLiteral("coupon"));
        const QModelIndex first = m_go->model().index(0, 0);
        QCOMPARE(first.data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("Name: coupon, Lock, cache · held"));
        QVERIFY(!m_go->box().line().accessibleName().isEmpty());
        QVERIFY(!m_go->box().list().accessibleName().isEmpty());
    }
};

LOCKMASTER_TEST(TestGoController, QApplication)

} // namespace tst_gocontroller

#include "tst_gocontroller.moc"
