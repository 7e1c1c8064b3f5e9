// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/redisreply.h"

#include <QByteArrayView>

#include <array>
#include <span>

namespace lockmaster {

/**
 * Commands in the protocol's form, one after another, as they are sent. A look at a keyspace asks
 * a thousand questions at a time, and a command in blocks of its own for each would cost more than
 * the words in it.
 */
class RedisRequest
{
public:
    RedisRequest() = default;
    explicit RedisRequest(const std::vector<RedisCommand> &commands);

    void add(const RedisCommand &command);
    /** A command of these words. */
    template<class... Words>
    void addWords(const Words &...words)
    {
        const std::array<QByteArrayView, sizeof...(words)> views{QByteArrayView(words)...};
        append(std::span<const QByteArrayView>(views));
    }

    /** A command as it stands in a request, to be looked at or added to another one. */
    struct Part {
        QByteArrayView bytes;
        qsizetype words = 0;
        std::array<QByteArrayView, 4> first; ///< words; those that are not there are empty
    };
    /** The one that begins at `at`, which is where the next one begins then. */
    Part partAt(qsizetype &at) const;
    void add(const Part &command);
    static RedisCommand commandOf(const Part &part);

    /** Empties it, and keeps the room for the next commands. */
    void clear();

    size_t size() const { return m_size; } ///< how many commands
    bool isEmpty() const { return m_size == 0; }
    const QByteArray &bytes() const { return m_bytes; }

    /** The commands, taken apart again. */
    std::vector<RedisCommand> commands() const;

private:
    template<class Word>
    void append(std::span<const Word> words);

    QByteArray m_bytes;
    size_t m_size = 0;
};

} // namespace lockmaster
