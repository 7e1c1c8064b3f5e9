// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/groupmember.h"
#include "core/domain/passwordsource.h"
#include "core/redis/redisconnection.h"

#include <memory>
#include <optional>

namespace lockmaster {

class ClusterNodes;
class RedisSentinels;
class SocketInterrupt;
struct ClusterWord;
struct SentinelWord;

/**
 * The way to the server that a backend means: the one at its address, whichever its sentinels say
 * is the master by now, or the node of a cluster that has the slot of a key. Whoever reads or
 * writes there opens connections by this. Lives on one thread.
 */
class RedisAccess
{
public:
    /**
     * `interrupt` ends the asking of sentinels and nodes; null: nobody ends it. `key`: what it is
     * for; of no matter but in a cluster.
     */
    RedisAccess(const BackendSpec &spec, PasswordSource password,
                std::shared_ptr<SocketInterrupt> interrupt = {}, const QByteArray &key = {});
    ~RedisAccess();
    RedisAccess(RedisAccess &&) noexcept;
    RedisAccess &operator=(RedisAccess &&) noexcept;

    /**
     * A connection to it. Behind sentinels: to the server that most of them name, which has to be
     * the very run that they know, and else is left at once. A password that would go over the wire
     * as it is goes to no address that fewer name. Errors: as `RedisConnection::open` and
     * `RedisSentinels::ask`, and Network, where it is not known which server is the master.
     */
    Result<std::unique_ptr<RedisConnection>> open(SteadyTime deadline,
                                                  std::shared_ptr<SocketInterrupt> interrupt = {});

    bool isOfGroup() const { return m_sentinels || m_cluster; }
    /** How it stood with the server when it was asked last, of a cluster with the key's slot; none:
     * it is in no group. */
    const std::optional<GroupMember> &group() const { return m_group; }
    /** Asks again, for the server that `connection` leads to. */
    const std::optional<GroupMember> &look(const RedisConnection &connection, SteadyTime deadline);
    /** Another server is the master by now: there is no use in that connection any more. */
    bool hasMoved() const { return m_hasMoved; }
    /** Most of the sentinels or masters named it when they were asked last, whatever else is
     * going on. */
    bool isNamed() const { return m_byMost && !m_hasMoved; }

private:
    Result<Endpoint> masterEndpoint(Secret password, SteadyTime deadline);
    Result<std::unique_ptr<RedisConnection>>
    openOwner(SteadyTime deadline, const std::shared_ptr<SocketInterrupt> &interrupt);
    void lookAtOwner(const RedisConnection &connection, SteadyTime deadline);
    bool isNamedBy(const ClusterWord &word) const;
    void take(const SentinelWord &word);
    void take(const ClusterWord &word);
    void takeSilence(const Error &why);
    void doubt(const Error &why);
    void judge(const RedisConnection &connection);

    BackendSpec m_spec;
    PasswordSource m_password;
    std::unique_ptr<RedisSentinels> m_sentinels; ///< null: there are none
    std::unique_ptr<ClusterNodes> m_cluster;     ///< null: it is none
    int m_slot = 0;                              ///< of the key
    std::optional<GroupMember> m_group;
    QByteArray m_runId;                ///< of the master, as the sentinels know it, if they do
    std::vector<NodeAddress> m_others; ///< that said last that they are the master as well
    size_t m_replicas = 0;             ///< that sentinels see up, none of which says otherwise
    bool m_byMost = false;
    bool m_hasMoved = false;
};

} // namespace lockmaster
