// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/servers/privatemariadb.h"
#include "core/lab/servers/privateredis.h"

#include <memory>

namespace lockmaster::bench {

/** A private MariaDB and a private Redis that hold locks which last an hour, half of them each. */
class LockServers
{
public:
    static Result<std::unique_ptr<LockServers>> start(int locks);

    std::vector<BackendSpec> backends() const;

    PrivateMariaDb &mariaDb() { return *m_mariaDb; }
    PrivateRedis &redis() { return *m_redis; }

private:
    LockServers() = default;

    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;
};

} // namespace lockmaster::bench
