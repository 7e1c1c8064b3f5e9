// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/redisserverclock.h"
#include "core/systems/contract/actioncontext.h"
#include "core/systems/contract/lockclient.h"
#include "core/systems/keys/redisconfirmation.h"
#include "core/redis/redisreply.h"

namespace lockmaster {

/** The variants `token` and `empty`, and what else can be chosen. */
AcquireForm stringAcquireForm(const BackendSpec &backend);

/**
 * A lock in a string key, as the programs take it that use one: SET NX with an end, and asking
 * again every 50 to 100 ms for as long as another has it.
 *
 * `token` writes a value of its own and renews and deletes by comparing it, in a script or, where
 * the account may not run scripts, under a WATCH. `empty` writes nothing, so its value says
 * nothing: what is compared, under a WATCH, is the exact expiry that we wrote last. It wants Redis
 * 7 for that.
 */
class StringClient final : public LockClient
{
public:
    /** Errors: Config for a source, name, owner, TTL or variant that cannot be. */
    static Result<std::unique_ptr<LockClient>> make(const AcquireRequest &request,
                                                    const ActionContext &context);

    Result<AcquireResult> acquire(const WritePermit &permit, SteadyTime until,
                                  std::stop_token stop) override;
    OwnLock own() const override;
    Result<bool> renew(SteadyTime deadline) override;
    Result<bool> release(SteadyTime deadline) override;

private:
    StringClient(const AcquireRequest &request, const ActionContext &context);

    Result<void> connect(SteadyTime deadline, WriterUse use);
    Result<bool> renewOnce(SteadyTime deadline);
    Result<bool> letGo(SteadyTime deadline);
    Result<void> readClock(SteadyTime deadline);
    bool mayTryElsewhere(const Error &error) const;
    Result<bool> tryOnce();
    Result<AcquireResult> whoHasIt();
    SteadyTime commandDeadline() const;

    /** What a python-redis-lock program waits for that wants this lock; empty: none can. */
    QByteArray wakeSignal() const;

    /**
     * Carries `command` out if the key is still ours, and puts one element into the list `signal`,
     * for a second, in the same step. A signal that is no list is somebody else's and left alone.
     */
    Result<bool> ifOurs(const RedisCommand &command, SteadyTime deadline,
                        const QByteArray &signal = {});
    Result<bool> byScript(const RedisCommand &command, const QByteArray &signal,
                          SteadyTime deadline);
    /** None: it changed in between; look again. */
    Result<std::optional<bool>> byWatch(const RedisCommand &command, const QByteArray &signal,
                                        SteadyTime deadline);
    bool isOurs(const RedisReply &value, const RedisReply &expiry) const;
    qint64 expiryFromNow() const;

    const ActionContext m_context;
    const QByteArray m_name;
    const QByteArray m_owner; ///< empty for `empty`
    const bool m_ownerChosen; ///< by the operator: another program may write the same
    const Millis m_ttl;
    std::unique_ptr<RedisConnection> m_connection;
    RedisConfirmation m_confirmation; ///< of taking and letting go
    bool m_scripts = false;
    bool m_mayBeOurs = false;       ///< taken, or its SET was not answered
    bool m_unanswered = false;      ///< its SET was not
    ClockReading m_clock;           ///< the server's; for `empty`
    std::vector<qint64> m_expiries; ///< that we may have written; for `empty`
};

} // namespace lockmaster
