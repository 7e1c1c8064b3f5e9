// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/result.h"
#include "core/redis/redisrequest.h"

#include <vector>

namespace lockmaster {

/**
 * Something that takes commands and answers them in order: a connection, or a test's server. What
 * is sent behind commands that are not answered yet keeps the server busy while answers are
 * understood.
 */
class RedisClient
{
public:
    virtual ~RedisClient() = default;

    /** A key that may be asked for at any time, to learn what the account may do; there is none. */
    virtual QByteArray anyKey() const { return QByteArrayLiteral("lockmaster"); }

    /** The user it is logged in as, for words; empty: the server's default one. */
    virtual QString user() const { return {}; }

    /** Sends the commands, of which there are some, behind those that are under way. */
    virtual Result<void> send(const RedisRequest &request) = 0;

    /** Waits for a reply to each command of the oldest `send()` under way, of which there is one.
     */
    virtual Result<std::vector<RedisReply>> replies(SteadyTime deadline) = 0;

    /** Sends all commands in one go, with nothing under way. @return a reply for each, in order. */
    Result<std::vector<RedisReply>> ask(const RedisRequest &request, SteadyTime deadline)
    {
        if (request.isEmpty())
            return std::vector<RedisReply>{};
        if (auto sent = send(request); !sent)
            return passOn(sent);
        return replies(deadline);
    }
    Result<std::vector<RedisReply>> pipeline(const std::vector<RedisCommand> &commands,
                                             SteadyTime deadline)
    {
        return ask(RedisRequest(commands), deadline);
    }

protected:
    RedisClient() = default;
    Q_DISABLE_COPY(RedisClient)
};

} // namespace lockmaster
