// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/sessions/sessionticket.h"
#include "core/systems/userlock/lockfacts.h"
#include "core/systems/userlock/seenuserlock.h"

namespace lockmaster {

/**
 * Releases a user-level lock in the only way there is for another's: by ending the session that
 * holds it, with one statement that names the session only while it holds the lock.
 *
 * Source of the recipe: the manuals' chapters on KILL and IS_USED_LOCK, and what MariaDB 10.11 and
 * MySQL 9.7 were seen to do: 1094 where the condition does not hold, 1095 where the account may
 * not; the server answers before the session is gone.
 */
class KillTicket final : public SessionTicket
{
public:
    static Result<std::unique_ptr<ReleaseTicket>>
    open(const ReleaseRequest &request, const ActionContext &context, SteadyTime deadline);

    QString command(Compare compare) const override;

private:
    using SessionTicket::SessionTicket;

    Result<void> prepare(const Witness &witness, const SeenUserLock &sight, SteadyTime deadline);
    void examine(const SeenUserLock &sight);
    Result<ReleaseOutcome> carryOut(Compare compare, SteadyTime deadline) override;
    Result<std::optional<LockRecord>> lookAgain(SteadyTime deadline) override
    {
        return lockInSight(connection(), backend(), lockName(), deadline);
    }
    Result<ReleaseOutcome> refusedByServer(const Error &error, SteadyTime deadline);
    Result<ReleaseOutcome> callProcedure(SteadyTime deadline);
    Result<ReleaseOutcome> holdsNoMore(bool sent, SteadyTime deadline);
    Result<ReleaseOutcome> untilReleased(SteadyTime deadline);
    QString killStatement() const;

    SessionFacts m_facts;
};

} // namespace lockmaster
