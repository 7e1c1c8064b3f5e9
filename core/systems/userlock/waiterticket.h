// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/sessions/sessionticket.h"
#include "core/systems/userlock/lockfacts.h"
#include "core/systems/userlock/seenuserlock.h"

namespace lockmaster {

/**
 * Cancels the statement of one session that waits for a user-level lock (KILL QUERY). The lock and
 * its holder stay as they are.
 *
 * MariaDB numbers its statements, so that no other can be hit there. MySQL does not: the session is
 * asked right before whether its wait is still the one that was looked at.
 */
class WaiterTicket final : public SessionTicket
{
public:
    /** Errors: also Config, for a target that is no connection's id. */
    static Result<std::unique_ptr<ReleaseTicket>>
    open(const ReleaseRequest &request, const ActionContext &context, SteadyTime deadline);

    QString command(Compare compare) const override;

private:
    using SessionTicket::SessionTicket;

    Result<void> prepare(const Witness &witness, const SeenUserLock &sight, SteadyTime deadline);
    Result<ReleaseOutcome> carryOut(Compare compare, SteadyTime deadline) override;
    Result<std::optional<LockRecord>> lookAgain(SteadyTime deadline) override
    {
        return lockInSight(connection(), backend(), lockName(), deadline);
    }
    Result<ReleaseOutcome> refusedByServer(const Error &error, SteadyTime deadline);
    Result<bool> waitsStill(SteadyTime deadline);
    Result<ReleaseOutcome> untilEnded(SteadyTime deadline);
    QString killStatement() const;

    SessionFacts m_facts;
};

} // namespace lockmaster
