// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "core/display/alivechecks.h"
#include "ui/kit/messagepage.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/locks/scopechips.h"
#include "ui/owners/ownersmodel.h"
#include "ui/owners/ownerstable.h"
#include "ui/owners/ownersview.h"
#include "ui/servers/sidebar.h"
#include "ui/window/mainwindow.h"
#include "ui/window/ownerscontroller.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_ownerscontroller {

/** The owners within the window, with views as the worker builds them. */
class TestOwnersController : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    ManualClock m_clock;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<AliveChecks> m_checks;
    std::unique_ptr<MainWindow> m_window;
    OwnersController *m_owners = nullptr;

    LockTable &table() { return m_window->locksView().table(); }
    SidebarModel *sidebarModel()
    {
        return static_cast<SidebarModel *>(m_window->sidebar().model());
    }
    const std::vector<ScopeChip *> &chips() { return m_window->findChild<ScopeChips *>()->chips(); }
    /** The worker answers what the window asks. */
    void answer()
    {
        m_feed->query = m_window->query();
        m_clock.advance(1s);
        for (BackendStatus &status : m_feed->backends)
            status.dataFrom = m_clock.now();
        m_feed->build({});
    }
    QStringList lockNames()
    {
        QStringList names;
        for (int row = 0; row < table().model()->rowCount(); ++row)
            names << table().model()->index(row, 0).data().toString();
        return names;
    }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_checks = std::make_unique<AliveChecks>(m_clock);
        m_feed->backends = {makeStatus(QStringLiteral("a"), BackendKind::MySql, m_clock),
                            makeStatus(QStringLiteral("b"), BackendKind::Redis, m_clock)};
        m_feed->locks = {
            {.name = "l1", .backend = QStringLiteral("a"), .host = QStringLiteral("web-3")},
            {.name = "l2", .backend = QStringLiteral("a"), .host = QStringLiteral("web-33")},
            {.name = "l3", .backend = QStringLiteral("b"), .host = QStringLiteral("web-3")},
            {.name = "l4", .backend = QStringLiteral("b"), .owner = "web-3"}};
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{});
        m_owners = new OwnersController(*m_window, *m_store, m_clock, *m_checks);
        answer();
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    /** Nothing is worked out for a page that nobody sees. */
    void ownersAreAskedForWhileTheyAreSeen()
    {
        QVERIFY(!m_window->query().wantsOwners);
        QVERIFY(!m_store->view()->owners);
        QTest::keyClick(m_window.get(), Qt::Key_5, Qt::ControlModifier);
        QCOMPARE(m_window->page(), PageId::Owners);
        QVERIFY(m_owners->view().table().hasFocus());
        QVERIFY(m_window->query().wantsOwners);
        answer();
        QCOMPARE(m_owners->view().model().rowCount(), 3);
        QCOMPARE(m_window->sidebar().currentIndex(), sidebarModel()->indexOf(PageId::Owners));
        m_window->setWindowState(Qt::WindowMinimized);
        QVERIFY(!m_window->query().wantsOwners);
        m_window->setWindowState(Qt::WindowNoState);
        QVERIFY(m_window->query().wantsOwners);
        m_window->showPage(PageId::Locks);
        QVERIFY(!m_window->query().wantsOwners);
        answer();
        QVERIFY(!m_store->view()->owners);
    }

    void everythingOfOneIsOneClick()
    {
        m_window->filterEdit().setFilterText(QStringLiteral("l2"));
        m_window->showPage(PageId::Owners);
        answer();
        const OwnerId web3{OwnerBasis::Host, "web-3"};
        OwnersTable &owners = m_owners->view().table();
        owners.selectRow(m_owners->view().model().rowOf(web3));
        owners.setFocus();
        QTest::keyClick(&owners, Qt::Key_Return);
        QCOMPARE(m_window->page(), PageId::Locks);
        QCOMPARE(m_window->query().scope.owner, web3);
        QVERIFY(m_window->query().filter.isEmpty()); // or it would not be everything
        QVERIFY(table().hasFocus());
        answer();
        QCOMPARE(lockNames(), (QStringList{QStringLiteral("l1"), QStringLiteral("l3")}));
        QCOMPARE(m_window->countText(), QStringLiteral("2 of 4"));
        QTest::keyClick(&table(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(table().selectedLocks().size(), size_t(2));
        QCOMPARE(chips().size(), size_t(1));
        QCOMPARE(chips().front()->text(), QStringLiteral("web-3"));
        QCOMPARE(chips().front()->accessibleName(), QStringLiteral("Owner: web-3"));
        chips().front()->click();
        QCOMPARE(m_window->query().scope, ViewScope());
        answer();
        QCOMPARE(lockNames().size(), 4);
        QVERIFY(chips().empty());
    }

    /** What it waits for is somebody else's: not to be released along with its own. */
    void whatItHoldsIsShownByItself()
    {
        emit m_owners->view().locksWanted({OwnerBasis::Host, "web-3"}, true);
        QVERIFY(m_window->query().scope.ownerHolds);
        QCOMPARE(chips().front()->text(), QStringLiteral("web-3 holds"));
        chips().front()->click();
        QCOMPARE(m_window->query().scope, ViewScope());
    }

    /** The entry of all locks is selected meanwhile: pressed again it means them. */
    void theSidebarLeadsBackToAllLocks()
    {
        ViewScope scope;
        scope.owner = OwnerId{OwnerBasis::Text, "web-3"};
        m_window->showLocks(scope);
        answer();
        QCOMPARE(lockNames(), QStringList{QStringLiteral("l4")});
        QCOMPARE(m_window->query().scope, scope);
        const QModelIndex all = sidebarModel()->indexOf(ViewScope());
        QCOMPARE(m_window->sidebar().currentIndex(), all);
        QTest::mouseClick(m_window->sidebar().viewport(), Qt::LeftButton, {},
                          m_window->sidebar().visualRect(all).center());
        QCOMPARE(m_window->query().scope, ViewScope());
        // From another page it means them at once.
        m_window->showLocks(scope);
        m_window->showPage(PageId::Owners);
        m_window->sidebar().setCurrentIndex(all);
        QCOMPARE(m_window->page(), PageId::Locks);
        QCOMPARE(m_window->query().scope, ViewScope());
    }

    void whoLetGoOfEverythingIsSaidToHoldNothing()
    {
        ViewScope scope;
        scope.owner = OwnerId{OwnerBasis::Host, "web-33"};
        m_window->showLocks(scope);
        m_feed->locks.erase(m_feed->locks.begin() + 1);
        answer();
        answer();
        QVERIFY(m_window->locksView().message().text().contains(QStringLiteral("of “web-33”")));
    }

    void theProfileJoinsAndTheChecksAreToldOn()
    {
        m_window->showPage(PageId::Owners);
        QSignalSpy asked(m_window.get(), &MainWindow::queryChanged);
        m_owners->setRules({{QStringLiteral("shop"), {"web-*"}}});
        QCOMPARE(asked.size(), 1);
        m_owners->setRules({{QStringLiteral("shop"), {"web-*"}}});
        QCOMPARE(asked.size(), 1); // the same: nothing is found out anew
        answer();
        QCOMPARE(m_owners->view().model().rowCount(), 1);
        QCOMPARE(m_owners->view().model().rowAt(0).id, (OwnerId{OwnerBasis::Rule, "shop"}));
        emit m_checks->changed();
        QCOMPARE(asked.size(), 2);
    }
};

LOCKMASTER_TEST(TestOwnersController, QApplication)

} // namespace tst_ownerscontroller

#include "tst_ownerscontroller.moc"
