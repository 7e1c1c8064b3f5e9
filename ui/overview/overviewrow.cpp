// SPDX-License-Identifier: Apache-2.0
#include "ui/overview/overviewrow.h"

#include <algorithm>

namespace lockmaster {

OverviewRow OverviewRow::of(const ServerEntry &server, const ChangeRate &rate, SteadyTime now)
{
    OverviewRow row;
    row.server = server;
    row.rate = rate;
    const bool isOffline = server.state == BackendState::Offline;
    const bool isLost = isOffline || server.state == BackendState::Connecting;
    row.offline = isOffline ? 1 : 0;
    row.notRead = !isOffline && (server.state != BackendState::Online || !server.isWhole) ? 1 : 0;
    row.seenInPart = isLost || !server.isWhole ? 1 : 0;
    if (!server.figures.oldest)
        return row;
    // While nobody looks, it is known to be held until the last look, and no longer.
    const bool isLookedAt = server.state == BackendState::Online && !server.paused;
    const SteadyTime until = isLookedAt ? now : server.dataFrom.value_or(now);
    row.longest =
        std::max(std::chrono::duration_cast<Micros>(until - *server.figures.oldest), Micros(0));
    return row;
}

OverviewRow OverviewRow::group(Environment environment)
{
    OverviewRow row;
    row.server.environment = environment;
    row.isGroup = true;
    row.servers = 0;
    return row;
}

void OverviewRow::add(const OverviewRow &more)
{
    if (servers == 0)
        rate = more.rate;
    else
        rate += more.rate;
    server.figures += more.server.figures;
    servers += more.servers;
    offline += more.offline;
    notRead += more.notRead;
    seenInPart += more.seenInPart;
    longest = std::max(longest, more.longest);
}

} // namespace lockmaster
