// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostiletexts.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/kit/environmentsigns.h"
#include "ui/kit/messagepage.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/locks/scopechips.h"
#include "ui/overview/overviewdelegates.h"
#include "ui/overview/overviewtable.h"
#include "ui/overview/overviewtext.h"
#include "ui/overview/overviewview.h"
#include "ui/servers/sidebar.h"
#include "ui/window/mainwindow.h"
#include "ui/window/overviewcontroller.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_overviewview {

/** All servers at a glance within the window, with views as the worker builds them. */
class TestOverviewView : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    ManualClock m_clock;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<MainWindow> m_window;
    OverviewView *m_view = nullptr;

    OverviewTable &table() { return m_view->table(); }
    OverviewModel &model() { return m_view->model(); }
    /** The worker answers what the window asks. */
    void answer(std::chrono::seconds later = 1s)
    {
        m_feed->query = m_window->query();
        m_clock.advance(later);
        for (BackendStatus &status : m_feed->backends) {
            if (status.state == BackendState::Online)
                status.dataFrom = m_clock.now();
        }
        m_feed->build({});
    }
    void watch(const QString &name, Environment environment = Environment::Unset)
    {
        BackendStatus status = makeStatus(name, BackendKind::Redis, m_clock);
        status.environment = environment;
        m_feed->backends.push_back(status);
    }
    BackendStatus &server(const QString &name)
    {
        return *std::find_if(m_feed->backends.begin(), m_feed->backends.end(),
                             [&name](const BackendStatus &each) { return each.name == name; });
    }
    void block(const QString &name)
    {
        m_feed->locks.push_back({.name = "stuck:" + QByteArray::number(m_feed->locks.size()),
                                 .backend = name,
                                 .state = LockState::Blocked});
    }
    QString names()
    {
        QStringList names;
        for (int row = 0; row < model().rowCount(); ++row)
            names << model().index(row, OverviewModel::Server).data().toString();
        return names.join(u' ');
    }
    QString cell(const QString &name, int column, int role = Qt::DisplayRole)
    {
        for (int row = 0; row < model().rowCount(); ++row) {
            if (model().index(row, OverviewModel::Server).data().toString() == name)
                return model().index(row, column).data(role).toString();
        }
        return QStringLiteral("no such row");
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    /** A hand is on the keys, and does nothing with them. */
    void touchKeys()
    {
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Shift);
    }
    void movePointer()
    {
        QMouseEvent move(QEvent::MouseMove, {6, 6}, {6, 6}, Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(table().viewport(), &move);
    }
    /** As quickly as windows take it for one. */
    void clickTwice(Qt::MouseButton button, QPoint at)
    {
        QTest::mouseClick(table().viewport(), button, {}, at);
        QMouseEvent second(QEvent::MouseButtonDblClick, at, table().viewport()->mapToGlobal(at),
                           button, button, {});
        QCoreApplication::sendEvent(table().viewport(), &second);
    }
    /** Somebody else has the keyboard, and the pointer is elsewhere. */
    void leave() { m_window->sidebar().setFocus(); }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        for (const char *name : {"alpha", "beta", "gamma"})
            watch(QString::fromLatin1(name));
        m_feed->locks = {{.name = "x", .backend = QStringLiteral("alpha")},
                         {.name = "y", .backend = QStringLiteral("beta"), .waiters = 3}};
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{.addBackend = true});
        m_view = &(new OverviewController(*m_window, *m_store, m_clock))->view();
        answer();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        press(Qt::Key_7, Qt::ControlModifier);
        QCOMPARE(m_window->page(), PageId::Overview);
        answer();
    }
    void cleanup() { m_window.reset(); }

    void itIsAskedForWhileItIsSeen()
    {
        QVERIFY(m_window->query().wantsServers);
        m_window->showPage(PageId::Locks);
        QVERIFY(!m_window->query().wantsServers);
    }

    void aServerIsARowOfWhatThereIsToKnow()
    {
        const QString beta = QStringLiteral("beta");
        QCOMPARE(cell(beta, OverviewModel::Health), QStringLiteral("answers"));
        QCOMPARE(cell(beta, OverviewModel::Locks), QStringLiteral("1"));
        QCOMPARE(cell(beta, OverviewModel::Waiters), QStringLiteral("3"));
        QCOMPARE(cell(beta, OverviewModel::Longest), QStringLiteral("≥ 2 m 14 s"));
        QCOMPARE(cell(beta, OverviewModel::Findings), QStringLiteral("–"));
        QCOMPARE(cell(QStringLiteral("gamma"), OverviewModel::Longest), QStringLiteral("–"));
        QCOMPARE(m_view->summary(), QStringLiteral("3 servers"));
    }

    void whoDoesNotAnswerComesFirstAndClaimsNothing()
    {
        m_feed->locks.push_back({.name = "z",
                                 .backend = QStringLiteral("gamma"),
                                 .state = LockState::Unknown,
                                 .waiters = 2});
        server(QStringLiteral("gamma")).state = BackendState::Offline;
        server(QStringLiteral("gamma")).problems = {
            {{},
             {ErrorKind::Network, 111, QStringLiteral("gamma refuses."), QStringLiteral("Up?")}}};
        leave();
        answer();
        QCOMPARE(names(), QStringLiteral("gamma beta alpha"));
        const QString gamma = QStringLiteral("gamma");
        QCOMPARE(cell(gamma, OverviewModel::Health), QStringLiteral("offline"));
        QVERIFY(cell(gamma, OverviewModel::Health, Qt::ToolTipRole).contains(u"gamma refuses."));
        QCOMPARE(cell(gamma, OverviewModel::Locks), QStringLiteral("1?"));
        for (const int column : {OverviewModel::Waiters, OverviewModel::Longest,
                                 OverviewModel::Findings, OverviewModel::Changes})
            QCOMPARE(cell(gamma, column), QStringLiteral("?"));
        QCOMPARE(m_view->summary(), QStringLiteral("3 servers, 1 does not answer"));
    }

    /** Of a server that answers, and of which a part could not be read. */
    void whatIsPartlyUnknownIsAtLeastWhatIsKnown()
    {
        const QString beta = QStringLiteral("beta");
        m_feed->locks.push_back({.name = "z", .backend = beta, .state = LockState::Unknown});
        server(beta).sources.resize(1);
        server(beta).sources[0].complete = false;
        answer();
        QCOMPARE(cell(beta, OverviewModel::Health), QStringLiteral("partly read"));
        QCOMPARE(cell(beta, OverviewModel::Locks), QStringLiteral("1 + 1?"));
        QCOMPARE(cell(beta, OverviewModel::Waiters), QStringLiteral("≥ 3"));
        QCOMPARE(cell(beta, OverviewModel::Findings), QStringLiteral("?"));
        answer(70s);
        QCOMPARE(cell(beta, OverviewModel::Changes), QStringLiteral("?"));
        QCOMPARE(cell(QStringLiteral("alpha"), OverviewModel::Changes), QStringLiteral("0"));
        server(beta).sources[0].complete = true;
        answer(10s);
        answer(10s);
        answer(10s);
        QCOMPARE(cell(beta, OverviewModel::Changes), QStringLiteral("≥ 0"));
        QVERIFY(cell(beta, OverviewModel::Changes, Qt::AccessibleTextRole).contains(u"more"));
    }

    /** It answers, and nothing that is known says that there is more. */
    void ofWhatWasNotReadNothingIsClaimed()
    {
        for (const char *name : {"beta", "gamma"}) {
            server(QString::fromLatin1(name)).sources.resize(2);
            server(QString::fromLatin1(name)).sources[0].complete = true;
        }
        answer();
        const QString beta = QStringLiteral("beta");
        const QString gamma = QStringLiteral("gamma");
        QCOMPARE(cell(beta, OverviewModel::Locks), QStringLiteral("1 + ?"));
        QCOMPARE(cell(beta, OverviewModel::Waiters), QStringLiteral("≥ 3"));
        QCOMPARE(cell(beta, OverviewModel::Findings), QStringLiteral("?"));
        QCOMPARE(cell(gamma, OverviewModel::Health), QStringLiteral("partly read"));
        for (const int column : {OverviewModel::Locks, OverviewModel::Waiters,
                                 OverviewModel::Longest, OverviewModel::Findings})
            QCOMPARE(cell(gamma, column), QStringLiteral("?"));
        const QString spoken = cell(gamma, OverviewModel::Locks, Qt::AccessibleTextRole);
        QVERIFY2(!spoken.contains(u'0'), qPrintable(spoken));
    }

    void pausedDataHaveAnAgeAndNothingInThemGrows()
    {
        const QString beta = QStringLiteral("beta");
        m_feed->locks[1].basis = HeldBasis::Server;
        answer();
        const QString held = cell(beta, OverviewModel::Longest);
        server(beta).state = BackendState::Stale;
        server(beta).paused = true;
        m_feed->locks[1].held = Millis(134'000 + 120'000); // since the same moment
        answer(120s);
        QCOMPARE(cell(beta, OverviewModel::Longest), held);
        QCOMPARE(cell(beta, OverviewModel::Health), QStringLiteral("paused, 2 m old"));
        // In the same group as who holds less and is looked at.
        server(QStringLiteral("gamma")).environment = Environment::Production;
        m_feed->locks[0].held = Millis(1'000);
        m_feed->locks[0].basis = HeldBasis::Server;
        m_feed->locks[1].held = Millis(134'000 + 121'000);
        answer();
        QCOMPARE(cell(QStringLiteral("no environment"), OverviewModel::Longest), held);
    }

    void aGroupHidesNobodyWhoWasNotRead()
    {
        const QString production = QStringLiteral("production");
        const auto health = [&](int role = Qt::DisplayRole) {
            return cell(production, OverviewModel::Health, role);
        };
        server(QStringLiteral("beta")).environment = Environment::Production;
        BackendStatus &gamma = server(QStringLiteral("gamma"));
        gamma.environment = Environment::Production;
        gamma.state = BackendState::Connecting;
        gamma.dataFrom.reset();
        answer();
        QCOMPARE(health(), QStringLiteral("2 servers, 1 not read"));
        QCOMPARE(health(SignRole), QStringLiteral("○"));
        const QModelIndex group =
            model().index(model().rowOf({Environment::Production, {}}), OverviewModel::Health);
        QCOMPARE(group.data(ToneRole).value<Tone>(), Tone::Expiring);
        QCOMPARE(cell(production, OverviewModel::Locks), QStringLiteral("1 + ?"));
        QCOMPARE(cell(production, OverviewModel::Waiters), QStringLiteral("≥ 3"));
        QVERIFY(cell(production, OverviewModel::Longest).startsWith(u"≥"));
        QCOMPARE(cell(production, OverviewModel::Findings), QStringLiteral("?"));
        gamma.state = BackendState::Stale;
        answer();
        QCOMPARE(health(), QStringLiteral("2 servers, 1 not read"));
        gamma.state = BackendState::Online;
        gamma.sources.resize(1);
        answer();
        QCOMPARE(health(), QStringLiteral("2 servers, 1 not read"));
        QCOMPARE(cell(production, OverviewModel::Locks), QStringLiteral("1 + ?"));
        gamma.state = BackendState::Offline;
        gamma.sources.clear();
        answer();
        QCOMPARE(health(), QStringLiteral("1 of 2 offline"));
        QCOMPARE(cell(production, OverviewModel::Waiters), QStringLiteral("≥ 3"));
        watch(QStringLiteral("delta"), Environment::Production);
        server(QStringLiteral("delta")).state = BackendState::Connecting;
        answer();
        QCOMPARE(health(), QStringLiteral("1 of 3 offline, 1 not read"));
        QVERIFY(table().columnWidth(OverviewModel::Health)
                > table().fontMetrics().horizontalAdvance(health()));
        m_feed->backends.pop_back();
        server(QStringLiteral("gamma")).state = BackendState::Online;
        answer();
        QCOMPARE(health(), QStringLiteral("2 servers"));
        QCOMPARE(cell(production, OverviewModel::Locks), QStringLiteral("1"));
        QCOMPARE(cell(production, OverviewModel::Findings), QStringLiteral("–"));
    }

    void theWorstFindingIsToldFirst()
    {
        m_feed->locks[0].findings = {{FindingId::NoExpiry, {}}, {FindingId::TwoHolders, {}}};
        block(QStringLiteral("alpha"));
        answer();
        const QString told = cell(QStringLiteral("alpha"), OverviewModel::Findings);
        const QString two = LockText::findingTitle(FindingId::TwoHolders);
        const QString endless = LockText::findingTitle(FindingId::NoExpiry);
        QCOMPARE(told, QStringLiteral("%1 1, Blocked 1, %2 1").arg(two, endless));
        QVERIFY(model()
                    .index(model().rowOf({{}, QStringLiteral("alpha")}), 0)
                    .data(AlarmRole)
                    .toBool());
    }

    void howManyAreWrongIsReadBesideWhat()
    {
        m_window->resize(1280, 720);
        for (int i = 0; i < 12; ++i)
            block(QStringLiteral("alpha"));
        m_feed->locks[0].findings = {{FindingId::NoExpiry, {}}, {FindingId::TwoHolders, {}}};
        answer();
        const QString told = cell(QStringLiteral("alpha"), OverviewModel::Findings);
        QVERIFY2(told.contains(QStringLiteral("Blocked 12")), qPrintable(told));
        QTRY_VERIFY(table().columnWidth(OverviewModel::Findings)
                    > table().fontMetrics().horizontalAdvance(told));
    }

    void changesAMinuteAreCountedWhetherItIsSeenOrNot()
    {
        m_window->showPage(PageId::Locks);
        Event event;
        event.kind = EventKind::Appeared;
        event.backend = QStringLiteral("beta");
        event.seenAt = m_clock.now();
        ViewUpdate update;
        update.view = m_store->view();
        update.events = {event, event};
        for (size_t row = 0; row < update.view->rows.size(); ++row)
            update.newRowOfOld.push_back(qint32(row));
        m_store->apply(update);
        answer(10s);
        m_window->showPage(PageId::Overview);
        answer();
        QCOMPARE(cell(QStringLiteral("beta"), OverviewModel::Changes), QStringLiteral("≥ 2"));
        QCOMPARE(cell(QStringLiteral("alpha"), OverviewModel::Changes), QStringLiteral("?"));
        answer(70s);
        QCOMPARE(cell(QStringLiteral("beta"), OverviewModel::Changes), QStringLiteral("0"));
    }

    void noRowMovesWhileTheKeyboardIsAmongThem()
    {
        QCOMPARE(names(), QStringLiteral("beta alpha gamma"));
        touchKeys();
        block(QStringLiteral("gamma"));
        answer();
        QCOMPARE(names(), QStringLiteral("beta alpha gamma"));
        QVERIFY(m_view->note().contains(u"none moves"));
        watch(QStringLiteral("delta"));
        block(QStringLiteral("delta"));
        answer();
        QCOMPARE(names(), QStringLiteral("beta alpha gamma delta")); // new ones come last
        leave();
        QCOMPARE(names(), QStringLiteral("delta gamma beta alpha"));
        answer();
        QCOMPARE(m_view->note(), QString());
    }

    void noRowMovesUnderThePointer()
    {
        leave();
        QEnterEvent enter({5, 5}, {5, 5}, {5, 5});
        QCoreApplication::sendEvent(table().viewport(), &enter);
        movePointer();
        block(QStringLiteral("gamma"));
        answer();
        QCOMPARE(names(), QStringLiteral("beta alpha gamma"));
        QEvent gone(QEvent::Leave);
        QCoreApplication::sendEvent(table().viewport(), &gone);
        QCOMPARE(names(), QStringLiteral("gamma beta alpha"));
    }

    void aHandThatRestsKeepsNothing()
    {
        touchKeys();
        block(QStringLiteral("gamma"));
        answer(9s);
        QCOMPARE(names(), QStringLiteral("beta alpha gamma"));
        touchKeys();
        answer(9s);
        QCOMPARE(names(), QStringLiteral("beta alpha gamma"));
        answer(1s);
        QCOMPARE(names(), QStringLiteral("gamma beta alpha"));
        QCOMPARE(m_view->note(), QString());
        // The pointer is parked over them.
        QEnterEvent enter({5, 5}, {5, 5}, {5, 5});
        QCoreApplication::sendEvent(table().viewport(), &enter);
        movePointer();
        block(QStringLiteral("alpha"));
        block(QStringLiteral("alpha"));
        answer();
        QCOMPARE(names(), QStringLiteral("gamma beta alpha"));
        answer(10s);
        QCOMPARE(names(), QStringLiteral("alpha gamma beta"));
    }

    void whoComesFindsTroubleFirst()
    {
        touchKeys();
        m_window->showPage(PageId::Locks);
        answer();
        block(QStringLiteral("gamma"));
        answer();
        press(Qt::Key_7, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), &table());
        touchKeys(); // before there is anything new
        answer();
        QCOMPARE(names(), QStringLiteral("gamma beta alpha"));
        QCOMPARE(m_view->note(), QString());
    }

    /** It was shown last: it has the keyboard before any server has answered. */
    void atAStartTroubleComesFirstAsSoonAsItIsKnown()
    {
        const auto all = m_feed->backends;
        const auto locks = std::exchange(m_feed->locks, {});
        for (BackendStatus &status : m_feed->backends)
            status.state = BackendState::Connecting;
        m_window->enterPage(PageId::Locks);
        answer();
        m_window->enterPage(PageId::Overview);
        answer();
        QCOMPARE(QApplication::focusWidget(), &table());
        QCOMPARE(names(), QStringLiteral("alpha beta gamma"));
        m_feed->backends = all;
        m_feed->locks = locks;
        answer();
        QCOMPARE(names(), QStringLiteral("beta alpha gamma"));
    }

    void whoAsksForTheOrderHasIt()
    {
        touchKeys();
        block(QStringLiteral("gamma"));
        answer();
        auto buttons = m_view->findChildren<QPushButton *>();
        const auto now = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton *each) {
            return each->text() == u"Sort now";
        });
        QVERIFY((*now)->isVisible());
        (*now)->click();
        QCOMPARE(names(), QStringLiteral("gamma beta alpha"));
        QCOMPARE(m_view->note(), QString());
        block(QStringLiteral("alpha"));
        block(QStringLiteral("alpha"));
        answer();
        QCOMPARE(names(), QStringLiteral("gamma beta alpha")); // and it is kept again
        table().sortByColumn(OverviewModel::Locks, Qt::DescendingOrder);
        QCOMPARE(names(), QStringLiteral("alpha beta gamma"));
    }

    void theChosenServerStaysChosen()
    {
        leave();
        table().selectRow(model().rowOf({{}, QStringLiteral("gamma")}));
        block(QStringLiteral("gamma"));
        answer();
        QCOMPARE(names(), QStringLiteral("gamma beta alpha"));
        QCOMPARE(table().chosen()->server.name, QStringLiteral("gamma"));
    }

    void returnAndADoubleClickShowItsLocks()
    {
        ViewScope scope;
        scope.backend = QStringLiteral("beta");
        table().setFocus();
        table().selectRow(0);
        press(Qt::Key_Return);
        QCOMPARE(m_window->page(), PageId::Locks);
        QCOMPARE(m_window->query().scope, scope);
        m_window->enterPage(PageId::Overview);
        table().selectRow(1);
        emit table().doubleClicked(model().index(1, 0));
        scope.backend = QStringLiteral("alpha");
        QCOMPARE(m_window->query().scope, scope);
    }

    void aFewLettersFindAServer()
    {
        press(Qt::Key_Slash);
        QCOMPARE(QApplication::focusWidget(), &m_view->find());
        QCOMPARE(m_window->page(), PageId::Overview);
        QTest::keyClicks(&m_view->find(), QStringLiteral("gam"));
        QCOMPARE(names(), QStringLiteral("gamma"));
        QCOMPARE(m_view->summary(), QStringLiteral("1 of 3 servers"));
        press(Qt::Key_Return);
        QCOMPARE(QApplication::focusWidget(), &table());
        QCOMPARE(table().chosen()->server.name, QStringLiteral("gamma"));
        m_view->find().setFocus();
        QTest::keyClicks(&m_view->find(), QStringLiteral("x"));
        QVERIFY(m_view->isMessageShown());
        QCOMPARE(m_view->message().text(), QStringLiteral("No server is called so."));
        m_view->message().button()->click();
        QCOMPARE(names(), QStringLiteral("beta alpha gamma"));
    }

    /** And not what was chosen before somebody looked for it. */
    void fromTheFindLineReturnLeadsToTheServer()
    {
        server(QStringLiteral("beta")).environment = Environment::Production;
        server(QStringLiteral("gamma")).environment = Environment::Production;
        answer();
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Down, Qt::Key_Escape}) {
            m_view->find().clear();
            table().setFocus();
            table().selectRow(model().rowOf({Environment::Production, {}}));
            press(Qt::Key_Slash);
            QTest::keyClicks(&m_view->find(), QStringLiteral("gam"));
            QVERIFY(table().chosen()->isGroup);
            press(key);
            QCOMPARE(table().chosen()->server.name, QStringLiteral("gamma"));
        }
        press(Qt::Key_Return);
        QCOMPARE(m_window->page(), PageId::Locks);
        QCOMPARE(m_window->query().scope.backend, QStringLiteral("gamma"));
    }

    void elsewhereTheKeyLeadsToTheFilter()
    {
        m_window->enterPage(PageId::Leaders);
        press(Qt::Key_Slash);
        QCOMPARE(QApplication::focusWidget(), &m_window->filterEdit());
        QCOMPARE(m_window->page(), PageId::Locks);
    }

    void environmentsAreGroupsWithTheirSums()
    {
        server(QStringLiteral("gamma")).environment = Environment::Production;
        server(QStringLiteral("alpha")).environment = Environment::Staging;
        watch(QStringLiteral("delta"), Environment::Production);
        server(QStringLiteral("delta")).state = BackendState::Offline;
        block(QStringLiteral("gamma"));
        leave();
        answer();
        QCOMPARE(names(),
                 QStringLiteral("production delta gamma staging alpha no environment beta"));
        QCOMPARE(cell(QStringLiteral("production"), OverviewModel::Health),
                 QStringLiteral("1 of 2 offline"));
        QCOMPARE(cell(QStringLiteral("production"), OverviewModel::Locks), QStringLiteral("1 + ?"));
        QCOMPARE(cell(QStringLiteral("production"), OverviewModel::Waiters), QStringLiteral("?"));
        QCOMPARE(cell(QStringLiteral("production"), OverviewModel::Findings),
                 QStringLiteral("Blocked 1, ?"));
        QCOMPARE(cell(QStringLiteral("staging"), OverviewModel::Health),
                 QStringLiteral("1 server"));
        QCOMPARE(cell(QStringLiteral("no environment"), OverviewModel::Waiters),
                 QStringLiteral("3"));
        // Whichever way servers are sorted, groups stay.
        table().sortByColumn(OverviewModel::Server, Qt::DescendingOrder);
        QCOMPARE(names(),
                 QStringLiteral("production gamma delta staging alpha no environment beta"));
    }

    void aGroupFoldsByKeysAndByItsSign()
    {
        server(QStringLiteral("gamma")).environment = Environment::Production;
        answer();
        QCOMPARE(names(), QStringLiteral("production gamma no environment beta alpha"));
        table().setFocus();
        table().selectRow(0);
        press(Qt::Key_Left);
        QCOMPARE(names(), QStringLiteral("production no environment beta alpha"));
        QCOMPARE(cell(QStringLiteral("production"), OverviewModel::Health),
                 QStringLiteral("1 server"));
        press(Qt::Key_Right);
        QCOMPARE(names(), QStringLiteral("production gamma no environment beta alpha"));
        press(Qt::Key_Left);
        const QRect sign = ServerDelegate::foldPlace(table().visualRect(model().index(0, 0)));
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, sign.center());
        QCOMPARE(names(), QStringLiteral("production gamma no environment beta alpha"));
        // Neither does a right click fold it, nor a quick second one lead elsewhere.
        QTest::mouseClick(table().viewport(), Qt::RightButton, {}, sign.center());
        QCOMPARE(names(), QStringLiteral("production gamma no environment beta alpha"));
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, sign.center());
        QCOMPARE(names(), QStringLiteral("production no environment beta alpha"));
        clickTwice(Qt::LeftButton, sign.center());
        QCOMPARE(m_window->page(), PageId::Overview);
        clickTwice(Qt::RightButton, sign.center());
        QCOMPARE(m_window->page(), PageId::Overview);
        QCOMPARE(names(), QStringLiteral("production no environment beta alpha"));
        press(Qt::Key_Right);
        QCOMPARE(names(), QStringLiteral("production gamma no environment beta alpha"));
        // Who looks for a server sees it, folded or not.
        table().selectRow(0);
        press(Qt::Key_Left);
        m_view->find().setText(QStringLiteral("gam"));
        QCOMPARE(names(), QStringLiteral("production gamma"));
    }

    void aGroupLeadsToAllOfItsLocks()
    {
        server(QStringLiteral("gamma")).environment = Environment::Production;
        server(QStringLiteral("beta")).environment = Environment::Production;
        m_feed->locks.push_back({.name = "z", .backend = QStringLiteral("gamma")});
        answer();
        table().setFocus();
        table().selectRow(0);
        press(Qt::Key_Return);
        QCOMPARE(m_window->page(), PageId::Locks);
        answer();
        QStringList locks;
        for (const ViewRow &row : m_store->view()->rows)
            locks << QString::fromUtf8(row.lock.name());
        locks.sort();
        QCOMPARE(locks, (QStringList{QStringLiteral("y"), QStringLiteral("z")}));
        QCOMPARE(m_window->countText(), QStringLiteral("2 of 3"));
        QVERIFY(m_window->isProductionStripeShown());
        const auto &chips = m_window->findChild<ScopeChips *>()->chips();
        QCOMPARE(chips.size(), size_t(1));
        QCOMPARE(chips.front()->accessibleName(), QStringLiteral("Environment: production"));
        chips.front()->click();
        answer();
        QCOMPARE(m_store->view()->rows.size(), size_t(3));
    }

    void withoutServersItOffersToAddOne()
    {
        QSignalSpy wanted(m_window.get(), &MainWindow::addBackendRequested);
        m_view->setOffersBackends(true);
        m_feed->backends.clear();
        m_feed->locks.clear();
        answer();
        QVERIFY(m_view->isMessageShown());
        QVERIFY(!m_view->find().isVisible());
        m_view->message().button()->click();
        QCOMPARE(wanted.size(), 1);
    }

    void hostileNamesAreShownLiterally()
    {
        for (const Hostile &hostile : hostiles())
            watch(QString::fromUtf8(hostile.bytes));
        answer();
        for (int row = 0; row < model().rowCount(); ++row)
            QVERIFY(isPlain(model().index(row, 0).data().toString()));
        m_view->grab();
    }

    void namesWinOverBadges()
    {
        // All of one environment: no group says it, and each row has its badge.
        for (BackendStatus &status : m_feed->backends) {
            status.environment = Environment::Production;
            status.name += QString(8, u'w');
        }
        m_feed->locks.clear();
        leave();
        answer();
        table().clearSelection();
        const QModelIndex first = model().index(0, OverviewModel::Server);
        QCOMPARE(first.data(EnvironmentRole).value<Environment>(), Environment::Production);
        m_window->resize(900, 500);
        QApplication::processEvents();
        QVERIFY(table().columnWidth(OverviewModel::Server) >= 160);
        QVERIFY(!table().isColumnHidden(OverviewModel::Findings));
        QCOMPARE(table().horizontalScrollBarPolicy(), Qt::ScrollBarAlwaysOff);
        const int nameWidth = table().fontMetrics().horizontalAdvance(first.data().toString());
        const int badge = badgeWidth(Environment::Production, table().font());
        // Where only one has room, it is the name, painted as if there was no badge.
        const auto paint = [&](int width, Environment environment) {
            for (BackendStatus &status : m_feed->backends)
                status.environment = environment;
            answer();
            QStyleOptionViewItem option;
            option.initFrom(&table());
            option.font = table().font();
            option.rect = QRect(0, 0, width, 28);
            QImage image(option.rect.size(), QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            table()
                .itemDelegateForColumn(OverviewModel::Server)
                ->paint(&painter, option, model().index(0, OverviewModel::Server));
            return image;
        };
        const int room = nameWidth + 2 * LockDelegate::padding;
        const auto bare = [&](int width) { return paint(width, Environment::Unset); };
        const auto badged = [&](int width) { return paint(width, Environment::Production); };
        QCOMPARE(badged(room + 4), bare(room + 4));
        QCOMPARE(badged(room + badge / 2), bare(room + badge / 2));
        QVERIFY(badged(room + badge + 20) != bare(room + badge + 20));
    }
};

LOCKMASTER_TEST(TestOverviewView, QApplication)

} // namespace tst_overviewview

#include "tst_overviewview.moc"
