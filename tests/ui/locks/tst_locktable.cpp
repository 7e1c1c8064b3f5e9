// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/kit/elidedlabel.h"
#include "ui/locks/namedelegate.h"
#include "ui/locks/lockactions.h"
#include "ui/locks/locktable.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QRegularExpression>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_locktable {

class TestLockTable : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    ManualClock m_clock;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<LockTableModel> m_model;
    std::unique_ptr<LockTable> m_table;

    void openTable()
    {
        m_table = std::make_unique<LockTable>(*m_model, *m_settings);
        m_table->resize(900, 300);
        m_table->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_table.get()));
    }
    void fill(int count)
    {
        m_feed->locks.clear();
        for (int i = 0; i < count; ++i)
            m_feed->locks.push_back({.name = "lock-" + QByteArray::number(1000 + i)});
        m_feed->publish();
        if (count > 100)
            QTRY_VERIFY(m_table->verticalScrollBar()->maximum() > 0);
    }
    QByteArray nameAt(int row) const { return m_model->lockAt(row).id.name; }

private slots:
    void aFigureLosesItsSmallerUnitAndNoDigit()
    {
        const QFontMetrics metrics(QApplication::font());
        const auto shown = [&metrics](const QString &text, const QString &room) {
            return fittingFigure(metrics, text, metrics.horizontalAdvance(room));
        };
        const QString held = QStringLiteral("≥ 13 m 18 s");
        QCOMPARE(shown(held, held), held);
        QCOMPARE(shown(held, QStringLiteral("≥ 13 m 1")), QStringLiteral("≥ 13 m"));
        QCOMPARE(shown(held, QStringLiteral("≥ 1")), QStringLiteral("…"));
        QCOMPARE(shown(QStringLiteral("−3 m 10 s"), QStringLiteral("−3 m")),
                 QStringLiteral("−3 m"));
        // What stands behind the unit, as in Korean, stays.
        QCOMPARE(shown(QStringLiteral("2 m 1 s째"), QStringLiteral("2 m 1째")),
                 QStringLiteral("2 m째"));
        const QString korean = QStringLiteral("≥ 13분 18초");
        QCOMPARE(shown(korean, korean), korean);
        QCOMPARE(shown(korean, QStringLiteral("≥ 13분")), QStringLiteral("≥ 13분"));
        QCOMPARE(shown(QStringLiteral("2일 3시간"), QStringLiteral("2일")), QStringLiteral("2일"));
        QCOMPARE(shown(QStringLiteral("18초"), QStringLiteral("1")), QStringLiteral("…"));
        QCOMPARE(shown(QStringLiteral("1234567"), QStringLiteral("1234")), QStringLiteral("…"));
        const auto said = [&metrics](const QString &text, const QString &room) {
            return fittingSentence(metrics, text, metrics.horizontalAdvance(room + u'…'));
        };
        const QString state = QStringLiteral("held, 13 m 18 s ago");
        QCOMPARE(said(state, state), state);
        for (qsizetype length = 4; length < state.size(); ++length) {
            const QString cut = said(state, state.left(length));
            static const QRegularExpression torn(QStringLiteral("\\d ?…$"));
            QVERIFY2(!cut.contains(torn), qPrintable(cut));
        }
        QCOMPARE(said(QStringLiteral("59 m 11 s"), QStringLiteral("5")), QStringLiteral("…"));
    }

    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("t.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
        m_model = std::make_unique<LockTableModel>(*m_store, SystemNames(), m_clock);
        openTable();
    }
    void cleanup() { m_table.reset(); }

    void selectionAndCurrentSurviveARefreshInAnotherOrder()
    {
        fill(20);
        m_table->selectLock(m_model->lockAt(4).id);
        const QSignalSpy current(m_table.get(), &LockTable::currentLockChanged);
        std::reverse(m_feed->locks.begin(), m_feed->locks.end());
        m_feed->publish();
        const auto selected = m_table->selectedLocks();
        QCOMPARE(selected.size(), size_t(1));
        QCOMPARE(selected.front()->id.name, QByteArray("lock-1004"));
        QCOMPARE(nameAt(m_table->currentIndex().row()), QByteArray("lock-1004"));
        QCOMPARE(current.size(), 0);
    }

    void aThousandSelectedRowsSurviveWhatHappensToTheOthers()
    {
        fill(2000);
        QItemSelection every;
        for (int row = 0; row < 2000; row += 2)
            every.select(m_model->index(row, 0), m_model->index(row, 0));
        m_table->setCurrentIndex(m_model->index(1000, 0));
        m_table->selectionModel()->select(every, QItemSelectionModel::ClearAndSelect
                                                     | QItemSelectionModel::Rows);
        const auto names = [this] {
            QSet<QByteArray> all;
            for (const LockPointer &lock : m_table->selectedLocks())
                all.insert(lock->id.name);
            return all;
        };
        QSet<QByteArray> selected = names();
        QCOMPARE(selected.size(), 1000);
        const QByteArray current = nameAt(1000);

        m_feed->locks[6].owner = "other"; // selected, changed
        m_feed->publish();
        QCOMPARE(names(), selected);
        std::reverse(m_feed->locks.begin(), m_feed->locks.end()); // another order
        m_feed->publish();
        QCOMPARE(names(), selected);
        m_feed->locks.push_back({.name = "new"});
        m_feed->locks.erase(m_feed->locks.begin() + 1); // selected, gone
        selected.remove("lock-2998");
        m_feed->publish();
        QCOMPARE(names(), selected);
        QCOMPARE(nameAt(m_table->currentIndex().row()), current);
        QCOMPARE(m_table->selectedText().count(u'\n'), 998);
    }

    void whatIsSelectedAfterARefreshAddsToWhatWasSelected()
    {
        fill(20);
        QItemSelectionModel &selection = *m_table->selectionModel();
        const auto select = [&](int row, QItemSelectionModel::SelectionFlags how) {
            selection.select(m_model->index(row, 0), how | QItemSelectionModel::Rows);
        };
        select(2, QItemSelectionModel::Select);
        select(3, QItemSelectionModel::Select);
        select(8, QItemSelectionModel::Select);
        const QSignalSpy changed(&selection, &QItemSelectionModel::selectionChanged);
        std::reverse(m_feed->locks.begin(), m_feed->locks.end());
        m_feed->publish();
        QCOMPARE(m_table->selectionModel()->selection().size(), 2); // neighbours are one range
        QCOMPARE(changed.size(), 0);
        for (const int row : {11, 16, 17}) {
            for (int column = 0; column < lockColumnCount; ++column)
                QVERIFY(selection.isSelected(m_model->index(row, column)));
        }
        select(0, QItemSelectionModel::SelectCurrent);
        QCOMPARE(m_table->selectedLocks().size(), size_t(4));
        select(1, QItemSelectionModel::SelectCurrent);
        QCOMPARE(m_table->selectedLocks().size(), size_t(4));
        QVERIFY(!selection.isSelected(m_model->index(0, 0)));
    }

    void keysAndClicksFindTheSelectionAsItWasBeforeARefresh_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("clicked");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::addColumn<QList<int>>("selected");
        // Rows 11, 12 and 17 are selected, and 11 is the current one. Shift adds to them.
        QTest::newRow("Down") << int(Qt::Key_Down) << -1 << Qt::KeyboardModifiers() << QList{12};
        QTest::newRow("Shift+Up") << int(Qt::Key_Up) << -1
                                  << Qt::KeyboardModifiers(Qt::ShiftModifier)
                                  << QList{10, 11, 12, 17};
        QTest::newRow("Ctrl+Up") << int(Qt::Key_Up) << -1
                                 << Qt::KeyboardModifiers(Qt::ControlModifier) << QList{11, 12, 17};
        QTest::newRow("Ctrl+Space") << int(Qt::Key_Space) << -1
                                    << Qt::KeyboardModifiers(Qt::ControlModifier) << QList{12, 17};
        QTest::newRow("Space") << int(Qt::Key_Space) << -1 << Qt::KeyboardModifiers()
                               << QList{11, 12, 17};
        QTest::newRow("click") << 0 << 3 << Qt::KeyboardModifiers() << QList{3};
        QTest::newRow("click on one of them") << 0 << 17 << Qt::KeyboardModifiers() << QList{17};
        QTest::newRow("Ctrl+click")
            << 0 << 3 << Qt::KeyboardModifiers(Qt::ControlModifier) << QList{3, 11, 12, 17};
        QTest::newRow("Ctrl+click on one of them")
            << 0 << 17 << Qt::KeyboardModifiers(Qt::ControlModifier) << QList{11, 12};
        QTest::newRow("Shift+click")
            << 0 << 13 << Qt::KeyboardModifiers(Qt::ShiftModifier) << QList{11, 12, 13, 17};
    }
    void keysAndClicksFindTheSelectionAsItWasBeforeARefresh()
    {
        QFETCH(int, key);
        QFETCH(int, clicked);
        QFETCH(Qt::KeyboardModifiers, modifiers);
        fill(20);
        m_table->resize(900, 800);
        m_table->setFocus();
        for (const int row : {2, 7, 8})
            m_table->selectionModel()->setCurrentIndex(
                m_model->index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        std::reverse(m_feed->locks.begin(), m_feed->locks.end());
        m_feed->publish();
        QCOMPARE(m_table->currentIndex().row(), 11);
        if (key != 0)
            QTest::keyClick(m_table.get(), Qt::Key(key), modifiers);
        else
            QTest::mouseClick(m_table->viewport(), Qt::LeftButton, modifiers,
                              QPoint(30, m_table->rowViewportPosition(clicked) + 5));
        QList<int> rows;
        for (const LockPointer &lock : m_table->selectedLocks())
            rows << m_model->rowOf(lock->id);
        QTEST(rows, "selected");
    }

    void aRightClickOnOneOfThemLeavesThemSelected()
    {
        fill(20);
        m_table->selectAll();
        m_feed->locks.erase(m_feed->locks.begin());
        m_feed->publish();
        m_feed->publish(); // the ghost goes
        QTest::mouseClick(m_table->viewport(), Qt::RightButton, {},
                          QPoint(30, m_table->rowViewportPosition(4) + 5));
        QCOMPARE(m_table->selectedLocks().size(), size_t(19));
    }

    void draggingAfterARefreshSelectsWhatItPasses()
    {
        fill(20);
        m_table->resize(900, 800);
        m_table->selectLock(m_model->lockAt(15).id);
        std::reverse(m_feed->locks.begin(), m_feed->locks.end());
        m_feed->publish();
        const auto at = [this](int row) {
            return QPoint(30, m_table->rowViewportPosition(row) + 5);
        };
        QTest::mousePress(m_table->viewport(), Qt::LeftButton, {}, at(6));
        m_feed->locks.push_back({.name = "new"}); // while the button is down
        m_feed->publish();
        // QTest's own mouse moves have no button down.
        for (const int row : {7, 9}) {
            QMouseEvent move(QEvent::MouseMove, at(row), m_table->viewport()->mapToGlobal(at(row)),
                             Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(m_table->viewport(), &move);
        }
        QTest::mouseRelease(m_table->viewport(), Qt::LeftButton, {}, at(9));
        QCOMPARE(m_table->selectedLocks().size(), size_t(4));
        QCOMPARE(m_table->selectedLocks().front()->id.name, nameAt(6));
    }

    void whoeverFollowsTheSelectionHearsWhatItLost()
    {
        fill(20);
        for (const int row : {2, 7, 8})
            m_table->selectionModel()->select(
                m_model->index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        std::reverse(m_feed->locks.begin(), m_feed->locks.end());
        m_feed->publish();
        QSignalSpy changed(m_table->selectionModel(), &QItemSelectionModel::selectionChanged);
        m_feed->publish();
        m_table->selectAll();
        QCOMPARE(changed.size(), 1);
        QVERIFY(changed[0].at(1).value<QItemSelection>().isEmpty());
        std::reverse(m_feed->locks.begin(), m_feed->locks.end());
        m_feed->publish();
        m_table->QTableView::selectionModel()->clear();
        QCOMPARE(changed.size(), 2);
        QCOMPARE(changed[1].at(1).value<QItemSelection>().size(), 1);
        QVERIFY(m_table->selectedLocks().empty());
    }

    void nothingIsSelectedOnceItIsClearedAfterARefresh()
    {
        fill(20);
        m_table->selectAll();
        QCOMPARE(m_table->selectedLocks().size(), size_t(20));
        for (int round = 0; round < 2; ++round) { // none of them is input to the table
            std::reverse(m_feed->locks.begin(), m_feed->locks.end());
            m_feed->publish();
        }
        QCOMPARE(m_table->selectedLocks().size(), size_t(20));
        m_table->clearSelection();
        QCOMPARE(m_table->selectedLocks().size(), size_t(0));
    }

    void aReleaseGetsWhatIsLeftOfTheSelection()
    {
        fill(2000);
        LockActions actions(*m_table, m_clock);
        actions.setActionsOf([](const LockRecord &) { return std::vector<LockAction>(1); });
        QItemSelection every;
        for (int row = 0; row < 2000; row += 2)
            every.select(m_model->index(row, 0), m_model->index(row, lockColumnCount - 1));
        m_table->selectionModel()->select(every, QItemSelectionModel::ClearAndSelect);
        QSignalSpy asked(&actions, &LockActions::releaseRequested);
        const auto released = [&] {
            asked.clear();
            actions.release().trigger();
            return asked.isEmpty() ? std::vector<LockPointer>()
                                   : asked[0].at(0).value<std::vector<LockPointer>>();
        };
        QCOMPARE(released().size(), size_t(1000));
        std::reverse(m_feed->locks.begin(), m_feed->locks.end());
        const auto all = m_feed->locks;
        m_feed->locks.resize(100); // a filter leaves these: fifty of them are selected
        m_feed->publish();
        m_feed->publish();
        m_feed->locks = all; // what was out of sight comes back unselected
        m_feed->publish();
        const auto locks = released();
        QCOMPARE(locks.size(), size_t(50));
        QCOMPARE(locks.front()->id.name, QByteArray("lock-2998"));
        QCOMPARE(locks.back()->id.name, QByteArray("lock-2900"));
    }

    void whatArrivesAfterSelectingAllIsNotSelected()
    {
        fill(2000);
        m_table->selectAll();
        m_feed->locks.insert(m_feed->locks.begin() + 700, {.name = "new"});
        m_feed->locks.erase(m_feed->locks.begin() + 3);
        m_feed->publish();
        m_feed->publish(); // the ghost goes
        const auto selected = m_table->selectedLocks();
        QCOMPARE(selected.size(), size_t(1999));
        for (const LockPointer &lock : selected)
            QVERIFY(lock->id.name != "new");
    }

    void theTopRowStaysWhenRowsArriveAboveIt()
    {
        fill(200);
        m_table->verticalScrollBar()->setValue(50 * LockDelegate::rowHeight() + 7);
        const QByteArray top = nameAt(m_table->rowAt(0));
        for (int i = 0; i < 5; ++i)
            m_feed->locks.insert(m_feed->locks.begin(), {.name = "a" + QByteArray::number(i)});
        m_feed->publish();
        QCOMPARE(nameAt(m_table->rowAt(0)), top);
        QCOMPARE(m_table->verticalScrollBar()->value(), 55 * LockDelegate::rowHeight() + 7);
    }

    void atTheVeryTopNewRowsAreSeen()
    {
        fill(200);
        m_feed->locks.insert(m_feed->locks.begin(), {.name = "a"});
        m_feed->publish();
        QCOMPARE(m_table->verticalScrollBar()->value(), 0);
    }

    void columnsAreRemembered()
    {
        m_table->setColumnShown(LockColumn::Backend, true);
        m_table->setColumnShown(LockColumn::Waiters, false);
        m_table->setColumnWidth(int(LockColumn::System), 140);
        m_table->horizontalHeader()->moveSection(0, 2);
        m_table.reset();
        openTable();
        QVERIFY(m_table->isColumnShown(LockColumn::Backend));
        QVERIFY(!m_table->isColumnShown(LockColumn::Waiters));
        QCOMPARE(m_table->columnWidth(int(LockColumn::System)), 140);
        QCOMPARE(m_table->horizontalHeader()->visualIndex(0), 2);
        m_table->resetColumns();
        QVERIFY(m_table->isColumnShown(LockColumn::Waiters));
        QCOMPARE(m_table->horizontalHeader()->visualIndex(0), 0);
    }

    void changesAreShownToWhoAsksForThem()
    {
        QVERIFY(!m_table->isColumnShown(LockColumn::Changes));
        // What was remembered before there was such a column is read as it was.
        m_table->setColumnShown(LockColumn::Waiters, false);
        m_table->horizontalHeader()->moveSection(0, 2);
        m_settings->setValue(QStringLiteral("columns/order"),
                             QStringList{QStringLiteral("owner"), QStringLiteral("name"),
                                         QStringLiteral("system"), QStringLiteral("backend"),
                                         QStringLiteral("ttl"), QStringLiteral("held"),
                                         QStringLiteral("waiters"), QStringLiteral("state")});
        m_settings->remove(QStringLiteral("columns/changes_shown"));
        m_settings->remove(QStringLiteral("columns/changes_width"));
        m_table.reset();
        openTable();
        QVERIFY(!m_table->isColumnShown(LockColumn::Changes));
        QVERIFY(!m_table->isColumnShown(LockColumn::Waiters));
        QCOMPARE(m_table->horizontalHeader()->visualIndex(int(LockColumn::Owner)), 0);
        m_table->setColumnShown(LockColumn::Changes, true);
        m_table.reset();
        openTable();
        QVERIFY(m_table->isColumnShown(LockColumn::Changes));
        const auto columns = m_table->arrangement().columns;
        QVERIFY(std::count(columns.begin(), columns.end(), LockColumn::Changes) == 1);
        m_table->resetColumns();
        QVERIFY(!m_table->isColumnShown(LockColumn::Changes));
    }

    void ofSeveralServersEachRowNamesItsOwn()
    {
        fill(2);
        QVERIFY(!m_table->isColumnShown(LockColumn::Backend));
        m_feed->backends.push_back(
            makeStatus(QStringLiteral("other-db"), BackendKind::MySql, m_clock));
        m_feed->backends.back().environment = Environment::Production;
        m_feed->locks.push_back({.name = "a0", .backend = QStringLiteral("other-db")});
        m_feed->publish();
        QVERIFY(m_table->isColumnShown(LockColumn::Backend));
        const int row = m_model->rowOf(makeLock(m_feed->locks.back(), m_clock)->id);
        const QModelIndex cell = m_model->index(row, int(LockColumn::Backend));
        QCOMPARE(cell.data(EnvironmentRole).value<Environment>(), Environment::Production);
        QVERIFY(cell.data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(QStringLiteral("other-db, production")));

        // What somebody chose stays, also over a start; what nobody did follows the servers.
        m_table->setColumnWidth(int(LockColumn::System), 140);
        m_table.reset();
        openTable();
        m_feed->publish();
        QVERIFY(m_table->isColumnShown(LockColumn::Backend));
        m_table->setColumnShown(LockColumn::Backend, false);
        m_table.reset();
        openTable();
        m_feed->locks.push_back({.name = "b0", .backend = QStringLiteral("other-db")});
        m_feed->publish();
        QVERIFY(!m_table->isColumnShown(LockColumn::Backend));
        m_table->resetColumns();
        QVERIFY(m_table->isColumnShown(LockColumn::Backend));
    }

    void whatTheyAreSortedByIsSeenAtAnyWidth_data()
    {
        QTest::addColumn<LockColumn>("column");
        for (const LockColumn column :
             {LockColumn::System, LockColumn::Owner, LockColumn::Held, LockColumn::Waiters})
            QTest::newRow(qPrintable(lockColumnName(column))) << column;
    }
    void whatTheyAreSortedByIsSeenAtAnyWidth()
    {
        QFETCH(LockColumn, column);
        fill(2);
        m_table->resize(390, 300);
        QVERIFY(m_table->isColumnHidden(int(column)));
        m_table->sortBy(column);
        QVERIFY(!m_table->isColumnHidden(int(column)));
        m_table->sortBy(LockColumn::Name);
        QVERIFY(m_table->isColumnHidden(int(column)));
    }

    void theirServerGivesWayLast()
    {
        fill(2);
        m_feed->backends.push_back(
            makeStatus(QStringLiteral("other-db"), BackendKind::MySql, m_clock));
        m_feed->publish();
        for (const int width : {768, 520, 424}) { // a small screen, with the details open
            m_table->resize(width, 300);
            QVERIFY(m_table->isColumnHidden(int(LockColumn::System)));
            QVERIFY(!m_table->isColumnHidden(int(LockColumn::Backend)));
        }
        QVERIFY(m_table->isColumnHidden(int(LockColumn::Held)));
    }

    void theNameCannotBeHidden()
    {
        m_table->setColumnShown(LockColumn::Name, false);
        QVERIFY(m_table->isColumnShown(LockColumn::Name));
    }

    void theOwnerGivesItsRoomToTheName()
    {
        m_table->resize(2400, 300);
        m_table->resize(768, 300);
        QVERIFY(m_table->isColumnShown(LockColumn::Owner));
        const int name = m_table->columnWidth(int(LockColumn::Name));
        QVERIFY2(name >= 180, qPrintable(QString::number(name)));
    }

    /** The bar of rows that did not fit takes its room from the columns, whatever they were. */
    void columnsThatFitNeedNoBar()
    {
        for (int width = 560; width <= 1300; width += 37) {
            fill(3);
            m_table->resize(width, 300);
            QTRY_COMPARE(m_table->verticalScrollBar()->maximum(), 0);
            fill(200);
            QTRY_COMPARE(m_table->horizontalScrollBar()->maximum(), 0);
            m_table->setColumnShown(LockColumn::Backend, width % 2 == 0);
            QTRY_COMPARE(m_table->horizontalScrollBar()->maximum(), 0);
        }
    }

    void aColumnThatGaveWayKeepsItsWidth()
    {
        m_table->resize(2400, 300);
        const int system = int(LockColumn::System);
        m_table->setColumnWidth(system, 140);
        m_table->resize(500, 300);
        QVERIFY(m_table->isColumnHidden(system));
        m_table->setColumnWidth(int(LockColumn::Ttl), 77); // which is written down
        m_table.reset();
        openTable();
        m_table->resize(2400, 300);
        QCOMPARE(m_table->columnWidth(int(LockColumn::Ttl)), 77);
        QCOMPARE(m_table->columnWidth(system), 140);
    }

    /** Its name is there in full, marked, at any width and size of text; copied, it is the name. */
    void aLikelyNameIsMarkedAndNotCut_data()
    {
        QTest::addColumn<qreal>("scale");
        QTest::addColumn<int>("spare"); // room beyond the name
        for (const qreal scale : {1.0, 1.25, 1.5, 2.0}) {
            for (const int spare : {0, 1, 4, 60})
                QTest::addRow("%g, %d px to spare", scale, spare) << scale << spare;
        }
    }
    void aLikelyNameIsMarkedAndNotCut()
    {
        QFETCH(const qreal, scale);
        QFETCH(const int, spare);
        m_feed->locks = {{.name = "captcha:9f3a", .certainty = Certainty::Likely},
                         {.name = "captcha:9f3a"}};
        m_feed->publish();
        QFont font = m_table->font();
        font.setPointSizeF(font.pointSizeF() * scale);
        m_table->setFont(font);
        constexpr int name = int(LockColumn::Name);
        const QString text = m_model->index(0, name).data().toString();
        const int wide =
            QFontMetrics(font).horizontalAdvance(text) + 2 * LockDelegate::padding + 1 + spare;
        m_table->setColumnWidth(name, wide);
        QCOMPARE(m_table->columnWidth(name), wide);
        const auto cell = [this](int row) {
            return m_table->visualRect(m_model->index(row, name));
        };
        const auto painted = [&](int row) {
            return m_table->viewport()->grab(cell(row)).toImage();
        };
        const QImage likely = painted(0);
        const QImage certain = painted(1);
        // Where the colours of ground and text differ, something is drawn.
        const auto inked = [](const QImage &image) {
            QRect ink;
            for (int y = 1; y < image.height() - 1; ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (qAbs(qGray(image.pixel(x, y)) - qGray(image.pixel(0, 1))) > 40)
                        ink |= QRect(x, y, 1, 1);
                }
            }
            return ink;
        };
        const int endOfName = inked(certain).right();
        const QRect mark = NameDelegate::markPlace(
            QRect({}, cell(0).size()), QFontMetrics(font).horizontalAdvance(text), font);
        QVERIFY2(mark.left() > endOfName, "the mark lies over the name");
        QVERIFY(mark.right() < cell(0).width());
        const QRect ink = inked(likely);
        QVERIFY2(ink.right() >= mark.left() && ink.right() <= mark.right(), "no mark is seen");
        // The same name, in full: what stands before the mark ends where it does unmarked.
        const QRect before = inked(likely.copy(0, 0, mark.left(), likely.height()));
        QCOMPARE(before.right(), endOfName);

        m_table->selectAll();
        QVERIFY(m_table->selectedText().startsWith(QStringLiteral("captcha:9f3a\t")));
    }

    void brokenSettingsDoNoHarm()
    {
        m_table.reset();
        m_settings->setValue(QStringLiteral("columns/order"), QStringLiteral("x,name,name"));
        m_settings->setValue(QStringLiteral("columns/name_shown"), false);
        m_settings->setValue(QStringLiteral("columns/ttl_width"), -5);
        m_settings->setValue(QStringLiteral("columns/sort"), QStringLiteral("nothing"));
        openTable();
        QVERIFY(m_table->isColumnShown(LockColumn::Name));
        QVERIFY(m_table->columnWidth(int(LockColumn::Ttl)) > 0);
        QCOMPARE(int(m_table->sortColumn()), int(LockColumn::State));
    }

    void aClickOnAHeadingAsksForTheOrder()
    {
        const QSignalSpy asked(m_table.get(), &LockTable::sortRequested);
        const QHeaderView *header = m_table->horizontalHeader();
        const QPoint ttl(header->sectionViewportPosition(int(LockColumn::Ttl)) + 20,
                         header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, ttl);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, ttl);
        QCOMPARE(asked.size(), 2);
        QCOMPARE(asked[0].at(0).value<LockColumn>(), LockColumn::Ttl);
        QCOMPARE(asked[0].at(1).toBool(), false);
        QCOMPARE(asked[1].at(1).toBool(), true);
        m_table.reset();
        openTable();
        QCOMPARE(int(m_table->sortColumn()), int(LockColumn::Ttl));
        QVERIFY(m_table->isDescending());
    }

    void theCountdownIsFastOnlyWhereSomethingShortIsSeen()
    {
        QCOMPARE(m_table->tickInterval(), 0ms);
        fill(200);
        QCOMPARE(m_table->tickInterval(), 1000ms);
        m_feed->locks.back().ttl = 5s;
        m_feed->publish();
        QCOMPARE(m_table->tickInterval(), 1000ms);
        m_table->verticalScrollBar()->setValue(m_table->verticalScrollBar()->maximum());
        QCOMPARE(m_table->tickInterval(), 100ms);
    }

    void nothingTicksWhileMinimised()
    {
        fill(10);
        m_table->setLive(false);
        QCOMPARE(m_table->tickInterval(), 0ms);
        m_feed->publish();
        QCOMPARE(m_table->tickInterval(), 0ms);
        m_table->setLive(true);
        QVERIFY(m_table->tickInterval() > 0ms);
    }

    void copiedTextIsWhatTheColumnsShow()
    {
        m_feed->locks = {{.name = "<b>one</b>"}, {.name = "two"}};
        m_feed->publish();
        m_table->setColumnShown(LockColumn::System, false);
        m_table->selectAll();
        QCOMPARE(m_table->selectedText(),
                 QStringLiteral("<b>one</b>\tweb-3\t41 s\t≥ 2 m 14 s\t–\theld\n"
                                "two\tweb-3\t41 s\t≥ 2 m 14 s\t–\theld"));
    }

    void everyRowIsPaintedWithoutComplaint()
    {
        fillShowcase(*m_feed, m_clock);
        m_feed->publish();
        const QImage image = m_table->grab().toImage();
        QVERIFY(!image.isNull());
    }
};

LOCKMASTER_TEST(TestLockTable, QApplication)

} // namespace tst_locktable

#include "tst_locktable.moc"
