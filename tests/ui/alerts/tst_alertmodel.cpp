// SPDX-License-Identifier: Apache-2.0
#include "tests/support/alertfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "core/display/alertmodel.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_alertmodel {

namespace {

QString words(const char *text)
{
    return QString::fromUtf8(text);
}

} // namespace

/** What the list of alerts says, and what stays where it was. */
class TestAlertModel : public QObject
{
    Q_OBJECT

    /** Headings as `[title|note]`, folded ones with a `+`; what is over in brackets. */
    static QStringList rows(const AlertModel &model)
    {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row) {
            const AlertRow &at = model.rowAt(row);
            const QModelIndex first = model.index(row, 0);
            const QString text = at.isHeading()
                                     ? QStringLiteral("[%1|%2]%3")
                                           .arg(first.data().toString(),
                                                first.data(NoteRole).toString().section(u'·', 0, 0),
                                                at.folded ? QStringLiteral("+") : QString())
                                           .replace(QStringLiteral(" ]"), QStringLiteral("]"))
                                     : at.alert->id;
            all.append(at.gone ? u'(' + text + u')' : text);
        }
        return all;
    }
    static QString cell(const AlertModel &model, int row, AlertModel::ColumnId column)
    {
        return model.index(row, column).data().toString();
    }
    static Alert lost(const QByteArray &backend, const Clock &clock)
    {
        Alert alert = makeAlert(backend, clock);
        alert.rule = words("backend-lost");
        alert.kind = AlertKind::BackendLost;
        alert.severity = AlertSeverity::Serious;
        alert.subject = {QString::fromUtf8(backend), {}, {}, {}};
        return alert;
    }
    static std::vector<Alert> many(int count, const Clock &clock)
    {
        std::vector<Alert> alerts;
        for (int i = 0; i < count; ++i) {
            alerts.push_back(makeAlert("session:" + QByteArray::number(i), clock));
            alerts.back().rule = words("no-expiry");
        }
        return alerts;
    }

private slots:
    void rowsStayWhereTheyAre()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        const Alert c = makeAlert("c", clock);
        clock.advance(1s);
        const Alert b = makeAlert("b", clock);
        clock.advance(1s);
        const Alert a = makeAlert("a", clock);
        model.setBoard(boardOf({c, a}));
        QCOMPARE(rows(model), (QStringList{words("[held-long|2 new]"), words("a"), words("c")}));
        const QPersistentModelIndex kept = model.index(2, 0);
        model.setBoard(boardOf({c, b, a}));
        QCOMPARE(rows(model),
                 (QStringList{words("[held-long|3 new]"), words("a"), words("b"), words("c")}));
        QCOMPARE(kept.row(), 3);
        model.setBoard(boardOf({c, b}));
        QCOMPARE(kept.row(), 2);
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        Alert known = c;
        known.acknowledged = true;
        model.setBoard(boardOf({known, b}));
        QCOMPARE(changed.size(), 2); // the heading and the one
        QCOMPARE(kept.row(), 2);
        QCOMPARE(model.openCount(), 1);
        // What stands alone needs no heading.
        model.setBoard(boardOf({known}));
        QCOMPARE(rows(model), QStringList{words("c")});
        QCOMPARE(kept.row(), 0);
        model.setBoard(boardOf({}));
        QVERIFY(!kept.isValid());
    }

    /** For as long as nobody has answered; the same ones are not told twice. */
    void theLocksOfOpenAlertsAreInTrouble()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        const QSignalSpy changed(&model, &AlertModel::alarmedChanged);
        QVERIFY(!model.alarmed());
        Alert described = makeAlert("described", clock);
        described.severity = AlertSeverity::Notice;
        Alert twice = makeAlert("a", clock);
        twice.id = words("of another rule");
        Alert answered = makeAlert("answered", clock);
        answered.acknowledged = true;
        Alert snoozed = makeAlert("snoozed", clock);
        snoozed.snoozedUntil = clock.wallNow() + 1h;
        const std::vector<Alert> alerts{
            makeAlert("b", clock),    makeAlert("a", clock), twice, described, answered, snoozed,
            lost("billing-db", clock)};
        model.setBoard(boardOf(alerts));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(*model.alarmed(), (std::vector<LockId>{alarmedLock(alerts[1].subject),
                                                        alarmedLock(alerts[0].subject)}));
        const LockSet same = model.alarmed();
        model.setBoard(boardOf({alerts[1], alerts[0]}));
        QCOMPARE(changed.size(), 1);
        QVERIFY(model.alarmed() == same);
        model.setBoard(boardOf({answered}));
        QCOMPARE(changed.size(), 2);
        QVERIFY(!model.alarmed());
    }

    void whatIsOpenComesFirst()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        std::vector<Alert> alerts;
        for (const char *name : {"d", "c", "b", "a"}) {
            alerts.push_back(makeAlert(name, clock));
            clock.advance(1s);
        }
        const auto listed = [&model] { return rows(model).mid(1).join(u' '); };
        model.setBoard(boardOf(alerts));
        QCOMPARE(listed(), words("a b c d"));
        const QPersistentModelIndex newest = model.index(1, 0);
        alerts[3].acknowledged = true;
        alerts[1].snoozedUntil = clock.wallNow() + 1h;
        model.setBoard(boardOf(alerts));
        QCOMPARE(listed(), words("b d a c"));
        QCOMPARE(newest.row(), 3);
        QCOMPARE(rows(model).front(), words("[held-long|4, 2 new]"));
        // Nobody tells that a snooze is over; the next board finds it so.
        clock.advance(2h);
        alerts[1].snoozedUntil.reset();
        model.setBoard(boardOf(alerts));
        QCOMPARE(listed(), words("b c d a"));
        alerts.erase(alerts.begin() + 2);
        model.setBoard(boardOf(alerts));
        QCOMPARE(listed(), words("c d a"));
    }

    /** 233 of a kind hide nothing: the 5 that are worse stand above them, each. */
    void theWorstIsSeenAtOnce()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        std::vector<Alert> alerts;
        for (const char *name : {"a", "b", "c", "d", "e"})
            alerts.push_back(lost(name, clock));
        clock.advance(1min);
        for (Alert &alert : many(233, clock)) {
            alert.acknowledged = alerts.size() >= 17;
            alerts.push_back(alert);
        }
        model.setBoard(boardOf(alerts));
        QCOMPARE(rows(model),
                 (QStringList{words("[backend-lost|5 new]"), words("a"), words("b"), words("c"),
                              words("d"), words("e"), words("[no-expiry|233, 12 new]+")}));
        QCOMPARE(model.index(0, 0).data(ToneRole).value<Tone>(), Tone::Danger);
        QCOMPARE(model.index(6, 0).data(ToneRole).value<Tone>(), Tone::Expiring);
        QVERIFY(model.index(6, 0).data(NoteRole).toString().endsWith(words("…")));
        QVERIFY(model.index(6, 0)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(words("warning, folded")));
        QCOMPARE(model.worst()->kind.rule, words("backend-lost"));
        QCOMPARE(model.alertsOf(6).size(), size_t(233));
        // Once somebody knows of them, what is new comes before.
        for (size_t at = 0; at < 5; ++at)
            alerts[at].acknowledged = true;
        model.setBoard(boardOf(alerts));
        QCOMPARE(rows(model).front(), words("[no-expiry|233, 12 new]+"));
        QCOMPARE(rows(model)[1], words("[backend-lost|5]"));
    }

    void environmentsPartAndProductionIsWorse()
    {
        ManualClock clock;
        LockStore store;
        ViewFeed feed(store, clock);
        for (const auto &[name, environment] : {std::pair{"staging-db", Environment::Staging},
                                                std::pair{"billing-db", Environment::Production}}) {
            feed.backends.push_back(makeStatus(words(name), BackendKind::MySql, clock));
            feed.backends.back().environment = environment;
        }
        feed.publish();
        AlertModel model(SystemNames(), clock);
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        Alert first = lost("billing-db", clock);
        clock.advance(1min);
        model.setBoard(boardOf({first, lost("staging-db", clock)}));
        QCOMPARE(rows(model)[0], words("[backend-lost|2 new]")); // nobody has told yet
        model.followBackends(*store.view());
        QCOMPARE(rows(model), (QStringList{words("billing-db"), words("staging-db")}));
        QCOMPARE(AlertGroupText::title(*model.worst()), words("backend-lost · production"));
    }

    void foldingIsKeptUntilTheGroupIsOver()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setBoard(boardOf(many(8, clock)));
        QCOMPARE(model.rowCount(), 1);
        model.setFolded(0, false);
        QCOMPARE(model.rowCount(), 9);
        QCOMPARE(model.headingOf(4), 0);
        model.setBoard(boardOf(many(9, clock)));
        QCOMPARE(model.rowCount(), 10);
        model.setFolded(0, true);
        QCOMPARE(model.rowCount(), 1);
        model.setBoard(boardOf(many(2, clock)));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.reveal(words("session:1")), 2);
        QCOMPARE(model.reveal(words("nobody")), -1);
        model.setBoard(boardOf({}));
        model.setBoard(boardOf(many(8, clock)));
        QCOMPARE(model.rowCount(), 1);
    }

    /** Whoever is about to click gets the row that was there. */
    void nothingMovesWhileTheOrderIsKept()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        std::vector<Alert> alerts = many(3, clock);
        Alert alone = makeAlert("alone", clock);
        alerts.push_back(alone);
        model.setBoard(boardOf(alerts));
        const QStringList before = {words("alone"), words("[no-expiry|3 new]"), words("session:0"),
                                    words("session:1"), words("session:2")};
        QCOMPARE(rows(model), before);
        model.keepOrder(true);
        clock.advance(1s);
        // One is over, three more of a kind have come, one of another kind, and something worse.
        std::vector<Alert> next = many(6, clock);
        next.erase(next.begin() + 1);
        next.push_back(alone);
        Alert second = makeAlert("second", clock);
        next.push_back(second);
        next.push_back(lost("a", clock));
        model.setBoard(boardOf(next));
        QCOMPARE(rows(model),
                 (QStringList{words("alone"), words("[no-expiry|5 new]"), words("session:0"),
                              words("(session:1)"), words("session:2"), words("a")}));
        QCOMPARE(cell(model, 3, AlertModel::State), words("over"));
        QCOMPARE(model.index(3, 0).data(MarkRole).value<RowMark>(), RowMark::Gone);
        QVERIFY(model.alertsOf(3).empty());
        QCOMPARE(model.waitingCount(), 4);
        // The hand may fold, and unfold what there is now.
        model.setFolded(1, true);
        QCOMPARE(rows(model),
                 (QStringList{words("alone"), words("[no-expiry|5 new]+"), words("a")}));
        model.setFolded(1, false);
        QCOMPARE(model.rowCount(), 8);
        // A whole group that is over keeps its place, too.
        model.setBoard(boardOf({alone}));
        QCOMPARE(rows(model)[1], words("([no-expiry|over])"));
        QCOMPARE(model.rowCount(), 8);
        model.setBoard(boardOf(next));
        QCOMPARE(rows(model)[1], words("[no-expiry|5 new]"));
        model.keepOrder(false);
        QCOMPARE(rows(model).front(), words("a"));
        QCOMPARE(model.waitingCount(), 0);
        QVERIFY(rows(model).contains(words("second")));
    }

    /** Also where its server is found to be of another environment meanwhile. */
    void nothingIsListedTwiceWhileTheOrderIsKept()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        const auto found = [](Environment environment) {
            auto backend = std::make_shared<BackendSnapshot>();
            backend->status.name = words("a");
            backend->status.environment = environment;
            ViewSnapshot view;
            view.backends = {backend};
            return view;
        };
        model.setBoard(boardOf({lost("a", clock), lost("b", clock), lost("c", clock)}));
        QCOMPARE(model.rowCount(), 4);
        model.keepOrder(true);
        model.followBackends(found(Environment::Production));
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(rows(model).count(words("a")), 1);
        QCOMPARE(model.waitingCount(), 0);
        model.keepOrder(false);
        QCOMPARE(rows(model),
                 (QStringList{words("a"), words("[backend-lost|2 new]"), words("b"), words("c")}));
    }

    /** Nobody has seen what waits to be listed. */
    void whatIsMeantOfAKindIsWhatIsListed()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        model.setBoard(boardOf(many(3, clock)));
        model.keepOrder(true);
        model.setBoard(boardOf(many(5, clock)));
        QCOMPARE(model.waitingCount(), 2);
        QCOMPARE(model.alertsOf(0).size(), size_t(3));
        QCOMPARE(model.shownOfKind(2).size(), size_t(3));
        model.setFolded(0, true); // of which it says how many there are
        QCOMPARE(model.alertsOf(0).size(), size_t(5));
    }

    /** Whatever came before, the rows are those of a model that saw the last board alone. */
    void anySequenceEndsAsAFreshModel()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QRandomGenerator random(4711);
        for (int turn = 0; turn < 200; ++turn) {
            std::vector<Alert> alerts;
            for (int i = 0; i < 12; ++i) {
                if (random.bounded(2) == 0)
                    continue;
                alerts.push_back(i % 3 == 0 ? lost(QByteArray::number(i), clock)
                                            : makeAlert(QByteArray::number(i), clock));
                alerts.back().acknowledged = random.bounded(3) == 0;
                alerts.back().began += std::chrono::seconds(random.bounded(5));
            }
            model.keepOrder(random.bounded(2) == 0);
            const auto board = boardOf(alerts);
            model.setBoard(board);
            if (model.rowCount() > 0 && random.bounded(4) == 0)
                model.setFolded(random.bounded(model.rowCount()), false);
            model.keepOrder(false);
            AlertModel fresh(SystemNames(), clock);
            fresh.setBoard(board);
            for (int row = 0; row < fresh.rowCount(); ++row)
                fresh.setFolded(row, false);
            for (int row = 0; row < model.rowCount(); ++row)
                model.setFolded(row, false);
            QCOMPARE(rows(model), rows(fresh));
        }
    }

    void manyComeAndGoInFewSteps()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        model.setBoard(boardOf(many(10'000, clock)));
        QCOMPARE(model.rowCount(), 1);
        const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        const QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        const QSignalSpy moved(&model, &QAbstractItemModel::layoutChanged);
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setFolded(0, false);
        QCOMPARE(model.rowCount(), 10'001);
        QCOMPARE(inserted.size(), 1);
        // Every other one is over, and as many have come.
        std::vector<Alert> next;
        for (const Alert &alert : many(20'000, clock)) {
            if (alert.id.back() == u'1' || alert.id.back() == u'3')
                next.push_back(alert);
        }
        QElapsedTimer took;
        took.start();
        model.setBoard(boardOf(next));
        QCOMPARE(model.rowCount(), 4001);
        QVERIFY(inserted.size() <= 2 && removed.size() <= 1 && moved.size() <= 2);
        QCOMPARE(changed.size(), 2); // the heading's, unfolded and counted anew
        qInfo("%lld ms", static_cast<long long>(took.elapsed()));
    }

    void stateIsAWordAndAColour()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        Alert fresh = makeAlert("order:1", clock);
        Alert acknowledged = makeAlert("b", clock);
        acknowledged.acknowledged = true;
        Alert snoozed = makeAlert("c", clock);
        snoozed.snoozedUntil = clock.wallNow() + 1h;
        Alert unseen = makeAlert("d", clock);
        unseen.unseen = true;
        Alert quiet = makeAlert("e", clock);
        quiet.told = false;
        int at = 0;
        for (Alert *each : {&fresh, &acknowledged, &snoozed, &unseen, &quiet}) {
            each->rule = QString::number(++at); // each stands alone
            each->severity = AlertSeverity::Serious;
        }
        model.setBoard(boardOf({fresh, acknowledged, snoozed, unseen, quiet}));
        const auto tone = [&model](const Alert &alert) {
            return model.index(model.reveal(alert.id), AlertModel::State)
                .data(ToneRole)
                .value<Tone>();
        };
        const auto state = [&model](const Alert &alert) {
            return cell(model, model.reveal(alert.id), AlertModel::State);
        };
        QCOMPARE(state(fresh), words("new"));
        QCOMPARE(tone(fresh), Tone::Danger);
        QCOMPARE(state(acknowledged), words("acknowledged"));
        QCOMPARE(tone(acknowledged), Tone::Muted);
        QVERIFY(state(snoozed).startsWith(words("snoozed until ")));
        QCOMPARE(tone(snoozed), Tone::Muted);
        QCOMPARE(state(unseen), words("out of sight"));
        QCOMPARE(state(quiet), words("quiet"));
        QCOMPARE(model.openCount(), 3);
        clock.advance(2h);
        QCOMPARE(state(snoozed), words("new"));
        const int row = model.reveal(fresh.id);
        QCOMPARE(cell(model, row, AlertModel::Since), words("2 h"));
        QVERIFY(model.index(row, AlertModel::Lock)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(words("order:1")));
    }

    void namesAreLiteral()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        Alert alert = makeAlert("<b>x</b>\n", clock);
        alert.note = words("<i>note</i>");
        Alert backend = makeAlert("z", clock);
        backend.subject = {words("billing"), {}, {}, {}};
        backend.rule = words("<u>rule</u>\n");
        model.setBoard(boardOf({alert, backend}));
        const int row = model.reveal(alert.id);
        QCOMPARE(cell(model, row, AlertModel::Lock), words("<b>x</b>\\n"));
        QVERIFY(!model.index(row, AlertModel::Lock)
                     .data(Qt::ToolTipRole)
                     .toString()
                     .contains(words("<i>")));
        QCOMPARE(cell(model, model.reveal(backend.id), AlertModel::Place), words("billing"));
        QCOMPARE(AlertGroupText::title(*model.rowAt(model.reveal(backend.id)).group),
                 words("<u>rule</u>\\n"));
    }
};

LOCKMASTER_TEST(TestAlertModel, QApplication)

} // namespace tst_alertmodel

#include "tst_alertmodel.moc"
