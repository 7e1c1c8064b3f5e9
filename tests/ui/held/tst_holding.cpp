// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/held/exitquestion.h"
#include "ui/held/holding.h"
#include "ui/kit/banner.h"
#include "ui/held/heldlist.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_holding {

/** A desk that notes what it is told; the test says what becomes of it. */
class TestHolding : public QObject
{
    Q_OBJECT

    using State = HeldLock::State;

    ManualClock m_clock;
    LockStore m_store;
    std::unique_ptr<QWidget> m_window;
    Holding *m_holding = nullptr;
    QStringList m_asked;

    HeldLock lock(int id, State state, const QByteArray &name = "daily-close") const
    {
        HeldLock made;
        made.id = id;
        made.state = state;
        made.order.backend.name = QStringLiteral("billing-db");
        made.order.request.name = name;
        made.since = m_clock.now();
        return made;
    }
    ExitQuestion *question() const
    {
        for (auto *found : m_window->findChildren<ExitQuestion *>()) {
            if (found->isVisible())
                return found;
        }
        return nullptr;
    }

private slots:
    void init()
    {
        m_asked.clear();
        m_window = std::make_unique<QWidget>();
        Holding::Desk desk;
        desk.acquire = [this](const HoldOrder &order) {
            m_asked << QStringLiteral("acquire ") + QString::fromUtf8(order.request.name);
        };
        desk.renew = [this](int id) { m_asked << QStringLiteral("renew %1").arg(id); };
        desk.release = [this](int id) { m_asked << QStringLiteral("release %1").arg(id); };
        desk.releaseAll = [this] { m_asked << QStringLiteral("release all"); };
        desk.dismiss = [this](int id) {
            m_asked << QStringLiteral("dismiss %1").arg(id);
            m_holding->forget(id);
        };
        m_holding = new Holding(std::move(desk), m_store, SystemNames(), m_clock, *m_window);
        m_window->resize(900, 300);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void theListsWishesReachTheDesk()
    {
        m_holding->follow(lock(1, State::Held));
        m_holding->list().renewAction().trigger();
        m_holding->list().releaseAction().trigger();
        m_holding->list().releaseAllAction().trigger();
        QCOMPARE(m_asked, QStringList({QStringLiteral("renew 1"), QStringLiteral("release 1"),
                                       QStringLiteral("release all")}));
    }

    void theDialogsOrderReachesTheDesk()
    {
        AcquirePlace place;
        place.backend.name = QStringLiteral("cache");
        place.system.id = QStringLiteral("redis_string");
        place.form.defaultTtl = 30s;
        AcquireDialog::Setup setup;
        setup.places = {place};
        AcquireDialog *dialog = m_holding->ask(setup, std::nullopt);
        QCOMPARE(m_holding->ask(setup, std::nullopt), dialog); // one at a time
        dialog->acquireButton().click();
        QCOMPARE(m_asked.size(), 1);
        QVERIFY(m_asked.front().startsWith(QStringLiteral("acquire lockmaster-test:")));
    }

    void aLostLockIsToldAtTheTopUntilItIsDismissed()
    {
        QVERIFY(m_holding->lostNotice().isHidden());
        m_holding->follow(lock(1, State::Held));
        QVERIFY(m_holding->lostNotice().isHidden());
        HeldLock lost = lock(1, State::Lost, "<b>daily\n</b>");
        lost.message = QStringLiteral("Taken over by web-9.");
        m_holding->follow(lost);
        QVERIFY(m_holding->lostNotice().isVisible());
        QCOMPARE(m_holding->lostNotice().tone(), Tone::Danger);
        const QString text = m_holding->lostNotice().text();
        QVERIFY2(text.contains(QStringLiteral("<b>daily\\n</b>")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("Taken over by web-9.")));
        m_holding->follow(lock(2, State::Lost, "other"));
        QVERIFY(m_holding->lostNotice().text().contains(QStringLiteral("2 locks")));
        const auto buttons = m_holding->lostNotice().findChildren<QPushButton *>();
        QCOMPARE(buttons.size(), 2);
        buttons[0]->click(); // show
        QCOMPARE(m_holding->list().table().selectionModel()->selectedRows().front().row(), 1);
        buttons[1]->click(); // dismiss
        QVERIFY(m_holding->lostNotice().isHidden());
        QCOMPARE(m_asked, QStringList({QStringLiteral("dismiss 1"), QStringLiteral("dismiss 2")}));
    }

    void theCountIsToldWhenItChanges()
    {
        QSignalSpy counted(m_holding, &Holding::liveCountChanged);
        m_holding->follow(lock(1, State::Waiting));
        m_holding->follow(lock(1, State::Held));
        m_holding->follow(lock(2, State::Waiting));
        m_holding->follow(lock(1, State::LetGo));
        QCOMPARE(counted.size(), 3);
        QCOMPARE(counted.back().front().toInt(), 1);
    }

    void withoutLiveLocksTheWindowMayClose()
    {
        QVERIFY(m_holding->mayClose());
        m_holding->follow(lock(1, State::Lost));
        QVERIFY(m_holding->mayClose());
        QVERIFY(!question());
    }

    void withLiveLocksItAsksAndCancelIsTheDefault()
    {
        m_holding->follow(lock(1, State::Held, "<b>x</b>"));
        m_holding->follow(lock(2, State::Waiting));
        const QSignalSpy quit(m_holding, &Holding::quitRequested);
        QVERIFY(!m_holding->mayClose());
        QVERIFY(question());
        QCOMPARE(question()->textFormat(), Qt::PlainText);
        QVERIFY(question()->text().contains(u'2'));
        QVERIFY(question()->informativeText().contains(QStringLiteral("<b>x</b> on billing-db: ")));
        QVERIFY(!m_holding->mayClose()); // asked once
        QCOMPARE(m_window->findChildren<ExitQuestion *>().size(), 1);
        QTest::keyClick(question(), Qt::Key_Return);
        QTRY_VERIFY(!question());
        QVERIFY(m_asked.isEmpty());
        QCOMPARE(quit.size(), 0);
    }

    void escapeCancelsToo()
    {
        m_holding->follow(lock(1, State::Held));
        QVERIFY(!m_holding->mayClose());
        QTest::keyClick(question(), Qt::Key_Escape);
        QTRY_VERIFY(!question());
        m_holding->forget(1);
        QVERIFY(m_asked.isEmpty());
    }

    void releaseAndQuitWaitsUntilItIsLetGo()
    {
        m_holding->follow(lock(1, State::Held));
        const QSignalSpy quit(m_holding, &Holding::quitRequested);
        QVERIFY(!m_holding->mayClose());
        question()->releaseButton().click();
        QCOMPARE(m_asked, QStringList(QStringLiteral("release all")));
        QCOMPARE(quit.size(), 0);
        m_holding->follow(lock(1, State::LettingGo));
        QCOMPARE(quit.size(), 0);
        m_holding->follow(lock(1, State::LetGo));
        QCOMPARE(quit.size(), 1);
    }

    void aReleaseThatIsUnsureKeepsTheWindow()
    {
        m_holding->follow(lock(1, State::Held));
        const QSignalSpy quit(m_holding, &Holding::quitRequested);
        QVERIFY(!m_holding->mayClose());
        question()->releaseButton().click();
        m_holding->follow(lock(1, State::Unsure));
        QCOMPARE(quit.size(), 0);
        QVERIFY(m_holding->mayClose()); // it was told
    }

    void whoClosesTwiceDoesNotWait()
    {
        m_holding->follow(lock(1, State::Held));
        QVERIFY(!m_holding->mayClose());
        question()->releaseButton().click();
        m_holding->follow(lock(1, State::LettingGo));
        QVERIFY(m_holding->mayClose());
    }

    void quitWhenReleasedReleasesNothing()
    {
        m_holding->follow(lock(1, State::Held));
        m_holding->follow(lock(2, State::Held));
        const QSignalSpy quit(m_holding, &Holding::quitRequested);
        QVERIFY(!m_holding->mayClose());
        question()->whenReleasedButton().click();
        QVERIFY(m_asked.isEmpty());
        m_holding->follow(lock(1, State::LetGo));
        QCOMPARE(quit.size(), 0);
        m_holding->follow(lock(2, State::LetGo));
        QCOMPARE(quit.size(), 1);
    }

    void theEndOfTheSessionAsksNobody()
    {
        m_holding->follow(lock(1, State::Held));
        m_holding->leaveAtOnce();
        QCOMPARE(m_asked, QStringList(QStringLiteral("release all")));
        QVERIFY(m_holding->mayClose());
        QVERIFY(!question());
    }
};

LOCKMASTER_TEST(TestHolding, QApplication)

} // namespace tst_holding

#include "tst_holding.moc"
