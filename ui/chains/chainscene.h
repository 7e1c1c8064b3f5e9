// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chains/chaintext.h"
#include "core/monitor/backendwaits.h"

#include <memory>

namespace lockmaster {

/** One chain, ready to be shown. */
struct ChainStory {
    QByteArray key; ///< the same while it begins with the same
    QString sentence;
    bool isCycle = false;

    std::vector<ChainLine> lines;
    std::vector<QByteArray> keys; ///< of the lines: the same while each is of the same
};

/** All that waits on some servers at one moment; immutable. Made on any thread. */
struct ChainScene {
    ChainSources sources; ///< has what the chains point at
    WaitChains chains;
    std::vector<ChainStory> stories; ///< as many as are shown
    qint64 leftOut = 0;              ///< more chains than that
    std::vector<QString>
        unseen; ///< servers that were not read, or not all of them: more may wait there
    SteadyTime lookedAt{};

    /** The lock that a line is of; null where it is of none. */
    const LockRecord *lockOf(const ChainLine &line) const;
};

using Snapshots = std::vector<std::shared_ptr<const BackendSnapshot>>;

std::shared_ptr<const ChainScene> chainScene(const Snapshots &backends,
                                             const std::vector<OwnerRule> &rules, SteadyTime now);

} // namespace lockmaster
