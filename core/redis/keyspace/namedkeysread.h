// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/keyreads.h"

namespace lockmaster {

/** A read of named keys alone: no search, and nothing counted of what is no lock. */
class NamedKeysRead
{
public:
    NamedKeysRead(KeyspaceMemory &memory, RedisClient &client, const RedisServer &server,
                  SteadyTime deadline);

    Observation run(const std::vector<QByteArray> &names);

private:
    void ask(const QByteArray &name);
    void askForLock(const QByteArray &name);
    void readAll();
    void conclude();

    KeyspaceMemory &m_memory;
    KeyReads m_reads;
    QSet<QByteArray> m_asked;
};

} // namespace lockmaster
