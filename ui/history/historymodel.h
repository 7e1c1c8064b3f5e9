// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/history/historytext.h"

#include <QAbstractTableModel>

namespace lockmaster {

/**
 * Holds that were seen, one row for each. What is asked anew while it is looked at changes rows one
 * by one, so selection and keyboard focus survive. Roles are those that the delegates of the lock
 * table read. GUI thread.
 */
class HistoryModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Lock,
        Owner,
        Since,
        Until,
        Length,
        End,
        Renewals,
        Waiters,
        Backend,
        columns,
    };

    /** What makes a row the same from answer to answer. */
    using Key = std::pair<qint64, ServerTime>;
    static Key keyOf(const HistoryHold &hold) { return {hold.id, hold.since}; }

    explicit HistoryModel(QObject *parent = nullptr);

    /** Rows to another question: nothing of the old ones stays. `now` is when it was answered. */
    void reset(std::vector<HistoryRow> rows, ServerTime now);
    /** Rows to the same question, asked again. */
    void follow(std::vector<HistoryRow> rows, ServerTime now);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

    /** Of which two may have locks of the same name. */
    bool hasSeveralBackends() const;
    const HistoryRow &rowAt(int row) const { return m_rows[static_cast<size_t>(row)]; }

private:
    void removeGone(const std::vector<HistoryRow> &now);
    void putAll(std::vector<HistoryRow> now);
    void restoreOrder();
    bool isBefore(const HistoryRow &a, const HistoryRow &b) const;
    int compare(const HistoryHold &a, const HistoryHold &b) const;
    QString text(const HistoryRow &row, Column column) const;
    static Tone tone(const HistoryRow &row, Column column);

    std::vector<HistoryRow> m_rows;
    ServerTime m_now{};
    int m_sortColumn = Since;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace lockmaster
