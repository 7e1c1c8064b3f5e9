// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/kit/dock.h"
#include "ui/kit/lockdelegate.h"
#include "ui/kit/toolline.h"

#include <QLabel>
#include <QSignalSpy>
#include <QSettings>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockmaster;

namespace tst_dock {

class TestDock : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<QWidget> m_window;
    Dock *m_dock = nullptr;
    QWidget *m_events = nullptr;
    QWidget *m_alerts = nullptr;

    void start()
    {
        m_window = std::make_unique<QWidget>();
        m_dock = new Dock(*m_settings, m_window.get());
        m_events = new QTableView;
        m_alerts = new QTableView;
        m_dock->add(QStringLiteral("events"), QStringLiteral("Events"), m_events, new ToolLine);
        m_dock->add(QStringLiteral("alerts"), QStringLiteral("Alerts"), m_alerts, new ToolLine);
        m_dock->resize(800, 200);
        m_window->resize(800, 400);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void restart()
    {
        m_dock->saveState();
        start();
    }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        start();
    }
    void cleanup() { m_window.reset(); }

    void oneListIsInFront()
    {
        QVERIFY(m_events->isVisible() && !m_alerts->isVisible());
        m_dock->setCount(m_alerts, QStringLiteral("12"), Tone::Danger);
        QCOMPARE(m_dock->tabText(m_alerts), QStringLiteral("Alerts 12"));
        auto *tabs = m_dock->findChild<QTabBar *>();
        QTRY_VERIFY(tabs->width() >= tabs->sizeHint().width());
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        QVERIFY(!m_events->isVisible() && m_alerts->isVisible());
        m_dock->setCount(m_alerts, {});
        QCOMPARE(m_dock->tabText(m_alerts), QStringLiteral("Alerts"));
    }

    void foldedItTellsTheWorst()
    {
        m_dock->bring(m_alerts);
        m_dock->setWorst(m_alerts, QStringLiteral("backend-lost"), Tone::Danger);
        QVERIFY(m_dock->worstShown().isEmpty()); // the list does
        m_dock->setFolded(true);
        QVERIFY(!m_alerts->isVisible());
        QCOMPARE(m_dock->worstShown(), QStringLiteral("backend-lost"));
        QCOMPARE(m_dock->maximumHeight(), m_dock->wantedHeight());
        auto *tabs = m_dock->findChild<QTabBar *>();
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(0).center());
        QVERIFY(!m_dock->isFolded() && m_events->isVisible());
        QCOMPARE(m_dock->worstShown(), QStringLiteral("backend-lost")); // another is in front
        QWidget *worst = nullptr;
        for (QLabel *label : m_dock->findChildren<QLabel *>()) {
            if (label->text() == m_dock->worstShown())
                worst = label;
        }
        QTest::mouseClick(worst, Qt::LeftButton);
        QVERIFY(m_alerts->isVisible());
    }

    void whatIsWantedComesBack()
    {
        m_dock->setAway(true);
        QVERIFY(!m_dock->isVisible());
        m_dock->bring(m_alerts);
        QVERIFY(m_dock->isVisible() && m_alerts->isVisible());
        m_dock->setPresenting(true);
        m_dock->bring(m_events);
        QVERIFY(!m_dock->isVisible());
        m_dock->setPresenting(false);
        QVERIFY(m_events->isVisible());
    }

    /** Pages that need the room have it, until somebody says otherwise there. */
    void littleRoomIsRememberedByItself()
    {
        m_dock->setTight(true);
        QVERIFY(m_dock->isFolded());
        m_dock->setTight(false);
        QVERIFY(!m_dock->isFolded());
        m_dock->setTight(true);
        m_dock->setFolded(false);
        restart();
        QVERIFY(!m_dock->isFolded());
        m_dock->setTight(true);
        QVERIFY(!m_dock->isFolded());
    }

    void allOfItIsRemembered()
    {
        m_dock->bring(m_alerts);
        m_dock->setOpenHeight(333);
        m_dock->setFolded(true);
        restart();
        QVERIFY(m_dock->isFolded());
        m_dock->setFolded(false);
        m_dock->setCount(m_alerts, QStringLiteral("1"));
        QCOMPARE(m_dock->current(), m_alerts);
        QCOMPARE(m_dock->wantedHeight(), 333);
        m_dock->setAway(true);
        restart();
        QVERIFY(m_dock->isAway() && !m_dock->isVisible());
    }

    /** An empty list takes no room of the page's; and nothing moves when one is empty again. */
    void emptyTheyAreLowUntilSomethingStandsInThem()
    {
        const int low = m_dock->wantedHeight();
        QCOMPARE(low, m_dock->minimumHeight());
        QSignalSpy changed(m_dock, &Dock::stateChanged);
        m_dock->setCount(m_alerts, QStringLiteral("3"));
        QVERIFY(!changed.isEmpty());
        const int high = m_dock->wantedHeight();
        QVERIFY(high > low);
        m_dock->setCount(m_alerts, {});
        QCOMPARE(m_dock->wantedHeight(), high);
        // Who draws them larger wants to see them so.
        start();
        m_dock->setOpenHeight(low + 50);
        QCOMPARE(m_dock->wantedHeight(), low + 50);
    }

    void aHeightThatIsNoneIsNotBelieved()
    {
        for (const char *height : {"-5", "0", "nonsense", "1"}) {
            m_settings->setValue(QStringLiteral("lists/height"), QString::fromLatin1(height));
            start();
            m_dock->setFilled();
            QVERIFY(m_dock->wantedHeight() > 2 * LockDelegate::rowHeight());
        }
    }

    /** What does not fit is left to the menu; the note is told first. */
    void toolsGiveWay()
    {
        ToolLine line;
        std::vector<QToolButton *> tools;
        for (const char *text : {"Show lock", "Acknowledge", "Snooze"}) {
            tools.push_back(new QToolButton);
            tools.back()->setText(QString::fromLatin1(text));
            line.add(tools.back());
        }
        line.resize(line.sizeHint());
        line.show();
        QVERIFY(QTest::qWaitForWindowExposed(&line));
        QVERIFY(tools[0]->isVisible() && tools[1]->isVisible() && tools[2]->isVisible());
        line.resize(line.sizeHint().width() - 1, line.height());
        QVERIFY(tools[0]->isVisible() && tools[1]->isVisible() && !tools[2]->isVisible());
        line.setWanted(tools[0], false);
        QVERIFY(!tools[0]->isVisible() && tools[1]->isVisible() && tools[2]->isVisible());
        line.resize(10, line.height());
        QVERIFY(!tools[1]->isVisible());
        QVERIFY(line.minimumSizeHint().width() < 10);
        // One that says more takes its room at once.
        line.resize(tools[1]->sizeHint().width() + tools[2]->sizeHint().width() + 12,
                    line.height());
        QVERIFY(tools[2]->isVisible());
        tools[1]->setText(QStringLiteral("Acknowledge all of this kind"));
        QTRY_VERIFY(!tools[2]->isVisible());
    }
};

LOCKMASTER_TEST(TestDock, QApplication)

} // namespace tst_dock

#include "tst_dock.moc"
