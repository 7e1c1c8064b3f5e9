// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/sight.h"

#include <algorithm>

namespace lockmaster {

bool isVisible(const BackendStatus &status)
{
    return status.state == BackendState::Online && !status.paused;
}

bool isWhole(const BackendStatus &status, const SourceId &source)
{
    return std::none_of(status.sources.begin(), status.sources.end(),
                        [&source](const SourceStatus &each) {
                            return each.name == source.name && !each.complete;
                        })
           && std::none_of(status.absent.begin(), status.absent.end(),
                           [&source](const AbsentSource &absent) {
                               return absent.name == source.name && absent.isDenied();
                           });
}

const LeaderWatch *leaderOf(const BackendSnapshot &snapshot, const LockId &id)
{
    const auto &leaders = snapshot.leaders;
    const auto found = std::lower_bound(
        leaders.begin(), leaders.end(), id,
        [](const auto &watch, const LockId &wanted) { return watch->lock->id < wanted; });
    return found != leaders.end() && (*found)->lock->id == id ? found->get() : nullptr;
}

} // namespace lockmaster
