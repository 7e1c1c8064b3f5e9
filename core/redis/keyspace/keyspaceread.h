// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/keyreads.h"

namespace lockmaster {

/**
 * One read of a keyspace: every known lock, and as much of the pass as is due. A round trip carries
 * the next SCAN beside the questions about keys, so that searching and reading overlap.
 */
class KeyspaceRead
{
public:
    KeyspaceRead(KeyspaceMemory &memory, RedisClient &client, const RedisServer &server,
                 BackendReader::Depth depth, SteadyTime deadline);

    Observation run();

private:
    void startPass();
    bool wantsScan() const;
    std::optional<RedisCommand> nextScan() const;
    bool roundTrip();
    void adaptCount(const KeyReads::Trip &trip);
    void takePage(const RedisReply &reply);
    void considerKey(const QByteArray &key);
    void finishPass();
    void conclude();

    KeyspaceMemory &m_memory;
    const QString m_user; ///< who it is logged in as
    const bool m_full;
    const SteadyTime m_start;
    SteadyTime m_passUntil;
    KeyReads m_reads;

    bool m_passing = false;      ///< this read works on a pass
    bool m_passScanned = false;  ///< its last page came; keys of it may be in the queue
    bool m_passFinished = false; ///< a whole pass ended in this read
    bool m_scanRefused = false;
};

} // namespace lockmaster
