// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"
#include "core/redis/keyspace/redisserverclock.h"

#include <set>

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

    /**
     * Anything may have changed, untold. For who only reads named keys: locks that vanished so must
     * not fill the memory for ever, and are forgotten once there may be too many of them.
     */
    void anythingChanged();

    /** Errors are problems of the observation; Network and Timeout mean the connection is over. */
    Observation read(RedisClient &client, const RedisServer &server, BackendReader::Depth depth,
                     SteadyTime deadline);

    /**
     * Asks for the keys of these names alone, the known ones in the way they are known, others from
     * their type. A helper key stands for the locks it belongs to as well. Keys of which nothing
     * can be said (they may not be read, change faster than they can be, or are too large to look
     * into and may be locks to who knew them before) are left out of `asked`; those that no pattern
     * of the operator's matches are no locks, and not read.
     */
    Observation readNamed(RedisClient &client, const RedisServer &server,
                          const std::vector<QByteArray> &names, SteadyTime deadline);

    /** It is a known lock of a format that asks about its locks (`RedisFormat::asks`). */
    bool isAskedAbout(const QByteArray &name) const;

    /**
     * Those of such locks of which a read would have something else to say than the last one,
     * though they stand as they stood: found out without reading them. Those in `changed` may not
     * stand so, and are left out. Errors: the client's.
     */
    Result<std::vector<QByteArray>>
    changedBeside(RedisClient &client, const std::set<QByteArray> &changed, SteadyTime deadline);

    /** Several may hold it, as its format knows it. */
    bool isShared(const LockRecord &lock) const;

    /** It was a lock when it was last read. */
    bool isLock(const QByteArray &name) const;

    /** Known locks that the last whole read did not read, as their node did not serve them then. */
    const std::vector<QByteArray> &away() const;

    /** It stands beside locks. */
    bool isBeside(const QByteArray &name) const;

    /**
     * It is no lock, as far as the last named read of it can say: not one that is gone, or what
     * stands beside one.
     */
    bool isOther(const QByteArray &name) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster
