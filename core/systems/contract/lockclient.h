// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/domain/result.h"
#include "core/domain/writepermit.h"
#include "core/systems/contract/ownsignature.h"

#include <QStringList>

#include <optional>
#include <stop_token>
#include <vector>

namespace lockmaster {

/** What can be chosen when a lock of one system is taken on one backend. Texts are translated. */
struct AcquireForm {
    struct Variant {
        QString id; ///< `token`, `empty`; `plain`, `fair`, `read`, `write`
        QString label;
    };
    QStringList sources;              ///< `schema.table`, `db 0`; the first is the default
    std::vector<Variant> variants;    ///< empty: there is one way only; the first is the default
    bool hasOwner = true;             ///< false: the format has no place for an owner's text
    QByteArray owner;                 ///< stored where none is given; empty: one is made each time
    bool hasTtl = true;               ///< false: not to be chosen; session or format decide
    QString ttlNote = {};             ///< then: how long it lasts, one sentence
    std::optional<Millis> defaultTtl; ///< none: a TTL must be given
    qint64 mostNameBytes = 0;         ///< 0: no limit
};

/** A lock to take. */
struct AcquireRequest {
    QString source; ///< one of `AcquireForm::sources`; empty: the first
    QByteArray name;
    QByteArray owner; ///< empty: `AcquireForm::owner`, or one that is made
    std::optional<Millis> ttl;
    QString variant;         ///< empty: the first
    bool ownerIsNew = false; ///< it was made for this very lock: nobody else writes it
    QString reason = {};     ///< for others to read, where the lock is signed as we sign
};

/** What became of trying. */
struct AcquireResult {
    bool acquired = false;
    std::optional<Holder> heldBy;   ///< who has it instead, where that can be told
    std::optional<Micros> theirTtl; ///< what is left of their lease, where that is known
    /** Right before the attempt that took it: no lease counts from an earlier moment. */
    std::optional<SteadyTime> sentAt = std::nullopt;
};

/** A lock that is ours, as stored on the server. */
struct OwnLock {
    LockId id;
    QByteArray owner;          ///< as stored; empty where the format has none
    std::optional<Millis> ttl; ///< none: no lease, it lasts as long as the session
    std::optional<qint64> fencingToken;
    /** In words, why it may not be ours where it counts: on an old master's word; else empty. */
    QString doubt = {};
};

/**
 * One lock taken, kept and let go of in the way its system's own clients do, on a connection of its
 * own: programs that use the system honour it, and their waiters wake when it goes.
 *
 * Lives on one thread and blocks. `stop` ends a wait at once and leaves nothing behind on the
 * server; a lock that was taken all the same is let go of before the call returns.
 *
 * Errors: Network and Timeout (the lock may or may not be ours), Denied, Unsupported, Config (a
 * name, owner or TTL this system cannot store). Races that the system's own clients lose in the
 * same way, such as a deadlock on the first insert, are "not acquired" and no error.
 */
class LockClient
{
public:
    virtual ~LockClient() = default;

    /**
     * Tries once, and then goes on trying until `until`, as the system's clients wait: by the
     * server, by subscription, or by asking again. Waits on a read-only backend's server are
     * writes too, hence the permit.
     */
    virtual Result<AcquireResult> acquire(const WritePermit &permit, SteadyTime until,
                                          std::stop_token stop) = 0;

    /** Valid once acquired. */
    virtual OwnLock own() const = 0;

    /** Renews the lease (or proves the session alive). @return false: it is not ours any more. */
    virtual Result<bool> renew(SteadyTime deadline) = 0;

    /**
     * Lets go, and wakes who waits. After an `acquire` without an answer too, of what that may have
     * taken. @return false: it was not ours (any more).
     */
    virtual Result<bool> release(SteadyTime deadline) = 0;
};

/** For a client that tries again: blocks, and a stop ends it at once. */
void restFor(SteadyTime::duration time, const std::stop_token &stop);

} // namespace lockmaster
