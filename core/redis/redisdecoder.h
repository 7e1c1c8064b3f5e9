// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/redis/redisreply.h"

#include <limits>
#include <memory>

namespace lockmaster {

/**
 * Bytes from an untrusted server to replies: hiredis' reader, with objects and bounds of our own.
 *
 * The bounds hold for everything decoded since `beginBatch()`, and are checked before memory is
 * taken: a count is only believed as its elements arrive. RESP2 only. After an error the stream
 * cannot be followed any further: drop the connection. Lives on one thread.
 *
 * Errors by kind: Protocol (bytes that are no RESP2, nesting too deep), Truncated (beyond bounds).
 */
class RedisDecoder
{
public:
    explicit RedisDecoder(const RedisLimits &limits);
    ~RedisDecoder();
    RedisDecoder(const RedisDecoder &) = delete;
    RedisDecoder &operator=(const RedisDecoder &) = delete;

    /** The bounds start to count anew. */
    void beginBatch();

    /**
     * Decodes what was fed before and what `bytes` complete, and appends it to `replies`, of which
     * there are `most` in the end: what is behind them is of the next batch.
     * @return how many bytes were taken; the rest is to be given again.
     */
    Result<qsizetype> feed(const char *bytes, qsizetype size, std::vector<RedisReply> &replies,
                           size_t most = std::numeric_limits<size_t>::max());

    /** There are bytes that belong to no reply that came out. */
    bool isMidReply() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/** `hiredis 0.14.1`. */
QString redisClientLibrary();

} // namespace lockmaster
