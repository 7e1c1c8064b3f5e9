// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "ui/held/heldlist.h"
#include "ui/kit/labels.h"
#include "ui/kit/narrowactions.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolTip>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_heldlist {

class TestHeldList : public QObject
{
    Q_OBJECT

    using State = HeldLock::State;

    ManualClock m_clock;
    std::unique_ptr<HeldModel> m_model;
    std::unique_ptr<QWidget> m_window;
    HeldList *m_list = nullptr;

    void put(int id, State state)
    {
        HeldLock lock;
        lock.id = id;
        lock.state = state;
        lock.order.backend.name = QStringLiteral("billing-db");
        lock.order.request.name = "lock-" + QByteArray::number(id);
        lock.since = m_clock.now();
        m_model->put(lock);
    }

private slots:
    void init()
    {
        m_model = std::make_unique<HeldModel>(SystemNames(), m_clock);
        m_window = std::make_unique<QWidget>();
        m_list = new HeldList(*m_model, m_window.get());
        m_list->resize(800, 200);
        m_window->resize(800, 200);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void tellsHowManyThereAre()
    {
        QVERIFY(m_list->countText().isEmpty());
        QVERIFY(!m_list->table().isVisible());
        put(1, State::Held);
        put(2, State::Lost);
        QCOMPARE(m_list->countText(), QStringLiteral("1 of 2"));
        QVERIFY(m_list->table().isVisible());
        m_model->remove(1);
        m_model->remove(2);
        QVERIFY(m_list->countText().isEmpty());
    }

    /** There are no headings, and what narrows and copies is in the menu as everywhere. */
    void aCellTellsItsHeadingAndTheMenuNarrowsAndCopies()
    {
        put(1, State::Held);
        const QModelIndex at = m_model->index(0, HeldModel::Length);
        const QRect cell = m_list->table().visualRect(at);
        QHelpEvent help(QEvent::ToolTip, cell.center(),
                        m_list->table().viewport()->mapToGlobal(cell.center()));
        QCoreApplication::sendEvent(m_list->table().viewport(), &help);
        QCOMPARE(spokenToolTip(QToolTip::text()),
                 QStringLiteral("For\nHow long it has been in this state."));
        QSignalSpy narrowed(m_list, &HeldList::narrowRequested);
        m_list->table().selectRow(0);
        auto *const narrow = m_list->findChild<NarrowActions *>();
        narrow->update(); // as when the menu opens
        narrow->actions().front()->trigger();
        QCOMPARE(narrowed.front().front().toString(), QStringLiteral("name=\"lock-1\""));
        narrow->copies().front()->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("lock-1"));
        QVERIFY(!narrow->copies().back()->isEnabled()); // its owner is not known
    }

    void whatCanBeDoneDependsOnTheState_data()
    {
        QTest::addColumn<State>("state");
        QTest::addColumn<bool>("renew");
        QTest::addColumn<bool>("release");
        QTest::addColumn<bool>("releaseAll");
        QTest::addColumn<bool>("dismiss");
        QTest::newRow("waiting") << State::Waiting << false << true << true << false;
        QTest::newRow("held") << State::Held << true << true << true << false;
        QTest::newRow("letting go") << State::LettingGo << false << false << true << false;
        QTest::newRow("let go") << State::LetGo << false << false << false << true;
        QTest::newRow("not acquired") << State::NotAcquired << false << false << false << true;
        QTest::newRow("lost") << State::Lost << false << false << false << true;
        QTest::newRow("failed") << State::Failed << false << false << false << true;
        QTest::newRow("unsure") << State::Unsure << false << false << false << true;
    }
    void whatCanBeDoneDependsOnTheState()
    {
        QFETCH(State, state);
        put(1, State::Waiting);
        put(1, state);
        QTEST(m_list->renewAction().isEnabled(), "renew");
        QTEST(m_list->releaseAction().isEnabled(), "release");
        QTEST(m_list->releaseAllAction().isEnabled(), "releaseAll");
        QTEST(m_list->dismissAction().isEnabled(), "dismiss");
    }

    void theSelectedOnesAreActedOn()
    {
        put(1, State::Held);
        put(2, State::Held);
        put(3, State::Lost);
        QSignalSpy released(m_list, &HeldList::releaseRequested);
        QSignalSpy dismissed(m_list, &HeldList::dismissRequested);
        m_list->table().selectAll();
        m_list->table().setFocus();
        QTest::keyClick(&m_list->table(), Qt::Key_Delete);
        QCOMPARE(released.size(), 2);
        QCOMPARE(released[0][0].toInt(), 1);
        QCOMPARE(released[1][0].toInt(), 2);
        m_list->dismissAction().trigger();
        QCOMPARE(dismissed.size(), 1);
        QCOMPARE(dismissed[0][0].toInt(), 3);
    }

    void anEmptyColumnTakesNoRoomOfWhoHasALostLock()
    {
        put(1, State::Held);
        QVERIFY(m_list->table().isColumnHidden(HeldModel::Renewals));
        HeldLock renewed = m_model->lockAt(0);
        renewed.own = OwnLock();
        renewed.renewals = 3;
        m_model->put(renewed);
        QVERIFY(!m_list->table().isColumnHidden(HeldModel::Renewals));
        QVERIFY(m_list->table().columnWidth(HeldModel::Renewals) > 60);
    }

    void aWaitIsStoppedNotReleased()
    {
        put(1, State::Waiting);
        QCOMPARE(m_list->releaseAction().text(), QStringLiteral("Stop waiting"));
        put(1, State::Held);
        QCOMPARE(m_list->releaseAction().text(), QStringLiteral("Release"));
    }

    void revealingSelectsTheRow()
    {
        for (int id = 1; id <= 9; ++id)
            put(id, State::Held);
        m_list->reveal(2);
        QCOMPARE(m_list->table().selectionModel()->selectedRows().front().row(), 1);
        QVERIFY(m_list->table().hasFocus());
        m_list->reveal(77);
        QCOMPARE(m_list->table().selectionModel()->selectedRows().front().row(), 1);
    }
};

LOCKMASTER_TEST(TestHeldList, QApplication)

} // namespace tst_heldlist

#include "tst_heldlist.moc"
