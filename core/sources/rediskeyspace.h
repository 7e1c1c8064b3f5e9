// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"
#include "core/sources/redisserverclock.h"

namespace lockmaster {

struct RedisServer;

/**
 * The keyspace of one Redis database, looked through once for all formats and patterns.
 *
 * Each read asks for every key known to be a lock, then goes on with the pass over the keyspace
 * (SCAN). `Depth::Full`: a whole pass. `Depth::Routine`: as much of one as a fiftieth of the
 * server's time allows, see `ScanBudget`; the first pass has half a second of it at once, so that
 * what is there is seen at once. Keys found to be no locks are remembered (their hashes, at most a
 * million) and looked at again in one pass of ten; values that no format recognises, once two
 * passes have seen them: a lock may have been half made.
 *
 * An observation is `complete` once a pass has ended since the connection began in which every key
 * asked for could be read, and every known lock was asked for: a known lock that is missing then
 * was found absent by a direct read.
 * `notDecoded` counts the keys of the last pass that no format recognises and none hides.
 *
 * Value and expiry of a key are two commands: a lock that changes hands between them may be seen
 * with the old holder and the new expiry until the next read, never as empty or absent.
 *
 * Lives on the reader's thread.
 */
class RedisKeyspace
{
public:
    struct Settings {
        QString backend;
        int database = 0;
        std::vector<QByteArray> patterns; ///< none: look through everything
        qsizetype mostLocks = 500'000;    ///< more are not shown
    };

    RedisKeyspace(Settings settings, std::vector<std::unique_ptr<RedisFormat>> formats,
                  const Clock &clock);
    ~RedisKeyspace();
    RedisKeyspace(const RedisKeyspace &) = delete;
    RedisKeyspace &operator=(const RedisKeyspace &) = delete;

    QString name() const; ///< `db 0`
    std::vector<QString> systems() const;
    const std::vector<std::unique_ptr<RedisFormat>> &formats() const;

    /** A new connection may be a new server: rights and the first pass start over. */
    void connectionChanged();

    /** Errors are problems of the observation; Network and Timeout mean the connection is over. */
    Observation read(const RedisPipeline &pipeline, const RedisServer &server,
                     BackendReader::Depth depth, SteadyTime deadline);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster
