// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/historytext.h"
#include "core/display/sortedmodel.h"

#include <utility>

namespace lockmaster {

/** What makes a hold the same from answer to answer. */
using HoldKey = std::pair<qint64, ServerTime>;

/** Holds that were seen, one row for each, the newest first. GUI thread. */
class HistoryModel final : public SortedModel<HistoryRow, HoldKey>
{
    Q_OBJECT

public:
    enum ColumnId {
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

    explicit HistoryModel(QObject *parent = nullptr);

    static HoldKey keyOf(const HistoryHold &hold) { return {hold.id, hold.since}; }

    /** Rows to another question: nothing of the old ones stays. `now` is when it was answered. */
    void reset(std::vector<HistoryRow> rows, ServerTime now);
    /** Rows to the same question, asked again. */
    void follow(std::vector<HistoryRow> rows, ServerTime now);

    /** The rows are of several backends, which may have locks of the same name. */
    bool hasSeveralBackends() const;

private:
    HoldKey keyOf(const HistoryRow &row) const override { return keyOf(row.hold); }

    ServerTime m_now{};
};

} // namespace lockmaster
