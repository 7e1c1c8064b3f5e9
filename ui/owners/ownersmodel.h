// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/ownerlist.h"
#include "core/display/sortedmodel.h"

#include <memory>

namespace lockmaster {

/** Who holds locks and waits for some, one row for each. GUI thread; the clock outlives it. */
class OwnersModel final : public SortedModel<OwnerEntry, OwnerId>
{
    Q_OBJECT

public:
    enum ColumnId { Name, KnownBy, Holds, Waits, Oldest, Lives, Backends, SeenAs, columns };

    explicit OwnersModel(const Clock &clock, QObject *parent = nullptr);

    /** The list as it is now; where it is the one before, only what ages is told anew. */
    void follow(const std::shared_ptr<const OwnerList> &list);
    /** What is not in the rows; null: no list was there yet. */
    const std::shared_ptr<const OwnerList> &list() const { return m_list; }

private:
    OwnerId keyOf(const OwnerEntry &owner) const override { return owner.id; }

    const Clock &m_clock;
    std::shared_ptr<const OwnerList> m_list;
};

} // namespace lockmaster
