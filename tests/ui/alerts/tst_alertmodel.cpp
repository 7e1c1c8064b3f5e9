// SPDX-License-Identifier: Apache-2.0
#include "tests/support/alertfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "core/display/alertmodel.h"

#include <QAbstractItemModelTester>
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

    static QStringList names(const AlertModel &model)
    {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all.append(model.alertAt(row).id);
        return all;
    }
    static QString cell(const AlertModel &model, int row, AlertModel::ColumnId column)
    {
        return model.index(row, column).data().toString();
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
        const QPersistentModelIndex kept = model.index(1, 0);
        model.setBoard(boardOf({c, b, a}));
        QCOMPARE(names(model), (QStringList{words("a"), words("b"), words("c")}));
        QCOMPARE(kept.row(), 2);
        model.setBoard(boardOf({c, b}));
        QCOMPARE(kept.row(), 1);
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        Alert known = c;
        known.acknowledged = true;
        model.setBoard(boardOf({known, b}));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(kept.row(), 1);
        QCOMPARE(model.openCount(), 1);
        model.setBoard(boardOf({}));
        QVERIFY(!kept.isValid());
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
        model.setBoard(boardOf(alerts));
        QCOMPARE(names(model), words("a b c d").split(u' '));
        const QPersistentModelIndex newest = model.index(0, 0);
        alerts[3].acknowledged = true;
        alerts[1].snoozedUntil = clock.wallNow() + 1h;
        model.setBoard(boardOf(alerts));
        QCOMPARE(names(model), words("b d a c").split(u' '));
        QCOMPARE(newest.row(), 2);
        // Nobody tells that a snooze is over; the next board finds it so.
        clock.advance(2h);
        alerts[1].snoozedUntil.reset();
        model.setBoard(boardOf(alerts));
        QCOMPARE(names(model), words("b c d a").split(u' '));
        alerts.erase(alerts.begin() + 2);
        model.setBoard(boardOf(alerts));
        QCOMPARE(names(model), words("c d a").split(u' '));
    }

    void manyComeAndGoAtOnce()
    {
        ManualClock clock;
        AlertModel model(SystemNames(), clock);
        std::vector<Alert> alerts;
        for (int i = 0; i < 5000; ++i)
            alerts.push_back(makeAlert(QByteArray::number(i), clock));
        const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        const QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        const QSignalSpy moved(&model, &QAbstractItemModel::rowsMoved);
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        const QSignalSpy taken(&model, &AlertModel::boardTaken);
        model.setBoard(boardOf(alerts));
        QCOMPARE(model.rowCount(), 5000);
        QCOMPARE(inserted.size(), 1);
        model.setBoard(boardOf(alerts));
        QCOMPARE(inserted.size(), 1);
        // Two runs that are over, and one that has begun, further down.
        std::vector<Alert> next(alerts.begin() + 1000, alerts.begin() + 3000);
        next.insert(next.end(), alerts.begin() + 4000, alerts.end());
        for (int i = 5000; i < 6000; ++i)
            next.push_back(makeAlert(QByteArray::number(i), clock));
        model.setBoard(boardOf(next));
        QCOMPARE(inserted.size(), 2);
        QCOMPARE(removed.size(), 2);
        QCOMPARE(moved.size() + changed.size(), 0);
        QCOMPARE(taken.size(), 3);
        QStringList wanted;
        for (const Alert &alert : next)
            wanted.append(alert.id);
        QCOMPARE(names(model), wanted);
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
        model.setBoard(boardOf({fresh, acknowledged, snoozed, unseen, quiet}));
        const auto tone = [&model](const Alert &alert) {
            return model.index(model.rowOf(alert.id), AlertModel::State)
                .data(ToneRole)
                .value<Tone>();
        };
        const auto state = [&model](const Alert &alert) {
            return cell(model, model.rowOf(alert.id), AlertModel::State);
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
        QCOMPARE(cell(model, 0, AlertModel::Since), words("2 h"));
        QVERIFY(model.index(0, AlertModel::Lock)
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
        model.setBoard(boardOf({alert, backend}));
        QCOMPARE(cell(model, 0, AlertModel::Lock), words("<b>x</b>\\n"));
        QVERIFY(!model.index(0, AlertModel::Lock)
                     .data(Qt::ToolTipRole)
                     .toString()
                     .contains(words("<i>")));
        QCOMPARE(cell(model, 1, AlertModel::Place), words("billing"));
    }
};

LOCKMASTER_TEST(TestAlertModel, QApplication)

} // namespace tst_alertmodel

#include "tst_alertmodel.moc"
