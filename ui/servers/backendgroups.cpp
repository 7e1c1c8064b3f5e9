// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/backendgroups.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr std::array environmentOrder = {Environment::Production, Environment::Staging,
                                         Environment::Development, Environment::Unset};

/** What is late does not count: a row that jumps from moment to moment is hard to hit. */
bool isOffline(const BackendSnapshot *backend)
{
    return backend->status.state == BackendState::Offline;
}

void finish(BackendGroup &group, bool offlineFirst)
{
    auto &all = group.backends;
    group.offline = std::count_if(all.begin(), all.end(), isOffline);
    if (offlineFirst)
        std::stable_partition(all.begin(), all.end(), isOffline);
}

} // namespace

std::vector<BackendGroup> backendGroups(const ViewSnapshot &view)
{
    const bool many = view.backends.size() > mostUngroupedBackends;
    std::vector<BackendGroup> groups;
    for (const Environment environment : environmentOrder) {
        BackendGroup group;
        group.environment = environment;
        for (const auto &backend : view.backends) {
            const Environment its = many ? backend->status.environment : Environment::Unset;
            if (its == environment)
                group.backends.push_back(backend.get());
        }
        finish(group, many);
        if (!group.backends.empty())
            groups.push_back(std::move(group));
    }
    return groups;
}

} // namespace lockmaster
