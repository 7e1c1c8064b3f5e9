// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/passwordsource.h"
#include "core/redis/redisrequest.h"
#include "core/redis/groups/sentinelword.h"

#include <memory>
#include <vector>

namespace lockmaster {

class RedisConnection;
class SocketInterrupt;

/**
 * The sentinels of one backend, one connection to each, asked which server is the master. Where the
 * profile names fewer than there are, the others are asked as well, if most of these tell of them.
 * Lives on one thread.
 *
 * Every address but those in the profile goes through the backend's `nodes` and its tunnel. A
 * sentinel that is silent for a second is left alone for five.
 */
class RedisSentinels
{
public:
    /** `interrupt` ends what is waited for. */
    RedisSentinels(const BackendSpec &spec, PasswordSource password,
                   std::shared_ptr<SocketInterrupt> interrupt);
    ~RedisSentinels();
    RedisSentinels(const RedisSentinels &) = delete;
    RedisSentinels &operator=(const RedisSentinels &) = delete;

    /**
     * What they say by now. Errors: NotFound, where they know no master of that name (what they
     * know instead is told); of one of them, where none answers: Config for their password.
     */
    Result<SentinelWord> ask(SteadyTime deadline);

private:
    struct Sentinel;
    struct Round;

    void connect(Sentinel &sentinel, SteadyTime deadline);
    void fail(Sentinel &sentinel, Error why);
    void post(Sentinel &sentinel, const RedisRequest &request);
    void hear(Sentinel &sentinel, Round &round, SteadyTime deadline);
    void askSome(size_t from, Round &round, SteadyTime deadline);
    void meetOthers(const std::vector<SentinelAnswer> &answers);
    static Error notInTime(const Sentinel &sentinel);
    Error unknownTo(const Sentinel &sentinel) const;

    const BackendSpec m_spec;
    const PasswordSource m_password;
    const std::shared_ptr<SocketInterrupt> m_interrupt;
    std::vector<std::unique_ptr<Sentinel>> m_sentinels; ///< those that are named come first
};

/** One sentence: which masters that sentinel knows. */
QString mastersText(RedisConnection &sentinel, SteadyTime deadline);

} // namespace lockmaster
