// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/kit/messagepage.h"
#include "ui/owners/ownersmodel.h"
#include "ui/owners/ownerstable.h"
#include "ui/owners/ownersview.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_ownersview {

namespace {

OwnerEntry ownerOf(const QByteArray &name, qint64 holds, std::initializer_list<Life> lives = {})
{
    OwnerEntry owner;
    owner.id = {OwnerBasis::Host, name};
    owner.holds = holds;
    owner.backends = {QStringLiteral("billing-db")};
    for (const Life life : lives)
        owner.lives.add({life});
    return owner;
}

} // namespace

class TestOwnersView : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<OwnersView> m_view;

    OwnersModel &model() { return m_view->model(); }
    QString cell(int row, int column) { return model().index(row, column).data().toString(); }
    QStringList names()
    {
        QStringList list;
        for (int row = 0; row < model().rowCount(); ++row)
            list << cell(row, OwnersModel::Name);
        return list;
    }

    /** A view with these owners; null: nobody asked for them. */
    void show(const std::shared_ptr<const OwnerList> &list,
              BackendState state = BackendState::Online, bool any = true)
    {
        auto view = std::make_shared<ViewSnapshot>();
        if (any) {
            auto backend = std::make_shared<BackendSnapshot>();
            backend->status = makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock);
            backend->status.state = state;
            view->backends = {backend};
        }
        view->owners = list;
        ViewUpdate update;
        update.view = view;
        m_store->apply(update);
    }
    void show(std::vector<OwnerEntry> owners)
    {
        auto list = std::make_shared<OwnerList>();
        list->owners = std::move(owners);
        show(list);
    }

private slots:
    void init()
    {
        m_store = std::make_unique<LockStore>();
        m_view = std::make_unique<OwnersView>(*m_store, m_clock);
        new QAbstractItemModelTester(
            &model(), QAbstractItemModelTester::FailureReportingMode::Fatal, m_view.get());
        m_view->resize(1076, 500);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void troubleComesFirstAndThenWhatIsHeld()
    {
        show({ownerOf("web-9", 9, {Life::Alive}), ownerOf("web-2", 2, {Life::NoSign, Life::Alive}),
              ownerOf("web-1", 1, {Life::Gone}), ownerOf("web-3", 3)});
        QCOMPARE(names(), (QStringList{QStringLiteral("web-1"), QStringLiteral("web-2"),
                                       QStringLiteral("web-9"), QStringLiteral("web-3")}));
        m_view->table().sortByColumn(OwnersModel::Holds, Qt::DescendingOrder);
        QCOMPARE(names().front(), QStringLiteral("web-9"));
    }

    void aCellSaysWhatIsKnown_data()
    {
        QTest::addColumn<OwnerEntry>("owner");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const OwnerEntry &owner, int column,
                            const char *text) {
            QTest::newRow(name) << owner << column << QString::fromUtf8(text);
        };
        row("all alike", ownerOf("a", 2, {Life::Alive, Life::Alive}), OwnersModel::Lives, "Alive");
        row("the worst first",
            ownerOf("a", 4, {Life::Alive, Life::Alive, Life::NoSign, Life::Gone}),
            OwnersModel::Lives, "1 gone, 1 no sign of life, 2 alive");
        OwnerEntry contradicting = ownerOf("a", 2, {Life::Unknown});
        contradicting.lives.add({Life::Unknown, true});
        row("contradicting", contradicting, OwnersModel::Lives,
            "1 contradicting, 1 cannot be known");
        OwnerEntry waits = ownerOf("a", 0);
        waits.waits = 3;
        row("waits alone", waits, OwnersModel::Lives, "–");
        row("and holds nothing for long", waits, OwnersModel::Oldest, "–");
        OwnerEntry lost = ownerOf("a", 3);
        lost.unknown = 2;
        row("some are not known", lost, OwnersModel::Holds, "3 + 2?");
        row("age is not known", lost, OwnersModel::Oldest, "?");
        OwnerEntry old = ownerOf("a", 1);
        old.oldest = ManualClock().now() - 90s;
        old.oldestBasis = HeldBasis::Server;
        row("age", old, OwnersModel::Oldest, "1 m 30 s");
        old.oldestBasis = HeldBasis::Observed;
        row("age at least", old, OwnersModel::Oldest, "≥ 1 m 30 s");
        OwnerEntry known = ownerOf("a", 1);
        known.hosts = {QStringLiteral("web-3")};
        known.users = {QStringLiteral("app")};
        known.pids = {4711};
        row("seen as", known, OwnersModel::SeenAs, "web-3, app, 4711");
        row("known by", known, OwnersModel::KnownBy, "Host");
    }
    void aCellSaysWhatIsKnown()
    {
        QFETCH(OwnerEntry, owner);
        QFETCH(int, column);
        QFETCH(QString, text);
        show({owner});
        QCOMPARE(cell(0, column), text);
        const QString spoken = model().index(0, column).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(!spoken.isEmpty() && !spoken.contains(QChar(u'–')), qPrintable(spoken));
    }

    void oneIsChosenAndLeadsToItsLocks()
    {
        QSignalSpy wanted(m_view.get(), &OwnersView::locksWanted);
        show({ownerOf("web-1", 1, {Life::Gone}), ownerOf("web-2", 2)});
        QVERIFY(m_view->table().chosen());
        m_view->setFocus();
        QVERIFY(m_view->table().hasFocus());
        QTest::keyClick(&m_view->table(), Qt::Key_Return);
        QCOMPARE(wanted.takeFirst().front().value<OwnerId>(), (OwnerId{OwnerBasis::Host, "web-1"}));
        m_view->table().selectRow(1);
        m_view->showLocks().click();
        QCOMPARE(wanted.takeFirst().front().value<OwnerId>(), (OwnerId{OwnerBasis::Host, "web-2"}));
        for (QAction *action : m_view->table().actions()) {
            if (action->text() == QStringLiteral("Show its locks")
                || action->text() == QStringLiteral("Show what it holds"))
                action->trigger();
        }
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted.at(0).at(1).toBool(), false);
        QCOMPARE(wanted.at(1).at(1).toBool(), true);
        // The choice stays with the owner, wherever it comes to stand, and goes with it.
        show({ownerOf("web-2", 2, {Life::Gone}), ownerOf("web-1", 1)});
        QCOMPARE(m_view->table().chosen()->id.name(), QStringLiteral("web-2"));
        show({ownerOf("web-1", 1)});
        QCOMPARE(m_view->table().chosen()->id.name(), QStringLiteral("web-1"));
        QTest::keyClick(&m_view->table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("web-1"));
    }

    void whatIsNotListedIsSaid()
    {
        auto list = std::make_shared<OwnerList>();
        list->owners = {ownerOf("web-1", 1)};
        show(list);
        QCOMPARE(m_view->note(), QString());
        list = std::make_shared<OwnerList>(*list);
        list->heldByNobodyKnown = 3;
        list->unknown = 1;
        list->more = 7;
        list->waiting = 5;
        show(list, BackendState::Offline);
        QVERIFY2(m_view->summary().endsWith(QStringLiteral("8 owners, 5 wait")),
                 qPrintable(m_view->summary()));
        QCOMPARE(m_view->note(),
                 QStringLiteral("7 more owners give less trouble and hold less. Of 3 locks that "
                                "are held nothing tells by whom. The state of 1 lock is not known. "
                                "Not read, or not completely: billing-db."));
    }

    void anEmptyPageSaysWhy()
    {
        m_view->setOffersBackends(true);
        QSignalSpy add(m_view.get(), &OwnersView::addBackendRequested);
        QSignalSpy all(m_view.get(), &OwnersView::allLocksWanted);
        show(nullptr, BackendState::Online, false);
        QVERIFY(m_view->isMessageShown());
        m_view->message().button()->click();
        QCOMPARE(add.size(), 1);
        show(nullptr, BackendState::Connecting);
        QCOMPARE(m_view->message().text(), QStringLiteral("Nothing has been read yet."));
        m_view->setFocus();
        show(nullptr); // asked a moment ago: nothing is claimed
        QVERIFY(!m_view->isMessageShown());
        QVERIFY(m_view->table().hasFocus());
        auto list = std::make_shared<OwnerList>();
        show(list);
        QCOMPARE(m_view->message().text(),
                 QStringLiteral("Nobody who is known holds a lock, or waits for one."));
        QVERIFY(!m_view->message().button()->isVisible());
        list = std::make_shared<OwnerList>();
        list->owners = {ownerOf("web-1", 1)};
        show(list);
        QVERIFY(!m_view->isMessageShown());
        QCOMPARE(all.size(), 0);
    }

    /** What was there stays while nobody has answered anew, and is followed only where seen. */
    void whatIsNotSeenIsNotFollowed()
    {
        QSignalSpy seen(m_view.get(), &OwnersView::seenChanged);
        show({ownerOf("web-1", 1)});
        m_view->hide();
        QCOMPARE(seen.takeFirst().front().toBool(), false);
        show({ownerOf("web-2", 1)});
        QCOMPARE(names(), QStringList{QStringLiteral("web-1")});
        show(nullptr);
        m_view->show();
        QCOMPARE(seen.takeFirst().front().toBool(), true);
        QCOMPARE(names(), QStringList{QStringLiteral("web-1")});
        show({ownerOf("web-2", 1)});
        QCOMPARE(names(), QStringList{QStringLiteral("web-2")});
    }

    void ofLittleRoomFiguresKeepTheirs()
    {
        show({ownerOf("a-name-that-is-long-and-goes-on-10.internal.example", 12)});
        const QHeaderView *header = m_view->table().horizontalHeader();
        for (const int width : {1600, 1076, 800, 600, 438}) {
            m_view->resize(width, 400);
            QCoreApplication::processEvents();
            int used = 0;
            for (int column = 0; column < OwnersModel::columns; ++column)
                used += header->isSectionHidden(column) ? 0 : header->sectionSize(column);
            QVERIFY2(used <= m_view->table().viewport()->width(),
                     qPrintable(QString::number(width)));
            QVERIFY(header->sectionSize(OwnersModel::Name) >= 100);
            for (const int column : {OwnersModel::Holds, OwnersModel::Waits, OwnersModel::Lives})
                QVERIFY(!header->isSectionHidden(column));
        }
    }
};

LOCKMASTER_TEST(TestOwnersView, QApplication)

} // namespace tst_ownersview

#include "tst_ownersview.moc"
