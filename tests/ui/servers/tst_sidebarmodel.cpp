// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/kit/labels.h"
#include "ui/servers/sidebar.h"
#include "ui/servers/sidebardelegate.h"
#include "ui/servers/sidebarmodel.h"

#include <QPainter>
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_sidebarmodel {

namespace {

/** The tree as lines: `  label = note`. */
QStringList lines(const SidebarModel &model, const QModelIndex &parent = {}, int depth = 0)
{
    QStringList all;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        const QString note = index.data(SidebarModel::NoteRole).toString();
        QString line = QString(depth * 2, u' ') + index.data().toString();
        if (!note.isEmpty())
            line += QStringLiteral(" = ") + note;
        all << line << lines(model, index, depth + 1);
    }
    return all;
}

struct Bench {
    ManualClock clock;
    LockStore store;
    SidebarModel model{store, {}, clock};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    ViewFeed feed{store, clock};
};

} // namespace

class TestSidebarModel : public QObject
{
    Q_OBJECT

private slots:
    void beforeTheFirstViewThereIsOneEntry()
    {
        const Bench bench;
        QCOMPARE(lines(bench.model),
                 QStringList({QStringLiteral("Views"), QStringLiteral("  Locks = ?")}));
    }

    void pagesStandBesideTheLocksInTheirOrder()
    {
        Bench bench;
        bench.model.addPage(PageId::Lab);
        bench.model.addPage(PageId::Leaders);
        QCOMPARE(lines(bench.model),
                 QStringList({QStringLiteral("Views"), QStringLiteral("  Locks = ?"),
                              QStringLiteral("  Leaders = ?"), QStringLiteral("  Lab")}));
        const QModelIndex lab = bench.model.indexOf(PageId::Lab);
        QCOMPARE(lab.data().toString(), QStringLiteral("Lab"));
        QVERIFY(!lab.data(SidebarModel::ScopeRole).isValid());
        QCOMPARE(bench.model.indexOf(ViewScope()), bench.model.indexOf(PageId::Locks));
    }

    void theLeadersOfAllBackendsAreCounted()
    {
        Bench bench;
        bench.model.addPage(PageId::Leaders);
        fillShowcase(bench.feed, bench.clock);
        bench.feed.publish();
        const QModelIndex leaders = bench.model.indexOf(PageId::Leaders);
        QCOMPARE(leaders.data(SidebarModel::NoteRole).toString(), QStringLiteral("0"));
        for (const char *name : {"batch-leader", "inventory"}) {
            auto watch = std::make_shared<LeaderWatch>();
            watch->lock = makeLock({.name = name}, bench.clock);
            bench.feed.leaders.push_back(watch);
        }
        bench.feed.publish();
        QCOMPARE(leaders.data(SidebarModel::NoteRole).toString(), QStringLiteral("2"));
    }

    void countsAreThoseOfTheView()
    {
        Bench bench;
        fillShowcase(bench.feed, bench.clock);
        bench.feed.publish();
        const QStringList shown = lines(bench.model);
        QVERIFY(shown.contains(QStringLiteral("  Locks = 12")));
        QVERIFY(shown.contains(QStringLiteral("  billing-db")));
        QVERIFY(shown.contains(QStringLiteral("    dist_lock = 3")));
        QVERIFY(shown.contains(QStringLiteral("    service_leader_lock = 2")));
        QVERIFY(shown.contains(QStringLiteral("    redisson = 3")));
        QVERIFY(shown.contains(QStringLiteral("  legacy = 4 s old")));
        QVERIFY(shown.contains(QStringLiteral("  Unsigned owner = 1")));
        QVERIFY(!shown.contains(QStringLiteral("  Clock mismatch = 0")));
    }

    /** Where there is little room it is cut. */
    void aTipBeginsWithTheName()
    {
        Bench bench;
        fillShowcase(bench.feed, bench.clock);
        bench.feed.publish();
        const auto tip = [&bench](const ViewScope &scope) {
            return spokenToolTip(bench.model.indexOf(scope).data(Qt::ToolTipRole).toString());
        };
        ViewScope scope;
        scope.backend = QStringLiteral("billing-db");
        QVERIFY2(tip(scope).startsWith(u"billing-db\n"), qPrintable(tip(scope)));
        ViewScope found;
        found.finding = FindingId::UnsignedOwner;
        QVERIFY2(tip(found).startsWith(u"Unsigned owner\nIts value does not tell"),
                 qPrintable(tip(found)));
    }

    /** Who is missing, and why; they cannot be chosen, and leave the choice where it is. */
    void nodesOfAGroupAreListed()
    {
        Bench bench;
        fillShowcase(bench.feed, bench.clock);
        const auto node = [](const char *address, NodeRole role, const char *trouble = "") {
            return GroupNode{QString::fromLatin1(address), role, QString::fromLatin1(trouble)};
        };
        GroupMember group;
        group.role = QStringLiteral("m is a:1 by 2 of 3 sentinels");
        group.nodes = {node("a:1", NodeRole::Master),
                       node("b:1", NodeRole::Replica, "It is <b>down</b>."),
                       node("s1:2", NodeRole::Sentinel), node("s2:2", NodeRole::Sentinel),
                       node("s3:2", NodeRole::Sentinel, "It is silent.")};
        bench.feed.backends.front().server.group = group;
        bench.feed.publish();
        const QStringList shown = lines(bench.model);
        QVERIFY(shown.contains(QStringLiteral("    a:1 = master")));
        QVERIFY(shown.contains(QStringLiteral("    b:1 = missing")));
        QVERIFY(shown.contains(QStringLiteral("    Sentinels = 2 of 3")));
        const auto found = bench.model.match(bench.model.index(0, 0), Qt::DisplayRole,
                                             QStringLiteral("b:1"), 1, Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        QVERIFY(!found.front().flags().testFlag(Qt::ItemIsSelectable));
        QVERIFY(!found.front().data(SidebarModel::ScopeRole).isValid());
        QVERIFY(!found.front().data(SidebarModel::PageRole).isValid());
        QVERIFY(found.front().data(Qt::ToolTipRole).toString().contains(u"&lt;b&gt;down"));
    }

    void experimentsAreAGroupOfTheirOwn()
    {
        Bench bench;
        bench.model.addPage(PageId::Leaders);
        const QString lab = QStringLiteral("sandbox-redis");
        bench.feed.backends = {makeStatus(QStringLiteral("cache"), BackendKind::Redis, bench.clock),
                               makeStatus(lab, BackendKind::Redis, bench.clock)};
        const Finding finding{FindingId::NoExpiry, {}};
        bench.feed.locks = {{.name = "a", .backend = QStringLiteral("cache")},
                            {.name = "b", .backend = lab, .findings = {finding}},
                            {.name = "c", .backend = lab}};
        auto watch = std::make_shared<LeaderWatch>();
        watch->lock = makeLock({.name = "b", .backend = lab}, bench.clock);
        bench.feed.leaders = {watch};
        bench.feed.build({lab});
        QCOMPARE(lines(bench.model),
                 QStringList({QStringLiteral("Views"), QStringLiteral("  Locks = 1"),
                              QStringLiteral("  Leaders = 0"), QStringLiteral("Servers"),
                              QStringLiteral("  cache"), QStringLiteral("    dist_lock = 1"),
                              QStringLiteral("Lab"), QStringLiteral("  Locks = 2"),
                              QStringLiteral("  Leaders = 1"), QStringLiteral("  sandbox-redis"),
                              QStringLiteral("    dist_lock = 2")}));
        ViewScope scope;
        scope.apart = true;
        QCOMPARE(bench.model.indexOf(scope).row(), 0);
        QCOMPARE(bench.model.indexOf(scope).parent().data().toString(), QStringLiteral("Lab"));
        QCOMPARE(bench.model.indexOf(PageId::Leaders, true).parent(),
                 bench.model.indexOf(scope).parent());
        QVERIFY(bench.model.indexOf(PageId::Leaders).parent()
                != bench.model.indexOf(scope).parent());
        // Nothing else is watched: they are the subject.
        bench.feed.backends.erase(bench.feed.backends.begin());
        bench.feed.build({});
        QVERIFY(!lines(bench.model).contains(QStringLiteral("Lab")));
        QVERIFY(lines(bench.model).contains(QStringLiteral("  No expiry = 1")));
    }

    void likelyLocksAreCountedApart()
    {
        Bench bench;
        bench.feed.backends = {makeStatus(QStringLiteral("db"), BackendKind::MySql, bench.clock)};
        for (const char *name : {"a", "b", "c"})
            bench.feed.locks.push_back({.name = name, .backend = QStringLiteral("db")});
        bench.feed.publish();
        QVERIFY(lines(bench.model).contains(QStringLiteral("    dist_lock = 3")));
        bench.feed.locks.back().certainty = Certainty::Likely;
        bench.feed.publish();
        QVERIFY(lines(bench.model).contains(QStringLiteral("    dist_lock = 2 + 1?")));
    }

    void entriesComeAndGoOneByOne()
    {
        Bench bench;
        const QSignalSpy resets(&bench.model, &QAbstractItemModel::modelReset);
        fillShowcase(bench.feed, bench.clock);
        bench.feed.publish();
        const QPersistentModelIndex cache =
            bench.model.indexOf(bench.model.index(1, 0, bench.model.index(1, 0))
                                    .data(SidebarModel::ScopeRole)
                                    .value<ViewScope>());
        QCOMPARE(cache.data().toString(), QStringLiteral("cache"));
        std::swap(bench.feed.backends[0], bench.feed.backends[1]);
        bench.feed.backends.pop_back();
        bench.feed.locks.resize(3);
        bench.feed.publish();
        QVERIFY(cache.isValid());
        QCOMPARE(cache.row(), 0);
        QVERIFY(!lines(bench.model).contains(QStringLiteral("Findings")));
        bench.feed.backends.clear();
        bench.feed.locks.clear();
        bench.feed.publish();
        QVERIFY(!cache.isValid());
        QCOMPARE(resets.size(), 0);
    }

    void aBackendThatIsOfflineClaimsNoCounts()
    {
        Bench bench;
        bench.feed.backends = {makeStatus(QStringLiteral("db"), BackendKind::MySql, bench.clock)};
        bench.feed.locks = {{.name = "a", .backend = QStringLiteral("db")}};
        bench.feed.backends.front().state = BackendState::Offline;
        bench.feed.publish();
        const QStringList shown = lines(bench.model);
        QVERIFY(shown.contains(QStringLiteral("  db = offline")));
        QVERIFY(shown.contains(QStringLiteral("    dist_lock = ?")));
        bench.feed.locks.clear();
        bench.feed.publish();
        QVERIFY(lines(bench.model).contains(QStringLiteral("  Locks = ?")));
        bench.feed.backends.front().state = BackendState::Online;
        bench.feed.publish();
        QVERIFY(lines(bench.model).contains(QStringLiteral("  Locks = 0")));
    }

    void staleDataGrowOlderByThemselves()
    {
        Bench bench;
        fillShowcase(bench.feed, bench.clock);
        bench.feed.publish();
        bench.clock.advance(5s);
        bench.model.tick();
        QVERIFY(lines(bench.model).contains(QStringLiteral("  legacy = 9 s old")));
    }

    void eachEntryNarrowsToWhatItNames()
    {
        Bench bench;
        fillShowcase(bench.feed, bench.clock);
        bench.feed.publish();
        const QModelIndex backends = bench.model.index(1, 0);
        const QModelIndex table = bench.model.index(0, 0, bench.model.index(0, 0, backends));
        const auto scope = table.data(SidebarModel::ScopeRole).value<ViewScope>();
        QCOMPARE(scope.backend, QStringLiteral("billing-db"));
        QCOMPARE(scope.source, QStringLiteral("billing.dist_lock"));
        QCOMPARE(scope.system, QStringLiteral("dist_lock"));
        QCOMPARE(bench.model.indexOf(scope), table);
        QVERIFY(!backends.data(SidebarModel::ScopeRole).isValid());
    }

    /** A group of many is a scope by its name, folds by its sign or by keys, and stays folded. */
    void groupsFoldAndAreScopes()
    {
        Bench bench;
        const auto show = [&bench](int count) {
            bench.feed.backends.clear();
            for (int i = 0; i < count; ++i) {
                BackendStatus status =
                    makeStatus(QStringLiteral("cache-%1").arg(i), BackendKind::Redis, bench.clock);
                status.environment = i % 2 ? Environment::Production : Environment::Staging;
                bench.feed.backends.push_back(status);
            }
            bench.feed.publish();
        };
        show(10);
        Sidebar sidebar(bench.model);
        sidebar.resize(220, 600);
        sidebar.show();
        QSignalSpy chosen(&sidebar, &Sidebar::scopeChosen);
        const QModelIndex group = bench.model.index(1, 0);
        QCOMPARE(group.data(SidebarModel::KindRole).value<SidebarModel::Kind>(),
                 SidebarModel::Kind::Group);
        ViewScope production;
        production.environment = Environment::Production;
        QCOMPARE(bench.model.indexOf(production), group);
        const QRect place = sidebar.visualRect(group);
        const auto click = [&sidebar](QPoint at) {
            QTest::mouseClick(sidebar.viewport(), Qt::LeftButton, Qt::NoModifier, at);
        };
        click({SidebarDelegate::foldRoom / 2, place.center().y()});
        QVERIFY(!sidebar.isExpanded(group));
        QVERIFY(chosen.isEmpty());
        click(place.center());
        QCOMPARE(chosen.size(), 1);
        QVERIFY(chosen[0][0].value<ViewScope>() == production);
        QTest::keyClick(&sidebar, Qt::Key_Right);
        QVERIFY(sidebar.isExpanded(group));
        QTest::keyClick(&sidebar, Qt::Key_Left);
        QVERIFY(!sidebar.isExpanded(group));
        show(12);
        QVERIFY(!sidebar.isExpanded(bench.model.indexOf(production)));
        QVERIFY(sidebar.isExpanded(bench.model.index(2, 0)));
        // From a server to its group, which is open then.
        sidebar.setCurrentIndex(bench.model.index(0, 0, bench.model.index(2, 0)));
        QTest::keyClick(&sidebar, Qt::Key_Left);
        QCOMPARE(sidebar.currentIndex(), bench.model.index(2, 0));

        // Each group can be added to, and says for what.
        QVERIFY(!sidebar.indexWidget(group));
        bench.model.setOffersServers(true);
        show(13);
        QSignalSpy added(&sidebar, &Sidebar::addRequested);
        QWidget *const place2 = sidebar.indexWidget(bench.model.indexOf(production));
        QVERIFY(place2);
        place2->findChild<QToolButton *>()->click();
        QCOMPARE(added[0][0].value<Environment>(), Environment::Production);

        // Of few there are no groups; what was folded is in sight.
        show(3);
        QCOMPARE(bench.model.index(1, 0).data(SidebarModel::KindRole).value<SidebarModel::Kind>(),
                 SidebarModel::Kind::Heading);
        QVERIFY(sidebar.isExpanded(bench.model.index(1, 0)));
    }

    /** What is chosen is in sight, and a group that is none any more is open. */
    void nothingIsLostInAFoldedGroup()
    {
        Bench bench;
        for (int i = 0; i < 9; ++i)
            bench.feed.backends.push_back(
                makeStatus(QStringLiteral("cache-%1").arg(i), BackendKind::Redis, bench.clock));
        bench.feed.publish();
        Sidebar sidebar(bench.model);
        sidebar.show();
        const auto group = [&bench] { return bench.model.index(1, 0); };
        sidebar.setCurrentIndex(bench.model.index(3, 0, group()));
        QSignalSpy chosen(&sidebar, &Sidebar::scopeChosen);
        sidebar.setFolded(Environment::Unset, true);
        QCOMPARE(sidebar.currentIndex(), group());
        QCOMPARE(chosen.size(), 1);
        ViewScope inside;
        inside.backend = QStringLiteral("cache-5");
        sidebar.showScope(inside);
        QVERIFY(sidebar.isExpanded(group()));
        QCOMPARE(sidebar.currentIndex().data().toString(), QStringLiteral("cache-5"));
        sidebar.showScope({});
        sidebar.setFolded(Environment::Unset, true);
        bench.feed.backends.pop_back();
        bench.feed.publish();
        QVERIFY(sidebar.isExpanded(group()));
    }

    /** The button that pauses says so, and the status line of each server since when. */
    void aPauseIsNotSaidOnceMoreForEachServer()
    {
        Bench bench;
        BackendStatus status = makeStatus(QStringLiteral("cache"), BackendKind::Redis, bench.clock);
        status.paused = true;
        bench.feed.backends = {status};
        bench.feed.publish();
        QVERIFY2(lines(bench.model).contains(QStringLiteral("  cache")),
                 qPrintable(lines(bench.model).join(u'\n')));
    }

    /** Whatever else is told of it, and however long its name: by a word, or its first letter. */
    void productionIsAlwaysSeen()
    {
        Bench bench;
        const QString names[] = {QStringLiteral("billing-db"), QString(60, u'n')};
        for (const QString &name : names) {
            for (const BackendState state : {BackendState::Connecting, BackendState::Online}) {
                BackendStatus status = makeStatus(name, BackendKind::MySql, bench.clock);
                status.state = state;
                const auto redOf = [&](Environment environment) {
                    status.environment = environment;
                    bench.feed.backends = {status};
                    bench.feed.publish();
                    ViewScope scope;
                    scope.backend = name;
                    QImage image(160, 26, QImage::Format_RGB32);
                    image.fill(Qt::white);
                    QPainter painter(&image);
                    QStyleOptionViewItem option;
                    option.rect = image.rect();
                    SidebarDelegate().paint(&painter, option, bench.model.indexOf(scope));
                    painter.end();
                    int red = 0;
                    for (int y = 0; y < image.height(); ++y) {
                        for (int x = 0; x < image.width(); ++x) {
                            const QColor at = image.pixelColor(x, y);
                            red += at.red() > at.green() + 80 && at.red() > at.blue() + 80;
                        }
                    }
                    return red;
                };
                QCOMPARE(redOf(Environment::Unset), 0);
                QVERIFY2(redOf(Environment::Production) > 20, qPrintable(name));
            }
        }
    }
};

LOCKMASTER_TEST(TestSidebarModel, QApplication)

} // namespace tst_sidebarmodel

#include "tst_sidebarmodel.moc"
