// SPDX-License-Identifier: Apache-2.0
#include "tests/support/alertfixtures.h"
#include "tests/support/leaderfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/alerts/alertlist.h"
#include "ui/details/detailspane.h"
#include "ui/locks/eventstrip.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/listsaver.h"
#include "ui/locks/lockactions.h"
#include "ui/leaders/leadersview.h"
#include "ui/leaders/leadertable.h"
#include "ui/locks/locksview.h"
#include "ui/kit/textsize.h"
#include "ui/kit/dock.h"
#include "ui/window/centre.h"
#include "ui/window/mainwindow.h"
#include "ui/kit/messagepage.h"
#include "ui/kit/narrowactions.h"
#include "ui/kit/lockdelegate.h"
#include "ui/locks/scopechips.h"
#include "ui/kit/elidedlabel.h"
#include "ui/servers/sidebar.h"
#include "ui/window/statusstrip.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSplitter>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <QToolBar>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_mainwindow {

class TestMainWindow : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    ManualClock m_clock;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<MainWindow> m_window;

    LockTable &table() { return m_window->locksView().table(); }
    LockId idOf(int row) const { return makeLock(m_feed->locks[size_t(row)], m_clock)->id; }

    static QStringList visibleTexts(const QToolBar &bar)
    {
        QStringList texts;
        for (const QAction *action : bar.actions()) {
            if (action->isVisible())
                texts << action->text();
        }
        return texts;
    }

    QList<QUrl> m_opened;

public slots:
    void takeAddress(const QUrl &address) { m_opened << address; }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{.settings = true});
        fillShowcase(*m_feed, m_clock);
        m_feed->publish();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        table().setFocus();
    }
    void cleanup()
    {
        m_window->textSize().setPercent(TextSize::usual);
        m_window.reset();
    }

    void detailsShowMarkupAsText()
    {
        const QByteArray name = "<b>bold</b><img src='file:///etc/passwd'>";
        m_feed->locks.push_back({.name = name, .owner = "<script>1</script>"});
        m_feed->publish();
        QVERIFY(table().selectLock(idOf(12)));
        const QString text = m_window->details().plainText();
        QVERIFY(text.contains(QString::fromUtf8(name)));
        QVERIFY(text.contains(QStringLiteral("<script>1</script>")));
    }

    /** Of a table that was not read nothing is known, however young the rest is. */
    void whatIsNotReadHasNoAge()
    {
        for (BackendStatus &status : m_feed->backends) {
            status.state = BackendState::Online;
            status.dataFrom = m_clock.now();
        }
        m_feed->publish();
        const auto *age = m_window->findChild<QLabel *>(QStringLiteral("age"));
        QCOMPARE(age->text(), QStringLiteral("now"));
        m_feed->backends.front().sources.resize(1); // of which nothing could be read
        m_feed->publish();
        QCOMPARE(age->text(), QStringLiteral("now + ?"));
        QVERIFY2(age->toolTip().contains(m_feed->backends.front().name),
                 qPrintable(age->toolTip()));
    }

    void noLabelInTheWindowReadsMarkup()
    {
        const auto labels = m_window->findChildren<QLabel *>();
        QVERIFY(labels.size() > 5);
        for (const QLabel *label : labels) {
            const bool isOurs = label->textFormat() == Qt::PlainText;
            QVERIFY2(isOurs || !Qt::mightBeRichText(label->text()), qPrintable(label->text()));
        }
    }

    void theDetailsFollowTheSelectedLock()
    {
        QSignalSpy asked(m_window.get(), &MainWindow::queryChanged);
        QVERIFY(table().selectLock(idOf(3)));
        QCOMPARE(asked.size(), 1);
        QCOMPARE(*asked.back().front().value<ViewQuery>().focus, idOf(3));
        QVERIFY(m_window->details().plainText().contains(QStringLiteral("user:42:card")));
        QVERIFY(m_window->details().plainText().contains(QStringLiteral("pooled connection")));
        std::reverse(m_feed->locks.begin(), m_feed->locks.end());
        m_feed->publish();
        QCoreApplication::processEvents();
        QVERIFY(m_window->details().plainText().contains(QStringLiteral("user:42:card")));
        QCOMPARE(asked.size(), 1);
    }

    void theProfilesNotesAreInTheDetails()
    {
        QVERIFY(table().selectLock(idOf(3)));
        QVERIFY(!m_window->details().plainText().contains(QStringLiteral("one card of a user")));
        m_window->setLockNotes({{"user:*:card", QStringLiteral("one card of a user"), {}, true}});
        QVERIFY(m_window->details().plainText().contains(QStringLiteral("one card of a user")));
        m_window->setLockNotes({});
        QVERIFY(!m_window->details().plainText().contains(QStringLiteral("one card of a user")));
    }

    void aRunbookIsOpenedByAClickOrByReturn()
    {
        const QString runbook = QStringLiteral("https://wiki.example/cards?night=1&who=me");
        QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "takeAddress");
        const auto restore =
            qScopeGuard([] { QDesktopServices::unsetUrlHandler(QStringLiteral("https")); });
        QVERIFY(table().selectLock(idOf(3)));
        m_window->setLockNotes({{"user:*:card", {}, runbook, true}});
        auto *text = m_window->details().findChild<QTextBrowser *>();
        const QTextCursor found = text->document()->find(QStringLiteral("wiki"));
        QVERIFY(!found.isNull());
        text->setTextCursor(found); // scrolls there
        m_opened.clear();
        QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, text->cursorRect(found).center());
        QCOMPARE(m_opened, QList<QUrl>{QUrl(runbook)});
        text->moveCursor(QTextCursor::Start);
        text->setFocus();
        QTest::keyClick(text, Qt::Key_Tab);
        QTest::keyClick(text, Qt::Key_Return);
        QCOMPARE(m_opened.size(), 2);
        QVERIFY(m_window->details().plainText().contains(runbook)); // and stays where it was
    }

    void aLockThatWentStaysInTheDetails()
    {
        QVERIFY(table().selectLock(idOf(0)));
        const QSignalSpy asked(m_window.get(), &MainWindow::queryChanged);
        m_feed->locks.clear();
        m_feed->publish();
        QCOMPARE(asked.size(), 0);
        QCOMPARE(m_window->query().focus->name, QByteArray("daily-close"));
    }

    void comingToTheTableByKeySelectsARow()
    {
        m_window->filterEdit().setFocus();
        QVERIFY(table().selectedLocks().empty());
        table().setFocus(Qt::TabFocusReason);
        QCOMPARE(table().selectedLocks().size(), size_t(1));
    }

    void aSelectionInTheDetailsSurvivesTheCountdown()
    {
        QVERIFY(table().selectLock(idOf(0)));
        auto *text = m_window->details().findChild<QTextBrowser *>();
        text->find(QStringLiteral("daily-close"));
        QVERIFY(text->textCursor().hasSelection());
        m_clock.advance(5s);
        m_feed->publishRows(m_store->view()->rows);
        QTRY_VERIFY(m_window->details().plainText().contains(QStringLiteral("36 s of 1 m")));
        QCOMPARE(text->textCursor().selectedText(), QStringLiteral("daily-close"));
    }

    void theSidebarNarrowsAndShowsTheBackend()
    {
        QSignalSpy asked(m_window.get(), &MainWindow::queryChanged);
        ViewScope scope;
        scope.backend = QStringLiteral("cache");
        auto *model = qobject_cast<SidebarModel *>(m_window->sidebar().model());
        m_window->sidebar().setCurrentIndex(model->indexOf(scope));
        QCOMPARE(asked.back().front().value<ViewQuery>().scope, scope);
        QVERIFY(m_window->details().plainText().contains(QStringLiteral("Redis")));
        QVERIFY(!m_window->isProductionStripeShown());
    }

    void releaseIsOfferedWhereSomethingCanBeDone()
    {
        QAction &release = m_window->lockActions().release();
        QSignalSpy asked(&m_window->lockActions(), &LockActions::releaseRequested);
        m_window->lockActions().setActionsOf([](const LockRecord &lock) {
            return lock.id.name == "daily-close"
                       ? std::vector<LockAction>{{QStringLiteral("expire"), {}, {}, {}, false}}
                       : std::vector<LockAction>();
        });
        table().clearSelection();
        QVERIFY(!release.isEnabled());
        QVERIFY(release.toolTip().contains(QStringLiteral("Select the lock")));
        QVERIFY(table().selectLock(idOf(3)));
        QVERIFY(!release.isEnabled());
        QVERIFY(release.toolTip().contains(QStringLiteral("cannot be released")));
        QTest::keyClick(&table(), Qt::Key_Delete);
        QCOMPARE(asked.size(), 0);
        QVERIFY(table().selectLock(idOf(0)));
        QVERIFY(release.isEnabled());
        QTest::keyClick(&table(), Qt::Key_Delete);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front()[0].value<std::vector<LockPointer>>().front()->id, idOf(0));
        table().selectAll();
        QVERIFY(release.isEnabled());
    }

    void aReleaseCommandNamesTheWitness()
    {
        m_window->lockActions().setActionsOf([](const LockRecord &) {
            return std::vector<LockAction>{{QStringLiteral("expire"), "a'b", {}, {}, false}};
        });
        QVERIFY(table().selectLock(idOf(0)));
        m_window->lockActions().copyReleaseCommand().trigger();
        const QString command = QGuiApplication::clipboard()->text();
        QVERIFY2(command.startsWith(QStringLiteral("lockctl release --witness lm2.")),
                 qPrintable(command));
        QVERIFY(command.endsWith(QStringLiteral("--action expire --target 'a'\\''b'")));
    }

    void readOnlyIsShownUntilItIsLifted()
    {
        m_feed->backends[0].readOnly = true;
        m_feed->publish();
        const auto shown = [this] {
            return m_window->status().texts().contains(QStringLiteral("read-only: billing-db"));
        };
        auto *model = qobject_cast<SidebarModel *>(m_window->sidebar().model());
        ViewScope scope;
        scope.backend = QStringLiteral("billing-db");
        const auto marked = [&] {
            return model->indexOf(scope).data(SidebarModel::ReadOnlyRole).toBool();
        };
        QVERIFY(shown() && marked());
        m_window->setLifted({QStringLiteral("billing-db")});
        QVERIFY(!shown() && !marked());
        m_window->setLifted({});
        QVERIFY(shown() && marked());
    }

    void productionIsMarked()
    {
        QVERIFY(m_window->isProductionStripeShown());
        m_feed->backends.front().environment = Environment::Staging;
        m_feed->publish();
        QVERIFY(!m_window->isProductionStripeShown());
    }

    void theCountSaysWhatTheFilterLeaves()
    {
        m_feed->filteredOut = 202;
        m_feed->publish();
        QCOMPARE(m_window->countText(), QStringLiteral("11 of 214"));
    }

    void allFilteredOutOffersToClearTheFilter()
    {
        m_window->filterEdit().setFilterText(QStringLiteral("nosuchlock"));
        m_feed->query = m_window->query();
        m_feed->hidden = std::exchange(m_feed->locks, {});
        m_feed->publish();
        QVERIFY(!m_window->locksView().isTableShown());
        QPushButton *clear = m_window->locksView().message().button();
        QCOMPARE(clear->text(), QStringLiteral("Clear filter"));
        clear->click();
        QVERIFY(m_window->filterEdit().text().isEmpty());
        QVERIFY(m_window->query().filter.isEmpty());
    }

    void whereTheSidebarLooksStandsBesideTheFilter()
    {
        auto *chips = m_window->findChild<ScopeChips *>();
        QVERIFY(!chips->isVisible());
        auto *model = static_cast<SidebarModel *>(m_window->sidebar().model());
        ViewScope scope;
        scope.backend = QStringLiteral("cache");
        scope.source = QStringLiteral("db 0");
        scope.system = QStringLiteral("redisson");
        m_window->sidebar().setCurrentIndex(model->indexOf(scope));
        QCOMPARE(m_window->query().scope, scope);
        QVERIFY(chips->isVisible());
        QCOMPARE(chips->chips().size(), size_t(2));
        QCOMPARE(chips->chips().front()->accessibleName(), QStringLiteral("Server: cache"));
        QCOMPARE(chips->chips().back()->accessibleName(), QStringLiteral("Source: redisson"));
        m_window->filterEdit().setFilterText(QStringLiteral("coupon"));
        // By the keyboard the source goes, and the server stays.
        chips->chips().back()->setFocus();
        QTest::keyClick(chips->chips().back(), Qt::Key_Delete);
        scope = {};
        scope.backend = QStringLiteral("cache");
        QCOMPARE(m_window->query().scope, scope);
        QCOMPARE(m_window->sidebar().currentIndex(), model->indexOf(scope));
        QCOMPARE(chips->chips().size(), size_t(1));
        QVERIFY(chips->chips().front()->hasFocus());
        // By the mouse the rest; the filter is another matter.
        QTest::mouseClick(chips->chips().front(), Qt::LeftButton);
        QCOMPARE(m_window->query().scope, ViewScope());
        QVERIFY(!chips->isVisible());
        QVERIFY(m_window->filterEdit().hasFocus());
        QCOMPARE(m_window->query().filter.text(), QStringLiteral("coupon"));
    }

    /** A view may narrow by several things at once. */
    void aChipTakesNothingWithItButItsOwn()
    {
        auto *chips = m_window->findChild<ScopeChips *>();
        QSignalSpy chosen(chips, &ScopeChips::scopeChosen);
        ViewScope scope;
        scope.environment = Environment::Production;
        scope.backend = QStringLiteral("cache");
        scope.source = QStringLiteral("db 0");
        scope.system = QStringLiteral("redisson");
        scope.finding = FindingId::NoExpiry;
        scope.owner = OwnerId{};
        const auto without = [&](size_t at) {
            chips->showScope(scope, {});
            chips->chips().at(at)->click();
            return chosen.back().front().value<ViewScope>();
        };
        const auto expected = [&scope](const std::function<void(ViewScope &)> &take) {
            ViewScope left = scope;
            take(left);
            return left;
        };
        QCOMPARE(without(0), expected([](ViewScope &left) { left.environment.reset(); }));
        // A source is nothing without its server.
        QCOMPARE(without(1), expected([](ViewScope &left) {
                     left.backend.clear();
                     left.source.clear();
                     left.system.clear();
                 }));
        QCOMPARE(without(2), expected([](ViewScope &left) {
                     left.source.clear();
                     left.system.clear();
                 }));
        QCOMPARE(without(3), expected([](ViewScope &left) { left.finding.reset(); }));
        QCOMPARE(without(4), expected([](ViewScope &left) { left.owner.reset(); }));
        scope.source.clear();
        QCOMPARE(without(1), expected([](ViewScope &left) { left.backend.clear(); }));
    }

    void anExperimentIsSeenWhereItIsChosenAndNowhereElse()
    {
        const QString lab = QStringLiteral("sandbox-db");
        m_feed->locks.clear();
        m_feed->publish(); // no rows: the views are built from here on
        fillShowcase(*m_feed, m_clock);
        const auto real = static_cast<int>(m_feed->locks.size());
        fillLeaders(*m_feed, m_clock);
        const auto realLeaders = static_cast<int>(m_feed->leaders.size());
        QVERIFY(realLeaders > 0);
        m_feed->backends.push_back(makeStatus(lab, BackendKind::MySql, m_clock));
        m_feed->backends.back().readOnly = true;
        const Finding rare{FindingId::ClockMismatch, {}};
        const LockSpec leads{.name = "election", .backend = lab, .findings = {rare}};
        m_feed->locks.push_back(leads);
        m_feed->leaders.push_back(LeaderStory(leads, m_clock).reigns("pod-1", 5s).watch());
        const auto follow = [this, &lab] {
            m_feed->query = m_window->query();
            m_feed->build({lab});
        };
        follow();
        auto *model = static_cast<SidebarModel *>(m_window->sidebar().model());
        const auto leaders = [this] { return m_window->leadersView().table().model()->rowCount(); };
        const QString strip = m_window->status().texts().join(u'|');
        QCOMPARE(table().model()->rowCount(), real);
        QVERIFY2(m_window->countText().startsWith(QString::number(real)),
                 qPrintable(m_window->countText()));
        QCOMPARE(leaders(), realLeaders);
        QVERIFY2(!strip.contains(lab), qPrintable(strip));
        QVERIFY(m_window->isProductionStripeShown());

        // The group of the lab has locks and leaders.
        ViewScope scope;
        scope.apart = true;
        m_window->sidebar().setCurrentIndex(model->indexOf(scope));
        QCOMPARE(m_window->query().scope, scope);
        follow();
        QCOMPARE(table().model()->rowCount(), 1);
        QCOMPARE(m_window->countText(), QStringLiteral("1 lock"));
        QVERIFY(!m_window->isProductionStripeShown());
        QCOMPARE(m_window->status().texts().join(u'|'), strip);
        QCOMPARE(m_window->findChild<ScopeChips *>()->chips().front()->text(),
                 QStringLiteral("Lab"));
        m_window->sidebar().setCurrentIndex(model->indexOf(PageId::Leaders, true));
        QCOMPARE(m_window->page(), PageId::Leaders);
        QCOMPARE(leaders(), 1);
        m_window->sidebar().setCurrentIndex(model->indexOf(PageId::Leaders));
        QCOMPARE(m_window->page(), PageId::Leaders);
        QCOMPARE(leaders(), realLeaders);
        QCOMPARE(m_window->query().scope, ViewScope());
        QCOMPARE(m_window->sidebar().currentIndex(), model->indexOf(PageId::Leaders));

        // The lab's page leads there, and what is over leads back.
        m_window->showLeader(m_feed->leaders.back()->lock->id);
        QCOMPARE(*m_window->leadersView().chosen(), m_feed->leaders.back()->lock->id);
        QCOMPARE(m_window->sidebar().currentIndex(), model->indexOf(PageId::Leaders, true));
        follow();
        m_feed->backends.pop_back();
        m_feed->build({});
        QCOMPARE(m_window->query().scope, ViewScope());
        QCOMPARE(leaders(), realLeaders);
    }

    void theKeyOfTheShownPageShowsAllLocks()
    {
        auto *model = static_cast<SidebarModel *>(m_window->sidebar().model());
        ViewScope scope;
        scope.backend = QStringLiteral("cache");
        m_window->sidebar().setCurrentIndex(model->indexOf(scope));
        m_window->filterEdit().setFilterText(QStringLiteral("coupon"));
        m_window->showPage(PageId::Leaders);
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(m_window->page(), PageId::Locks);
        QCOMPARE(m_window->query().scope, scope); // back to what was looked at
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(m_window->query().scope, ViewScope());
        QCOMPARE(m_window->query().filter.text(), QStringLiteral("coupon"));
        QCOMPARE(m_window->sidebar().currentIndex(), model->indexOf(ViewScope()));
    }

    void aLockThatTheFilterTakesOutIsNotReadAboutAnyMore()
    {
        QVERIFY(table().selectLock(idOf(3)));
        QVERIFY(m_window->details().plainText().contains(QStringLiteral("user:42:card")));
        m_window->filterEdit().setFilterText(QStringLiteral("order:77"));
        m_feed->query = m_window->query();
        m_feed->hidden = std::exchange(m_feed->locks, {});
        m_feed->publish();
        QVERIFY(!m_window->query().focus);
        QVERIFY(!m_window->details().plainText().contains(QStringLiteral("user:42:card")));
    }

    void theLineAboveStaysWhereTheFilterLeavesNothing()
    {
        m_feed->backends.back().state = BackendState::Offline;
        m_feed->backends.back().problems = {
            {{},
             {ErrorKind::Network, 111, QStringLiteral("legacy refuses."),
              QStringLiteral("Is it running?")}}};
        m_window->filterEdit().setFilterText(QStringLiteral("order:77"));
        m_feed->query = m_window->query();
        m_feed->hidden = std::exchange(m_feed->locks, {});
        m_feed->publish();
        QVERIFY(!m_window->locksView().isTableShown());
        QCOMPARE(m_window->locksView().notice(), QStringLiteral("legacy refuses. Is it running?"));
        QVERIFY(m_window->locksView().message().text().contains(
            QStringLiteral("Not read, or not completely: legacy.")));
        QVERIFY(m_window->countText().endsWith(QStringLiteral(" + ?")));
    }

    void theAgeIsThatOfTheOldestRowsAlsoOfALostServer()
    {
        const auto age = [this] {
            return m_window->findChild<QLabel *>(QStringLiteral("age"))->text();
        };
        m_feed->backends.back().state = BackendState::Offline;
        m_feed->backends.back().dataFrom = m_clock.now() - 12s;
        m_feed->publish();
        QCOMPARE(age(), QStringLiteral("12 s ago"));
        m_feed->query.scope.backend = QStringLiteral("cache");
        m_feed->publish();
        QCOMPARE(age(), QStringLiteral("now"));
    }

    void aPlaceThatTheScreenHasNotIsNotTakenUpAgain()
    {
        const QRect screen = m_window->screen()->availableGeometry();
        m_window->resize(screen.size() * 2);
        m_window->move(screen.center());
        QVERIFY(m_window->close());
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{});
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QVERIFY(m_window->width() <= screen.width() && m_window->height() < screen.height());
        // But for what its frame takes of a screen that is no wider than the narrowest window.
        QVERIFY(screen.adjusted(0, 0, 8, 0).contains(m_window->geometry()));
    }

    void noFigureIsCutInTheNarrowestWindow_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("text");
        for (int width = 980; width < 1060; width += 7)
            QTest::addRow("%d wide", width) << QSize(width, 600) << TextSize::usual;
        QTest::newRow("1280x720 at 150 %") << QSize(845, 440) << TextSize::usual;
        QTest::newRow("smallest") << QSize(800, 480) << TextSize::usual;
        for (const int text : {125, 150})
            for (const int width : {1024, 1280, 1920})
                QTest::addRow("%d wide, text at %d %%", width, text) << QSize(width, 640) << text;
    }
    void noFigureIsCutInTheNarrowestWindow()
    {
        QFETCH(QSize, size);
        QFETCH(int, text);
        for (LockSpec &lock : m_feed->locks)
            lock.held = 58min + 58s;
        m_feed->publish();
        m_window->resize(size);
        m_window->textSize().setPercent(text);
        QCoreApplication::processEvents();
        for (const LockColumn column :
             {LockColumn::Ttl, LockColumn::Held, LockColumn::Waiters, LockColumn::State}) {
            const auto section = static_cast<int>(column);
            if (table().isColumnHidden(section))
                continue; // the details tell it
            for (int row = 0; row < table().model()->rowCount(); ++row) {
                const QModelIndex index = table().model()->index(row, section);
                const int needs = table().fontMetrics().horizontalAdvance(index.data().toString());
                QVERIFY2(needs + 2 * LockDelegate::padding <= table().columnWidth(section),
                         qPrintable(index.data().toString()));
            }
        }
        const auto state = static_cast<int>(LockColumn::State);
        QVERIFY(!table().isColumnHidden(state));
        QVERIFY(table().columnViewportPosition(state) + table().columnWidth(state)
                <= table().viewport()->width());
        QVERIFY(!table().horizontalScrollBar()->isVisible());
    }

    /** And is as it was once they are. */
    void theSidebarGrowsWithItsWords()
    {
        m_window->resize(1280, 720);
        QCoreApplication::processEvents();
        const int usual = m_window->sidebar().width();
        m_window->textSize().setPercent(150);
        QCoreApplication::processEvents();
        const int larger = m_window->sidebar().width();
        QVERIFY2(larger > usual, qPrintable(QString::number(larger)));
        QVERIFY2(larger <= m_window->width() / 4, qPrintable(QString::number(larger)));
        m_window->textSize().setPercent(TextSize::usual);
        QCoreApplication::processEvents();
        QCOMPARE(m_window->sidebar().width(), usual);
    }

    /** Where the line is full, one text gives way, and what is short stays whole. */
    void theLongestOfTheStatusLineGivesWay()
    {
        m_feed->backends.back().state = BackendState::Offline;
        m_feed->backends.back().problems = {
            {{}, {ErrorKind::Network, 111, QStringLiteral("legacy refuses. ").repeated(30), {}}}};
        m_feed->publish();
        m_window->resize(1280, 720);
        QCoreApplication::processEvents();
        bool isTold = false;
        for (const QLabel *label : m_window->status().findChildren<ElidedLabel *>()) {
            const int needed = label->fontMetrics().horizontalAdvance(label->text());
            if (!label->isVisible())
                continue;
            if (label->text().startsWith(u"legacy offline"))
                isTold = true; // and as much of why as there is room for
            else
                QVERIFY2(needed <= label->width(), qPrintable(label->text()));
        }
        QVERIFY(isTold);
    }

    void problemsAreSaidAboveTheRows()
    {
        QVERIFY(m_window->locksView().notice().isEmpty());
        m_feed->backends.back().state = BackendState::Offline;
        m_feed->backends.back().problems = {
            {{},
             {ErrorKind::Network, 111, QStringLiteral("legacy refuses."),
              QStringLiteral("Is it running?")}}};
        m_feed->publish();
        QVERIFY(m_window->locksView().isTableShown());
        QCOMPARE(m_window->locksView().notice(), QStringLiteral("legacy refuses. Is it running?"));
        QVERIFY(
            m_window->status().texts().contains(QStringLiteral("legacy offline: legacy refuses.")));
    }

    void ofManyBackendsTheStatusLineNamesThoseThatAreLost()
    {
        for (int i = 0; i < 50; ++i)
            m_feed->backends.push_back(
                makeStatus(QStringLiteral("shard-%1").arg(i), BackendKind::Redis, m_clock));
        m_feed->backends.back().state = BackendState::Offline;
        m_feed->publish();
        const QStringList texts = m_window->status().texts();
        QCOMPARE(texts.front(), QStringLiteral("1 offline: shard-49"));
        QVERIFY(texts.size() < 6);
        // What the line has to say does not make the window wider.
        QVERIFY(m_window->minimumSizeHint().width() <= m_window->width());
    }

    void ofManyBackendsOnlyTheChosenOneShowsItsSources()
    {
        for (int i = 0; i < 50; ++i)
            m_feed->backends.push_back(
                makeStatus(QStringLiteral("shard-%1").arg(i), BackendKind::Redis, m_clock));
        m_feed->publish();
        Sidebar &sidebar = m_window->sidebar();
        const auto *model = static_cast<const SidebarModel *>(sidebar.model());
        ViewScope scope;
        scope.backend = QStringLiteral("billing-db");
        const QModelIndex billing = model->indexOf(scope);
        QVERIFY(model->rowCount(billing) > 1);
        QVERIFY(!sidebar.isExpanded(billing));
        sidebar.setCurrentIndex(billing);
        QTRY_VERIFY(sidebar.isExpanded(billing));
        QCOMPARE(m_window->query().scope.backend, scope.backend);
    }

    void whileMinimisedNothingIsSaidAnewAndAfterwardsEverything()
    {
        const QSignalSpy live(m_window.get(), &MainWindow::liveChanged);
        QVERIFY(table().selectLock(idOf(0)));
        m_window->showMinimized();
        QTRY_COMPARE(live.size(), 1);
        QCOMPARE(table().tickInterval(), 0ms);
        const QStringList status = m_window->status().texts();
        const QString details = m_window->details().plainText();
        const QString count = m_window->countText();
        const int entries = m_window->sidebar().model()->rowCount();
        m_clock.advance(5s);
        m_feed->locks.front().owner = "web-77";
        m_feed->locks.front().label.clear();
        m_feed->locks.pop_back();
        m_feed->backends.pop_back();
        m_feed->publish();
        QCoreApplication::processEvents();
        QCOMPARE(m_window->status().texts(), status);
        QCOMPARE(m_window->details().plainText(), details);
        QCOMPARE(m_window->countText(), count);
        QCOMPARE(m_window->sidebar().model()->rowCount(), entries);

        m_window->showNormal();
        QTRY_COMPARE(live.size(), 2);
        QVERIFY(m_window->status().texts() != status);
        QTRY_VERIFY(m_window->details().plainText().contains(QStringLiteral("web-77")));
        QVERIFY(m_window->countText() != count);
        QVERIFY(table().tickInterval() > 0ms);
    }

    void theKeysDoWhatTheSheetSays()
    {
        const QSignalSpy refresh(m_window.get(), &MainWindow::refreshRequested);
        QSignalSpy pause(m_window.get(), &MainWindow::pauseRequested);
        const QSignalSpy settings(m_window.get(), &MainWindow::settingsRequested);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QCOMPARE(refresh.size(), 1);
        QTest::keyClick(&table(), Qt::Key_Space);
        QCOMPARE(pause.size(), 1);
        QCOMPARE(pause.back().front().toBool(), true);
        m_window->setRefreshState(true, std::nullopt);
        QTest::keyClick(&table(), Qt::Key_Space);
        QCOMPARE(pause.back().front().toBool(), false);
        QTest::keyClick(m_window.get(), Qt::Key_Comma, Qt::ControlModifier);
        QCOMPARE(settings.size(), 1);
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(m_window->filterEdit().hasFocus());
        QTest::keyClick(&m_window->filterEdit(), Qt::Key_Space);
        QCOMPARE(pause.size(), 2);
        QTest::keyClick(&m_window->filterEdit(), Qt::Key_Escape);
        QVERIFY(table().hasFocus());
    }

    void rowsAreCopiedAsTextJsonAndCommand()
    {
        QVERIFY(table().selectLock(idOf(0)));
        QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("daily-close\t")));
        QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        const auto json =
            QJsonDocument::fromJson(QApplication::clipboard()->text().toUtf8()).object();
        QCOMPARE(json.value(QStringLiteral("name")).toString(), QStringLiteral("daily-close"));
        m_window->lockActions().copyCommand().trigger();
        QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("lockctl ")));
    }

    void aCommandNamesTheFileOfItsOwnBackend()
    {
        const QString config = QStringLiteral("--config");
        m_window->lockActions().setActionsOf([](const LockRecord &) {
            return std::vector<LockAction>{{QStringLiteral("expire"), {}, {}, {}, false}};
        });
        QVERIFY(table().selectLock(idOf(0)));
        const QString own = idOf(0).source->backend;
        const auto copied = [](QAction &action) {
            QGuiApplication::clipboard()->clear();
            action.trigger();
            return QGuiApplication::clipboard()->text();
        };
        LockActions &actions = m_window->lockActions();
        // Another backend is in another file.
        m_window->setCommandOrigins(
            {{config, QStringLiteral("/own")},
             {{QStringLiteral("sandbox"), QStringList{config, QStringLiteral("/sandbox")}}}});
        QVERIFY(copied(actions.copyCommand()).contains(QStringLiteral("--config '/own'")));
        m_window->setCommandOrigins({{}, {{own, QStringList{config, QStringLiteral("/other")}}}});
        QVERIFY(copied(actions.copyCommand()).contains(QStringLiteral("--config '/other'")));
        QVERIFY(copied(actions.copyReleaseCommand()).contains(QStringLiteral("'/other'")));
        // No file holds it: no command can show it.
        m_window->setCommandOrigins({{}, {{own, std::nullopt}}});
        QVERIFY(!actions.copyCommand().isEnabled() && !actions.copyReleaseCommand().isEnabled());
    }

    void acquiringStartsFromTheSelectedLock()
    {
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{.acquire = true});
        m_feed->publish();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QSignalSpy asked(m_window.get(), &MainWindow::acquireRequested);
        table().clearSelection();
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QCOMPARE(asked.size(), 1);
        QVERIFY(!asked.back().front().value<std::optional<LockId>>());
        QVERIFY(table().selectLock(idOf(3)));
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QCOMPARE(*asked.back().front().value<std::optional<LockId>>(), idOf(3));
    }

    void aWindowThatOffersNoAcquiringHasNoKeyForIt()
    {
        const QSignalSpy asked(m_window.get(), &MainWindow::acquireRequested);
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QCOMPARE(asked.size(), 0);
    }

    void theGuardKeepsTheWindowOpen()
    {
        bool may = false;
        m_window->setCloseGuard([&may] { return may; });
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible());
        may = true;
        QVERIFY(m_window->close());
    }

    void whatIsHeldIsCountedInTheStatusLine()
    {
        m_window->status().setHeldCount(2);
        QVERIFY(m_window->status().texts().join(u'|').contains(QStringLiteral("held by you: 2")));
        m_window->status().setHeldCount(0);
        QVERIFY(!m_window->status().texts().join(u'|').contains(QStringLiteral("held by you")));
    }

    void aPresentationIsThePageAlone()
    {
        auto *const sidebar = m_window->findChild<Sidebar *>();
        const QWidget *const events = &m_window->events();
        const QWidget *const held = &m_window->dock();
        sidebar->setFocus();
        QVERIFY(sidebar->isVisible() && held->isVisible() && events->isVisible());
        const auto press = [this](Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
            QTest::keyClick(m_window.get(), key, modifiers);
        };
        press(Qt::Key_F11);
        QVERIFY(m_window->isFullScreen());
        QVERIFY(!sidebar->isVisible() && !held->isVisible() && !events->isVisible()
                && !m_window->statusBar()->isVisible());
        // Whoever had the focus is not there: the keys go to the page.
        QVERIFY(m_window->focusWidget()->isVisible());
        press(Qt::Key_4, Qt::ControlModifier);
        press(Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(m_window->page(), PageId::Leaders);
        QVERIFY(!events->isVisible());
        QVERIFY(m_window->isPresenting());
        press(Qt::Key_F11);
        QVERIFY(held->isVisible() && !m_window->isPresenting());
        press(Qt::Key_F11);
        QVERIFY(!held->isVisible());
        press(Qt::Key_Escape);
        QVERIFY(held->isVisible());
        QVERIFY(!m_window->isFullScreen());
        // Closed while it goes on, it begins where it stood before.
        const auto place = QStringLiteral("window/geometry");
        const auto close = [this] {
            m_window->close();
            m_window->show();
        };
        close();
        const QByteArray before = m_settings->value(place).toByteArray();
        press(Qt::Key_F11);
        close();
        QCOMPARE(m_settings->value(place).toByteArray(), before);
        // And so does one that the desktop takes off the whole screen.
        m_window->showNormal();
        QTRY_VERIFY(!m_window->isFullScreen());
        QVERIFY(sidebar->isVisible() && held->isVisible() && m_window->statusBar()->isVisible());
    }

    /** The table has their rows then, and what is worst is told all the same. */
    void theListsBelowFoldAndGoAway()
    {
        auto *const model = new AlertModel(SystemNames(), m_clock, m_store.get());
        const auto begin = [&] {
            m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                    MainWindow::Offers{});
            m_window->resize(1280, 720);
            m_window->setAlertList(new AlertList(*model));
            m_window->show();
            QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        };
        begin();
        Alert alert = makeAlert("order:42", m_clock);
        alert.severity = AlertSeverity::Serious;
        model->setBoard(boardOf({alert, makeAlert("order:43", m_clock)}));
        auto *list = m_window->findChild<AlertList *>();
        Dock &dock = m_window->dock();
        const auto press = [this](Qt::KeyboardModifiers modifiers) {
            QTest::keyClick(m_window.get(), Qt::Key_J, modifiers);
        };
        const auto said = [this] { return m_window->status().texts().join(u'|'); };
        QCOMPARE(dock.tabText(list), QStringLiteral("Alerts 2"));
        QVERIFY(m_window->query().alarmed && m_window->query().alarmed == model->alarmed());
        QVERIFY(m_window->events().isVisible());
        QVERIFY(dock.worstShown().contains(u"held-long")); // another list is in front
        const int before = table().height();
        press(Qt::ControlModifier);
        QVERIFY(dock.isFolded());
        QTRY_COMPARE(dock.height(), dock.wantedHeight());
        QTRY_VERIFY(table().height() > before + 100);
        QVERIFY(dock.worstShown().contains(u"held-long"));
        QVERIFY(!said().contains(u"held-long")); // once is enough
        press(Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!dock.isVisible());
        QVERIFY(said().contains(u"held-long"));
        m_window->close();
        begin();
        QVERIFY(m_window->query().alarmed == model->alarmed());
        QVERIFY(!m_window->dock().isVisible());
        QVERIFY(said().contains(u"held-long"));
        QLabel *worst = nullptr;
        for (QLabel *label : m_window->status().findChildren<QLabel *>()) {
            if (label->text().contains(u"held-long"))
                worst = label;
        }
        QTest::mouseClick(worst, Qt::LeftButton);
        list = m_window->findChild<AlertList *>();
        QVERIFY(list->isVisible() && list->table().hasFocus());
        QVERIFY(!said().contains(u"held-long"));
        // Nobody asked for it as high as the window.
        QTRY_VERIFY(m_window->dock().height() < 250);
    }

    void aKeyLeadsFromListToList()
    {
        auto *const model = new AlertModel(SystemNames(), m_clock, m_store.get());
        auto *list = new AlertList(*model);
        m_window->setAlertList(list);
        model->setBoard(boardOf({makeAlert("order:42", m_clock)}));
        const auto press = [this] { QTest::keyClick(m_window.get(), Qt::Key_F6); };
        m_window->dock().setAway(true);
        press();
        QVERIFY(m_window->events().isAncestorOf(m_window->focusWidget())
                || m_window->events().isVisible());
        press();
        QVERIFY(list->table().hasFocus());
        QCOMPARE(list->table().selectionModel()->selectedRows().size(), 1);
        press();
        QVERIFY(m_window->events().isVisible() && !list->isVisible());
        table().setFocus();
        press(); // from elsewhere, to the one that is in front
        QVERIFY(m_window->events().isVisible());
    }

    /** Lanes need it; larger text makes a window low. */
    void onALowWindowThePageHasTheRoom()
    {
        m_window->resize(1280, 800);
        m_window->showPage(PageId::Leaders);
        QVERIFY(m_window->events().isVisible());
        m_window->resize(1280, 720);
        QVERIFY(!m_window->events().isVisible() && m_window->dock().isVisible());
        m_window->resize(1280, 800);
        QVERIFY(m_window->events().isVisible());
        m_window->textSize().setPercent(150);
        QVERIFY(!m_window->events().isVisible());
        m_window->showPage(PageId::Locks);
        QVERIFY(m_window->events().isVisible());
    }

    void theListsBelowAreAsHighAsSomebodyMadeThem()
    {
        m_window->resize(1280, 720);
        auto *rows = qobject_cast<QSplitter *>(m_window->dock().parentWidget());
        QVERIFY(rows);
        const QSplitterHandle *handle = rows->handle(1);
        const int before = m_window->dock().height();
        QTest::mousePress(const_cast<QSplitterHandle *>(handle), Qt::LeftButton);
        QTest::mouseMove(const_cast<QSplitterHandle *>(handle), QPoint(5, -100));
        QTest::mouseRelease(const_cast<QSplitterHandle *>(handle), Qt::LeftButton, {},
                            QPoint(5, -100));
        const int high = m_window->dock().height();
        QVERIFY2(high > before + 60, qPrintable(QString::number(high)));
        QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier);
        QTRY_COMPARE(m_window->dock().height(), high);
        m_window->close();
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{});
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(m_window->dock().height() < high); // nothing stands in them
        m_window->dock().setFilled();
        QTRY_COMPARE(m_window->dock().height(), high);
    }

    void theTextIsAsLargeAsTheKeysSay()
    {
        const auto press = [this](Qt::Key key) {
            QTest::keyClick(m_window.get(), key, Qt::ControlModifier);
        };
        const int row = table().rowHeight(0);
        press(Qt::Key_Plus);
        press(Qt::Key_Equal);
        QCOMPARE(m_window->textSize().percent(), 125);
        m_window->textSize().setPercent(200);
        QVERIFY(table().rowHeight(0) > row);
        press(Qt::Key_Minus);
        QCOMPARE(m_window->textSize().percent(), 175);
        press(Qt::Key_0);
        QCOMPARE(m_window->textSize().percent(), 100);
        QCOMPARE(table().rowHeight(0), row);
    }

    /** Columns are remembered as of text as usual: one start after another leaves them alone. */
    void widthsStayFromStartToStart()
    {
        const auto restart = [this] {
            m_window->close();
            m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                    MainWindow::Offers{.settings = true});
            m_window->show();
        };
        table().setColumnWidth(int(LockColumn::Ttl), 120);
        m_window->textSize().setPercent(150);
        const int wide = table().columnWidth(int(LockColumn::Ttl));
        QCOMPARE(wide, 180);
        for (int start = 0; start < 3; ++start) {
            restart();
            QCOMPARE(table().columnWidth(int(LockColumn::Ttl)), wide);
        }
        m_window->textSize().setPercent(100);
        QCOMPARE(table().columnWidth(int(LockColumn::Ttl)), 120);
    }

    void thePlaceOfThePartsIsRemembered()
    {
        m_window->resize(800, 600);
        m_window->close();
        QVERIFY(m_settings->contains(QStringLiteral("window/geometry")));
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{});
        QCOMPARE(m_window->size(), QSize(800, 600));
    }

    void aPageTakesThePlaceOfTheLocks()
    {
        auto *page = new QWidget;
        page->setFocusPolicy(Qt::StrongFocus);
        m_window->addPage(PageId::Lab, page);
        QCOMPARE(m_window->page(), PageId::Locks);
        QVERIFY(m_window->details().isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(m_window->page(), PageId::Lab);
        QVERIFY(page->isVisible() && page->hasFocus());
        QVERIFY(!m_window->locksView().isVisible());
        QVERIFY(!m_window->details().isVisible());
        QVERIFY(!m_window->filterEdit().isVisible());
        QVERIFY(!m_window->events().isVisible()); // the lab needs their room
        QCOMPARE(m_window->sidebar().currentIndex().data(SidebarModel::PageRole).value<PageId>(),
                 PageId::Lab);
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        QVERIFY(m_window->events().isVisible());
        QVERIFY(m_window->details().isVisible());
        QVERIFY(table().hasFocus());
        QVERIFY(m_window->filterEdit().isVisible());
    }

    void choosingABackendComesBackToTheLocks()
    {
        auto *model = qobject_cast<SidebarModel *>(m_window->sidebar().model());
        ViewScope cache;
        cache.backend = QStringLiteral("cache");
        m_window->sidebar().setCurrentIndex(model->indexOf(cache));
        QVERIFY(!m_window->isProductionStripeShown());
        m_window->sidebar().setCurrentIndex(model->indexOf(PageId::Leaders));
        QCOMPARE(m_window->page(), PageId::Leaders);
        // It shows all backends, and one of them is production.
        QVERIFY(m_window->isProductionStripeShown());
        m_window->sidebar().setCurrentIndex(model->indexOf(cache));
        QCOMPARE(m_window->page(), PageId::Locks);
        QCOMPARE(m_window->query().scope, cache);
        m_window->sidebar().setCurrentIndex(model->indexOf(PageId::Leaders));
        m_window->sidebar().setCurrentIndex(model->indexOf(ViewScope()));
        QCOMPARE(m_window->page(), PageId::Locks);
        QCOMPARE(m_window->query().scope, ViewScope());
    }

    void theFilterIsReachedFromAnyPage()
    {
        m_window->addPage(PageId::Lab, new QWidget);
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(m_window->page(), PageId::Lab);
        QVERIFY(!m_window->filterEdit().isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(m_window->page(), PageId::Locks);
        QVERIFY(m_window->filterEdit().hasFocus());
    }

    void fromTheFilterOneGoesToWhatWasFound()
    {
        QTest::keyClick(m_window.get(), Qt::Key_Slash);
        QVERIFY(m_window->filterEdit().hasFocus());
        QTest::keyClicks(&m_window->filterEdit(), QStringLiteral("card"));
        QTest::keyClick(&m_window->filterEdit(), Qt::Key_Return);
        // The rows are those from before, and none of them is meant.
        QVERIFY(m_window->filterEdit().hasFocus());
        QVERIFY(table().selectedLocks().empty());
        m_feed->query = m_window->query();
        m_feed->hidden = std::exchange(m_feed->locks, {m_feed->locks[3]});
        m_feed->publish();
        QVERIFY(table().hasFocus());
        QCOMPARE(table().selectedLocks().size(), size_t(1));
        QCOMPARE(table().selectedLocks().front()->id, idOf(0));
        QVERIFY(m_window->details().plainText().contains(QStringLiteral("user:42:card")));
    }

    void theOnlyOneThatIsLeftIsReadAboutWhileSomebodyTypes()
    {
        const std::vector<LockSpec> all = m_feed->locks;
        const auto answer = [&](const std::vector<LockSpec> &left) {
            m_feed->query = m_window->query();
            m_feed->locks = left;
            m_feed->publish();
        };
        const auto type = [&](const QString &text) {
            m_window->filterEdit().setFocus();
            m_window->filterEdit().setFilterText(text);
        };
        type(QStringLiteral("user:42:c"));
        answer({all[3]});
        QVERIFY(m_window->filterEdit().hasFocus());
        QCOMPARE(table().selectedLocks().size(), size_t(1));
        QVERIFY(m_window->details().plainText().contains(QStringLiteral("user:42:card")));
        // It stays what is read about while it is in the table.
        type(QStringLiteral("c"));
        answer(all);
        QCOMPARE(m_window->query().focus, std::optional(idOf(3)));
        // Of several none is meant.
        type(QStringLiteral("d"));
        answer({all[0], all[1]});
        QVERIFY(!m_window->query().focus);
        QVERIFY(table().selectedLocks().empty());
        // Whoever is elsewhere by then chose nothing; nor where the rest went by itself.
        type(QStringLiteral("da"));
        m_window->sidebar().setFocus();
        answer({all[0]});
        QVERIFY(!m_window->query().focus);
        type(QStringLiteral("dai"));
        answer({all[0], all[1]});
        answer({all[0]});
        QVERIFY(!m_window->query().focus);
    }

    /** The line says one thing and the rows another. */
    void aFilterThatIsNotUnderstoodIsToldAboveTheRows()
    {
        const auto answer = [&] {
            m_feed->query = m_window->query();
            m_feed->publish();
        };
        m_window->filterEdit().setFilterText(QStringLiteral("state:hel"));
        QVERIFY2(m_window->locksView().notice().startsWith(
                     QStringLiteral("The filter is not understood, and nothing is left out by it. "
                                    "There is no state")),
                 qPrintable(m_window->locksView().notice()));
        m_window->filterEdit().setFilterText(QStringLiteral("state:held"));
        answer();
        QVERIFY(m_window->locksView().notice().isEmpty());
        m_window->filterEdit().setFilterText(QStringLiteral("state:held \""));
        QVERIFY2(m_window->locksView().notice().startsWith(QStringLiteral(
                     "The filter is not understood: what is shown is still by “state:held”.")),
                 qPrintable(m_window->locksView().notice()));
        // What went wrong with servers is counted behind it.
        for (BackendStatus &status : m_feed->backends)
            status.problems = {{{},
                                {ErrorKind::Network, 111, QStringLiteral("It refuses."),
                                 QStringLiteral("Is it running?")}}};
        answer();
        QVERIFY(m_window->locksView().notice().endsWith(
            QStringLiteral(" and %1 more").arg(m_feed->backends.size())));
        m_window->filterEdit().clear();
        QVERIFY2(m_window->locksView().notice().endsWith(
                     QStringLiteral("Is it running? and %1 more").arg(m_feed->backends.size() - 1)),
                 qPrintable(m_window->locksView().notice()));
    }

    void nothingFoundTakesNoFocus()
    {
        m_window->filterEdit().setFocus();
        QTest::keyClicks(&m_window->filterEdit(), QStringLiteral("nothing-like-it"));
        QTest::keyClick(&m_window->filterEdit(), Qt::Key_Return);
        m_feed->query = m_window->query();
        m_feed->hidden = std::exchange(m_feed->locks, {});
        m_feed->publish();
        QVERIFY(m_window->filterEdit().hasFocus());
        // Somebody types on: what is found by then takes nothing away.
        QTest::keyClick(&m_window->filterEdit(), Qt::Key_Backspace);
        m_feed->locks = std::exchange(m_feed->hidden, {});
        m_feed->publish();
        QVERIFY(m_window->filterEdit().hasFocus());
    }

    void theListIsSavedAsItIsShown()
    {
        auto &saver = *m_window->findChild<ListSaver *>();
        QSignalSpy done(&saver, &ListSaver::done);
        const QString path = m_directory.filePath(QStringLiteral("list.csv"));
        saver.write(path, true);
        QTRY_COMPARE(done.size(), 1);
        QCOMPARE(done[0][1].toString(), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("\nuser:42:card,held,"));
        saver.write(QStringLiteral("/nowhere/list.csv"), true);
        QTRY_COMPARE(done.size(), 2);
        QVERIFY(!done[1][1].toString().isEmpty());
    }

    void theMenuOfALockNarrowsAndCopies()
    {
        QVERIFY(table().selectLock(idOf(3)));
        LockActions &actions = m_window->lockActions();
        actions.copyName().trigger();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("user:42:card"));
        actions.copyOwner().trigger();
        QCOMPARE(QApplication::clipboard()->text(), QString::fromUtf8(m_feed->locks[3].owner));
        const auto choose = [&](const QString &text) {
            emit table().customContextMenuRequested({10, 10});
            auto *const menu = table().findChildren<QMenu *>().constLast();
            for (QAction *action : menu->actions()) {
                if (action->text() == text)
                    action->trigger();
            }
            delete menu;
        };
        choose(QStringLiteral("Only this name"));
        QCOMPARE(m_window->filterEdit().text(), QStringLiteral("name=\"user:42:card\""));
        choose(QStringLiteral("Only this server"));
        QCOMPARE(m_window->filterEdit().text(),
                 QStringLiteral("name=\"user:42:card\" backend=\"billing-db\""));
        QVERIFY(m_window->filterEdit().errorText().isEmpty());
    }

    /** Wherever a lock stands its menu leads to what has something in common with it. */
    void otherListsNarrowToTheirLocksAsWell()
    {
        const auto choose = [](QAbstractItemView &view, const QString &text) {
            view.findChild<NarrowActions *>()->update(); // as when its menu opens
            for (QAction *action : view.actions()) {
                if (action->text() == text && action->isEnabled())
                    action->trigger();
            }
        };
        Event event;
        event.kind = EventKind::Appeared;
        event.backend = m_feed->locks[3].backend;
        event.seenAt = m_clock.now();
        event.wallTime = m_clock.wallNow();
        event.after = makeLock(m_feed->locks[3], m_clock);
        m_feed->events = {event};
        m_feed->publish();
        auto &events = *m_window->findChild<EventStrip *>()->findChild<QListView *>();
        choose(events, QStringLiteral("Only this name"));
        QCOMPARE(m_window->filterEdit().text(), QString()); // no event is chosen
        events.setCurrentIndex(events.model()->index(events.model()->rowCount() - 1, 0));
        choose(events, QStringLiteral("Only this owner"));
        QCOMPARE(m_window->filterEdit().text(),
                 QStringLiteral("owner=\"%1\"").arg(QString::fromUtf8(m_feed->locks[3].owner)));

        LeaderStory story({.name = "report", .system = QStringLiteral("leader")}, m_clock);
        story.vacant(30s);
        m_feed->leaders = {story.watch()};
        m_feed->publish();
        m_window->enterPage(PageId::Leaders);
        auto &leaders = *m_window->leadersView().findChild<LeaderTable *>();
        leaders.setCurrentIndex(leaders.model()->index(0, 0));
        choose(leaders, QStringLiteral("Only this name"));
        // What was looked for before has nothing to do with it.
        QCOMPARE(m_window->page(), PageId::Locks);
        QCOMPARE(m_window->filterEdit().text(), QStringLiteral("name=\"report\""));
    }

    /** Two owners, or two servers, leave nothing. */
    void narrowingOnceMoreReplacesWhatContradicts()
    {
        const auto narrow = [&](const NarrowedLock &lock, Narrowing by) {
            emit m_window->lockActions().narrowRequested(lock.term(by));
            m_feed->query = m_window->query();
            m_feed->publish();
            return m_window->filterEdit().text();
        };
        const NarrowedLock a{"a", "web-3", QStringLiteral("billing-db")};
        const NarrowedLock b{"b", "web-4", QStringLiteral("cache")};
        narrow(a, Narrowing::Owner);
        QCOMPARE(narrow(b, Narrowing::Owner), QStringLiteral("owner=\"web-4\""));
        narrow(a, Narrowing::Server);
        QCOMPARE(narrow(b, Narrowing::Server), QStringLiteral("owner=\"web-4\" backend=\"cache\""));
        // The sidebar shows another server, and an environment that this one is not of.
        ViewScope scope;
        scope.backend = QStringLiteral("billing-db");
        scope.finding = FindingId::NoExpiry;
        m_window->showLocks(scope);
        narrow(b, Narrowing::Name);
        QCOMPARE(m_window->query().scope, scope);
        narrow(a, Narrowing::Server);
        QCOMPARE(m_window->query().scope, scope);
        narrow(b, Narrowing::Server);
        scope.backend.clear();
        QCOMPARE(m_window->query().scope, scope);
        for (BackendStatus &status : m_feed->backends)
            status.environment =
                status.name == u"cache" ? Environment::Staging : Environment::Production;
        scope.environment = Environment::Production;
        m_window->showLocks(scope);
        m_feed->query = m_window->query();
        m_feed->publish();
        narrow(a, Narrowing::Server);
        QCOMPARE(m_window->query().scope, scope);
        narrow(b, Narrowing::Server);
        scope.environment.reset();
        QCOMPARE(m_window->query().scope, scope);
        scope.owner = OwnerId{};
        m_window->showLocks(scope);
        narrow(a, Narrowing::Owner);
        scope.owner.reset();
        QCOMPARE(m_window->query().scope, scope);
        // What is typed and not understood is none of it.
        m_window->filterEdit().setFilterText(QStringLiteral("state:held"));
        m_window->filterEdit().setText(QStringLiteral("state:hel"));
        QCOMPARE(narrow(a, Narrowing::Name), QStringLiteral("state:held name=\"a\""));
    }

    /** Each is for a client of its own, and no name acts in one. */
    void ofSeveralServersEachSaysWhatIsForIt()
    {
        m_feed->locks.clear();
        for (int i = 0; i < 12; ++i)
            m_feed->locks.push_back({.name = "a" + QByteArray::number(i)});
        m_feed->locks.push_back({.name = "b", .backend = QStringLiteral("x$(rm)\n쿠폰")});
        m_feed->locks.push_back({.name = "c"});
        m_feed->publish();
        LockActions &actions = m_window->lockActions();
        const auto copyAll = [&] {
            table().selectAll();
            for (QAction *action : table().actions()) {
                if (action->text() == u"Copy as SQL or redis-cli" && action->isEnabled())
                    action->trigger();
            }
            return QApplication::clipboard()->text().split(u'\n');
        };
        actions.setLookOf([](const LockRecord &lock) {
            return lock.id.name.size() > 1
                       ? QStringList()
                       : QStringList{QStringLiteral("GET ") + QString::fromUtf8(lock.id.name)};
        });
        // The first dozen has nothing to tell, and decides nothing.
        QCOMPARE(copyAll(), QStringList({QStringLiteral("# x__rm__쿠폰"), QStringLiteral("GET b"),
                                         QStringLiteral("# billing-db"), QStringLiteral("GET c")}));
        m_feed->locks.pop_back();
        m_feed->publish();
        QCOMPARE(copyAll(), QStringList{QStringLiteral("GET b")});
    }

    /** Of the lock that is shown there, whatever is selected in the table. */
    void theDetailsCopyAndNarrowToo()
    {
        m_window->lockActions().setLookOf([](const LockRecord &lock) {
            return QStringList{QStringLiteral("GET ") + QString::fromUtf8(lock.id.name)};
        });
        QVERIFY(table().selectLock(idOf(3)));
        table().clearSelection();
        auto *text = m_window->details().findChild<QTextBrowser *>();
        const auto choose = [&](const QString &entry) {
            emit text->customContextMenuRequested({5, 5});
            auto *const menu =
                text->findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly).constLast();
            for (QAction *action : menu->actions()) {
                if (action->text() == entry)
                    action->trigger();
            }
            delete menu;
        };
        choose(QStringLiteral("Copy name"));
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("user:42:card"));
        choose(QStringLiteral("Copy as SQL or redis-cli"));
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("GET user:42:card"));
        choose(QStringLiteral("Only this name"));
        QCOMPARE(m_window->filterEdit().text(), QStringLiteral("name=\"user:42:card\""));
    }

    void thePageIsRememberedAndNoneIsShownThatIsNotThere()
    {
        m_window->showPage(PageId::Lab);
        QCOMPARE(m_window->page(), PageId::Locks);
        m_window->addPage(PageId::Lab, new QWidget);
        m_window->showPage(PageId::Lab);
        const auto again = [this] {
            m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                    MainWindow::Offers{});
        };
        again();
        QCOMPARE(m_window->page(), PageId::Locks);
        m_window->addPage(PageId::Lab, new QWidget);
        QCOMPARE(m_window->page(), PageId::Lab);
        m_window->showPage(PageId::Leaders);
        again();
        QCOMPARE(m_window->page(), PageId::Leaders);
    }

    void theDetailsKeepTheirWidthBehindAPage()
    {
        const int width = m_window->details().width();
        m_window->showPage(PageId::Leaders);
        m_window->close();
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{});
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QCOMPARE(m_window->page(), PageId::Leaders);
        m_window->showPage(PageId::Locks);
        QTRY_COMPARE(m_window->details().width(), width);
    }

    void aNarrowWindowLeavesEveryPartItsRoom()
    {
        auto *wide = new QWidget;
        wide->setMinimumSize(780, 400);
        m_window->addPage(PageId::Lab, wide);
        m_window->resize(m_window->minimumSize());
        QTRY_COMPARE(m_window->width(), 800);
        QTRY_VERIFY(m_window->details().width() >= 230);
        QVERIFY(m_window->sidebar().width() >= 120);
        QVERIFY(m_window->locksView().width() >= 430);
        QCOMPARE(m_window->details().mapTo(m_window.get(), QPoint()).x()
                     + m_window->details().width(),
                 800);
    }

    void aLockIsWatchedAsLeaderWithOneClick()
    {
        QSignalSpy marks(m_window.get(), &MainWindow::leaderMarksChanged);
        auto *bar = m_window->details().findChild<QToolBar *>();
        QVERIFY(table().selectLock(idOf(2))); // of a leader table: needs no mark
        QCOMPARE(visibleTexts(*bar), QStringList({QStringLiteral("Show in Leaders")}));
        QVERIFY(table().selectLock(idOf(5)));
        QCOMPARE(visibleTexts(*bar), QStringList({QStringLiteral("Watch as leader")}));
        bar->actions().front()->trigger();
        QCOMPARE(marks.size(), 1);
        QCOMPARE(m_window->leaderMarks(), std::vector<LockId>{idOf(5)});
        QCOMPARE(visibleTexts(*bar), QStringList({QStringLiteral("Stop watching as leader"),
                                                  QStringLiteral("Show in Leaders")}));
        bar->actions().front()->trigger();
        QVERIFY(m_window->leaderMarks().empty());
    }

    void aLeaderIsFoundFromItsLock()
    {
        fillLeaders(*m_feed, m_clock);
        m_feed->publish();
        QVERIFY(table().selectLock(idOf(2)));
        m_window->details().findChild<QToolBar *>()->actions().back()->trigger();
        QCOMPARE(m_window->page(), PageId::Leaders);
        QCOMPARE(*m_window->leadersView().chosen(), idOf(2));
        QVERIFY(m_window->leadersView().isTicking());
        m_window->showPage(PageId::Locks);
        QVERIFY(!m_window->leadersView().isTicking());
        const LockId other = m_feed->leaders[1]->lock->id;
        m_window->showLeader(other);
        QCOMPARE(m_window->page(), PageId::Leaders);
        QCOMPARE(*m_window->leadersView().chosen(), other);
    }

    void whatCanBeFocusedHasANameForAScreenReader()
    {
        const auto widgets = m_window->findChildren<QWidget *>();
        for (const QWidget *widget : widgets) {
            if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible()
                || widget->focusProxy())
                continue;
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            const bool named =
                !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
            const bool isPart = widget->objectName().startsWith(QStringLiteral("qt_"))
                                || widget->inherits("QTabBar");
            QVERIFY2(named || isPart, qPrintable(QStringLiteral("%1 '%2'").arg(
                                          QString::fromLatin1(widget->metaObject()->className()),
                                          widget->objectName())));
        }
    }
};

LOCKMASTER_TEST(TestMainWindow, QApplication)

} // namespace tst_mainwindow

#include "tst_mainwindow.moc"
