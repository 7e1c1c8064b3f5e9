// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"

#include <QAbstractTableModel>

namespace lockmaster {

/** The measured failovers of a series, the newest first. GUI thread. */
class FailoverModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Count, At, Who, Vacancy, Watched, columns };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void setFailovers(const std::vector<MeasuredFailover> &failovers);

private:
    /** From 1, in the order in which they happened. */
    int numberOf(int row) const { return rowCount() - row; }
    QString text(int row, Column column) const;

    std::vector<MeasuredFailover> m_failovers;
};

} // namespace lockmaster
