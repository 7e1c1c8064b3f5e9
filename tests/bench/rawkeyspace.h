// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <hiredis/hiredis.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockmaster::bench {

/**
 * Reading locks out of a keyspace as a careful program would by hand: hiredis, pipelines, nothing
 * about safety. What our own reader is compared with. Blocking; one thread.
 */
class RawKeyspace
{
public:
    /** What it has of a lock; the same that our reader makes its records from. */
    struct Lock {
        std::string key;
        std::string type;
        long long expiryMs = -1;
        std::string value;
        std::vector<std::pair<std::string, std::string>> fields;
    };
    using Locks = std::vector<Lock>;

    explicit RawKeyspace(quint16 port);

    bool usable() const { return m_context && m_context->err == 0; }

    /** A server's own populating, and then locks: half of them strings, half Redisson's hashes. */
    bool fill(int others, int locks);
    /** The same locks, with another end. */
    bool renew(int locks);

    /** SCAN (COUNT 1000); the next SCAN travels with the questions about the last pages. */
    std::optional<Locks> snapshot(const char *match);
    /** SCAN (COUNT 10), TYPE, PTTL and the read, each with a round trip of its own. */
    std::optional<Locks> oneByOne(const char *match);
    /** The end and the value of locks known before, a thousand in a pipeline. */
    std::optional<Locks> refresh(const Locks &known);

    /** Forgets what the server counted so far. */
    bool resetStatistics();
    struct CommandTimes {
        double meanMicros = 0; ///< of the slowest kind of command
        double worstMicros = 0;
        std::string slowest; ///< that kind
    };
    std::optional<CommandTimes> commandTimes();

private:
    using Reply = std::unique_ptr<redisReply, decltype(&freeReplyObject)>;

    void send(std::initializer_list<std::string_view> words);
    Reply next();
    Reply command(const char *text);
    bool skip(size_t replies);
    void ask(const Lock &lock);
    bool take(Lock &lock);

    std::unique_ptr<redisContext, decltype(&redisFree)> m_context;
};

} // namespace lockmaster::bench
