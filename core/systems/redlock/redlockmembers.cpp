// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redlock/redlockmembers.h"

#include "core/redis/redlock/redlockshares.h"
#include "core/redis/redlock/sidebyside.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

std::vector<ActionContext> memberContexts(const ActionContext &context)
{
    std::vector<ActionContext> members;
    for (size_t number = 0; number < context.backend.redlock.size(); ++number) {
        members.push_back({context.backend.member(number), context.password, context.clock,
                           std::make_shared<SocketInterrupt>(context.interrupt)});
    }
    return members;
}

Result<LockThere> readThere(const LockId &id, const ActionContext &member, ReadOneLock read,
                            qint64 seenExpiryMs, SteadyTime deadline)
{
    const SteadyTime patience = member.clock->now() + member.backend.timeout;
    return read(id, member, seenExpiryMs, std::min(deadline, patience));
}

std::vector<Result<LockThere>>
readOnEach(const LockId &id, const std::vector<ActionContext> &members, ReadOneLock read,
           const std::vector<WitnessedShare> &before, SteadyTime deadline)
{
    std::vector<Result<LockThere>> seen(members.size());
    sideBySide(members.size(), [&](size_t number) {
        const qint64 expiryMs = number < before.size() ? before[number].stored : -1;
        seen[number] = readThere(id, members[number], read, expiryMs, deadline);
    });
    return seen;
}

std::optional<ClockReading> clockOfFirst(const std::vector<Result<LockThere>> &seen)
{
    const auto first =
        std::find_if(seen.begin(), seen.end(), [](const auto &own) { return own.has_value(); });
    return first == seen.end() ? std::nullopt : std::optional((*first)->clock);
}

std::optional<Error> twinAmong(const BackendSpec &backend,
                               const std::vector<Result<LockThere>> &seen)
{
    for (size_t one = 0; one < seen.size(); ++one) {
        if (seen[one] && seen[one]->server.isEmpty()) {
            Error untold = untoldServer(backend.user);
            untold.message =
                Words::tr("The node %1: %2").arg(backend.redlock[one].text(), untold.message);
            return untold;
        }
        for (size_t other = 0; other < one; ++other) {
            if (seen[one] && seen[other] && seen[one]->server == seen[other]->server)
                return twinServers(backend.redlock[other].text(), backend.redlock[one].text());
        }
    }
    return std::nullopt;
}

Result<std::optional<LockRecord>> joinedRead(const BackendSpec &backend,
                                             const std::vector<Result<LockThere>> &seen)
{
    std::vector<ShareSeen> shares;
    bool isThere = false;
    for (size_t number = 0; number < seen.size(); ++number) {
        const auto &own = seen[number];
        const LockRecord *lock = own && own->lock ? &*own->lock : nullptr;
        isThere = isThere || lock;
        shares.push_back({backend.redlock[number].text(), own.has_value(), lock});
    }
    if (isThere)
        return std::optional(joinedLock(shares, backend.needed(), *clockOfFirst(seen)));
    if (isSureOfAbsence(shares, backend.needed()))
        return std::optional<LockRecord>();
    const auto silent =
        std::find_if(seen.begin(), seen.end(), [](const auto &own) { return !own; });
    return passOn(*silent);
}

} // namespace lockmaster
