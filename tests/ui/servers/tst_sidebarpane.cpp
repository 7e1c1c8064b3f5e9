// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/servers/sidebar.h"
#include "ui/servers/sidebarmodel.h"
#include "ui/servers/sidebarpane.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_sidebarpane {

/** A server among many, found by a few letters. */
class TestSidebarPane : public QObject
{
    Q_OBJECT

    struct Bench {
        ManualClock clock;
        LockStore store;
        SidebarModel model{store, {}, clock};
        ViewFeed feed{store, clock};
        Sidebar *sidebar = new Sidebar(model);
        SidebarPane pane{sidebar};

        void show(const QStringList &names)
        {
            feed.backends.clear();
            for (const QString &name : names) {
                BackendStatus status = makeStatus(name, BackendKind::Redis, clock);
                status.environment =
                    name.startsWith(u'c') ? Environment::Staging : Environment::Production;
                feed.backends.push_back(status);
            }
            feed.publish();
        }
        void open()
        {
            pane.resize(220, 900);
            pane.show();
            QVERIFY(QTest::qWaitForWindowActive(&pane));
        }
        /** The names in sight, from top to bottom. */
        QStringList seen() const
        {
            QStringList names;
            for (QModelIndex at = sidebar->indexAt({10, 4}); at.isValid();
                 at = sidebar->indexBelow(at))
                names << at.data().toString();
            return names;
        }
        void type(const QString &text) { QTest::keyClicks(&pane.line(), text); }
    };

    static QStringList many()
    {
        QStringList names{QStringLiteral("결제-서버"), QStringLiteral("orders")};
        for (int i = 0; i < 10; ++i)
            names << QStringLiteral("cache-%1").arg(i);
        return names << QStringLiteral("cache-11");
    }
    static QStringList list(const char *names)
    {
        return QString::fromUtf8(names).split(QStringLiteral(", "));
    }

private slots:
    void fewServersNeedNoLine()
    {
        Bench bench;
        bench.show(many().mid(0, 8));
        bench.open();
        QVERIFY(!bench.pane.line().isVisible());
        QVERIFY(!bench.pane.findAction().isEnabled());
        QVERIFY(!bench.pane.findAction().toolTip().isEmpty());
        bench.show(many());
        QVERIFY(bench.pane.line().isVisible());
        QVERIFY(bench.pane.findAction().isEnabled());
        // And goes with them, with what was typed.
        bench.type(QStringLiteral("orders"));
        bench.show(many().mid(0, 8));
        QVERIFY(!bench.pane.line().isVisible());
        QVERIFY(bench.seen().contains(QStringLiteral("cache-3")));
    }

    void whatIsTypedNarrowsTheListAndOpensTheGroups()
    {
        Bench bench;
        bench.show(many());
        bench.open();
        bench.sidebar->setFolded(Environment::Staging, true);
        const QSignalSpy chosen(bench.sidebar, &Sidebar::scopeChosen);
        const QModelIndex before = bench.sidebar->currentIndex();
        bench.type(QStringLiteral("che-1"));
        QCOMPARE(bench.seen(), list("Staging, cache-1, cache-11"));
        QVERIFY(chosen.isEmpty());
        QCOMPARE(bench.sidebar->currentIndex(), before);
        // Letters that stand anywhere are for where nothing fits better.
        bench.pane.line().clear();
        bench.type(QStringLiteral("cch7"));
        QCOMPARE(bench.seen(), list("Staging, cache-7"));
        bench.pane.line().setText(QString::fromUtf8("결제"));
        QCOMPARE(bench.seen(), list("Production, 결제-서버"));
        // What comes meanwhile is narrowed as well.
        bench.show(many() << QStringLiteral("결제-2"));
        QCOMPARE(bench.seen().size(), 3);
        QTest::keyClick(&bench.pane.line(), Qt::Key_Escape);
        QVERIFY(bench.pane.line().text().isEmpty());
        QVERIFY(bench.sidebar->hasFocus());
        QVERIFY(bench.seen().contains(QStringLiteral("orders")));
        QVERIFY(!bench.seen().contains(QStringLiteral("cache-1"))); // folded, as before
        QVERIFY(chosen.isEmpty());
    }

    void downLeadsToWhatFitsBest()
    {
        Bench bench;
        bench.show(many());
        bench.open();
        const QSignalSpy chosen(bench.sidebar, &Sidebar::scopeChosen);
        bench.pane.findAction().trigger();
        QVERIFY(bench.pane.line().hasFocus());
        bench.type(QStringLiteral("cache-1"));
        QTest::keyClick(&bench.pane.line(), Qt::Key_Down);
        QVERIFY(bench.sidebar->hasFocus());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<ViewScope>().backend, QStringLiteral("cache-1"));
        QCoreApplication::processEvents();
        QCOMPARE(bench.sidebar->currentIndex().data().toString(), QStringLiteral("cache-1"));
        QTest::keyClick(bench.sidebar, Qt::Key_Down);
        QCOMPARE(bench.sidebar->currentIndex().data().toString(), QStringLiteral("cache-11"));
        QTest::keyClick(bench.sidebar, Qt::Key_Slash);
        QVERIFY(bench.pane.line().hasFocus());
        QTest::keyClick(&bench.pane.line(), Qt::Key_Escape);
        QCOMPARE(bench.sidebar->currentIndex().data().toString(), QStringLiteral("cache-11"));
        QVERIFY(bench.seen().contains(QStringLiteral("cache-2")));
    }

    void nothingFitsIsSaid()
    {
        Bench bench;
        bench.show(many());
        bench.open();
        const QSignalSpy chosen(bench.sidebar, &Sidebar::scopeChosen);
        bench.type(QStringLiteral("zzz"));
        QVERIFY(bench.pane.none().isVisible());
        QVERIFY(bench.seen().isEmpty());
        QTest::keyClick(&bench.pane.line(), Qt::Key_Return);
        QVERIFY(chosen.isEmpty());
        QVERIFY(bench.pane.line().hasFocus());
        QTest::keyClick(&bench.pane.line(), Qt::Key_Escape);
        QVERIFY(!bench.pane.none().isVisible());
    }
};

LOCKMASTER_TEST(TestSidebarPane, QApplication)

} // namespace tst_sidebarpane

#include "tst_sidebarpane.moc"
