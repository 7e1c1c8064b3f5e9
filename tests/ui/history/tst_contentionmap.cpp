// SPDX-License-Identifier: Apache-2.0
#include "core/text/momenttext.h"
#include "tests/support/historyshowcase.h"
#include "tests/support/testprogram.h"
#include "ui/history/contentionmap.h"
#include "ui/history/heatmappage.h"
#include "ui/history/historypictures.h"
#include "ui/history/historysearch.h"
#include "ui/history/historyview.h"
#include "ui/history/wantedmodel.h"

#include <QAccessible>
#include <QImage>
#include <QLineEdit>
#include <QLocale>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_contentionmap {

/** When the most wanted locks were wanted, drawn. */
class TestContentionMap : public QObject
{
    Q_OBJECT

    std::unique_ptr<HistoryShowcase> m_shown;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<HistoryView> m_view;

    void open(HistorySearch::Span span = HistorySearch::Span::Day)
    {
        m_view = std::make_unique<HistoryView>(HistoryPlaces{m_shown->store(), m_shown->audit()},
                                               *m_store, m_shown->clock);
        m_view->search().setSpan(span);
        m_view->resize(1076, 600);
        answerTo([this] { m_view->show(); });
        answerTo([this] { m_view->pictures().tabs().setCurrentIndex(HistoryPictures::Times); });
    }
    /** Does that and waits for what is answered then. */
    template<class Act>
    void answerTo(Act act)
    {
        QSignalSpy answered(m_view.get(), &HistoryView::answerShown);
        act();
        QVERIFY(answered.wait());
    }
    ContentionMap &map() { return m_view->pictures().times(); }
    int rowOf(const QByteArray &lock)
    {
        const auto &locks = map().locks();
        for (int row = 0; row < int(locks.size()); ++row) {
            if (locks[size_t(row)].lock.name == lock)
                return row;
        }
        return -1;
    }
    /** The column of that hour ago. */
    int columnOf(Micros ago)
    {
        const ServerTime at = m_shown->clock.wallNow() - ago;
        const auto &course = map().locks().front().course;
        for (int column = 0; column < int(course.size()); ++column) {
            if (course[size_t(column)].from <= at && at < course[size_t(column)].until)
                return column;
        }
        return -1;
    }
    QString spoken() { return map().accessibleDescription(); }
    /** How many colours a cell has. */
    static qsizetype coloursOf(const ContentionMap &map, const QImage &image, int row, int column)
    {
        QSet<QRgb> colours;
        const QRect cell = map.rectOf(row, column).toRect().adjusted(4, 4, -4, -4);
        for (int y = cell.top(); y <= cell.bottom(); ++y) {
            for (int x = cell.left(); x <= cell.right(); ++x)
                colours.insert(image.pixel(x, y));
        }
        return colours.size();
    }
    /** So many locks in four hours, all looked at. */
    static ContentionRanking ranking(int locks)
    {
        ContentionRanking made;
        made.step = 1h;
        made.lockCount = locks;
        const ServerTime from(std::chrono::hours(490'000));
        for (int hour = 0; hour <= 4; ++hour)
            made.edges.push_back(from + hour * 1h);
        for (int lock = 0; lock < locks; ++lock) {
            LockContention one;
            one.lock = {QStringLiteral("cache"), QStringLiteral("redis_string"),
                        QStringLiteral("db 0"), "lock:" + QByteArray::number(lock)};
            for (int hour = 0; hour < 4; ++hour) {
                ContentionBin bin;
                bin.from = made.edges[size_t(hour)];
                bin.until = made.edges[size_t(hour) + 1];
                bin.known = 1h;
                one.course.push_back(bin);
            }
            made.locks.push_back(one);
        }
        return made;
    }

private slots:
    void init()
    {
        m_shown = std::make_unique<HistoryShowcase>();
        m_store = std::make_unique<LockStore>();
    }
    void cleanup() { m_view.reset(); }

    void itsRowsAreThoseOfTheMostWanted()
    {
        m_shown->contended();
        m_shown->commit();
        open();
        QVERIFY(m_view->answer()->question.coursesUntil);
        QCOMPARE(map().locks().size(), size_t(20));
        QByteArrayList rows;
        for (const LockContention &one : map().locks())
            rows << one.lock.name;
        answerTo([this] { m_view->pictures().tabs().setCurrentIndex(HistoryPictures::Wanted); });
        QVERIFY(!m_view->answer()->question.coursesUntil); // only what is shown is asked for
        const QAbstractItemModel &table = *m_view->pictures().wanted().model();
        QVERIFY(table.rowCount() > 20);
        for (int row = 0; row < 20; ++row)
            QCOMPARE(table.index(row, WantedModel::Lock).data().toString(),
                     QString::fromUtf8(rows[row]));
    }

    void aCellSaysWhatWhereWhenAndOfHowMuch()
    {
        open();
        const int daily = rowOf("daily-close");
        const ServerTime now = m_shown->clock.wallNow();
        const QString told = map().textOf(daily, columnOf(1min));
        const QStringList lines = told.split(u'\n');
        QCOMPARE(lines[0], QStringLiteral("daily-close"));
        QCOMPARE(lines[1], QStringLiteral("billing-db"));
        const QDate day = localTimeOf(now).date();
        QVERIFY2(lines[2].startsWith(QLocale().toString(day, QStringLiteral("ddd ")))
                     && lines[2].contains(day.toString(Qt::ISODate))
                     && lines[2].endsWith(clockText(localTimeOf(now), TimeDetail::ToMinute)),
                 qPrintable(told));
        // Somebody waits since 12 minutes ago, and the hour is 4 minutes old.
        QVERIFY2(lines[3].contains(QStringLiteral("\u2265 4 m 5 s in the 4 m 5 s")),
                 qPrintable(told));
        const QString order = map().textOf(rowOf("order:42"), columnOf(10min));
        QVERIFY2(order.contains(QStringLiteral("hand-overs: ")), qPrintable(order));
        // That many are counted, and who they are is not told.
        const QString card = map().textOf(rowOf("user:42:card"), columnOf(40min));
        QVERIFY2(card.contains(QStringLiteral("up to 3 waited at once"))
                     && card.contains(QStringLiteral("held for 15 m, and who waited is not told"))
                     && !card.contains(QStringLiteral("nobody was seen")),
                 qPrintable(card));
        QVERIFY(map().textOf(daily, columnOf(1min) + 1).isEmpty());
    }

    /** It was recorded for two hours; before that nobody looked. */
    void whatIsNotKnownNeverLooksQuiet()
    {
        open();
        const int row = rowOf("order:42");
        const int unseen = columnOf(5h);
        const int quiet = columnOf(80min);
        const QString told = map().textOf(row, unseen);
        QVERIFY2(told.contains(QStringLiteral("not known: nobody looked for 1 h"))
                     && !told.contains(QStringLiteral("wait")),
                 qPrintable(told));
        QVERIFY2(map().textOf(row, quiet).contains(QStringLiteral("nobody was seen to wait")),
                 qPrintable(map().textOf(row, quiet)));
        map().resize(1000, 400);
        const QImage image = map().viewport()->grab().toImage();
        QCOMPARE(coloursOf(map(), image, row, quiet), 1);
        QVERIFY(coloursOf(map(), image, row, unseen) > 1);
    }

    void whatWasNotCountedOrIsNotToldIsHatchedToo()
    {
        ContentionRanking cut = ranking(2);
        cut.countedFrom = cut.edges[2];
        for (LockContention &one : cut.locks)
            one.course[0].known = one.course[1].known = Micros(0);
        cut.locks[1].course[3].untold = 1h;
        ContentionMap map;
        map.resize(900, 300);
        map.setRanking(cut);
        QVERIFY2(map.textOf(0, 1).contains(QStringLiteral("not counted")),
                 qPrintable(map.textOf(0, 1)));
        const QString held = map.textOf(1, 3);
        QVERIFY2(held.contains(QStringLiteral("held for 1 h, and who waited is not told"))
                     && !held.contains(QStringLiteral("nobody")),
                 qPrintable(held));
        const QImage image = map.grab().toImage();
        QCOMPARE(coloursOf(map, image, 0, 3), 1);
        QVERIFY(coloursOf(map, image, 0, 1) > 1);
        QVERIFY(coloursOf(map, image, 1, 3) > 1);
    }

    void keysLeadFromCellToCellAndToTheLock()
    {
        open();
        ContentionMap &times = map();
        QVERIFY2(spoken().startsWith(QStringLiteral("Waited for most: daily-close, ")),
                 qPrintable(spoken()));
        times.setFocus();
        const int last = int(times.locks().front().course.size()) - 1;
        const auto cellAt = [&](int row, int column) {
            return times.textOf(row, column).replace(u'\n', QStringLiteral(", "));
        };
        QTest::keyClick(&times, Qt::Key_Up);
        QCOMPARE(spoken(), cellAt(0, last)); // the newest of the most wanted first
        QTest::keyClick(&times, Qt::Key_Right);
        QCOMPARE(spoken(), cellAt(0, last)); // another lock is not later
        QTest::keyClick(&times, Qt::Key_Left);
        QCOMPARE(spoken(), cellAt(0, last - 1));
        QTest::keyClick(&times, Qt::Key_Down);
        QCOMPARE(spoken(), cellAt(1, last - 1));
        QTest::keyClick(&times, Qt::Key_Home);
        QCOMPARE(spoken(), cellAt(1, 0));
        QTest::keyClick(&times, Qt::Key_End);
        QCOMPARE(spoken(), cellAt(1, last));
        const QAccessibleInterface *heard = QAccessible::queryAccessibleInterface(&times);
        QVERIFY(heard && heard->state().focusable);
        QVERIFY(!heard->text(QAccessible::Name).isEmpty());
        QCOMPARE(heard->text(QAccessible::Description), spoken());
        const QString name = QString::fromUtf8(times.locks()[1].lock.name);
        answerTo([&] { QTest::keyClick(&times, Qt::Key_Return); });
        QCOMPARE(m_view->search().lockEdit().text(), name);
        QCOMPARE(m_view->pictures().page(), HistoryPictures::Lanes);
    }

    void aClickOnANameLeadsToTheLock()
    {
        ContentionMap map;
        map.resize(900, 300);
        map.show();
        map.setRanking(ranking(3));
        QSignalSpy wanted(&map, &ContentionMap::lockWanted);
        const QPoint cell = map.rectOf(2, 1).center().toPoint();
        QTest::mouseClick(map.viewport(), Qt::LeftButton, {}, cell);
        QCOMPARE(wanted.size(), 0);
        QVERIFY(map.accessibleDescription().startsWith(QStringLiteral("lock:2, ")));
        QTest::mouseClick(map.viewport(), Qt::LeftButton, {}, {20, cell.y()});
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.front().front().value<HistoryLock>().name, QByteArray("lock:2"));
        QTest::mouseDClick(map.viewport(), Qt::LeftButton, {}, cell);
        QCOMPARE(wanted.size(), 2);
    }

    /** The next answer may rank it otherwise, and rows beyond the edge are scrolled to. */
    void theChosenCellStaysThatOfItsLock()
    {
        ContentionRanking ranked = ranking(20);
        ContentionMap map;
        map.resize(900, 200);
        map.show();
        map.setRanking(ranked);
        QVERIFY(map.verticalScrollBar()->maximum() > 0);
        for (int step = 0; step < 20; ++step)
            QTest::keyClick(&map, Qt::Key_Down);
        QVERIFY(map.accessibleDescription().startsWith(QStringLiteral("lock:19, ")));
        QCOMPARE(map.verticalScrollBar()->value(), map.verticalScrollBar()->maximum());
        QVERIFY(map.rectOf(19, 3).bottom() <= map.viewport()->height());
        std::swap(ranked.locks[19], ranked.locks[3]);
        map.setRanking(ranked);
        QVERIFY(map.accessibleDescription().startsWith(QStringLiteral("lock:19, ")));
        ranked.locks.erase(ranked.locks.begin() + 3);
        map.setRanking(ranked);
        QVERIFY(!map.accessibleDescription().contains(QStringLiteral("lock:19")));
        QTest::keyClick(&map, Qt::Key_Left);
        QVERIFY(map.accessibleDescription().startsWith(QStringLiteral("lock:0, ")));
    }

    void thePictureHasAllRowsAndSaysOfWhatItIs()
    {
        m_shown->contended();
        m_shown->commit();
        open();
        HeatMapPage &page = m_view->pictures().timesPage();
        QVERIFY(page.exportButton().isVisible());
        QVERIFY(map().verticalScrollBar()->maximum() > 0); // not all of it is seen
        const QString all = QString::number(m_view->answer()->contention->lockCount);
        QCOMPARE(page.title().title, QStringLiteral("The 20 most wanted of %1 locks").arg(all));
        QVERIFY2(page.title().place.contains(QStringLiteral("cache"))
                     && page.title().place.contains(QStringLiteral("billing-db")),
                 qPrintable(page.title().place));
        const ServerTime now = m_shown->clock.wallNow();
        QCOMPARE(page.title().time, stretchText(now - 24h, now));
        QVERIFY2(page.note().contains(QStringLiteral("A cell is 1 h")), qPrintable(page.note()));
        const QImage picture = page.picture(1);
        QVERIFY(picture.height() > map().viewport()->height()
                && map().wholeSize().height() > 20 * map().fontMetrics().height());
        answerTo([this] { m_view->search().setSpan(HistorySearch::Span::Hour); });
        QVERIFY2(page.note().contains(QStringLiteral("A cell is 5 m"))
                     && !page.note().contains(QStringLiteral("narrow")),
                 qPrintable(page.note()));
        answerTo([this] { m_view->search().ownerEdit().setText(QStringLiteral("web-3")); });
        QVERIFY2(page.note().contains(QStringLiteral("do not narrow")), qPrintable(page.note()));
    }

    void whereNothingBeganItSaysSo()
    {
        open(HistorySearch::Span::Custom);
        answerTo([this] { m_view->search().fromEdit().setText(QStringLiteral("30s")); });
        QVERIFY(!m_view->isMessageShown()); // two are held since before
        QVERIFY(map().locks().empty());
        QVERIFY2(spoken().contains(QStringLiteral("that began in that time")),
                 qPrintable(spoken()));
        QVERIFY(!m_view->pictures().timesPage().exportButton().isVisible());
        QTest::keyClick(&map(), Qt::Key_Up);
        QTest::keyClick(&map(), Qt::Key_Return);
        QCOMPARE(m_view->pictures().page(), HistoryPictures::Times);
    }
};

LOCKMASTER_TEST(TestContentionMap, QApplication)

} // namespace tst_contentionmap

#include "tst_contentionmap.moc"
