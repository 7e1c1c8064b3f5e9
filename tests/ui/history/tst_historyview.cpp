// SPDX-License-Identifier: Apache-2.0
#include "core/text/momenttext.h"
#include "tests/support/historyshowcase.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/history/historymodel.h"
#include "core/display/locktext.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/figurerow.h"
#include "ui/history/contentionmap.h"
#include "ui/history/heatmappage.h"
#include "ui/history/historysearch.h"
#include "ui/history/historytable.h"
#include "ui/history/historypictures.h"
#include "ui/history/historyview.h"
#include "ui/history/hourmap.h"
#include "ui/history/wantedmodel.h"
#include "ui/history/holdhistogram.h"
#include "ui/history/reportdesk.h"
#include "ui/lanes/lanesexport.h"
#include "ui/lanes/lanesexportbutton.h"
#include "ui/lanes/lanesview.h"
#include "ui/kit/messagepage.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QImage>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_historyview {

/** The page of the history over a store of two backends. */
class TestHistoryView : public QObject
{
    Q_OBJECT

    std::unique_ptr<HistoryShowcase> m_shown;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<HistoryView> m_view;

    void open(const QString &store = {})
    {
        m_view = std::make_unique<HistoryView>(
            HistoryPlaces{store.isEmpty() ? m_shown->store() : store, m_shown->audit()}, *m_store,
            m_shown->clock);
        QSignalSpy answered(m_view.get(), &HistoryView::answerShown);
        m_view->resize(1076, 600);
        m_view->show();
        QVERIFY(answered.wait());
    }
    /** Does that and waits for what is answered then. */
    template<class Act>
    void answerTo(Act act)
    {
        QSignalSpy answered(m_view.get(), &HistoryView::answerShown);
        act();
        QVERIFY(answered.wait());
    }
    int rows() const { return m_view->table().model()->rowCount(); }
    QString cell(int row, int column) const
    {
        return m_view->table().model()->index(row, column).data().toString();
    }
    QStringList lanes() const
    {
        QStringList labels;
        for (const LaneChart::Lane &lane : m_view->lanes().chart()->lanes) {
            if (lane.levels.empty()) // not who waited
                labels << lane.label;
        }
        return labels;
    }
    int rowOf(const QString &lock) const
    {
        for (int row = 0; row < rows(); ++row) {
            if (cell(row, HistoryModel::Lock) == lock)
                return row;
        }
        return -1;
    }

private slots:
    void init()
    {
        m_shown = std::make_unique<HistoryShowcase>();
        m_store = std::make_unique<LockStore>();
    }
    void cleanup() { m_view.reset(); }

    /** Before a room the picture has the room, and says of what it is. */
    void aPresentationIsThePictureAlone()
    {
        open();
        QTest::qWait(0); // its rows have found their places
        const int height = m_view->pictures().height();
        m_view->search().lockEdit().setFocus();
        m_view->setPresenting(true);
        QVERIFY(!m_view->search().isVisible() && !m_view->table().isVisible()
                && !m_view->pictures().tabs().isVisible() && !m_view->exportButton().isVisible());
        QVERIFY(m_view->presentedName().isVisible());
        QVERIFY2(m_view->presentedName().text().startsWith(QStringLiteral("All locks · ")),
                 qPrintable(m_view->presentedName().text()));
        QTRY_VERIFY(m_view->pictures().height() > height);
        QVERIFY(m_view->lanes().hasFocus());
        // Another answer, or another picture, changes none of it.
        answerTo([this] { m_view->setLive(true); });
        m_view->pictures().tabs().setCurrentIndex(HistoryPictures::Hours);
        QVERIFY(!m_view->search().isVisible() && !m_view->exportButton().isVisible());
        m_view->pictures().tabs().setCurrentIndex(HistoryPictures::Lanes);
        QVERIFY(!m_view->exportButton().isVisible());
        m_view->setPresenting(false);
        QVERIFY(m_view->search().isVisible() && m_view->table().isVisible()
                && m_view->pictures().tabs().isVisible() && m_view->exportButton().isVisible());
        QVERIFY(!m_view->presentedName().isVisible());
        QTRY_COMPARE(m_view->pictures().height(), height);
    }

    void theLastHourIsShownAtFirst()
    {
        open();
        QVERIFY(!m_view->isMessageShown());
        QVERIFY(rows() > 40);
        QCOMPARE(lanes().size(), 5);
        QVERIFY(m_view->lanes().isFollowing());
        const LeaderSpan seen = m_view->lanes().visibleSpan();
        QVERIFY(std::chrono::abs((*seen.until - seen.from) - 1h) < 1s);
        QCOMPARE(m_view->figures().figures().front().value, QStringLiteral("All locks"));
        QVERIFY(m_view->histogram().bins().highest > 0);
        QCOMPARE(m_view->remark(), QString());
    }

    void theChosenHoldIsMarkedAmongTheOthers()
    {
        open();
        m_view->resize(1200, 700);
        QTRY_VERIFY(m_view->histogram().isVisible());
        QVERIFY(!m_view->histogram().marked());
        m_view->table().selectRow(rowOf(QStringLiteral("daily-close")));
        QCOMPARE(m_view->histogram().marked(), std::optional(Micros(28min)));
        const QString told = m_view->histogram().accessibleDescription();
        // It goes on, and may have begun long before it was seen anew.
        QVERIFY2(told.contains(QStringLiteral("this one: ≥ 28 m")), qPrintable(told));
        m_view->resize(700, 500);
        QTRY_VERIFY(!m_view->histogram().isVisible());
    }

    void theMarkOfAHoldGoesOnAndEndsWithIt()
    {
        const qint64 running = m_shown->hold("coupon:9", "web-2", 30s, {}, HistoryEnd::Open);
        m_shown->commit();
        open();
        m_view->table().selectRow(rowOf(QStringLiteral("coupon:9")));
        const auto marked = [this] { return m_view->histogram().marked().value_or(Micros(0)); };
        const auto told = [this] { return m_view->histogram().accessibleDescription(); };
        const Micros before = marked();
        QVERIFY2(told().contains(QStringLiteral("this one: ≥")), qPrintable(told()));
        m_shown->end(running, 30s, 7s);
        m_shown->commit();
        answerTo([this] {
            m_view->setLive(false);
            m_view->setLive(true);
        });
        QVERIFY(marked() != before);
        QCOMPARE(marked(), Micros(23s));
        QVERIFY2(told().contains(QStringLiteral("this one: 23 s")), qPrintable(told()));
    }

    /** A hold of what was asked for before is none of what is asked for now. */
    void anotherSearchChoosesNoHold()
    {
        open();
        m_view->resize(1200, 700);
        m_view->table().selectRow(rowOf(QStringLiteral("daily-close")));
        QVERIFY(m_view->histogram().marked());
        QVERIFY(m_view->reportOrder());
        answerTo([this] { m_view->search().lockEdit().setText(QStringLiteral("order:42")); });
        QVERIFY(!m_view->histogram().marked());
        QVERIFY(!m_view->pictures().lengths().marked());
        QVERIFY(!m_view->histogram().accessibleDescription().contains(QStringLiteral("this one")));
        for (const QAction *action : m_view->table().actions()) {
            if (action->text().contains(QStringLiteral("report")))
                QVERIFY2(!action->isEnabled(), qPrintable(action->text()));
        }
    }

    /** At 150 % on a small screen there is no room beside the table. */
    void howLongItTookHasAPictureOfItsOwn()
    {
        open();
        m_view->resize(700, 500);
        QTRY_VERIFY(!m_view->histogram().isVisible());
        HistoryPictures &pictures = m_view->pictures();
        answerTo([&] { pictures.tabs().setCurrentIndex(HistoryPictures::Lengths); });
        QVERIFY(pictures.lengths().isVisible());
        QCOMPARE(pictures.lengths().bins().counts, m_view->histogram().bins().counts);
        m_view->table().selectRow(rowOf(QStringLiteral("daily-close")));
        QCOMPARE(pictures.lengths().marked(), std::optional(Micros(28min)));
        // Beside the table there is not the same once more.
        m_view->resize(1400, 900);
        QTRY_VERIFY(!m_view->histogram().isVisible());
        answerTo([&] { pictures.tabs().setCurrentIndex(HistoryPictures::Lanes); });
        QVERIFY(m_view->histogram().isVisible());
    }

    void theHoursSayWhoseTheyAreAndWhatTheyLeaveOut()
    {
        open();
        HistoryPictures &pictures = m_view->pictures();
        answerTo([&] { pictures.tabs().setCurrentIndex(HistoryPictures::Hours); });
        QVERIFY(!pictures.hoursPage().exportButton().isVisible());
        answerTo([this] { m_view->search().lockEdit().setText(QStringLiteral("order:42")); });
        const QString whole = pictures.hoursPage().note();
        const QString year = QString::number(localTimeOf(m_shown->clock.wallNow()).date().year());
        const QString backend = m_view->answer()->sharesOf->backend;
        for (const QString &words : {QStringLiteral("order:42"), backend, year})
            QVERIFY2(whole.contains(words), qPrintable(whole));
        QVERIFY(!whole.contains(QStringLiteral("anybody")));
        QVERIFY(pictures.hoursPage().exportButton().isVisible());
        QVERIFY(pictures.hoursPage().picture(1).height() > pictures.hours().wholeSize().height());
        answerTo([this] { m_view->search().ownerEdit().setText(QStringLiteral("web-3")); });
        QVERIFY2(pictures.hoursPage().note().contains(QStringLiteral("anybody")),
                 qPrintable(pictures.hoursPage().note()));
    }

    /** On the day on which clocks are set forward there is no two o'clock. */
    void arrowsStepOverAnHourThatIsNotThere()
    {
        const QByteArray zone = qgetenv("TZ");
        const bool hadZone = qEnvironmentVariableIsSet("TZ");
        const auto restore = qScopeGuard([&] {
            hadZone ? qputenv("TZ", zone) : qunsetenv("TZ");
            tzset();
        });
        qputenv("TZ", "Europe/Berlin");
        tzset();
        const QDateTime noon(QDate(2026, 3, 29), QTime(12, 0));
        if (noon.offsetFromUtc() != 2 * 3600) {
            QVERIFY2(!qEnvironmentVariableIsSet("CI"), "knows no time zones");
            QSKIP("knows no time zones");
        }
        const auto at = [](int day, int hour) {
            const QDateTime time(QDate(2026, 3, day), QTime(hour, 0));
            return ServerTime(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
        };
        HourMap map;
        std::vector<HeldShare> shares;
        const auto edges = HourMap::edges(at(25, 0), at(30, 3));
        for (size_t i = 0; i + 1 < edges.size(); ++i) {
            HeldShare share;
            share.from = edges[i];
            share.until = edges[i + 1];
            share.known = std::chrono::duration_cast<Micros>(edges[i + 1] - edges[i]);
            shares.push_back(share);
        }
        map.setShares(shares, at(30, 3)); // the newest is that of two o'clock
        const auto told = [&](int key) {
            QTest::keyClick(&map, Qt::Key(key));
            return map.accessibleDescription().section(u',', 0, 0).section(u' ', 1, 2);
        };
        QCOMPARE(told(Qt::Key_Up), QStringLiteral("2026-03-30 02:00"));
        QCOMPARE(told(Qt::Key_Up), QStringLiteral("2026-03-28 02:00")); // the 29th has none
        QCOMPARE(told(Qt::Key_Down), QStringLiteral("2026-03-30 02:00"));
        QCOMPARE(told(Qt::Key_Left), QStringLiteral("2026-03-30 01:00"));
        QCOMPARE(told(Qt::Key_Up), QStringLiteral("2026-03-29 01:00"));
        QCOMPARE(told(Qt::Key_Right), QStringLiteral("2026-03-29 03:00"));
        QCOMPARE(told(Qt::Key_Left), QStringLiteral("2026-03-29 01:00"));
        told(Qt::Key_Left);
        QCOMPARE(told(Qt::Key_Left), QStringLiteral("2026-03-28 23:00"));
        QCOMPARE(told(Qt::Key_Right), QStringLiteral("2026-03-29 00:00"));
        // The day of the week helps to see what repeats.
        QVERIFY(map.textOf(QDate(2026, 3, 29), 1)
                    .startsWith(QLocale().toString(QDate(2026, 3, 29), QStringLiteral("ddd"))));
    }

    /** Where nobody looked nothing is said to be free, and of several locks nothing is drawn. */
    void theHoursOfOneLockAreDrawn()
    {
        open();
        HistoryPictures &pictures = m_view->pictures();
        answerTo([&] { pictures.tabs().setCurrentIndex(HistoryPictures::Hours); });
        QVERIFY(pictures.hours().isVisible() && !m_view->exportButton().isVisible());
        QVERIFY(pictures.hours().accessibleDescription().contains(QStringLiteral("one lock")));
        answerTo(
            [this] { QTest::keyClicks(&m_view->search().lockEdit(), QStringLiteral("invoice")); });
        // Held from 90 to 33 minutes ago, out of sight for five, held since.
        const QDateTime then = localTimeOf(m_shown->clock.wallNow() - 60min);
        const QString told = pictures.hours().textOf(then.date(), then.time().hour());
        QVERIFY2(told.contains(QStringLiteral("held for ")), qPrintable(told));
        const QString before = pictures.hours().textOf(then.date().addDays(-2), then.time().hour());
        QVERIFY2(before.contains(QStringLiteral("not known: nobody looked for 1 h")),
                 qPrintable(before));
        QVERIFY(!before.contains(QStringLiteral("held")));
        const QDateTime later = then.addSecs(3 * 3600);
        QVERIFY(pictures.hours().textOf(later.date(), later.time().hour()).isEmpty());
        pictures.hours().setFocus();
        QTest::keyClick(&pictures.hours(), Qt::Key_Up);
        QTest::keyClick(&pictures.hours(), Qt::Key_Left);
        const QString spoken = pictures.hours().accessibleDescription();
        QVERIFY2(spoken.contains(QStringLiteral(":00 – ")), qPrintable(spoken));
    }

    void theMostWantedLeadToTheirLock()
    {
        open();
        HistoryPictures &pictures = m_view->pictures();
        QVERIFY(!m_view->answer()->contention); // only what is shown is asked for
        answerTo([&] { pictures.tabs().setCurrentIndex(HistoryPictures::Wanted); });
        QTableView &table = pictures.wanted();
        QCOMPARE(table.model()->rowCount(), 5);
        QCOMPARE(table.model()->index(0, WantedModel::Lock).data().toString(),
                 QStringLiteral("daily-close"));
        QCOMPARE(table.model()->index(1, WantedModel::HandOvers).data().toString(),
                 QStringLiteral("39"));
        // Waiters were counted, and nothing says who they were or how long they waited.
        QCOMPARE(table.model()->index(2, WantedModel::Waited).data().toString(),
                 QStringLiteral("?"));
        QCOMPARE(table.model()->index(2, WantedModel::Waits).data().toString(),
                 QStringLiteral("?"));
        QCOMPARE(table.model()->index(4, WantedModel::Waits).data().toString(),
                 QStringLiteral("?"));
        table.setCurrentIndex(table.model()->index(1, 0));
        answerTo([&] { QTest::keyClick(&table, Qt::Key_Return); });
        QCOMPARE(m_view->search().lockEdit().text(), QStringLiteral("order:42"));
        QCOMPARE(pictures.page(), HistoryPictures::Lanes);
        QVERIFY(m_view->exportButton().isVisible());
        // What was asked before is not shown as what is asked now.
        int before = -1;
        answerTo([&] {
            pictures.tabs().setCurrentIndex(HistoryPictures::Wanted);
            before = table.model()->rowCount();
        });
        QCOMPARE(before, 0);
        QVERIFY(table.model()->rowCount() > 0);
        answerTo([&] { pictures.tabs().setCurrentIndex(HistoryPictures::Hours); });
        QString asked;
        answerTo([&] {
            m_view->search().clear();
            asked = pictures.hours().accessibleDescription();
        });
        QVERIFY2(asked.contains(QStringLiteral("Reading")), qPrintable(asked));
    }

    void nobodyWaitedWhereNobodyWasSeenTo()
    {
        WantedModel model;
        ContentionRanking ranking;
        ranking.locks.resize(1);
        ranking.locks.front().mostWaiters = 0;
        model.setRanking(ranking);
        QCOMPARE(model.index(0, WantedModel::Waited).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(0, WantedModel::Waits).data().toString(), QStringLiteral("–"));
    }

    void ofSeveralServersEachRowSaysItsOwnAtAnyWidth()
    {
        open();
        for (int width = 520; width <= 1200; width += 40) {
            m_view->resize(width, 600);
            QTRY_VERIFY2(!m_view->table().isColumnHidden(HistoryModel::Backend),
                         qPrintable(QString::number(width)));
        }
        m_view->resize(700, 600);
        answerTo(
            [this] { QTest::keyClicks(&m_view->search().lockEdit(), QStringLiteral("daily")); });
        QVERIFY(m_view->table().isColumnHidden(HistoryModel::Backend));
    }

    /** As at 150 % on a projector: what has no room as a whole is left to a tooltip. */
    void noFigureAndNoHeadingIsCutWhereThereIsLittleRoom()
    {
        open();
        QWidget window; // which gives it what is left of the screen, less than it asks for
        m_view->setParent(&window);
        const auto out = qScopeGuard([this] { m_view->setParent(nullptr); });
        window.resize(640, 520);
        window.show();
        m_view->show();
        for (int height = 340; height <= 520; height += 12) {
            m_view->setGeometry(0, 0, 640, height);
            QCoreApplication::processEvents();
            const FigureRow &figures = m_view->figures();
            for (const QWidget *box : figures.findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
                if (box->isVisible())
                    QVERIFY2(box->geometry().bottom() < figures.height(),
                             qPrintable(QString::number(height)));
            }
            const auto placeOf = [this](const QWidget &widget) {
                return QRect(widget.mapTo(m_view.get(), QPoint()), widget.size());
            };
            const QRect table = placeOf(m_view->table());
            QVERIFY2(placeOf(m_view->lanes()).bottom() < table.top()
                         && table.bottom() < m_view->height(),
                     qPrintable(QString::number(height)));
            const bool all = figures.height() >= figures.heightOfAll(figures.width());
            QCOMPARE(figures.toolTip().isEmpty(), all);
        }
    }

    void aPartOfANameIsSearchedFor()
    {
        open();
        answerTo(
            [this] { QTest::keyClicks(&m_view->search().lockEdit(), QStringLiteral("user")); });
        QCOMPARE(lanes(),
                 (QStringList{QStringLiteral("1c4e9a7f:302"), QStringLiteral("77ab01c2:118"),
                              QStringLiteral("9f1c22d0:77")}));
        QCOMPARE(rows(), 3);
        answerTo([this] {
            m_view->search().lockEdit().clear();
            m_view->search().ownerEdit().setText(QStringLiteral("web-3"));
            QTest::keyClick(&m_view->search().ownerEdit(), Qt::Key_Return);
        });
        QCOMPARE(lanes(), (QStringList{QStringLiteral("daily-close"), QStringLiteral("order:42")}));
        for (int row = 0; row < rows(); ++row)
            QCOMPARE(cell(row, HistoryModel::Owner), QStringLiteral("web-3"));
    }

    void aBackendIsChosen()
    {
        ViewFeed feed(*m_store, m_shown->clock);
        feed.backends = {
            makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_shown->clock),
            makeStatus(QStringLiteral("cache"), BackendKind::Redis, m_shown->clock)};
        open();
        feed.publish();
        QCOMPARE(m_view->search().backendBox().count(), 3);
        answerTo([this] { m_view->search().backendBox().setCurrentIndex(1); });
        QCOMPARE(lanes(),
                 (QStringList{QStringLiteral("daily-close"), QStringLiteral("invoice-run")}));
    }

    void aRowLeadsToItsLock()
    {
        open();
        m_view->table().selectRow(rowOf(QStringLiteral("invoice-run")));
        QVERIFY(m_view->lanes().chosenLane().contains(
            QString::fromLatin1(QByteArray("invoice-run").toHex())));
        answerTo([this] { QTest::keyClick(&m_view->table(), Qt::Key_Return); });
        QCOMPARE(m_view->search().lockEdit().text(), QStringLiteral("invoice-run"));
        QCOMPARE(lanes().size(), 2); // of two owners
        QCOMPARE(m_view->answer()->question.query.lock, std::optional<QByteArray>("invoice-run"));
        // Once something else is typed that one lock is not meant any more.
        answerTo([this] { m_view->search().lockEdit().setText(QStringLiteral("invoice")); });
        QVERIFY(!m_view->answer()->question.query.lock);
    }

    void oneMomentIsOneQuestion()
    {
        open();
        const ServerTime then = m_shown->clock.wallNow() - 30min;
        const QString typed = clockText(localTimeOf(then), TimeDetail::ToSecond);
        answerTo([&] { m_view->search().momentEdit().setText(typed); });
        QCOMPARE(rows(), 3);
        QVERIFY(m_view->remark().contains(QStringLiteral("nobody looked at billing-db")));
        const LeaderSpan seen = m_view->lanes().visibleSpan();
        const SteadyTime at = m_shown->clock.now() - 30min;
        QVERIFY(seen.from < at && at < *seen.until);
        QVERIFY(!m_view->lanes().isFollowing());
        const auto pointed = m_view->lanes().pointedAt();
        QVERIFY(pointed && std::chrono::abs(*pointed - at) < 2s);
        answerTo([this] { m_view->search().momentEdit().clear(); });
        QVERIFY(!m_view->lanes().pointedAt());
    }

    void whatIsNoTimeIsSaidAndChangesNothing()
    {
        open();
        const int before = rows();
        m_view->search().momentEdit().setText(QStringLiteral("noonish"));
        QTest::keyClick(&m_view->search().momentEdit(), Qt::Key_Return);
        QVERIFY(m_view->remark().contains(QStringLiteral("“noonish” is no time")));
        QCOMPARE(rows(), before);
    }

    void aStretchOfOnesOwn()
    {
        open();
        answerTo([this] { m_view->search().setSpan(HistorySearch::Span::Custom); });
        QVERIFY(m_view->search().fromEdit().isVisible());
        answerTo([this] {
            m_view->search().fromEdit().setText(QStringLiteral("20m"));
            m_view->search().untilEdit().setText(QStringLiteral("10m"));
        });
        QVERIFY(!m_view->search().endsNow());
        QVERIFY(rowOf(QStringLiteral("coupon:7")) >= 0);
        QVERIFY(rowOf(QStringLiteral("daily-close")) >= 0); // begun before, held then
        const LeaderSpan seen = m_view->lanes().visibleSpan();
        QVERIFY(std::chrono::abs((*seen.until - seen.from) - 10min) < 1s);
    }

    void whereThereIsNoStoreItSaysSo()
    {
        open(m_shown->store() + QStringLiteral("-not-there"));
        QVERIFY(m_view->isMessageShown());
        QVERIFY(m_view->message().text().startsWith(QStringLiteral("Nothing was recorded yet")));
    }

    void aStoreThatCannotBeReadIsToldWithARemedy()
    {
        const QString path = m_shown->store() + QStringLiteral("-other");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(8192, 'x'));
        file.close();
        open(path);
        QVERIFY(m_view->isMessageShown());
        QVERIFY(m_view->message().text().contains(QStringLiteral("cannot be read")));
        QVERIFY(m_view->message().button()->isVisible());
        // It was set aside, and another begun.
        QVERIFY(QFile::remove(path));
        QVERIFY(QFile::link(m_shown->store(), path));
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isMessageShown(), 20'000);
        QVERIFY(rows() > 40);
    }

    void whereNothingIsFoundEverythingIsOffered()
    {
        open();
        answerTo([this] { m_view->search().lockEdit().setText(QStringLiteral("no such")); });
        QVERIFY(m_view->isMessageShown());
        QCOMPARE(m_view->message().text(), QStringLiteral("No such hold was seen."));
        answerTo([this] { m_view->message().button()->click(); });
        QVERIFY(!m_view->isMessageShown());
        QVERIFY(m_view->search().lockEdit().text().isEmpty());
        // Of two hours now.
        QVERIFY(rows() > 40);
    }

    void onlyTheNewestQuestionIsAnswered()
    {
        open();
        QSignalSpy answered(m_view.get(), &HistoryView::answerShown);
        for (const char *owner : {"web-1", "web-2", "web-3", "batch"}) {
            m_view->search().ownerEdit().setText(QString::fromLatin1(owner));
            QTest::keyClick(&m_view->search().ownerEdit(), Qt::Key_Return);
        }
        QVERIFY(answered.wait());
        QTRY_COMPARE(m_view->answer()->question.query.owner, QStringLiteral("batch"));
        QCOMPARE(lanes(), (QStringList{QStringLiteral("batch-7f9c4d6b58-x2kqz"),
                                       QStringLiteral("batch-66d8f7c4b9-p4lwm")}));
    }

    void whatComesMeanwhileIsShownWithoutLosingThePlace()
    {
        open();
        m_view->table().selectRow(rowOf(QStringLiteral("coupon:7")));
        const QPersistentModelIndex chosen = m_view->table().currentIndex();
        m_shown->hold("coupon:9", "web-2", 5s, {}, HistoryEnd::Open);
        m_shown->commit();
        answerTo([this] {
            m_view->setLive(false);
            m_view->setLive(true);
        });
        QVERIFY(rowOf(QStringLiteral("coupon:9")) >= 0);
        QVERIFY(chosen.isValid());
        QCOMPARE(cell(m_view->table().currentIndex().row(), HistoryModel::Lock),
                 QStringLiteral("coupon:7"));
    }

    void moreThanIsListedIsSaid()
    {
        m_shown->busy("order:77", 1500, 2s);
        m_shown->commit();
        open();
        QVERIFY(m_view->remark().startsWith(QStringLiteral("There are more")));
        QVERIFY(rows() <= 2000);
        // Begun long before those that are listed, and held still.
        QVERIFY(rowOf(QStringLiteral("daily-close")) >= 0);
        QVERIFY(m_view->answer()->page.listedFrom.has_value());
        QCOMPARE(m_view->lanes().chart()->before, QStringLiteral("not all are listed"));
    }

    void aReportOfTheChosenLockIsCopied()
    {
        open();
        const auto action = [this](const QString &text) {
            const auto actions = m_view->table().actions();
            const auto found =
                std::find_if(actions.begin(), actions.end(),
                             [&text](const QAction *one) { return one->text() == text; });
            return found == actions.end() ? nullptr : *found;
        };
        QAction *const copy = action(QStringLiteral("Copy as report"));
        QVERIFY(copy && !copy->isEnabled());
        QVERIFY(!m_view->reportOrder());
        m_view->table().selectRow(rowOf(QStringLiteral("invoice-run")));
        QVERIFY(copy->isEnabled());
        const auto order = m_view->reportOrder();
        QVERIFY(order);
        // The hour that is shown, and not the hold's own time.
        QCOMPARE(order->until, m_view->answer()->asked);
        QCOMPARE(order->until - order->from, std::chrono::microseconds(1h));
        QSignalSpy copied(&m_view->reports(), &ReportDesk::copied);
        copy->trigger();
        QVERIFY(copied.wait());
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY(text.startsWith(QStringLiteral("# Lock `invoice-run`\n")));
        QVERIFY(text.contains(QStringLiteral("| `batch-7f9c4d6b58-x2kqz` | at least since ")));
        QVERIFY(text.contains(QStringLiteral("## What was not seen")));
        const auto notes = m_view->window()->findChildren<QLabel *>();
        QVERIFY(std::any_of(notes.begin(), notes.end(), [](const QLabel *note) {
            return note->text() == u"The report was copied." && note->isVisible();
        }));
    }

    void aReportIsSavedAsAPage()
    {
        open();
        m_view->search().spanBox().setCurrentIndex(int(HistorySearch::Span::All));
        QTRY_VERIFY(!m_view->answer()->question.query.from);
        m_view->table().selectRow(rowOf(QStringLiteral("user:42:card")));
        const auto order = m_view->reportOrder();
        QVERIFY(order);
        QCOMPARE(order->from, m_shown->clock.wallNow() - 2h); // the first look
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("card.html"));
        QSignalSpy saved(&m_view->reports(), &ReportDesk::saved);
        m_view->reports().save(*order);
        auto *const dialog = m_view->window()->findChild<QFileDialog *>();
        QVERIFY(dialog);
        emit dialog->fileSelected(path);
        QVERIFY(saved.wait());
        delete dialog;
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray page = file.readAll();
        QVERIFY(page.startsWith("<!DOCTYPE html>"));
        QVERIFY(page.contains("<svg") && page.contains("<code>user:42:card</code>"));
        QVERIFY(page.contains("What was done from here"));
    }

    void aReportThatCannotBeMadeIsTold()
    {
        open();
        m_view->table().selectRow(0);
        const auto order = m_view->reportOrder();
        QVERIFY(order);
        QSignalSpy failed(&m_view->reports(), &ReportDesk::failed);
        m_view->reports().write(*order, QStringLiteral("/nowhere/at/all.md"));
        QVERIFY(failed.wait());
        auto *const box = m_view->window()->findChild<QMessageBox *>();
        QVERIFY(box && box->isVisible());
        QCOMPARE(box->textFormat(), Qt::PlainText);
        delete box;
    }

    void whatIsShownCanBeSaved()
    {
        open();
        answerTo([this] { m_view->search().lockEdit().setText(QStringLiteral("invoice-run")); });
        QVERIFY(m_view->exportButton().isEnabled());
        auto *saver = m_view->lanes().findChild<LanesExport *>();
        QVERIFY(saver);
        const QByteArray csv = saver->content(LanesExport::Format::Csv);
        QVERIFY(csv.startsWith("backend,system,source,name,owner"));
        QCOMPARE(csv.count("\r\n"), 4); // the head and three holds
        const QJsonObject json =
            QJsonDocument::fromJson(saver->content(LanesExport::Format::Json)).object();
        QCOMPARE(json.value(QStringLiteral("schema")).toInt(), 2);
        QCOMPARE(json.value(QStringLiteral("holds")).toArray().size(), 3);
        QVERIFY(saver->content(LanesExport::Format::VisiblePng).startsWith("\x89PNG"));
        const QByteArray svg = saver->content(LanesExport::Format::WholeSvg);
        QVERIFY(svg.contains("<svg") && svg.contains("batch-66d8f7c4b9-p4lwm"));
        // Above the lanes: of what, and where.
        const QJsonObject hold = json.value(QStringLiteral("holds")).toArray().first().toObject();
        const QString place = hold.value(QStringLiteral("backend")).toString();
        QVERIFY(!place.isEmpty());
        for (const QString &words : {QStringLiteral("invoice-run"), place})
            QVERIFY2(svg.contains(words.toUtf8()), qPrintable(words));
        answerTo([this] { m_view->search().momentEdit().setText(QStringLiteral("30m")); });
        QVERIFY(saver->content(LanesExport::Format::Csv).startsWith("state,backend,"));
    }

    void theLanesSayInWordsWhatTheyShow()
    {
        open();
        QVERIFY2(m_view->lanes().accessibleDescription().contains(QStringLiteral("held now: 2")),
                 qPrintable(m_view->lanes().accessibleDescription()));
        m_view->lanes().setFocus();
        QTest::keyClick(&m_view->lanes(), Qt::Key_Comma);
        QVERIFY2(m_view->lanes().spoken().contains(QStringLiteral("held by")),
                 qPrintable(m_view->lanes().spoken()));
    }

    void nobodyIsAskedWhileThePageIsHidden()
    {
        open();
        m_view->hide();
        QSignalSpy answered(m_view.get(), &HistoryView::answerShown);
        m_view->search().ownerEdit().setText(QStringLiteral("web-1"));
        QTest::keyClick(&m_view->search().ownerEdit(), Qt::Key_Return);
        QTest::qWait(100);
        QCOMPARE(answered.size(), 0);
        answerTo([this] { m_view->show(); });
        QCOMPARE(m_view->answer()->question.query.owner, QStringLiteral("web-1"));
    }
};

LOCKMASTER_TEST(TestHistoryView, QApplication)

} // namespace tst_historyview

#include "tst_historyview.moc"
