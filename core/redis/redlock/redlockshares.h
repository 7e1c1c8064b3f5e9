// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/lockrecord.h"

#include <vector>

/// A lock on several servers that know nothing of each other, as one: the rules of Redlock
/// (https://redis.io/docs/latest/develop/use/patterns/distributed-locks/). Asks no server.
namespace lockmaster {

/** What one server has of a lock. */
struct ShareSeen {
    QString server;
    bool isKnown = false; ///< it answered, and for this lock
    /** As it stands there, or, where it did not answer, as it was seen last; null: nothing. */
    const LockRecord *lock = nullptr;
};

/** By how much earlier than its end a lease counts as over: clocks do not all run as fast. */
Micros redlockDrift(Micros left);

/**
 * The lock that these are shares of, at least one of which has a `lock`. Held by whom `needed`
 * servers name; its lease ends with the share by which there are too few, less the drift. Else it
 * is unknown, with who has most, and the finding `minority` where all that could make up for it
 * have answered. `clock`: of the servers.
 */
LockRecord joinedLock(const std::vector<ShareSeen> &shares, int needed, const ClockReading &clock);

/** Those that have not answered could not make one a holder who is none by the others. */
bool isSureOfAbsence(const std::vector<ShareSeen> &shares, int needed);

/** By what one holds, comparable: some systems have another client for each server. */
QByteArray redlockToken(const Holder &holder, QStringView system);
/** The same of its first holder. */
QByteArray redlockToken(const LockRecord &lock);

/** One that does not tell which server it is may be another one of them. */
Error untoldServer(const QString &user);
/** Two names for one server, which would count twice. */
Error twinServers(const QString &one, const QString &other);

/** Which servers they are, in their order, as a `serverDigest`: whoever restarts is the same one.
 */
QByteArray redlockIdentity(const BackendSpec &spec);

} // namespace lockmaster
