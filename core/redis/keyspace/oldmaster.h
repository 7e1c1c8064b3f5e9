// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/rediskeyspace.h"

#include <QHash>

namespace lockmaster {

class RedisConnection;

/**
 * The server that was the master until a moment ago. Until it is told to follow another, it goes on
 * as if nothing had happened, and whoever has not heard of the failover takes locks there; then it
 * drops them. It is read on the connection that there was before: nobody logs in to it anew.
 *
 * What stands there at the first look may have come to its successor, and have been let go of on
 * that one, which this one never hears of. Only what begins afterwards is its alone.
 *
 * Lives on its reader's thread. Bounded.
 */
class OldMaster
{
public:
    OldMaster(std::unique_ptr<RedisConnection> connection, RedisKeyspace::Settings settings,
              std::vector<std::unique_ptr<RedisFormat>> formats, const Clock &clock);
    ~OldMaster();
    OldMaster(const OldMaster &) = delete;
    OldMaster &operator=(const OldMaster &) = delete;

    QString address() const; ///< `10.0.0.1:6379`
    bool isRun(const QByteArray &runId) const;

    /** Half a minute has passed, or the connection ended: there is nothing more to learn. */
    bool isOver() const;

    /**
     * The holds that began there since the first look, which has to come after its successor took
     * over, as far as they were read by now. None: it is over, as it follows another or is silent.
     */
    std::optional<std::vector<LockRecord>> look(SteadyTime deadline);
    /** Whether its successor may have shown this holder when it was looked at first. */
    bool wasAtSuccessor(const QByteArray &name, const Holder &holder) const;
    /** What its successor shows right before the first look; of any other nothing is kept. */
    void noteSuccessor(const std::vector<LockRecord> &locks);

private:
    /** By name, who holds it. */
    using Holders = QHash<QByteArray, QList<size_t>>;

    bool goesOn(SteadyTime deadline);
    static Holders holdersOf(const std::vector<LockRecord> &locks);

    const std::unique_ptr<RedisConnection> m_connection;
    const QByteArray m_history; ///< the id of what it has; another one once it follows
    const Clock &m_clock;
    const SteadyTime m_until;
    RedisKeyspace m_keyspace;
    std::optional<Holders> m_first;      ///< of the first look; none: there was none yet
    std::optional<Holders> m_successors; ///< of its successor then; none: they are too many
};

} // namespace lockmaster
