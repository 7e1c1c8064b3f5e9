// SPDX-License-Identifier: Apache-2.0
#include "core/display/emptystate.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/window/gobox.h"
#include "ui/window/gocontroller.h"
#include "ui/window/mainwindow.h"
#include "ui/window/maintoolbar.h"
#include "ui/window/viewdialog.h"
#include "ui/window/viewscontroller.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_viewscontroller {

/** Saved views in the window; the profile is a list of them. */
class TestViewsController : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    ManualClock m_clock;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<MainWindow> m_window;
    ViewsController *m_views = nullptr;
    std::vector<SavedView> m_profile;
    std::vector<BackendSpec> m_servers;
    QString m_refusal;

    LockTable &table() { return m_window->locksView().table(); }
    QToolButton &button() { return m_window->tools().viewsButton(); }
    void answer()
    {
        m_feed->query = m_window->query();
        m_feed->build({});
    }
    void tellViews() { m_views->setViews(m_profile, m_servers); }
    Result<void> put(const QString &replaces, const std::optional<SavedView> &view)
    {
        if (!m_refusal.isEmpty())
            return failure(ErrorKind::Config, m_refusal);
        const auto at = std::find_if(m_profile.begin(), m_profile.end(),
                                     [&](const SavedView &v) { return v.name == replaces; });
        if (at == m_profile.end())
            m_profile.push_back(*view);
        else if (view)
            *at = *view;
        else
            m_profile.erase(at);
        tellViews();
        return {};
    }
    QAction *itemOf(const char *name) const
    {
        for (QAction *action : m_views->menu().actions()) {
            if (action->text() == QString::fromUtf8(name))
                return action;
        }
        return nullptr;
    }
    static SavedView orders()
    {
        SavedView view;
        view.name = QStringLiteral("Orders");
        view.filter = QStringLiteral("name:order");
        view.backend = QStringLiteral("billing");
        view.sort = LockColumn::Ttl;
        view.descending = true;
        view.columns = {LockColumn::Owner, LockColumn::Name, LockColumn::Ttl};
        return view;
    }

    /** What passes by in the window. */
    QStringList notes() const
    {
        QStringList texts;
        for (const QLabel *label : m_window->findChildren<QLabel *>())
            texts << label->text();
        return texts;
    }
    void closeBoxes()
    {
        const auto boxes = m_window->findChildren<QMessageBox *>();
        QVERIFY(!boxes.isEmpty());
        for (QMessageBox *box : boxes)
            box->close();
    }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_feed->backends = {makeStatus(QStringLiteral("billing"), BackendKind::MySql, m_clock),
                            makeStatus(QStringLiteral("cache"), BackendKind::Redis, m_clock)};
        m_feed->locks = {{.name = "order:42", .backend = QStringLiteral("billing")},
                         {.name = "coupon", .backend = QStringLiteral("cache")}};
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{});
        m_views = new ViewsController(*m_window);
        m_refusal.clear();
        m_profile = {orders()};
        m_servers.resize(2);
        m_servers[0].name = QStringLiteral("billing");
        m_servers[1].name = QStringLiteral("cache");
        m_views->setPut([this](const QString &replaces, const std::optional<SavedView> &view) {
            return put(replaces, view);
        });
        tellViews();
        answer();
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        table().setFocus();
    }
    void cleanup() { m_window.reset(); }

    void aKeyShowsAViewAndAnotherAllLocksAgain()
    {
        const auto before = table().arrangement();
        QCOMPARE(button().accessibleName(), QStringLiteral("Views"));
        QTest::keyClick(&table(), Qt::Key_1, Qt::AltModifier);
        QCOMPARE(m_views->current(), QStringLiteral("Orders"));
        QCOMPARE(button().accessibleName(), QStringLiteral("View: Orders"));
        QCOMPARE(m_window->filterEdit().text(), QStringLiteral("name:order"));
        QCOMPARE(m_window->query().scope.backend, QStringLiteral("billing"));
        QCOMPARE(m_window->query().sortColumn, LockColumn::Ttl);
        QVERIFY(m_window->query().descending);
        QVERIFY(table().arrangement().columns == orders().columns);
        QVERIFY(!m_views->isChanged());
        answer();
        QCOMPARE(table().model()->rowCount(), 1);
        QVERIFY(!m_views->isChanged());

        QTest::keyClick(&table(), Qt::Key_0, Qt::AltModifier);
        QCOMPARE(m_views->current(), QString());
        QVERIFY(m_window->filterEdit().text().isEmpty());
        QVERIFY(m_window->query().scope == ViewScope());
        QVERIFY(table().arrangement().columns == before.columns);
        QCOMPARE(m_window->query().sortColumn, before.sort);
    }

    void changesAreAskedForWhileAViewShowsThem()
    {
        QVERIFY(!m_window->query().countsChanges());
        m_profile[0].columns.push_back(LockColumn::Changes);
        tellViews();
        m_views->show(QStringLiteral("Orders"));
        QVERIFY(m_window->query().wantsChanges);
        table().setColumnShown(LockColumn::Changes, false);
        QVERIFY(!m_window->query().countsChanges());
        table().sortBy(LockColumn::Changes);
        QVERIFY(m_window->query().countsChanges());
        QTest::keyClick(&table(), Qt::Key_0, Qt::AltModifier);
        QVERIFY(!m_window->query().countsChanges());
    }

    void whatDepartsFromItIsSaid()
    {
        m_views->show(QStringLiteral("Orders"));
        QVERIFY(!m_views->updateAction().isEnabled());
        const auto saysSo = [this] {
            return m_views->isChanged() && m_views->updateAction().isEnabled()
                   && button().accessibleName() == QStringLiteral("View: Orders, changed")
                   && button().text() == QStringLiteral("● Orders");
        };
        table().setColumnShown(LockColumn::State, true);
        QVERIFY(saysSo());
        table().setColumnShown(LockColumn::State, false);
        QVERIFY(!m_views->isChanged());
        table().sortBy(LockColumn::Name);
        QVERIFY(saysSo());
        m_views->show(QStringLiteral("Orders"));
        QVERIFY(!m_views->isChanged());
        m_window->filterEdit().setFilterText(QStringLiteral("name:card"));
        QVERIFY(saysSo());
        m_views->show(QStringLiteral("Orders"));
        // What a view cannot hold is a departure as well.
        ViewScope owners = m_window->query().scope;
        owners.backend.clear();
        owners.owner = OwnerId();
        m_window->showLocks(owners);
        QVERIFY(saysSo());
    }

    void whatIsDoneWithinAViewIsNotRemembered()
    {
        m_views->show(QStringLiteral("Orders"));
        table().setColumnShown(LockColumn::State, true);
        table().sortBy(LockColumn::Held);
        m_views->leave();
        QCOMPARE(table().sortColumn(), LockColumn::State);
        QVERIFY(table().isColumnShown(LockColumn::Waiters));
        MainWindow next(*m_store, SystemNames(), m_clock, *m_settings, MainWindow::Offers{});
        QCOMPARE(next.locksView().table().sortColumn(), LockColumn::State);
        QVERIFY(next.locksView().table().isColumnShown(LockColumn::Waiters));
    }

    void aViewMaySayNothingOfColumnsAndOrder()
    {
        SavedView plain;
        plain.name = QStringLiteral("plain & simple");
        m_profile.push_back(plain);
        tellViews();
        const auto before = table().arrangement();
        m_views->show(QStringLiteral("Orders"));
        m_views->show(plain.name);
        QVERIFY(table().arrangement().columns == before.columns);
        QCOMPARE(table().sortColumn(), before.sort);
        QVERIFY(!m_views->isChanged());
        table().sortBy(LockColumn::Owner);
        QVERIFY(!m_views->isChanged());
        QVERIFY(itemOf("plain && simple"));
    }

    void whatIsShownIsSavedUnderAName()
    {
        m_window->filterEdit().setFilterText(QStringLiteral("name:coupon"));
        table().sortBy(LockColumn::Held);
        m_views->saveAction().trigger();
        auto *dialog = m_window->findChild<ViewDialog *>();
        QVERIFY(dialog);
        QVERIFY(!dialog->keepButton().isEnabled());
        // No band of nothing in it, and all of what is told.
        const auto wanted = [dialog] {
            return dialog->layout()->totalHeightForWidth(dialog->width());
        };
        QTRY_COMPARE(dialog->height(), wanted());
        dialog->name().setText(QStringLiteral("Orders"));
        QCOMPARE(dialog->height(), wanted());
        QVERIFY(!dialog->keepButton().isEnabled());
        QCOMPARE(dialog->told().text(), QStringLiteral("Another view is called so."));
        dialog->name().setText(QString::fromUtf8("a\u202eb"));
        QVERIFY(!dialog->keepButton().isEnabled());
        dialog->name().setText(QStringLiteral(" 쿠폰 "));
        m_refusal = QStringLiteral("Somebody is writing it.");
        dialog->accept();
        QVERIFY(dialog->isVisible());
        QVERIFY(dialog->told().text().contains(m_refusal));
        m_refusal.clear();
        dialog->accept();
        QVERIFY(!dialog->isVisible());
        QCOMPARE(m_profile.size(), 2U);
        QCOMPARE(m_profile[1].name, QStringLiteral("쿠폰"));
        QCOMPARE(m_profile[1].filter, QStringLiteral("name:coupon"));
        QVERIFY(m_profile[1].sort == LockColumn::Held);
        QVERIFY(!m_profile[1].columns.empty());
        QCOMPARE(m_views->current(), QStringLiteral("쿠폰"));
        QVERIFY(!m_views->isChanged());
    }

    void aViewIsUpdatedRenamedAndDeleted()
    {
        QVERIFY(!m_views->renameAction().isEnabled());
        m_views->show(QStringLiteral("Orders"));
        table().setColumnShown(LockColumn::State, true);
        m_views->updateAction().trigger();
        QCOMPARE(m_profile.front().columns.size(), 4U);
        QVERIFY(!m_views->isChanged());

        m_views->renameAction().trigger();
        auto *dialog = m_window->findChild<ViewDialog *>();
        QVERIFY(dialog);
        dialog->name().setText(QStringLiteral("Bills"));
        dialog->accept();
        QCOMPARE(m_profile.front().name, QStringLiteral("Bills"));
        QCOMPARE(m_views->current(), QStringLiteral("Bills"));
        QVERIFY(!m_views->isChanged());

        m_views->removeAction().trigger();
        auto *box = m_window->findChild<QMessageBox *>();
        QVERIFY(box);
        QCOMPARE(box->defaultButton(), box->button(QMessageBox::Cancel));
        for (QAbstractButton *each : box->buttons()) {
            if (box->buttonRole(each) == QMessageBox::DestructiveRole)
                each->click();
        }
        QVERIFY(m_profile.empty());
        QCOMPARE(m_views->current(), QString());
        QVERIFY(table().isColumnShown(LockColumn::Waiters));
    }

    void aViewOfAServerThatIsGoneSaysSo()
    {
        m_profile.front().backend = QStringLiteral("attic");
        tellViews();
        QAction *const item = itemOf("Orders");
        QVERIFY(item);
        QVERIFY(!item->isEnabled());
        QVERIFY(item->toolTip().contains(QStringLiteral("attic")));
        m_views->show(QStringLiteral("Orders"));
        QCOMPARE(m_views->current(), QString());
        QVERIFY(m_window->query().scope == ViewScope());
    }

    void aViewOfAnEnvironmentWithoutServersSaysSo()
    {
        m_profile.front().backend.clear();
        m_profile.front().environment = Environment::Production;
        tellViews();
        QVERIFY(!itemOf("Orders")->isEnabled());
        m_servers[1].environment = Environment::Production;
        tellViews();
        QVERIFY(itemOf("Orders")->isEnabled());
        m_profile.front().backend = QStringLiteral("billing");
        tellViews();
        QVERIFY(!itemOf("Orders")->isEnabled());
    }

    /** Of a server that goes while it is shown, nothing is said to be free. */
    void theServerOfTheShownViewGoes()
    {
        m_views->show(QStringLiteral("Orders"));
        m_servers.erase(m_servers.begin());
        m_feed->backends.erase(m_feed->backends.begin());
        m_feed->locks.erase(m_feed->locks.begin());
        tellViews();
        QVERIFY(notes().contains(
            QStringLiteral("This view is of the server billing, which is not there.")));
        answer();
        const auto said = EmptyState::of(*m_store->view(), ViewAccount::of(*m_store->view()));
        QVERIFY(said && said->text.startsWith(QStringLiteral("What this is narrowed to")));
    }

    void whatAColleagueChangesIsShownAnew()
    {
        m_views->show(QStringLiteral("Orders"));
        m_window->showPage(PageId::Leaders);
        m_profile.front().filter = QStringLiteral("name:coupon");
        m_profile.front().backend = QStringLiteral("cache");
        tellViews();
        QVERIFY(m_window->page() == PageId::Leaders);
        QCOMPARE(m_window->query().filter.text(), QStringLiteral("name:coupon"));
        QCOMPARE(m_window->query().scope.backend, QStringLiteral("cache"));
        QVERIFY(!m_views->isChanged());
    }

    void whatAColleagueChangesIsNotWrittenOver()
    {
        m_views->show(QStringLiteral("Orders"));
        m_window->filterEdit().setFilterText(QStringLiteral("name:card"));
        m_profile.front().filter = QStringLiteral("name:coupon");
        tellViews();
        QCOMPARE(m_window->query().filter.text(), QStringLiteral("name:card"));
        m_views->updateAction().trigger();
        QCOMPARE(m_profile.front().filter, QStringLiteral("name:coupon"));
        closeBoxes();
        m_views->show(QStringLiteral("Orders"));
        m_window->filterEdit().setFilterText(QStringLiteral("name:card"));
        m_views->updateAction().trigger();
        QCOMPARE(m_profile.front().filter, QStringLiteral("name:card"));
        // And again: what one wrote oneself is no colleague's.
        m_window->filterEdit().setFilterText(QStringLiteral("name:bill"));
        m_views->updateAction().trigger();
        QCOMPARE(m_profile.front().filter, QStringLiteral("name:bill"));
    }

    void onesOwnColumnsAndOrderAreNotImposed()
    {
        SavedView plain;
        plain.name = QStringLiteral("plain");
        m_profile = {plain};
        tellViews();
        m_views->show(plain.name);
        table().sortBy(LockColumn::Held);
        table().setColumnShown(LockColumn::Waiters, false);
        m_window->filterEdit().setFilterText(QStringLiteral("name:card"));
        m_views->updateAction().trigger();
        plain.filter = QStringLiteral("name:card");
        QVERIFY(m_profile.front() == plain);
    }

    void whatIsNotUnderstoodIsNotSavedAsWhatWasBefore()
    {
        m_views->show(QStringLiteral("Orders"));
        table().sortBy(LockColumn::Owner);
        m_window->filterEdit().setFilterText(QStringLiteral("ttl<"));
        QVERIFY(!m_window->filterEdit().errorText().isEmpty());
        m_views->updateAction().trigger();
        QVERIFY(m_profile.front() == orders());
        closeBoxes();
    }

    /** Rows of several servers may have the same names. */
    void aViewWithoutTheServersShowsThemWhereThereAreSeveral()
    {
        SavedView plain;
        plain.name = QStringLiteral("plain");
        SavedView narrow = plain;
        narrow.name = QStringLiteral("narrow");
        narrow.columns = {LockColumn::Name, LockColumn::Ttl};
        m_profile = {plain, narrow};
        tellViews();
        const BackendStatus second = m_feed->backends.back();
        m_feed->backends.pop_back();
        answer();
        QVERIFY(!table().isColumnShown(LockColumn::Backend));
        for (const SavedView &view : m_profile) {
            m_views->show(view.name);
            answer();
            QVERIFY(!table().isColumnShown(LockColumn::Backend));
            m_feed->backends.push_back(second);
            answer();
            QVERIFY2(table().isColumnShown(LockColumn::Backend), qPrintable(view.name));
            QVERIFY(!m_views->isChanged());
            m_views->show(view.name);
            QVERIFY2(table().isColumnShown(LockColumn::Backend), qPrintable(view.name));
            // Who takes it away has chosen so.
            table().setColumnShown(LockColumn::Backend, false);
            answer();
            QVERIFY(!table().isColumnShown(LockColumn::Backend));
            m_feed->backends.pop_back();
            m_views->leave();
            answer();
        }
    }

    void allLocksIsCheckedWhereAllAreShown()
    {
        QAction *const all = itemOf("All locks, no view");
        QVERIFY(all->isChecked());
        m_views->show(QStringLiteral("Orders"));
        m_profile.clear();
        tellViews();
        QVERIFY(!m_window->query().filter.isEmpty());
        QVERIFY(!all->isChecked());
        m_views->leave();
        QVERIFY(all->isChecked());
    }

    void aLongFilterShowsHowItBegins()
    {
        m_profile.front().filter = QStringLiteral("-name:payments ") + QString(900, u'x');
        tellViews();
        m_views->show(QStringLiteral("Orders"));
        QCOMPARE(m_window->filterEdit().cursorPosition(), 0);
    }

    void whatAColleagueTakesOutIsLeft()
    {
        m_views->show(QStringLiteral("Orders"));
        m_profile.clear();
        tellViews();
        QCOMPARE(m_views->current(), QString());
        QCOMPARE(m_window->filterEdit().text(), QStringLiteral("name:order"));
        QVERIFY(table().isColumnShown(LockColumn::Waiters));
        QVERIFY(!itemOf("Orders"));
    }

    void whereNothingCanBeSavedTheMenuSaysWhy()
    {
        const QString why = QStringLiteral("The profile cannot be written by you.");
        m_views->setPut({}, why);
        m_views->show(QStringLiteral("Orders"));
        table().sortBy(LockColumn::Name);
        for (QAction *action : {&m_views->saveAction(), &m_views->updateAction(),
                                &m_views->renameAction(), &m_views->removeAction()}) {
            QVERIFY(!action->isEnabled());
            QVERIFY(action->toolTip().contains(why));
        }
        QVERIFY(itemOf(qPrintable(why)));
    }

    void aFewLettersFindAView()
    {
        m_profile.front().name = QStringLiteral("주문 & 결제");
        tellViews();
        auto *go = new GoController(*m_window, *m_store);
        go->open();
        const QSignalSpy shown(&go->model(), &QAbstractItemModel::modelReset);
        go->box().line().setText(QStringLiteral("주결"));
        QTRY_VERIFY(!shown.isEmpty());
        QVERIFY(go->model().rowCount() > 0);
        QCOMPARE(go->model().hitAt(0).name, QStringLiteral("주문 & 결제"));
        QCOMPARE(GoModel::kindOf(go->model().hitAt(0)), QStringLiteral("View"));
        QTest::keyClick(&go->box().line(), Qt::Key_Return);
        QCOMPARE(m_views->current(), QStringLiteral("주문 & 결제"));
    }
};

LOCKMASTER_TEST(TestViewsController, QApplication)

} // namespace tst_viewscontroller

#include "tst_viewscontroller.moc"
