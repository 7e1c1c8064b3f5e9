// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/sortedmodel.h"
#include "core/history/historyreader.h"

#include <tuple>

namespace lockmaster {

/** What tells a lock from others. */
using WantedKey = std::tuple<QString, QString, QString, QByteArray>;

/** Locks by how much they are waited for, the most wanted first. GUI thread. */
class WantedModel final : public SortedModel<LockContention, WantedKey>
{
    Q_OBJECT

public:
    enum ColumnId { Lock, Backend, Waited, Waits, Waiters, HandOvers, Holds, columns };

    explicit WantedModel(QObject *parent = nullptr);

    void setRanking(const ContentionRanking &ranking);

private:
    WantedKey keyOf(const LockContention &row) const override;

    Micros m_longest{0};
};

} // namespace lockmaster
