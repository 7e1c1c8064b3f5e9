// SPDX-License-Identifier: Apache-2.0
#include "core/text/momenttext.h"
#include "tests/support/testprogram.h"
#include "ui/history/historymodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <random>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_historymodel {

namespace {

constexpr ServerTime noon = std::chrono::sys_days(std::chrono::year(2026) / 1 / 2) + 12h;

HistoryRow row(qint64 id, const QByteArray &lock, Micros ago, std::optional<Micros> length)
{
    HistoryRow made;
    HistoryHold &hold = made.hold;
    hold.id = id;
    hold.lock = {QStringLiteral("billing-db"), QStringLiteral("dist_lock"),
                 QStringLiteral("db.locks"), lock};
    hold.owner = QStringLiteral("web-%1").arg(id % 3);
    hold.since = noon - ago;
    hold.begin = HistoryBegin::Watched;
    hold.lastSeen = hold.since + length.value_or(ago);
    if (length) {
        hold.until = hold.lastSeen;
        hold.end = HistoryEnd::Released;
    }
    return made;
}

QStringList column(const HistoryModel &model, int column)
{
    QStringList texts;
    for (int at = 0; at < model.rowCount(); ++at)
        texts << model.index(at, column).data().toString();
    return texts;
}

} // namespace

class TestHistoryModel : public QObject
{
    Q_OBJECT

    HistoryModel m_model;
    QAbstractItemModelTester m_tester{&m_model,
                                      QAbstractItemModelTester::FailureReportingMode::Fatal};

private slots:
    void init() { m_model.sort(HistoryModel::Since, Qt::DescendingOrder); }

    void aRowTellsOfAHold()
    {
        m_model.reset({row(1, "order:42", 10min, 90s)}, noon);
        const QString today = nearMomentText(noon - 10min, noon);
        QCOMPARE(today.size(), 8);
        QCOMPARE(column(m_model, HistoryModel::Since), QStringList{today});
        QCOMPARE(column(m_model, HistoryModel::Length), QStringList{QStringLiteral("1 m 30 s")});
        QCOMPARE(column(m_model, HistoryModel::End), QStringList{QStringLiteral("released")});
        QCOMPARE(column(m_model, HistoryModel::Waiters), QStringList{QStringLiteral("?")});
        QCOMPARE(nearMomentText(noon - 48h, noon).size(), 14);
        QCOMPARE(nearMomentText(noon - 9000h, noon).size(), 10);
    }

    void whatWasNotSeenIsNotClaimed()
    {
        HistoryRow seen = row(1, "a", 10min, 90s);
        seen.hold.begin = HistoryBegin::FirstSeen;
        seen.hold.end = HistoryEnd::Unseen;
        m_model.reset({seen}, noon);
        QVERIFY(column(m_model, HistoryModel::Since).front().startsWith(QStringLiteral("≤ ")));
        QVERIFY(column(m_model, HistoryModel::Until).front().startsWith(QStringLiteral("≥ ")));
        QCOMPARE(column(m_model, HistoryModel::Length), QStringList{QStringLiteral("≥ 1 m 30 s")});
        QCOMPARE(column(m_model, HistoryModel::End),
                 QStringList{QStringLiteral("lost from sight")});
        QCOMPARE(m_model.index(0, HistoryModel::End).data(ToneRole).value<Tone>(), Tone::Unknown);
        seen.perhaps = true;
        m_model.reset({seen}, noon);
        QCOMPARE(column(m_model, HistoryModel::End), QStringList{QStringLiteral("not known")});
    }

    void rowsAreSortedByWhatIsBehindTheirText()
    {
        m_model.reset({row(1, "b", 10min, 90s), row(2, "a", 9min, 9s), row(3, "c", 8min, {})},
                      noon);
        const auto locks = [this] { return column(m_model, HistoryModel::Lock).join(u' '); };
        QCOMPARE(locks(), QStringLiteral("c a b"));
        m_model.sort(HistoryModel::Lock, Qt::AscendingOrder);
        QCOMPARE(locks(), QStringLiteral("a b c"));
        m_model.sort(HistoryModel::Length, Qt::AscendingOrder);
        QCOMPARE(locks(), QStringLiteral("a b c"));
        m_model.sort(HistoryModel::Until, Qt::DescendingOrder);
        QCOMPARE(locks(), QStringLiteral("c b a")); // what lasts is the newest
    }

    void selectedRowsStayThroughWhatComesAndGoes()
    {
        m_model.reset({row(1, "a", 10min, 90s), row(2, "b", 9min, {}), row(3, "c", 8min, 1s)},
                      noon);
        const QPersistentModelIndex kept = m_model.index(1, 0);
        QCOMPARE(kept.data().toString(), QStringLiteral("b"));
        QSignalSpy resets(&m_model, &QAbstractItemModel::modelReset);
        m_model.follow({row(2, "b", 9min, 5min), row(3, "c", 8min, 1s), row(4, "d", 1min, {})},
                       noon + 5s);
        QVERIFY(kept.isValid());
        QCOMPARE(kept.data().toString(), QStringLiteral("b"));
        QCOMPARE(kept.row(), 2);
        QVERIFY(resets.isEmpty());
    }

    void whateverCameItEndsEqualToAFreshOne()
    {
        std::minstd_rand random(1);
        m_model.sort(HistoryModel::Length, Qt::AscendingOrder);
        m_model.reset({}, noon);
        for (int round = 0; round < 200; ++round) {
            std::vector<HistoryRow> rows;
            for (int id = 0; id < 30; ++id) {
                if (random() % 2 == 0)
                    rows.push_back(row(id, QByteArray::number(id % 7), id * 1min,
                                       random() % 3 ? std::optional<Micros>(random() % 9 * 1s)
                                                    : std::nullopt));
            }
            HistoryModel fresh;
            fresh.sort(HistoryModel::Length, Qt::AscendingOrder);
            fresh.reset(rows, noon);
            m_model.follow(std::move(rows), noon);
            for (int at = 0; at < HistoryModel::columns; ++at)
                QCOMPARE(column(m_model, at), column(fresh, at));
        }
    }

    void aScreenReaderHearsWhatEachCellIs()
    {
        m_model.reset({row(1, "a", 10min, {})}, noon);
        QCOMPARE(m_model.index(0, HistoryModel::Until).data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("Until: none"));
        QCOMPARE(m_model.index(0, HistoryModel::Waiters).data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("Waiters: not known"));
    }
};

LOCKMASTER_TEST(TestHistoryModel, QApplication)

} // namespace tst_historymodel

#include "tst_historymodel.moc"
