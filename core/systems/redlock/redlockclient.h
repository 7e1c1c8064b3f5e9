// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/contract/locksystem.h"
#include "core/systems/redlock/redlockmembers.h"

#include <vector>

namespace lockmaster {

/**
 * A lock on several servers that know nothing of each other, taken as Redlock is published
 * (https://redis.io/docs/latest/develop/use/patterns/distributed-locks/): one token on all of them
 * at the same time; it is ours where most have it, and for what is left of its lease after the time
 * that took and the drift. Where it is not, it is let go of on all of them, also on those that did
 * not answer, and the next try has a token of its own.
 */
class RedlockClient final : public LockClient
{
public:
    /** `system` has traits for that. Errors: Config, as its own client has it for one server. */
    static Result<std::unique_ptr<LockClient>> make(const LockSystem &system, ReadOneLock read,
                                                    const AcquireRequest &request,
                                                    const ActionContext &context);

    Result<AcquireResult> acquire(const WritePermit &permit, SteadyTime until,
                                  std::stop_token stop) override;
    OwnLock own() const override;
    Result<bool> renew(SteadyTime deadline) override;
    Result<bool> release(SteadyTime deadline) override;

private:
    RedlockClient(const LockSystem &system, ReadOneLock read, AcquireRequest request,
                  const ActionContext &context);

    Result<void> makeMembers();
    Result<void> checkServers() const;
    Result<AcquireResult> tryOnce(const WritePermit &permit, const std::stop_token &stop);
    Result<bool> most(const std::vector<Result<bool>> &answers) const;
    bool isInTime(SteadyTime since) const;

    const LockSystem &m_system;
    const ReadOneLock m_read;
    AcquireRequest m_request;
    const ActionContext m_context;
    const std::vector<ActionContext> m_contexts;
    std::vector<std::unique_ptr<LockClient>> m_members;
};

} // namespace lockmaster
