// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/chains/chainpicture.h"
#include "ui/chains/chainsview.h"
#include "ui/chains/chaintree.h"
#include "ui/kit/messagepage.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QXmlStreamReader>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_chainsview {

namespace {

std::shared_ptr<const HolderDetail> sessionOf(qint64 id)
{
    HolderDetail detail;
    detail.connectionId = id;
    return std::make_shared<const HolderDetail>(std::move(detail));
}

QString numberOf(qint64 id)
{
    return QStringLiteral("#%1").arg(id);
}

/** Held by a session, and waited for by others. */
LockRecord held(const QString &backend, const QByteArray &name, qint64 holder,
                const std::vector<qint64> &waiters, Micros waiting = 3s)
{
    LockRecord lock = fakeLock(fakeSource(backend), name, numberOf(holder).toUtf8());
    lock.holders.front().detail = sessionOf(holder);
    lock.holders.front().label = numberOf(holder);
    for (const qint64 id : waiters)
        lock.waiters.list.push_back({numberOf(id), id, waiting, true, sessionOf(id)});
    lock.waiters.count = qint64(waiters.size());
    return lock;
}

} // namespace

/** The page of who waits for whom. */
class TestChainsView : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ChainsView> m_view;
    quint64 m_sequence = 0;

    void publish(const std::vector<LockRecord> &locks, BackendState state = BackendState::Online)
    {
        auto snapshot = std::make_shared<BackendSnapshot>();
        snapshot->status = makeStatus(QStringLiteral("db"), BackendKind::MySql, m_clock);
        snapshot->status.state = state;
        std::vector<PackedLock> packed;
        for (const LockRecord &lock : locks)
            packed.emplace_back(lock);
        snapshot->locks = LockList(std::move(packed));
        auto view = std::make_shared<ViewSnapshot>();
        view->sequence = ++m_sequence;
        view->backends.push_back(snapshot);
        ViewUpdate update;
        update.view = view;
        QSignalSpy followed(m_view.get(), &ChainsView::followed);
        m_store->apply(update);
        // With chains there it follows with its tick; without, at once.
        QVERIFY(followed.wait(5000));
        while (m_view->scene()->lookedAt < m_clock.now() && followed.wait(5000)) {
        }
        m_clock.advance(1s);
    }
    QStringList rows() const
    {
        QStringList rows;
        for (QTreeWidgetItemIterator it(&m_view->tree()); *it; ++it) {
            int depth = 0;
            for (QTreeWidgetItem *up = (*it)->parent(); up; up = up->parent())
                ++depth;
            rows << QString(depth, u' ') + (*it)->text(0);
        }
        return rows;
    }

private slots:
    void init()
    {
        m_store = std::make_unique<LockStore>();
        m_view = std::make_unique<ChainsView>(*m_store, m_clock);
        m_view->resize(1000, 640);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void nobodyWaitsIsSaid()
    {
        QVERIFY(m_view->isMessageShown());
        QVERIFY(m_view->message().text().contains(QStringLiteral("Add a server")));
        publish({held(QStringLiteral("db"), "x", 1, {})});
        QVERIFY(m_view->isMessageShown());
        QVERIFY(m_view->message().text().startsWith(QStringLiteral("Nobody waits")));
        publish({}, BackendState::Offline);
        QVERIFY2(m_view->message().text().contains(QStringLiteral("It is not known of: db")),
                 qPrintable(m_view->message().text()));
        QVERIFY(m_view->content(ChainsView::Format::Png).isEmpty());
    }

    void aChainIsATreeAndAPicture()
    {
        publish({held(QStringLiteral("db"), "order:42", 1, {2, 3}),
                 held(QStringLiteral("db"), "report", 2, {4})});
        QVERIFY(!m_view->isMessageShown());
        QCOMPARE(rows().size(), 6);
        QVERIFY2(rows().at(0).startsWith(QStringLiteral("#1 holds order:42")),
                 qPrintable(rows().at(0)));
        QVERIFY2(rows().at(1).startsWith(QStringLiteral(" order:42 (")), qPrintable(rows().at(1)));
        QVERIFY(rows().contains(QStringLiteral("  #3 waits for 3.0 s")));
        QCOMPARE(m_view->summary(), QStringLiteral("3 wait, held up by 1 that does not wait"));
        const ChainDrawing &drawing = m_view->picture().drawing();
        QCOMPARE(drawing.boxes.size(), size_t(6));
        QCOMPARE(drawing.links.size(), size_t(5));
        // Each step to the right is one further behind, and no two boxes meet.
        QVERIFY(drawing.boxes[0].rect.right() < drawing.boxes[1].rect.left());
        for (size_t a = 0; a < drawing.boxes.size(); ++a) {
            for (size_t b = a + 1; b < drawing.boxes.size(); ++b)
                QVERIFY(!drawing.boxes[a].rect.intersects(drawing.boxes[b].rect));
        }
    }

    void aBoxIsAsWideAsWhatStandsInIt()
    {
        publish({held(QStringLiteral("db"), "a-lock-with-quite-a-long-name-for-a-lock", 1, {2})});
        const auto boxes = m_view->picture().drawing().boxes;
        QFont bold = m_view->picture().font();
        bold.setBold(true);
        for (const ChainDrawing::Box &box : boxes)
            QVERIFY2(box.rect.width() > QFontMetrics(bold).horizontalAdvance(box.name)
                         && box.rect.width()
                                > m_view->picture().fontMetrics().horizontalAdvance(box.note),
                     qPrintable(box.name));
        QVERIFY(boxes[0].rect.width() < boxes[1].rect.width());
        // What is longer than any box is cut, and pushes nothing out of sight.
        publish({held(QStringLiteral("db"), QByteArray(400, 'x'), 1, {2})});
        QVERIFY(m_view->picture().drawing().boxes[1].rect.width() < 1000);
    }

    void aSentenceIsWrappedAndNotCut()
    {
        publish({held(QStringLiteral("db"), "a-lock-with-quite-a-long-name", 1, {2}),
                 held(QStringLiteral("db"), "another-lock-with-quite-a-long-name", 2, {1})});
        const QTreeWidget &tree = m_view->tree();
        const int line = tree.visualItemRect(tree.topLevelItem(0)->child(0)).height();
        m_view->resize(420, 640);
        QTRY_VERIFY(tree.visualItemRect(tree.topLevelItem(0)).height() >= 2 * line - 10);
    }

    void whatIsOpenAndChosenStays()
    {
        publish({held(QStringLiteral("db"), "order:42", 1, {2}, 3s),
                 held(QStringLiteral("db"), "other", 7, {8}, 1s)});
        QTreeWidgetItem *const top = m_view->tree().topLevelItem(0);
        top->child(0)->setExpanded(false);
        m_view->tree().setCurrentItem(m_view->tree().topLevelItem(1)->child(0));
        QTreeWidgetItem *const chosen = m_view->tree().currentItem();
        QSignalSpy moved(&m_view->tree(), &QTreeWidget::currentItemChanged);
        publish({held(QStringLiteral("db"), "order:42", 1, {2}, 9s),
                 held(QStringLiteral("db"), "other", 7, {8}, 8s)});
        // Only figures changed: nothing moved, the very same items stand there.
        QCOMPARE(m_view->tree().currentItem(), chosen);
        QCOMPARE(moved.size(), 0);
        QVERIFY(!top->child(0)->isExpanded());
        QVERIFY(rows().at(0).contains(QStringLiteral("9.0 s")));
        publish({held(QStringLiteral("db"), "order:42", 1, {2, 3}, 9s),
                 held(QStringLiteral("db"), "other", 7, {8}, 8s)});
        QVERIFY(m_view->tree().currentItem()->text(0).startsWith(QStringLiteral("other (")));
        QCOMPARE(m_view->tree().chosenStory(), 1);
        QVERIFY(!m_view->tree().topLevelItem(0)->child(0)->isExpanded());
    }

    void aLineLeadsToItsLock()
    {
        publish({held(QStringLiteral("db"), "order:42", 1, {2})});
        QSignalSpy asked(m_view.get(), &ChainsView::lockRequested);
        m_view->tree().setFocus();
        QTest::keyClick(&m_view->tree(), Qt::Key_Home);
        QTest::keyClick(&m_view->tree(), Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<LockId>().name, QByteArray("order:42"));
    }

    void aClickInThePictureChoosesTheChain()
    {
        publish({held(QStringLiteral("db"), "order:42", 1, {2, 3}),
                 held(QStringLiteral("db"), "other", 7, {8})});
        QCOMPARE(m_view->tree().chosenStory(), 0);
        const QRect second = m_view->picture().drawing().stories.at(1);
        QTest::mouseClick(m_view->picture().viewport(), Qt::LeftButton, {}, second.center());
        QCOMPARE(m_view->tree().chosenStory(), 1);
    }

    void aCircleIsToldFirst()
    {
        publish({held(QStringLiteral("db"), "a", 1, {2}), held(QStringLiteral("db"), "b", 2, {1}),
                 held(QStringLiteral("db"), "c", 5, {6, 7, 8, 9, 10})});
        QVERIFY(rows().at(0).startsWith(QStringLiteral("They wait for each other")));
        QCOMPARE(m_view->summary(),
                 QStringLiteral("7 wait, held up by 1 that does not wait, in 1 circle"));
        const auto &boxes = m_view->picture().drawing().boxes;
        // Who goes round, from the first until it comes back: #1 a, #2 b, #1 a.
        QCOMPARE(std::count_if(boxes.begin(), boxes.end(),
                               [](const ChainDrawing::Box &box) { return box.isCycle; }),
                 6);
    }

    /** A thousand who wait for one thing are a few boxes; a thousand in a row are cut, and told. */
    void manyStayReadable()
    {
        std::vector<qint64> waiters;
        for (qint64 id = 2; id < 66; ++id)
            waiters.push_back(id);
        LockRecord busy = held(QStringLiteral("db"), "busy", 1, waiters);
        busy.waiters.count = 1000;
        publish({busy});
        QCOMPARE(m_view->picture().drawing().boxes.size(), size_t(2 + 4 + 1));
        QVERIFY(rows().last().contains(QStringLiteral("936 more wait")));
        std::vector<LockRecord> row;
        for (qint64 id = 1; id <= 1000; ++id)
            row.push_back(held(QStringLiteral("db"), QByteArray::number(id + 10000), id, {id + 1}));
        publish(row);
        QCOMPARE(m_view->scene()->chains.chains.front().blocked, qint64(1000));
        QVERIFY(rows().last().contains(QStringLiteral("1000 wait in all")));
        QVERIFY(m_view->picture().drawing().boxes.size() < 400);
    }

    void whatIsShownIsSaved()
    {
        publish({held(QStringLiteral("db"), "<b>&\nx", 1, {2})});
        const QImage image = QImage::fromData(m_view->content(ChainsView::Format::Png), "PNG");
        QVERIFY(image.width() > 200 && image.height() > 60);
        const QByteArray svg = m_view->content(ChainsView::Format::Svg);
        QXmlStreamReader xml(svg);
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(svg.contains("Who waits for whom"));
        const QJsonObject json =
            QJsonDocument::fromJson(m_view->content(ChainsView::Format::Json)).object();
        QCOMPARE(json[u"chains"].toArray().size(), 1);
        QCOMPARE(json[u"chains"][0][u"blocked"].toInt(), 1);
    }
};

LOCKMASTER_TEST(TestChainsView, QApplication)

} // namespace tst_chainsview

#include "tst_chainsview.moc"
