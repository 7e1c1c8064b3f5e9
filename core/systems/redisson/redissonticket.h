// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/contract/actioncontext.h"
#include "core/systems/keys/redisrelease.h"
#include "core/systems/redisson/releaselook.h"
#include "core/systems/redisson/releasewords.h"
#include "core/systems/contract/releaseticket.h"

namespace lockmaster {

/**
 * The release of one Redisson lock: one script that compares, wakes and removes; where scripts are
 * closed to the account, the same under WATCH. The lease is compared by its exact expiry; a server
 * that does not tell it (before Redis 7) is asked to WATCH the lock from the first look on. Where
 * others follow the server, one of them has to confirm the release.
 */
class RedissonTicket final : public ReleaseTicket
{
public:
    static Result<std::unique_ptr<ReleaseTicket>>
    open(const ReleaseRequest &request, const ActionContext &context, SteadyTime deadline);
    ~RedissonTicket() override;

    const ReleasePreview &preview() const override { return m_preview; }
    QString command(Compare compare) const override;
    Result<ReleaseOutcome> commit(const WritePermit &permit, Compare compare,
                                  SteadyTime deadline) override;
    Result<std::optional<LockRecord>> observe(SteadyTime deadline) override;
    std::optional<Error> doubt() const override { return m_confirmation.doubt(); }

private:
    RedissonTicket(const ReleaseRequest &request, const ActionContext &context);

    Result<void> look(SteadyTime deadline);
    Result<void> connect(SteadyTime deadline);
    Result<void> learnWays(SteadyTime deadline);
    Result<void> watchFirst(SteadyTime deadline);
    Result<void> compareWithWitness(const RedissonLook &seen);
    Result<void> chooseAim(const RedissonLook &seen, SteadyTime deadline);
    Result<void> aimAtReader(const RedissonLook &seen, SteadyTime deadline);
    void warn(const RedissonLook &seen);
    Result<void> predict(SteadyTime deadline);

    bool needsWatch(Compare compare) const;
    QByteArray channels() const;
    Result<ReleaseOutcome> commitScript(Compare compare, SteadyTime deadline);
    ReleaseOutcome commitUnderWatch(Compare compare, SteadyTime deadline);
    ReleaseOutcome executeTransaction(SteadyTime deadline);
    std::optional<ReleaseOutcome> watchAnew(SteadyTime deadline);
    Result<void> lookAround(const RedissonLook &seen, SteadyTime deadline);
    ReleaseOutcome outcomeOfExec(const std::vector<RedisReply> &replies,
                                 const redisson::Transaction &transaction, SteadyTime deadline);
    redisson::ScriptAnswer whatChanged(SteadyTime deadline);
    ReleaseOutcome outcome(redisson::ScriptAnswer answer, qint64 told = 0) const;
    /** A release by what those that follow have said. */
    ReleaseOutcome confirmed(redisson::ScriptAnswer answer, qint64 told,
                             const std::vector<RedisReply> &replies);
    ReleaseOutcome noAnswer();
    Result<void> awaitTheServer(SteadyTime deadline);

    const ReleaseRequest m_request;
    const ActionContext m_context;
    const redisson::Named m_named;
    std::unique_ptr<RedisConnection> m_connection;
    std::optional<RedissonLooker> m_looker; ///< of that connection
    ReleasePreview m_preview;
    redisson::ReleaseAim m_aim;
    redisson::Surroundings m_around; ///< as at the look
    Witness m_seen;                  ///< as at the look
    bool m_scripts = false;
    /** On this very connection: what comes after a WATCH that was lost compares nothing. */
    bool m_watching = false;
    bool m_noWatch = false; ///< WATCH, MULTI or EXEC is closed to the account
    bool m_exactExpiry = false;
    bool m_committed = false;
    SteadyTime m_connectedAt{};
    RedisConfirmation m_confirmation;
    RedisConnectionMark m_mark; ///< of the connection
    /** A command was sent on that connection, and no answer came. */
    std::optional<RedisConnectionMark> m_unanswered;
};

} // namespace lockmaster
