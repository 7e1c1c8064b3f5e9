// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/keys/redisticket.h"
#include "core/systems/redisson/releaselook.h"
#include "core/systems/redisson/lockactions.h"

namespace lockmaster {

/**
 * The release of one Redisson lock: compares holders, hold count and, with the lease, the exact
 * expiry; wakes who waits, and removes. A server that does not tell the exact expiry (before Redis
 * 7) has the lease guarded by the WATCH that stands since the look.
 */
class RedissonTicket final : public RedisTicket
{
public:
    static Result<std::unique_ptr<ReleaseTicket>>
    open(const ReleaseRequest &request, const ActionContext &context, SteadyTime deadline);

private:
    RedissonTicket(const ReleaseRequest &request, const ActionContext &context);

    void readOn(RedisConnection *connection) override;
    Result<Found> read(SteadyTime deadline) override;
    Result<bool> aim(const LockRecord &lock, SteadyTime deadline) override;
    Result<bool> lookAround(SteadyTime deadline) override;
    Guard guardFor(bool withLease) const override;
    RedisCommand script(bool withLease) const override;
    QString scriptText(bool withLease) const override;
    RedisTransaction transaction() const override;
    RedisRights rights() const override;
    QString releasedText() const override;

    Result<void> aimAtReader(const LockRecord &lock, SteadyTime deadline);
    void warn(const LockRecord &lock);

    std::optional<RedissonLooker> m_looker; ///< of the connection
    RedissonLook m_seen;                    ///< as it was read last
    redisson::ReleaseAim m_aim;
    redisson::Surroundings m_around; ///< as at that look
};

} // namespace lockmaster
