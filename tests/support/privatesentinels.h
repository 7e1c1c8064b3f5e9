// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/passwordsource.h"
#include "tests/support/privateredis.h"

#include <vector>

namespace lockmaster::test {

/**
 * A Redis that two others follow, and three sentinels that watch it as `m`: they give a server up
 * after half a second. Servers and sentinels have a password each, another one.
 */
class PrivateSentinels
{
public:
    static constexpr size_t size = 3;

    /** All of them know each other; null if not in time, which is logged. */
    static std::unique_ptr<PrivateSentinels> start();
    ~PrivateSentinels();

    /** By its sentinels, `named` of which the backend names. The passwords come along. */
    BackendSpec spec(size_t named = size) const;
    PasswordSource passwords() const;

    /** The first one is the master until another takes its place. */
    PrivateRedis &server(size_t number) { return *m_servers.at(number); }
    /** Which one the first sentinel takes for the master by now. */
    PrivateRedis &master();
    quint16 sentinelPort(size_t number) const { return m_sentinels.at(number)->port; }
    RedisReply askSentinel(size_t number, const RedisCommand &command) const;
    void killSentinel(size_t number);
    /** Where it was killed: it remembers all. */
    void reviveSentinel(size_t number);
    /** They know each other and both replicas, and none of it is in doubt. */
    bool isSettled() const;

private:
    struct Sentinel {
        QTemporaryDir directory;
        QProcess process;
        quint16 port = 0;
    };

    bool startSentinel(quint16 master);

    std::vector<std::unique_ptr<PrivateRedis>> m_servers;
    std::vector<std::unique_ptr<Sentinel>> m_sentinels;
    QTemporaryDir m_directory;
};

} // namespace lockmaster::test
