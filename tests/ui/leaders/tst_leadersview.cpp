// SPDX-License-Identifier: Apache-2.0
#include "tests/support/leaderfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "ui/details/detailspane.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/figurerow.h"
#include "ui/lanes/lanesexport.h"
#include "ui/lanes/lanesexportbutton.h"
#include "ui/lanes/lanesview.h"
#include "ui/leaders/leadersview.h"
#include "ui/leaders/leadertable.h"
#include "ui/kit/messagepage.h"

#include <QTemporaryDir>
#include <QSettings>
#include <QJsonObject>
#include <QJsonDocument>
#include <QHeaderView>
#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_leadersview {

namespace {

std::vector<LockAction> leaderActions(const LockRecord &)
{
    return {{QStringLiteral("expire"), {}, QStringLiteral("Release"), {}, false},
            {QStringLiteral("step-down"), {}, QStringLiteral("Step down"), {}, true}};
}

} // namespace

class TestLeadersView : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<LeadersView> m_view;

    QString figure(size_t at) const { return m_view->figures().figures().at(at).value; }
    QString chosenName() const
    {
        const auto id = m_view->chosen();
        return id ? QString::fromUtf8(id->name) : QString();
    }
    void addLeader(const QByteArray &name)
    {
        m_feed->leaders.push_back(LeaderStory({.name = name,
                                               .system = QStringLiteral("leader"),
                                               .owner = "pod",
                                               .ttl = 2s,
                                               .granted = 3s},
                                              m_clock)
                                      .reigns("pod", 20s)
                                      .watch());
    }

private slots:
    void init()
    {
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
        m_view = std::make_unique<LeadersView>(*m_store, m_clock);
        m_view->setActionsOf(leaderActions);
        m_view->resize(1076, 560);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void whatIsWrongIsScrolledWithThePageAndNotWithinIt()
    {
        m_view->resize(700, 400);
        auto story = LeaderStory({.name = "batch-leader",
                                  .system = QStringLiteral("leader"),
                                  .owner = "pod",
                                  .ttl = 2s,
                                  .granted = 3s,
                                  .findings = {{FindingId::Flapping, QString(400, u'x')},
                                               {FindingId::LeaseMargin, QString(400, u'y')}}},
                                 m_clock);
        m_feed->leaders = {story.reigns("pod", 20s).watch()};
        m_feed->publish();
        const auto *findings = m_view->findChild<DetailsPane *>();
        QTRY_COMPARE(findings->height(), findings->contentHeight());
        QVERIFY(findings->height() > 100);
    }

    void aMarkIsTakenBackWhereItsLockIsGone()
    {
        addLeader("batch-leader");
        auto watch = std::make_shared<LeaderWatch>(*m_feed->leaders.front());
        m_feed->publish();
        QVERIFY(!m_view->unmark().isEnabled());
        QSignalSpy asked(m_view.get(), &LeadersView::unmarkRequested);
        watch->marked = true;
        watch->history = std::make_shared<const LeaderHistory>(*watch->history);
        m_feed->leaders = {watch};
        m_feed->publish();
        QVERIFY(m_view->unmark().isEnabled());
        QVERIFY(m_view->table().actions().contains(&m_view->unmark()));
        m_view->unmark().trigger();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<LockId>(), watch->lock->id);
    }

    void theMenuMakesTheLeaderStepDownAsTheButtonDoes()
    {
        addLeader("batch-leader");
        m_feed->publish();
        const auto entry = [this] {
            const QList<QAction *> actions = m_view->table().actions();
            return *std::find_if(actions.begin(), actions.end(), [](const QAction *action) {
                return action->text() == u"Step down…";
            });
        };
        QSignalSpy asked(m_view.get(), &LeadersView::stepDownRequested);
        QVERIFY(entry()->isEnabled());
        entry()->trigger();
        QCOMPARE(asked.size(), 1);
        m_view->setActionsOf({});
        QVERIFY(!entry()->isEnabled());
    }

    void theChosenLeaderIsShownWithItsFiguresLanesAndFindings()
    {
        fillLeaders(*m_feed, m_clock);
        m_feed->publish();
        QVERIFY(!m_view->isMessageShown());
        QVERIFY(m_view->choose(m_feed->leaders[0]->lock->id));
        QCOMPARE(chosenName(), QStringLiteral("batch-leader"));
        QCOMPARE(figure(0), QStringLiteral("pod-7f9c"));
        QCOMPARE(m_view->lanes().chart()->lanes.size(), size_t(3));
        QVERIFY(m_view->findingsText().startsWith(QStringLiteral("Lease too close")));
        QVERIFY(m_view->lanes().height() >= 120);
    }

    /** Before a room its lanes have the room, and are named. */
    void aPresentationIsTheLanesOfTheChosenLeader()
    {
        fillLeaders(*m_feed, m_clock);
        m_feed->publish();
        QVERIFY(m_view->choose(m_feed->leaders[0]->lock->id));
        m_view->table().setFocus();
        QWidget *const before = QApplication::focusWidget();
        QVERIFY(before);
        QVERIFY(!m_view->presentedName().isVisible());
        m_view->setPresenting(true);
        QVERIFY(!m_view->table().isVisible() && !m_view->exportButton().isVisible()
                && !m_view->stepDownButton().isVisible());
        QVERIFY(m_view->presentedName().isVisible());
        QVERIFY(
            m_view->presentedName().text().startsWith(QStringLiteral("batch-leader · billing-db")));
        QVERIFY(m_view->lanes().hasFocus());
        // What is wrong with it is told all the same.
        QVERIFY(!m_view->findingsText().isEmpty());
        m_feed->publish();
        QVERIFY(!m_view->table().isVisible());
        QTest::qWait(0); // its rows have found their places
        const int height = m_view->lanes().height();
        m_view->setPresenting(false);
        QVERIFY(m_view->table().isVisible() && m_view->exportButton().isVisible());
        QTRY_VERIFY(m_view->lanes().height() < height);
        QVERIFY(!m_view->presentedName().isVisible());
        QCOMPARE(chosenName(), QStringLiteral("batch-leader"));
        QCOMPARE(QApplication::focusWidget(), before);
        // Whoever comes to it meanwhile has keys for what is seen.
        m_view->setPresenting(true);
        m_view->lanes().clearFocus();
        m_view->setFocus();
        QVERIFY(m_view->lanes().hasFocus());
    }

    /** A picture is looked at far from here. */
    void aPictureSaysWhoseLeaderItShowsAndWhere()
    {
        fillLeaders(*m_feed, m_clock);
        m_feed->publish();
        QVERIFY(m_view->choose(m_feed->leaders[0]->lock->id));
        const auto *saver = m_view->lanes().findChild<LanesExport *>();
        QVERIFY(saver);
        const QByteArray drawing = saver->content(LanesExport::Format::WholeSvg);
        for (const char *words : {"batch-leader", "billing-db"})
            QVERIFY2(drawing.contains(words), words);
    }

    void itStartsWithOneThatNobodyLeads()
    {
        const auto addVacant = [this](const QByteArray &name) {
            m_feed->leaders.push_back(LeaderStory({.name = name,
                                                   .system = QStringLiteral("leader"),
                                                   .state = LockState::Free,
                                                   .granted = 3s},
                                                  m_clock)
                                          .vacant(20s)
                                          .watch());
        };
        m_view->hide();
        addLeader("a");
        m_feed->publish();
        addVacant("b"); // of a server that answered later
        m_feed->publish();
        m_view->show();
        QCOMPARE(chosenName(), QStringLiteral("b"));
        QCOMPARE(m_view->table().currentIndex().row(), 0);
        // What is looked at stays, also where nobody chose it, and a choice does all the more.
        addVacant("0");
        m_feed->publish();
        QCOMPARE(chosenName(), QStringLiteral("b"));
        QVERIFY(m_view->choose(m_feed->leaders[0]->lock->id));
        m_view->hide();
        addVacant("00");
        m_feed->publish();
        m_view->show();
        QCOMPARE(chosenName(), QStringLiteral("a"));
    }

    void aHealthyLeaderHasNoCards()
    {
        fillLeaders(*m_feed, m_clock);
        m_feed->publish();
        QVERIFY(m_view->choose(m_feed->leaders[1]->lock->id));
        QCOMPARE(m_view->findingsText(), QString());
        QCOMPARE(m_view->lanes().chart()->lanes.size(), size_t(1));
    }

    void theChoiceSurvivesWhatComesGoesAndIsSorted()
    {
        for (const char *name : {"c", "d", "e"})
            addLeader(name);
        m_feed->publish();
        QVERIFY(m_view->choose(m_feed->leaders[1]->lock->id));
        addLeader("a");
        m_feed->leaders.erase(m_feed->leaders.begin());
        m_feed->publish();
        QCOMPARE(chosenName(), QStringLiteral("d"));
        m_view->table().sortByColumn(LeadersModel::Service, Qt::DescendingOrder);
        QCOMPARE(chosenName(), QStringLiteral("d"));
        // Gone with its backend, and back with it.
        const auto all = m_feed->leaders;
        std::erase_if(m_feed->leaders,
                      [](const auto &watch) { return watch->lock->id.name == "d"; });
        m_feed->publish();
        QVERIFY(!chosenName().isEmpty());
        m_feed->leaders = all;
        m_feed->publish();
        QCOMPARE(chosenName(), QStringLiteral("d"));
    }

    void theHeartbeatTicksWhileItIsSeenAndOnlyThen()
    {
        addLeader("a");
        m_feed->publish();
        QVERIFY(m_view->isTicking());
        const QString before = figure(1);
        m_clock.advance(500ms);
        QTRY_VERIFY(figure(1) != before);
        m_view->setLive(false);
        QVERIFY(!m_view->isTicking());
        m_view->setLive(true);
        QVERIFY(m_view->isTicking());
        m_view->hide();
        QVERIFY(!m_view->isTicking());
    }

    void whatHappensUnseenIsShownOnceItIsSeen()
    {
        addLeader("a");
        m_feed->publish();
        const auto chart = m_view->lanes().chart();
        m_view->hide();
        m_feed->leaders.clear();
        addLeader("a");
        m_feed->publish();
        QCOMPARE(m_view->lanes().chart(), chart);
        m_view->show();
        QVERIFY(m_view->lanes().chart() != chart);
    }

    void followingAndZoomingActOnTheLanes()
    {
        fillLeaders(*m_feed, m_clock);
        m_feed->publish();
        LanesView &lanes = m_view->lanes();
        QVERIFY(lanes.isFollowing() && m_view->followBox().isChecked());
        const auto length = [&lanes] {
            const LeaderSpan span = lanes.visibleSpan();
            return *span.until - span.from;
        };
        const auto before = length();
        m_view->zoomInButton().click();
        QVERIFY(length() < before);
        QVERIFY(lanes.isFollowing());
        m_view->zoomOutButton().click();
        m_view->zoomOutButton().click();
        QVERIFY(length() > before);
        m_view->followBox().click();
        QVERIFY(!lanes.isFollowing());
        m_view->zoomInButton().click();
        QVERIFY(!lanes.isFollowing() && !m_view->followBox().isChecked());
        m_view->followBox().click();
        QVERIFY(lanes.isFollowing());
    }

    void aNewHistoryOfTheSameLeaderIsFollowedLive()
    {
        addLeader("a");
        m_feed->publish();
        m_view->followBox().click();
        QVERIFY(!m_view->lanes().isFollowing());
        m_feed->publish();
        QVERIFY(!m_view->lanes().isFollowing()); // it goes on
        m_feed->leaders.clear();
        m_feed->publish();
        m_clock.advance(5min);
        addLeader("a");
        m_feed->publish();
        QVERIFY(m_view->lanes().isFollowing() && m_view->followBox().isChecked());
    }

    void steppingDownAsksForThatAction()
    {
        fillLeaders(*m_feed, m_clock);
        m_feed->publish();
        QSignalSpy asked(m_view.get(), &LeadersView::stepDownRequested);
        QVERIFY(m_view->choose(m_feed->leaders[0]->lock->id));
        m_view->stepDownButton().click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<LockPointer>()->id.name, QByteArray("batch-leader"));
        QCOMPARE(asked[0][1].toString(), QStringLiteral("step-down"));
    }

    void aMarkedLockIsReleasedInItsOwnWay()
    {
        m_view->setActionsOf([](const LockRecord &) {
            return std::vector<LockAction>{{QStringLiteral("delete"), {}, {}, {}, false}};
        });
        addLeader("a");
        m_feed->publish();
        QSignalSpy asked(m_view.get(), &LeadersView::stepDownRequested);
        m_view->stepDownButton().click();
        QCOMPARE(asked[0][1].toString(), QStringLiteral("delete"));
    }

    void whereNobodyIsKnownToLeadNobodyCanStepDown()
    {
        fillLeaders(*m_feed, m_clock);
        m_feed->publish();
        QVERIFY(m_view->choose(m_feed->leaders[2]->lock->id));
        QVERIFY(!m_view->stepDownButton().isEnabled());
        QVERIFY(m_view->choose(m_feed->leaders[0]->lock->id));
        QVERIFY(m_view->stepDownButton().isEnabled());
        m_feed->backends.front().state = BackendState::Offline;
        m_feed->publish();
        QVERIFY(!m_view->stepDownButton().isEnabled());
        QCOMPARE(figure(0), QStringLiteral("unknown"));
    }

    void withoutLeadersOneSentenceSaysWhatToDo()
    {
        m_feed->publish();
        QVERIFY(m_view->isMessageShown());
        const QSignalSpy locks(m_view.get(), &LeadersView::locksRequested);
        QVERIFY(m_view->message().text().contains(QStringLiteral("Watch as leader")));
        m_view->message().button()->click();
        QCOMPARE(locks.size(), 1);

        m_feed->backends.clear();
        m_view->setOffersBackends(true);
        m_feed->publish();
        const QSignalSpy add(m_view.get(), &LeadersView::addBackendRequested);
        m_view->message().button()->click();
        QCOMPARE(add.size(), 1);
        QVERIFY(!m_view->isTicking());
    }

    void whatWasNotReadIsNotCalledEmpty()
    {
        m_feed->backends.front().state = BackendState::Connecting;
        m_feed->publish();
        QVERIFY(!m_view->message().text().contains(QStringLiteral("None of")));
        m_feed->backends.front().state = BackendState::Offline;
        m_feed->publish();
        QVERIFY(m_view->message().text().contains(QStringLiteral("billing-db does not answer")));
    }

    void hundredsOfLeadersLeaveRoomForTheLanes()
    {
        for (int i = 0; i < 400; ++i)
            addLeader(QByteArray::number(i));
        m_feed->publish();
        QVERIFY(m_view->table().height() < m_view->height() / 3);
        QVERIFY(m_view->lanes().height() >= 200);
        QVERIFY(m_view->choose(m_feed->leaders[399]->lock->id));
        const QModelIndex current = m_view->table().currentIndex();
        QVERIFY(m_view->table().viewport()->rect().contains(
            m_view->table().visualRect(current).center()));
    }

    void figuresGoOnInAnotherRowWhereItIsNarrow()
    {
        fillLeaders(*m_feed, m_clock);
        m_feed->publish();
        const int one = m_view->figures().heightForWidth(1040);
        const int more = m_view->figures().heightForWidth(560);
        QVERIFY(more > one);
        m_view->resize(600, 560);
        QTRY_COMPARE(m_view->figures().height(),
                     m_view->figures().heightForWidth(m_view->figures().width()));
    }

    void markupFromServersIsText()
    {
        m_feed->leaders.push_back(
            LeaderStory({.name = "<b>x</b>",
                         .system = QStringLiteral("leader"),
                         .owner = "<img src=x>",
                         .ttl = 2s,
                         .granted = 3s,
                         .findings = {{FindingId::Flapping, QStringLiteral("<i>why</i>")}}},
                        m_clock)
                .reigns("<img src=x>", 20s)
                .watch());
        m_feed->publish();
        QCOMPARE(figure(0), QStringLiteral("<img src=x>"));
        QVERIFY(m_view->findingsText().contains(QStringLiteral("<i>why</i>")));
        const auto labels = m_view->findChildren<QLabel *>();
        for (const QLabel *label : labels)
            QVERIFY(label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text()));
    }

    /** One heartbeat has one age, whenever the table is painted anew. */
    void tableAndFiguresTellOneAge()
    {
        addLeader("a");
        m_feed->publish();
        const auto inTable = [this] {
            return m_view->table().model()->index(0, LeadersModel::Heartbeat).data().toString();
        };
        for (int step = 0; step < 5; ++step) {
            m_clock.advance(130ms);
            QCOMPARE(inTable(), figure(1));
        }
        const QString before = inTable();
        m_clock.advance(1s);
        QTRY_VERIFY(inTable() != before);
        QCOMPARE(inTable(), figure(1));
    }

    void theOrderIsThatOfTheNextStart()
    {
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
        const auto order = [this] {
            const QHeaderView &header = *m_view->table().horizontalHeader();
            return std::pair(header.sortIndicatorSection(), header.sortIndicatorOrder());
        };
        const auto begin = [&] {
            m_view = std::make_unique<LeadersView>(*m_store, m_clock);
            m_view->rememberOrder(settings);
        };
        begin();
        QCOMPARE(order(), std::pair(int(LeadersModel::State), Qt::AscendingOrder));
        m_view->table().sortByColumn(LeadersModel::Changes, Qt::DescendingOrder);
        begin();
        QCOMPARE(order(), std::pair(int(LeadersModel::Changes), Qt::DescendingOrder));
        settings.setValue(QStringLiteral("leaders/sort"), QStringLiteral("nonsense"));
        begin();
        QCOMPARE(order(), std::pair(int(LeadersModel::State), Qt::AscendingOrder));
    }

    /** So that whoever opens it later knows, and a replay says. */
    void whatIsExportedSaysOfWhichLockItIs()
    {
        addLeader("batch-leader");
        m_feed->publish();
        const auto *saver = m_view->findChild<LanesExport *>();
        QVERIFY(saver);
        const QJsonObject document =
            QJsonDocument::fromJson(saver->content(LanesExport::Format::Json)).object();
        QVERIFY(document[u"program"].toString().startsWith(QStringLiteral("Lockmaster")));
        const QJsonObject lock = document[u"lock"].toObject();
        QCOMPARE(lock[u"name"].toString(), QStringLiteral("batch-leader"));
        QCOMPARE(lock[u"backend"].toString(), m_feed->leaders.front()->lock->id.source->backend);
        QCOMPARE(lock[u"system"].toString(), QStringLiteral("leader"));
    }
};

LOCKMASTER_TEST(TestLeadersView, QApplication)

} // namespace tst_leadersview

#include "tst_leadersview.moc"
