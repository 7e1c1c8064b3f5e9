// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chains/chains.h"
#include "core/monitor/backendsnapshot.h"

#include <deque>

namespace lockmaster {

/** What a backend tells of who waits there, besides what stands in its locks. */
BackendWaits waitsOf(const BackendStatus &status);

/** What chains follow from: the locks of some backends, if anybody may wait on one of them. */
class ChainSources
{
public:
    void add(const BackendSnapshot &snapshot);
    /** Over all that were added. The locks live as long as this does. */
    WaitChains find(const std::vector<OwnerRule> &rules);

private:
    std::vector<const BackendSnapshot *> m_added;
    bool m_mayAnybodyWait = false;
    std::deque<LockRecord> m_locks;
};

} // namespace lockmaster
