// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/kit/toolline.h"
#include "ui/locks/eventstrip.h"

#include <QListView>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_eventstrip {

/** The list of events: it follows, and stands still for whoever reads. */
class TestEventStrip : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    ManualClock m_clock;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<EventModel> m_model;
    std::unique_ptr<EventStrip> m_strip;

    QListView &list() { return m_strip->list(); }
    bool isAtEnd()
    {
        const QScrollBar *bar = list().verticalScrollBar();
        return bar->value() == bar->maximum();
    }
    void happens(int count)
    {
        m_feed->events.clear();
        for (int i = 0; i < count; ++i) {
            Event event;
            event.kind = EventKind::Appeared;
            event.backend = QStringLiteral("billing-db");
            event.after = makeLock({.name = "lock-" + QByteArray::number(i)}, m_clock);
            event.seenAt = m_clock.now();
            m_feed->events.push_back(event);
        }
        m_feed->publish();
        m_feed->events.clear();
    }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_model = std::make_unique<EventModel>(*m_store);
        m_strip = std::make_unique<EventStrip>(*m_model, *m_settings);
        m_strip->resize(600, 120);
        m_strip->show();
        QVERIFY(QTest::qWaitForWindowActive(m_strip.get()));
        happens(40);
        QTRY_VERIFY(isAtEnd() && list().verticalScrollBar()->maximum() > 0);
    }
    void cleanup() { m_strip.reset(); }

    void itFollowsTheNewest()
    {
        happens(3);
        QCOMPARE(m_model->rowCount(), 43);
        QTRY_VERIFY(isAtEnd());
        QVERIFY(m_strip->tools().note().isEmpty());
        QVERIFY(!m_strip->newest().isVisible());
    }

    void aChosenLineStandsStill()
    {
        const QModelIndex chosen = m_model->index(38);
        const QRect place = list().visualRect(chosen);
        QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, place.center());
        happens(14);
        QCOMPARE(list().visualRect(chosen), place);
        QCOMPARE(m_model->rowCount(), 40);
        QCOMPARE(m_strip->tools().note(), QStringLiteral("paused, 14 newer"));
        QVERIFY(m_strip->newest().isVisible());
        // Also when more has come than is kept at all.
        happens(EventModel::capacity + 5);
        QCOMPARE(list().visualRect(chosen), place);
        QCOMPARE(m_strip->tools().note(), QStringLiteral("paused, 1,019 newer"));
        m_strip->newest().click();
        QCOMPARE(m_model->rowCount(), int(EventModel::capacity));
        QVERIFY(!list().selectionModel()->hasSelection());
        QVERIFY(list().hasFocus());
        QTRY_VERIFY(isAtEnd());
        QVERIFY(m_strip->tools().note().isEmpty());
    }

    void scrollingBackStopsItAndTheEndGoesOn()
    {
        list().verticalScrollBar()->setValue(0);
        happens(2);
        QCOMPARE(list().verticalScrollBar()->value(), 0);
        QCOMPARE(m_strip->tools().note(), QStringLiteral("paused, 2 newer"));
        list().verticalScrollBar()->setValue(list().verticalScrollBar()->maximum());
        QCOMPARE(m_model->rowCount(), 42);
        QTRY_VERIFY(isAtEnd());
        QVERIFY(m_strip->tools().note().isEmpty());
    }

    void keysChooseFromTheNewestOnAndEndFollows()
    {
        list().setFocus(Qt::TabFocusReason);
        QVERIFY(m_strip->tools().note().isEmpty()); // who passes by stops nothing
        QTest::keyClick(&list(), Qt::Key_Up);
        QCOMPARE(list().currentIndex().row(), 38);
        QCOMPARE(m_strip->tools().note(), QStringLiteral("paused"));
        happens(1);
        QTest::keyClick(&list(), Qt::Key_End);
        QCOMPARE(m_model->rowCount(), 41);
        QVERIFY(m_strip->tools().note().isEmpty());
        QTRY_VERIFY(isAtEnd());
        // Not from where one was before.
        happens(5);
        QTest::keyClick(&list(), Qt::Key_Up);
        QCOMPARE(list().currentIndex().row(), 44);
    }

    /** A smaller window shows the newest, and is no hand that scrolls. */
    void resizingStopsNothing()
    {
        for (const int height : {60, 200, 90, 400, 120}) {
            m_strip->resize(600, height);
            QTRY_VERIFY(isAtEnd());
            QVERIFY(m_strip->tools().note().isEmpty());
        }
    }

    void anotherPastIsReadFromItsEnd()
    {
        QTest::mouseClick(list().viewport(), Qt::LeftButton, {},
                          list().visualRect(m_model->index(38)).center());
        m_model->setApart(true);
        QVERIFY(m_strip->tools().note().isEmpty());
        m_model->setApart(false);
        happens(1);
        QCOMPARE(m_model->rowCount(), 41);
        QTRY_VERIFY(isAtEnd());
    }
};

LOCKMASTER_TEST(TestEventStrip, QApplication)

} // namespace tst_eventstrip

#include "tst_eventstrip.moc"
