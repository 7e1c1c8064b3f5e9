// SPDX-License-Identifier: Apache-2.0
#include "tests/support/alertfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "ui/alerts/alertlist.h"
#include "ui/alerts/alerttray.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/toolline.h"

#include <QAction>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_alertlist {

/** The list of alerts in the window, by mouse and by keys. */
class TestAlertList : public QObject
{
    Q_OBJECT

    ManualClock m_clock;

private slots:
    void tellsHowManyThereAre()
    {
        AlertModel model(SystemNames(), m_clock);
        AlertList list(model);
        QVERIFY(list.countText().isEmpty());
        QVERIFY(list.table().isHidden());
        const QSignalSpy counted(&list, &ActionList::countChanged);
        model.setBoard(boardOf({makeAlert("a", m_clock), makeAlert("b", m_clock)}));
        QCOMPARE(list.countText(), QStringLiteral("2"));
        Alert known = makeAlert("a", m_clock);
        known.acknowledged = true;
        model.setBoard(boardOf({known, makeAlert("b", m_clock)}));
        QCOMPARE(list.countText(), QStringLiteral("1 of 2"));
        model.setBoard(boardOf({}));
        QVERIFY(list.countText().isEmpty());
        QCOMPARE(counted.size(), 3);
    }

    void everythingIsReachedByKeys()
    {
        AlertModel model(SystemNames(), m_clock);
        AlertList list(model);
        model.setBoard(boardOf({makeAlert("a", m_clock), makeAlert("b", m_clock)}));
        list.show();
        list.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&list));
        list.reveal(QStringLiteral("b"));
        QCOMPARE(QApplication::focusWidget(), &list.table());
        QSignalSpy shown(&list, &AlertList::lockRequested);
        QSignalSpy acknowledged(&list, &AlertList::acknowledgeRequested);
        QSignalSpy snoozed(&list, &AlertList::snoozeRequested);
        QTest::keyClick(&list.table(), Qt::Key_Return);
        QCOMPARE(shown.size(), 1);
        QCOMPARE(shown[0][0].value<AlertSubject>().name, QByteArray("b"));
        QTest::keyClick(&list.table(), Qt::Key_A);
        QCOMPARE(acknowledged.size(), 1);
        QTest::keyClick(&list.table(), Qt::Key_S);
        QCOMPARE(snoozed.size(), 1);
        QCOMPARE(snoozed[0][1].value<std::chrono::hours>(), 1h);
        list.snoozeLongAction().trigger();
        QCOMPARE(snoozed[1][1].value<std::chrono::hours>(), 8h);
        for (const QToolButton *button : list.findChildren<QToolButton *>()) {
            QVERIFY(!button->text().isEmpty());
            QCOMPARE(button->focusPolicy(), Qt::StrongFocus);
        }
    }

    /** A press meant for something else hits nothing; who comes by the keyboard begins on top. */
    void nothingIsSelectedButBySomebody()
    {
        AlertModel model(SystemNames(), m_clock);
        QWidget window;
        QLineEdit elsewhere(&window);
        AlertList list(model, &window);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        elsewhere.setFocus();
        QTableView &table = list.table();
        model.setBoard(boardOf({makeAlert("a", m_clock)}));
        m_clock.advance(1s);
        model.setBoard(boardOf({makeAlert("newer", m_clock), makeAlert("a", m_clock)}));
        QVERIFY(!table.selectionModel()->hasSelection());
        QVERIFY(!list.acknowledgeAction().isEnabled() && !list.snoozeAction().isEnabled());
        table.setFocus(Qt::TabFocusReason);
        const auto rows = [&table] { return table.selectionModel()->selectedRows(); };
        QCOMPARE(rows().size(), 1);
        QCOMPARE(table.currentIndex().row(), rows().front().row());

        // The one with the focus goes: it stays in its place, dimmed, and keys do nothing to it.
        QTest::keyClick(&table, Qt::Key_Down);
        const AlertRow chosen = model.rowAt(rows().front().row());
        QVERIFY(!chosen.isHeading());
        model.setBoard(boardOf({makeAlert("another", m_clock)}));
        QCOMPARE(model.rowAt(rows().front().row()).id, chosen.id);
        QVERIFY(model.rowAt(rows().front().row()).gone);
        QVERIFY(!list.acknowledgeAction().isEnabled());
        elsewhere.setFocus();
        QVERIFY(rows().isEmpty());
        QCOMPARE(model.rowCount(), 1);
    }

    void nothingMovesUnderThePointer()
    {
        AlertModel model(SystemNames(), m_clock);
        AlertList list(model);
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        model.setBoard(boardOf({makeAlert("a", m_clock), makeAlert("b", m_clock)}));
        const auto send = [&list](QEvent::Type type) {
            QEvent event(type);
            QCoreApplication::sendEvent(list.table().viewport(), &event);
        };
        send(QEvent::Enter);
        m_clock.advance(1s);
        model.setBoard(
            boardOf({makeAlert("a", m_clock), makeAlert("b", m_clock), makeAlert("c", m_clock)}));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(list.tools().note(), QStringLiteral("1 newer, listed once you leave"));
        send(QEvent::Leave);
        QCOMPARE(model.rowCount(), 4);
        QVERIFY(list.tools().note().isEmpty());
        // Another list may come to the front under the pointer.
        send(QEvent::Enter);
        model.setBoard(boardOf({makeAlert("a", m_clock)}));
        QCOMPARE(model.rowCount(), 4);
        list.hide();
        QCOMPARE(model.rowCount(), 1);
    }

    /** As in a tree: Right and Left, and Return. */
    void groupsFoldByKeys()
    {
        AlertModel model(SystemNames(), m_clock);
        AlertList list(model);
        list.show();
        list.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&list));
        std::vector<Alert> alerts;
        for (int i = 0; i < 20; ++i)
            alerts.push_back(makeAlert(QByteArray::number(i), m_clock));
        model.setBoard(boardOf(alerts));
        QTableView &table = list.table();
        table.setFocus(Qt::TabFocusReason);
        QCOMPARE(model.rowCount(), 1);
        QTest::keyClick(&table, Qt::Key_Right);
        QCOMPARE(model.rowCount(), 21);
        QCOMPARE(table.columnSpan(0, 0), int(AlertModel::columns));
        QCOMPARE(table.columnSpan(1, 0), 1);
        QTest::keyClick(&table, Qt::Key_Down);
        QTest::keyClick(&table, Qt::Key_Down);
        QCOMPARE(table.currentIndex().row(), 2);
        QTest::keyClick(&table, Qt::Key_Left);
        QCOMPARE(table.currentIndex().row(), 0);
        QTest::keyClick(&table, Qt::Key_Left);
        QCOMPARE(model.rowCount(), 1);
        QTest::keyClick(&table, Qt::Key_Return);
        QCOMPARE(model.rowCount(), 21);
    }

    void aKindIsAcknowledgedAsOne()
    {
        AlertModel model(SystemNames(), m_clock);
        AlertList list(model);
        list.show();
        list.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&list));
        std::vector<Alert> alerts;
        for (int i = 0; i < 20; ++i)
            alerts.push_back(makeAlert(QByteArray::number(i), m_clock));
        Alert other = makeAlert("other", m_clock);
        other.rule = QStringLiteral("many-waiters");
        alerts.push_back(other);
        model.setBoard(boardOf(alerts));
        QSignalSpy kinds(&list, &AlertList::acknowledgeKindRequested);
        const QSignalSpy single(&list, &AlertList::acknowledgeRequested);
        list.reveal(QStringLiteral("7"));
        QTest::keyClick(&list.table(), Qt::Key_A, Qt::ShiftModifier);
        QCOMPARE(kinds.size(), 1);
        QCOMPARE(kinds[0][0].toString(), QStringLiteral("held-long"));
        QCOMPARE(kinds[0][1].value<std::vector<AlertSubject>>().size(), size_t(20));
        // Its heading stands for all of them.
        QTest::keyClick(&list.table(), Qt::Key_Left);
        QTest::keyClick(&list.table(), Qt::Key_A);
        QCOMPARE(kinds.size(), 2);
        QCOMPARE(single.size(), 0);
    }

    void whatCannotBeDoneIsOff()
    {
        AlertModel model(SystemNames(), m_clock);
        AlertList list(model);
        Alert backend = makeAlert("a", m_clock);
        backend.subject = {QStringLiteral("billing"), {}, {}, {}};
        backend.acknowledged = true;
        model.setBoard(boardOf({backend}));
        list.table().selectRow(0);
        QVERIFY(!list.showAction().isEnabled());
        QVERIFY(!list.acknowledgeAction().isEnabled());
        QVERIFY(list.snoozeAction().isEnabled());
        QVERIFY(!list.wakeAction().isEnabled());
        backend.snoozedUntil = m_clock.wallNow() + 1h;
        model.setBoard(boardOf({backend}));
        QVERIFY(list.wakeAction().isEnabled());
    }

    /** 1280 px wide with text at 100, 125 and 150 %. */
    void theReasonStandsInTheWindow_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {1280, 1024, 853, 640})
            QTest::addRow("%d", width) << width;
    }
    void theReasonStandsInTheWindow()
    {
        QFETCH(const int, width);
        AlertModel model(SystemNames(), m_clock);
        AlertList list(model);
        list.resize(width, 200);
        std::vector<Alert> alerts;
        for (int i = 0; i < 6; ++i) // more than are seen at once
            alerts.push_back(makeAlert("inventory-" + QByteArray::number(i), m_clock));
        model.setBoard(boardOf(alerts));
        model.setFolded(0, false); // its heading takes the whole width
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        const QTableView &table = list.table();
        const auto seen = [&table](AlertModel::ColumnId column) {
            return table.visualRect(table.model()->index(1, column))
                .intersected(table.viewport()->rect());
        };
        const int reason = table.fontMetrics().horizontalAdvance(alerts[0].reason);
        QTRY_VERIFY(seen(AlertModel::Reason).width() >= reason + 2 * LockDelegate::padding);
        QVERIFY(table.viewport()->rect().contains(
            table.visualRect(table.model()->index(1, AlertModel::Reason))));
        QVERIFY(seen(AlertModel::Since).width() >= durationWidth(table));
        QVERIFY(seen(AlertModel::Lock).width() >= 130);
        // What there is no room for is told all the same.
        for (const auto &[column, word] :
             {std::pair{AlertModel::Lock, QStringLiteral("billing-db")},
              std::pair{AlertModel::Reason, alerts[0].rule}})
            QVERIFY(
                table.model()->index(1, column).data(Qt::ToolTipRole).toString().contains(word));
    }

    void severalOfALockAreAnsweredOnce()
    {
        AlertModel model(SystemNames(), m_clock);
        AlertList list(model);
        Alert second = makeAlert("a", m_clock);
        second.id = QStringLiteral("other");
        second.rule = QStringLiteral("many-waiters");
        model.setBoard(boardOf({makeAlert("a", m_clock), second}));
        list.table().selectAll();
        QSignalSpy acknowledged(&list, &AlertList::acknowledgeRequested);
        list.acknowledgeAction().trigger();
        QCOMPARE(acknowledged.size(), 1);
    }

    void trayTellsHowMany()
    {
        const QImage one = AlertTray::iconOf(1).pixmap(22, 22).toImage();
        const QImage two = AlertTray::iconOf(2).pixmap(22, 22).toImage();
        QVERIFY(!one.isNull());
        QVERIFY(one != two);
        AlertTray tray;
        tray.setCount(3); // no tray here: nothing happens
        tray.setCount(0);
    }
};

LOCKMASTER_TEST(TestAlertList, QApplication)

} // namespace tst_alertlist

#include "tst_alertlist.moc"
