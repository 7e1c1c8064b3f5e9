// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/domain/ownerrule.h"

#include <set>

namespace lockmaster {

/** By what somebody is known in one place and in another. */
enum class OwnerBasis : quint8 {
    Rule,    ///< the profile says who it is
    Host,    ///< the host that it signs with
    Process, ///< what its process made up for itself
    Address, ///< the address or host that its server sees it come from: others may share that
    Session, ///< a session of one server, of which no more is known
    Text,    ///< what it signs with, to the letter
};

/** The JSON word: `rule`, `host`, `process`, `address`, `session`, `text`. */
QString ownerBasisName(OwnerBasis basis);

/** Who it is. What is called alike on another basis is somebody else. */
struct OwnerId {
    OwnerBasis basis = OwnerBasis::Text;
    QByteArray key; ///< as it is known

    QString name() const; ///< as it is shown, and may be typed: literal text

    friend bool operator==(const OwnerId &, const OwnerId &) = default;
    friend bool operator<(const OwnerId &a, const OwnerId &b)
    {
        return a.basis != b.basis ? a.basis < b.basis : a.key < b.key;
    }
};

/**
 * Who holds `lock` as one of its holders; none where nothing tells: it signs with what anybody
 * would write. By the first rule that fits, and otherwise by the first of these that is known:
 * host, process, address, session, text; never by likeness.
 */
std::optional<OwnerId> ownerOf(const LockRecord &lock, const Holder &holder,
                               const std::vector<OwnerRule> &rules);
/** Who a session of an SQL server is that holds or waits there, likewise. */
std::optional<OwnerId> ownerOf(const HolderDetail &session, const QString &backend,
                               const std::vector<OwnerRule> &rules);
/** Who waits for `lock`, likewise; none where it has no more than a label. */
std::optional<OwnerId> ownerOf(const LockRecord &lock, const Waiter &waiter,
                               const std::vector<OwnerRule> &rules);

/**
 * Those among them that are called so, to the letter: as they are known, or, where nobody is, as
 * they are shown. There may be several, known by different things.
 */
std::set<OwnerId> ownersCalled(const QString &name, const std::set<OwnerId> &owners);

/** Whether `owner` holds a lock, or held it when that was last known. */
bool isHeldBy(const LockRecord &lock, const OwnerId &owner, const std::vector<OwnerRule> &rules);
/** The same, or it waits for it. */
bool isOf(const LockRecord &lock, const OwnerId &owner, const std::vector<OwnerRule> &rules);

/** A lock, and who holds it and waits for it, as far as that is known. It has to outlive this. */
struct OwnedLock {
    const LockRecord *lock = nullptr;
    std::vector<std::optional<OwnerId>> holders; ///< in the order of the lock's
    std::vector<std::optional<OwnerId>> waiters; ///< likewise
};
OwnedLock ownedLock(const LockRecord &lock, const std::vector<OwnerRule> &rules);

/** One who holds locks or waits for some. */
struct Owner {
    OwnerId id;
    std::vector<const LockRecord *> holds; ///< each once, in the order in which they were given
    std::vector<const LockRecord *> waits; ///< likewise
    /** Likewise, of which it is not known how they stand: it held them when that was known. */
    std::vector<const LockRecord *> unknown;
    QStringList hosts; ///< all that is known of it, each once; at most 8
    QStringList users;
    QStringList programs;
    std::vector<qint64> pids;
    std::optional<SteadyTime> oldest; ///< since when it has held something at least
    HeldBasis oldestBasis = HeldBasis::None;
};

/** Of whom nothing is known. */
struct OwnersFound {
    std::vector<Owner> owners;    ///< who holds most first
    qint64 heldByNobodyKnown = 0; ///< locks that are held, of which no holder is known
    qint64 unknown = 0;           ///< locks of which it is not known how they stand
};

/**
 * Who holds the locks that are held among these, and waits for any. They have to outlive it. Of a
 * lock of which it is not known how it stands it is not known either whether its text is anybody's:
 * who is known by that alone is named for it where it is known for another.
 */
OwnersFound ownersAmong(const std::vector<const OwnedLock *> &locks);
OwnersFound ownersAmong(const std::vector<const LockRecord *> &locks,
                        const std::vector<OwnerRule> &rules);

} // namespace lockmaster
