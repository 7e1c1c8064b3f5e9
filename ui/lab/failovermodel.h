// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"
#include "core/display/columnmodel.h"

namespace lockmaster {

/** The measured failovers of a series, the newest first. GUI thread. */
class FailoverModel final : public ColumnModel<MeasuredFailover>
{
    Q_OBJECT

public:
    enum ColumnId { Count, At, Who, Vacancy, Watched, columns };

    explicit FailoverModel(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;

    void setFailovers(const std::vector<MeasuredFailover> &failovers);

private:
    const MeasuredFailover &columnRow(int row) const override
    {
        return m_failovers[m_failovers.size() - 1 - size_t(row)];
    }

    std::vector<MeasuredFailover> m_failovers;
};

} // namespace lockmaster
