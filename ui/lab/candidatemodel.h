// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"

#include <QAbstractTableModel>

namespace lockmaster {

/**
 * The candidates of an election, one row for each in the order of their numbers. Columns and roles
 * are those that the delegates of the lock table read, with `SignRole` and `NoteRole` for the
 * state. GUI thread.
 */
class CandidateModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, State, Process, Clock, columns };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /** Rows that did not change are not touched. */
    void setCandidates(const std::vector<CandidateStatus> &candidates);
    const CandidateStatus &candidateAt(int row) const { return m_candidates[size_t(row)]; }

    static QString nameText(const CandidateStatus &candidate);

private:
    static QString text(const CandidateStatus &candidate, Column column);
    static QString note(const CandidateStatus &candidate);
    static QString toolTip(const CandidateStatus &candidate, Column column);

    std::vector<CandidateStatus> m_candidates;
};

} // namespace lockmaster
