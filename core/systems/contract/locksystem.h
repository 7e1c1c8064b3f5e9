// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/lockrecord.h"
#include "core/domain/release.h"
#include "core/systems/contract/actioncontext.h"
#include "core/systems/contract/lockclient.h"
#include "core/systems/contract/releaseticket.h"

#include <memory>
#include <vector>

namespace lockmaster {

class SqlSource;
class RedisFormat;

/** How people call a lock system. */
struct SystemInfo {
    QString id;          ///< the contract's word: `dist_lock`, `leader`, `user_lock`, ...
    QString label;       ///< short, for a column: `GET_LOCK`, `Redisson`
    QString description; ///< for the pane: `MySQL user-level lock`; translated
    BackendKind kind = BackendKind::MySql;
};

/** What the systems want read from one backend. */
struct SourceSet {
    std::vector<std::unique_ptr<SqlSource>> sqlSources;
    std::vector<std::unique_ptr<RedisFormat>> redisFormats;
};

/**
 * One way of making locks. Everything about its format lives in its folder; the rest of the
 * program learns of it through this contract and one line in `registry.cpp`.
 *
 * Stateless and thread-safe; lives as long as the program.
 */
class LockSystem
{
public:
    virtual ~LockSystem() = default;

    virtual SystemInfo info() const = 0;

    /** Adds what must be read for this system's locks on `backend` (of this system's kind). */
    virtual void contribute(const BackendSpec &backend, SourceSet &sources) const = 0;

    /**
     * What can be done to this lock as it stands, the usual thing first; nothing where nobody holds
     * it. One entry for each reader or waiter where an action is about one. Asks no server.
     */
    virtual std::vector<LockAction> actions(const LockRecord &record) const;

    /**
     * Looks at the lock on a connection of its own and keeps what it saw for the comparison. What
     * differs from the witness is told in the ticket's preview and is no error. Changes nothing.
     * Blocks. Errors: the backend was not reached, or the lock cannot be read; Config for an
     * action that this lock does not have.
     */
    virtual Result<std::unique_ptr<ReleaseTicket>> beginRelease(const ReleaseRequest &request,
                                                                const ActionContext &context,
                                                                SteadyTime deadline) const;

    /**
     * What shows this lock at the server's own client: SQL statements, or lines for `redis-cli`,
     * one each. Safe to paste whatever its name is: no byte of that acts as anything but a name,
     * in a shell neither. Nothing where it cannot be told without asking the server.
     */
    virtual QStringList lookCommands(const LockRecord &record, const BackendSpec &backend) const;

    /** What can be chosen when a lock is taken; none where this system cannot take one there. */
    virtual std::optional<AcquireForm> acquireForm(const BackendSpec &backend) const;

    /** A client for one lock; does not connect yet. Errors: Config, Unsupported. */
    virtual Result<std::unique_ptr<LockClient>> client(const AcquireRequest &request,
                                                       const ActionContext &context) const;

    /** Whether `client` would have it so, without one: Config, Unsupported. Asks no server. */
    Result<void> check(const AcquireRequest &request, const BackendSpec &backend) const;
};

} // namespace lockmaster
