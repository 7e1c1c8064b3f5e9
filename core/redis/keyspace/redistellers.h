// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/observation.h"
#include "core/domain/passwordsource.h"

#include <memory>
#include <vector>

namespace lockmaster {

class ClusterNodes;
class RedisKeyspace;
class RedisListener;
class SocketInterrupt;
class ToldChanges;
struct ClusterWord;

/**
 * Who tells a feed which keys changed, and is asked what became of them: one server, or all masters
 * of a cluster. Lives on one thread; `interrupt()` may be called from any. After an error it is
 * over.
 */
class RedisTellers
{
public:
    virtual ~RedisTellers() = default;

    /** As `ChangeFeed::open`. */
    virtual Result<UpdateKind> open(SteadyTime deadline) = 0;

    /**
     * Notes some of what they tell. With a deadline that is past, only what is there already.
     * @return false: nothing came by the deadline.
     */
    virtual Result<bool> listen(ToldChanges &changes, SteadyTime deadline) = 0;

    /** `RedisKeyspace::readNamed`, from them. */
    virtual Result<Observation> read(RedisKeyspace &keyspace, const std::vector<QByteArray> &names,
                                     SteadyTime deadline) = 0;

    /**
     * They are still those whose keys these are: what was told of since `open()`, and what was not
     * found, is so. Errors: Network, where it need not be.
     */
    virtual Result<void> checkMasters(SteadyTime deadline) = 0;

    /** As `ChangeFeed::check`. */
    virtual Result<void> check(SteadyTime deadline) = 0;

    virtual void interrupt() noexcept = 0;
};

/** A group settles again: what it says meanwhile is no refusal, and a feed is opened again soon. */
Error passing(Error error);

/** The server at the backend's address, or the master that its sentinels name. */
std::unique_ptr<RedisTellers> makeServerTeller(const BackendSpec &spec, PasswordSource password);

/** All masters of the cluster. */
std::unique_ptr<RedisTellers> makeClusterTellers(const BackendSpec &spec, PasswordSource password);

/** One at each master. Errors: of the first that cannot be had. */
Result<std::vector<std::unique_ptr<RedisListener>>>
listenToMasters(ClusterNodes &nodes, const ClusterWord &word,
                const std::vector<QByteArray> &patterns, SteadyTime deadline,
                const std::shared_ptr<SocketInterrupt> &interrupt);
/** How changes become known by all of them: as by the one that tells least. */
UpdateKind updatesOf(const std::vector<std::unique_ptr<RedisListener>> &listeners);

} // namespace lockmaster
