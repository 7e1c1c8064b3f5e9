// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"
#include "core/display/columnmodel.h"

namespace lockmaster {

/**
 * The candidates of an election, one row for each in the order of their numbers. Columns and roles
 * are those that the delegates of the lock table read, with `SignRole` and `NoteRole` for the
 * state. GUI thread.
 */
class CandidateModel final : public ColumnModel<CandidateStatus>
{
    Q_OBJECT

public:
    enum ColumnId { Name, State, Process, Clock, columns };

    explicit CandidateModel(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;

    /** Rows that did not change are not touched. */
    void setCandidates(const std::vector<CandidateStatus> &candidates);
    const CandidateStatus &candidateAt(int row) const { return m_candidates[size_t(row)]; }

    static QString nameText(const CandidateStatus &candidate);

private:
    const CandidateStatus &columnRow(int row) const override { return candidateAt(row); }

    std::vector<CandidateStatus> m_candidates;
};

} // namespace lockmaster
