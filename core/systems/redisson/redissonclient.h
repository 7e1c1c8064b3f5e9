// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/contract/actioncontext.h"
#include "core/systems/contract/lockclient.h"
#include "core/systems/keys/redisconfirmation.h"
#include "core/systems/redisson/acquirescript.h"

namespace lockmaster {

/**
 * One Redisson lock, taken and kept as the library's own clients do it. Waits subscribed to the
 * lock's channel on a second connection, and sleeps at most what the last attempt told; a fair lock
 * has a place in its queue meanwhile. The owner is `<uuid>:<number>`, see `redisson::ownClient`.
 */
class RedissonClient final : public LockClient
{
public:
    static AcquireForm form(const BackendSpec &backend);
    static Result<std::unique_ptr<LockClient>> make(const AcquireRequest &request,
                                                    const ActionContext &context);
    ~RedissonClient() override;

    Result<AcquireResult> acquire(const WritePermit &permit, SteadyTime until,
                                  std::stop_token stop) override;
    OwnLock own() const override;
    Result<bool> renew(SteadyTime deadline) override;
    Result<bool> release(SteadyTime deadline) override;

private:
    /** What one attempt came to. */
    struct Attempt {
        bool ours = false;
        Millis sleep{0}; ///< at most; negative: until a message comes
    };

    RedissonClient(redisson::Taker taker, const ActionContext &context);

    SteadyTime soon() const;
    Result<void> connect(SteadyTime deadline, WriterUse use = WriterUse::Change);
    Result<void> checkRights();
    Result<RedisReply> run(const RedisCommand &command, SteadyTime deadline,
                           WriterUse use = WriterUse::Change);
    Result<Attempt> attempt();
    bool mayTryElsewhere(const Error &error) const;
    Result<void> subscribe();
    Result<AcquireResult> waitForIt(SteadyTime until, const std::stop_token &stop);
    Result<void> listen(SteadyTime until, const std::stop_token &stop);
    void pauseAfterLoss(SteadyTime until, const std::stop_token &stop) const;
    Result<AcquireResult> taken(const std::stop_token &stop);
    AcquireResult notTaken();
    void leaveQueue();

    const redisson::Taker m_taker;
    const ActionContext m_context;
    std::unique_ptr<RedisConnection> m_connection;
    RedisConfirmation m_confirmation;                ///< of taking and letting go
    std::unique_ptr<RedisConnection> m_subscription; ///< while it waits
    Millis m_queuedWait{0};                          ///< fair: as told to the queue
    bool m_queued = false;                           ///< or perhaps: no answer came
    bool m_mayBeOurs = false;                        ///< taken, or the attempt was not answered
};

} // namespace lockmaster
