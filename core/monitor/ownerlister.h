// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendsnapshot.h"
#include "core/monitor/ownerlist.h"

namespace lockmaster {

/** What the operator's own check said of whoever holds `lock` as it was then. */
struct HolderCheck {
    std::shared_ptr<const LockRecord> lock;
    LifeEvidence said;
    SteadyTime until{}; ///< from then on it says nothing any more
};

/**
 * Finds out who holds what, look after look: of a lock that did not change it is known from before
 * who it is of, and only whether they live is judged anew. Lives on one thread (the view worker's).
 */
class OwnerLister
{
public:
    using Backends = std::vector<std::shared_ptr<const BackendSnapshot>>;
    /** Null: there are none. Other rules are another pointer. */
    using Rules = std::shared_ptr<const std::vector<OwnerRule>>;

    /** The same list as before, where it says the same. */
    std::shared_ptr<const OwnerList> list(const Backends &backends, const Rules &rules,
                                          const std::vector<HolderCheck> &checks, SteadyTime now);
    /** Nobody wants to know any more. */
    void forget();

private:
    struct Known {
        std::shared_ptr<const LockRecord> lock;
        OwnedLock owned;
    };
    /** The locks of a backend, in their order. */
    struct Place {
        LockList locks;
        std::vector<Known> known;
    };

    Place placeOf(const BackendSnapshot &backend, Place before) const;
    std::shared_ptr<const OwnerList>
    listed(const Backends &backends, const std::vector<HolderCheck> &checks, SteadyTime now) const;

    Rules m_rules;
    std::vector<std::pair<QString, Place>> m_places; ///< by the backends' names
    std::shared_ptr<const OwnerList> m_list;
};

} // namespace lockmaster
