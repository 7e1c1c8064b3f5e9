// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/redisconnection.h"
#include "core/systems/contract/actioncontext.h"
#include "core/systems/keys/redisconfirmation.h"
#include "core/transport/socketinterrupt.h"

#include <thread>

namespace lockmaster {

/**
 * Does something to a lock of our own, which is told from all others, until it is done where it
 * counts: in a group another server may be the one by now, by which the connection ends, or tells
 * nothing any more. `attempt` connects where there is no connection.
 */
template<typename Attempt>
Result<bool> onMaster(const ActionContext &context, std::unique_ptr<RedisConnection> &connection,
                      RedisConfirmation &confirmation, SteadyTime deadline, Attempt attempt)
{
    constexpr Millis rest(250);
    for (;;) {
        auto done = attempt();
        if (!context.backend.isGroup())
            return done;
        if (done && !connection)
            return done;
        const auto isThere =
            connection ? confirmation.isStillMaster(*connection, deadline) : Result<void>();
        const auto counts = done ? isThere : Result<void>(passOn(done));
        if (counts)
            return done;
        const bool passes = !isThere || counts.error().kind == ErrorKind::Network
                            || counts.error().kind == ErrorKind::Timeout;
        if (!passes || context.interrupt->interrupted() || context.clock->now() + rest >= deadline)
            return passOn(counts);
        connection.reset();
        std::this_thread::sleep_for(rest);
    }
}

} // namespace lockmaster
