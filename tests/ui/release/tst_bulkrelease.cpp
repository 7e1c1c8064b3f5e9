// SPDX-License-Identifier: Apache-2.0
#include "tests/support/buttons.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/kit/lockdelegate.h"
#include "ui/release/bulkreleasedialog.h"
#include "ui/kit/confirmation.h"
#include "ui/release/bulkreport.h"

#include <QAbstractItemModelTester>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_bulkrelease {

namespace {

using ColumnId = BulkReleaseModel::ColumnId;
using State = BulkReleaseModel::State;

ReleaseReport reportOf(ReleaseResult result)
{
    ReleaseReport report;
    report.outcome.result = result;
    report.outcome.sent = true;
    report.outcome.message = QStringLiteral("What happened.");
    report.auditId = QStringLiteral("2026-11/7");
    return report;
}

} // namespace

class TestBulkRelease : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<BulkReleaseDialog> m_dialog;

    /** `count` locks, the last of which nothing can be done to. */
    QString m_second = QStringLiteral("billing-db"); ///< the server of the second lock

    void open(int count, Environment environment = Environment::Unset, bool tested = true)
    {
        std::vector<BulkTarget> targets;
        for (int i = 0; i < count; ++i) {
            BulkTarget target;
            target.lock = makeLock({.name = "job-" + QByteArray::number(i),
                                    .backend = i == 1 ? m_second : QStringLiteral("billing-db")},
                                   m_clock);
            target.environment = environment;
            if (i + 1 < count)
                target.action =
                    LockAction{QStringLiteral("expire"), {}, QStringLiteral("Release"), {}, false};
            targets.push_back(std::move(target));
        }
        m_dialog = std::make_unique<BulkReleaseDialog>(std::move(targets), m_clock);
        if (tested)
            new QAbstractItemModelTester(&m_dialog->model(),
                                         QAbstractItemModelTester::FailureReportingMode::Fatal,
                                         m_dialog.get());
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    }
    void answerAll()
    {
        for (const int row : m_dialog->model().rowsIn(State::Looking))
            m_dialog->setPreview(row, {});
    }
    QPushButton *button(const QString &text) const { return buttonOf(m_dialog.get(), text); }
    QString cell(int row, ColumnId column)
    {
        return m_dialog->model().index(row, int(column)).data().toString();
    }

    bool hasLabel(const QString &text) const
    {
        const auto labels = m_dialog->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
            return label->isVisible() && label->text().contains(text);
        });
    }

private slots:
    void init() { m_second = QStringLiteral("billing-db"); }

    void theTitleFollowsWhatIsAskedAndWhatCameOfIt()
    {
        open(3, Environment::Production);
        QVERIFY(hasLabel(QStringLiteral("Release 3 locks?")));
        answerAll();
        QVERIFY(hasLabel(QStringLiteral("Release 2 of 3 locks?")));
        QVERIFY(hasLabel(QStringLiteral("Type “2 billing-db” to confirm")));
        m_dialog->findChild<Confirmation *>()->reasonEdit().setText(QStringLiteral("OPS-311"));
        m_dialog->findChild<Confirmation *>()->wordEdit().setText(m_dialog->wantedWord());
        button(QStringLiteral("Release 2"))->click();
        QVERIFY(hasLabel(QStringLiteral("Releasing 2 locks …")));
        // Nothing is asked any more.
        QVERIFY(!m_dialog->findChild<Confirmation *>()->isVisible());
        m_dialog->setReport(0, reportOf(ReleaseResult::Released));
        m_dialog->setReport(1, reportOf(ReleaseResult::Changed));
        m_dialog->setFinished();
        QVERIFY(hasLabel(QStringLiteral("Released 1 of 2 locks")));
    }

    void nothingIsAskedWhereNoneCanBeReleased()
    {
        open(1);
        answerAll();
        QVERIFY(hasLabel(QStringLiteral("The lock cannot be released")));
    }

    void whatIsDoneToAllOfThemIsSaidOnce()
    {
        open(3);
        answerAll();
        const auto *table = m_dialog->findChild<QTableView *>();
        QVERIFY(table->isColumnHidden(int(ColumnId::Action)));
        QVERIFY(hasLabel(QStringLiteral("For each of them: Release.")));
        BulkTarget other = m_dialog->model().target(1);
        other.action->label = QStringLiteral("End the session");
        m_dialog->setTargets({m_dialog->model().target(0), other, m_dialog->model().target(2)});
        answerAll();
        m_dialog->resize(m_dialog->size() + QSize(9, 0));
        QTRY_VERIFY(!table->isColumnHidden(int(ColumnId::Action)));
    }

    void theOutcomeIsReadWithoutATip()
    {
        open(4);
        answerAll();
        button(QStringLiteral("Release 3"))->click();
        const auto *table = m_dialog->findChild<QTableView *>();
        for (int row = 0; row < 3; ++row)
            m_dialog->setReport(row, reportOf(ReleaseResult::Changed));
        const QString outcome = cell(0, ColumnId::Outcome);
        QVERIFY(table->columnWidth(int(ColumnId::Outcome))
                >= table->fontMetrics().horizontalAdvance(outcome) + 2 * LockDelegate::padding);
        QVERIFY(table->viewport()->height() >= 4 * LockDelegate::rowHeight());
    }

    void rowsOfTwoServersAreToldApartAtAnyWidth()
    {
        std::vector<BulkTarget> targets;
        for (const char *server : {"cache-orders-eu-west-1", "cache-orders-eu-west-2"}) {
            BulkTarget target;
            target.lock = makeLock(
                {.name = "order:42", .backend = QString::fromLatin1(server), .ttl = 5h + 58min},
                m_clock);
            targets.push_back(std::move(target));
        }
        m_dialog = std::make_unique<BulkReleaseDialog>(std::move(targets), m_clock);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
        auto *table = m_dialog->findChild<QTableView *>();
        const auto isWhole = [&](ColumnId column) {
            const QString text = m_dialog->model().index(0, int(column)).data().toString();
            return table->fontMetrics().horizontalAdvance(text) + 2 * LockDelegate::padding
                   <= table->columnWidth(int(column));
        };
        const auto cell = [&](int row) {
            const QRect rect =
                table->visualRect(m_dialog->model().index(row, int(ColumnId::Backend)));
            return table->viewport()->grab(rect).toImage();
        };
        for (const int width : {1000, 700, 560}) {
            m_dialog->resize(width, 500);
            QCoreApplication::processEvents();
            QVERIFY2(isWhole(ColumnId::Ttl), qPrintable(QString::number(width)));
            QVERIFY(width < 1000 || isWhole(ColumnId::Backend));
            QVERIFY2(cell(0) != cell(1), qPrintable(QString::number(width)));
        }
        const QString tip =
            m_dialog->model().index(1, int(ColumnId::Lock)).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("order:42"))
                     && tip.contains(QStringLiteral("cache-orders-eu-west-2")),
                 qPrintable(tip));
    }

    void cleanup() { m_dialog.reset(); }

    void targetsAreListedWithWhyNot()
    {
        open(3);
        QCOMPARE(m_dialog->model().rowCount(), 3);
        QCOMPARE(cell(0, ColumnId::Lock), QStringLiteral("job-0"));
        QCOMPARE(cell(0, ColumnId::Compared), QStringLiteral("owner and lease"));
        QCOMPARE(cell(2, ColumnId::Outcome), QStringLiteral("nothing can be done to it"));
        QVERIFY(!button(QStringLiteral("Release 0"))->isEnabled());
        ReleasePreview refused;
        refused.refusal = ReleaseOutcome{ReleaseResult::Changed, ChangeDetail::Gone, false, {}, {}};
        m_dialog->setPreview(0, refused);
        ReleasePreview alike;
        alike.indistinguishable = true;
        m_dialog->setPreview(1, alike);
        QVERIFY(cell(1, ColumnId::Outcome).startsWith(QStringLiteral("to be released by itself")));
        QVERIFY(!button(QStringLiteral("Release 0"))->isEnabled());
        open(3);
        m_dialog->setPreview(0, refused);
        m_dialog->setPreview(1, {});
        QCOMPARE(cell(0, ColumnId::Outcome), QStringLiteral("Refused: nobody holds it any more"));
        QPushButton *release = button(QStringLiteral("Release 1"));
        QVERIFY(release && release->isEnabled());
        const QSignalSpy asked(m_dialog.get(), &BulkReleaseDialog::commitRequested);
        release->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front()[0].value<std::vector<int>>(), std::vector<int>{1});
        QCOMPARE(asked.front()[1].value<Compare>(), Compare::InstanceAndLease);
    }

    void eachOutcomeStandsInItsRow()
    {
        open(4);
        answerAll();
        button(QStringLiteral("Release 3"))->click();
        m_dialog->setReport(0, reportOf(ReleaseResult::Released));
        m_dialog->setReport(1, reportOf(ReleaseResult::Busy));
        m_dialog->setNotDone(2, {NotDone::Why::NotAudited, {}});
        m_dialog->setFinished();
        QCOMPARE(cell(0, ColumnId::Outcome), QStringLiteral("Released"));
        QCOMPARE(cell(1, ColumnId::Outcome), QStringLiteral("Busy: nothing was changed"));
        QVERIFY(cell(2, ColumnId::Outcome).contains(QStringLiteral("audit log")));
        QVERIFY(button(QStringLiteral("Close")));
        QVERIFY(button(QStringLiteral("&Save report…")));
        QVERIFY(!button(QStringLiteral("Release 0")));
    }

    void stopLeavesTheRestAlone()
    {
        open(4);
        answerAll();
        button(QStringLiteral("Release 3"))->click();
        m_dialog->setReport(0, reportOf(ReleaseResult::Released));
        const QSignalSpy stopped(m_dialog.get(), &BulkReleaseDialog::stopRequested);
        button(QStringLiteral("Stop"))->click();
        QCOMPARE(stopped.size(), 1);
        m_dialog->setFinished();
        QCOMPARE(m_dialog->model().count(State::Skipped), 2);
        QCOMPARE(cell(2, ColumnId::Outcome), QStringLiteral("left alone: stopped"));
    }

    void productionWantsTheCountAndTheServerTyped()
    {
        open(3, Environment::Production);
        answerAll();
        QPushButton *release = button(QStringLiteral("Release 2"));
        auto *asks = m_dialog->findChild<Confirmation *>();
        asks->reasonEdit().setText(QStringLiteral("OPS-311"));
        QVERIFY(!release->isEnabled());
        asks->wordEdit().setText(QStringLiteral("3 billing-db"));
        QVERIFY(!release->isEnabled());
        QCOMPARE(m_dialog->wantedWord(), QStringLiteral("2 billing-db"));
        asks->wordEdit().setText(QStringLiteral("2 billing-db"));
        QVERIFY(release->isEnabled());
    }

    /** All of them first, for the one reason; without one of them nothing is begun. */
    void readOnlyServersAreLetWriteToWithTheRelease()
    {
        const QString release = QStringLiteral("Release 2 (allows writes)");
        const QStringList both{QStringLiteral("billing-db"), QStringLiteral("cache")};
        m_second = both.back();
        open(3);
        answerAll();
        m_dialog->setReadOnly(both);
        const QSignalSpy asked(m_dialog.get(), &BulkReleaseDialog::writesWanted);
        const QSignalSpy committed(m_dialog.get(), &BulkReleaseDialog::commitRequested);
        QVERIFY(!button(QStringLiteral("Release 2")));
        QTest::keyClicks(m_dialog->focusWidget(), QStringLiteral("OPS-311"));
        button(release)->click();
        QCOMPARE(asked.front()[0].toStringList(), both);
        QCOMPARE(asked.front()[1].toString(), QStringLiteral("OPS-311"));
        QVERIFY(!button(release)->isEnabled());
        m_dialog->setNotAllowed(QStringLiteral("elsewhere")); // of another dialog
        QVERIFY(!button(release)->isEnabled());
        QVERIFY(m_dialog->liftWanted());
        m_dialog->setNotAllowed(both.front());
        QVERIFY(!m_dialog->liftWanted());
        m_dialog->setReadOnly({});
        QCOMPARE(committed.size(), 0);
        m_dialog->setReadOnly(both);
        button(release)->click();
        m_dialog->setReadOnly({both.back()});
        QCOMPARE(committed.size(), 0);
        m_dialog->setReadOnly({});
        QCOMPARE(committed.size(), 1);
        QCOMPARE(committed.front()[2].toString(), QStringLiteral("OPS-311"));
    }

    /** A server on which nothing would be let go of stays shut, whatever was typed for others. */
    void noServerIsOpenedForWhatWouldBeRefused()
    {
        const QStringList both{QStringLiteral("billing-db"), QStringLiteral("cache")};
        m_second = both.back();
        for (const bool renewed : {false, true}) {
            open(3);
            m_dialog->setPreview(0, {});
            ReleasePreview preview;
            preview.renewed = renewed;
            if (!renewed)
                preview.refusal =
                    ReleaseOutcome{.result = ReleaseResult::Changed, .message = {}, .remedy = {}};
            m_dialog->setPreview(1, preview);
            m_dialog->setReadOnly(both);
            const QSignalSpy asked(m_dialog.get(), &BulkReleaseDialog::writesWanted);
            QTest::keyClicks(m_dialog->focusWidget(), QStringLiteral("OPS-311"));
            QTest::keyClick(m_dialog.get(), Qt::Key_Return, Qt::ControlModifier);
            QCOMPARE(asked.size(), 1);
            QCOMPARE(asked.front()[0].toStringList(), QStringList{both.front()});
        }
    }

    /** However often it is pressed: once is meant, and nothing is stopped or closed by it. */
    void theChordPressedAgainDoesNothing()
    {
        open(3);
        answerAll();
        QTest::keyClicks(m_dialog->focusWidget(), QStringLiteral("OPS-311"));
        const QSignalSpy committed(m_dialog.get(), &BulkReleaseDialog::commitRequested);
        const QSignalSpy stopped(m_dialog.get(), &BulkReleaseDialog::stopRequested);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        m_dialog->setFinished();
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(committed.size(), 1);
        QCOMPARE(stopped.size(), 0);
        QVERIFY(m_dialog->isVisible());
    }

    void anOldLookIsLookedAtAgain()
    {
        open(3);
        answerAll();
        m_dialog->setExpired();
        QVERIFY(!button(QStringLiteral("Release 2")));
        const QSignalSpy asked(m_dialog.get(), &BulkReleaseDialog::lookRequested);
        button(QStringLiteral("&Look again"))->click();
        QCOMPARE(asked.size(), 1);
        QVERIFY(!button(QStringLiteral("Release 0"))->isEnabled());
        answerAll();
        QVERIFY(button(QStringLiteral("Release 2"))->isEnabled());
    }

    void theReportTellsOfEachLock()
    {
        open(3);
        answerAll();
        button(QStringLiteral("Release 2"))->click();
        ReleaseReport released = reportOf(ReleaseResult::Released);
        released.now = *makeLock({.name = "job-0", .owner = "web-9\n"}, m_clock);
        m_dialog->setReport(0, released);
        m_dialog->setFinished();
        const auto lines = bulkReportJson(m_dialog->model()).trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        const QJsonObject first = QJsonDocument::fromJson(lines[0]).object();
        QCOMPARE(first.value(QStringLiteral("outcome")).toString(), QStringLiteral("released"));
        QCOMPARE(first.value(QStringLiteral("now_held_by")).toString(), QStringLiteral("web-9\\n"));
        QCOMPARE(first.value(QStringLiteral("audit_id")).toString(), QStringLiteral("2026-11/7"));
        const QJsonObject last = QJsonDocument::fromJson(lines[2]).object();
        QVERIFY(last.value(QStringLiteral("outcome")).isNull());
        QCOMPARE(last.value(QStringLiteral("sent")).toBool(true), false);
        QCOMPARE(bulkReportText(m_dialog->model()).trimmed().count(u'\n'), 2);
    }

    void aThousandAreCounted()
    {
        open(1001, Environment::Unset, false);
        answerAll();
        button(QStringLiteral("Release 1,000"))->click();
        for (int row = 0; row < 1000; ++row)
            m_dialog->setReport(row, reportOf(ReleaseResult::Released));
        m_dialog->setFinished();
        QCOMPARE(m_dialog->model().count(State::Done), 1000);
    }
};

LOCKMASTER_TEST(TestBulkRelease, QApplication)

} // namespace tst_bulkrelease

#include "tst_bulkrelease.moc"
