// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/finding.h"
#include "core/domain/lockid.h"

#include <QList>

#include <optional>
#include <vector>

namespace lockmaster {

/** What a lock is. `Free` is a claim: it is said only from a fresh and complete read. */
enum class LockState : quint8 {
    Held,    ///< somebody holds it, and the server's clock says the lease runs
    Expired, ///< still written down, but free to take
    Free,    ///< written down as held by nobody (we released it, or a leader row without a leader)
    Blocked, ///< the row itself is locked by an open transaction; nobody can take or renew it
    Unknown, ///< the last look failed or was incomplete
};

/** Somebody holds it now: the row may be locked on top of that. */
constexpr bool isHeld(LockState state)
{
    return state == LockState::Held || state == LockState::Blocked;
}

/** The JSON word: `held`, `expired`, `free`, `blocked`, `unknown`. */
QString lockStateName(LockState state);
std::optional<LockState> lockStateFromName(QStringView name);

/** What could be resolved about a holder; every field may be empty. Values are untrusted text. */
struct HolderDetail {
    QString host;
    std::optional<qint64> pid;
    QString thread; ///< opaque: a Redisson thread id may be any 64-bit number
    QString user;
    QString program;
    std::optional<qint64> connectionId;
    /**
     * What one process made up for itself and signs with, or what its library calls it there and
     * nothing else ever; no other has the same.
     */
    QString process = {};
    QString reason = {}; ///< why it holds the lock, as it says; untrusted

    /** A host is known, and by a name that not every machine calls itself. */
    bool tellsHost() const;

    friend bool operator==(const HolderDetail &, const HolderDetail &) = default;
};

/** What it rests on that this is a lock of its system. */
enum class Certainty : quint8 {
    Certain, ///< a table or pattern that the operator named, or a format that nothing else writes
    Likely,  ///< a shape that other things have as well: a random token in a key that expires
};

/** The JSON word: `certain`, `likely`. */
QString certaintyName(Certainty certainty);
std::optional<Certainty> certaintyFromName(QStringView name);

/** One who holds a lock. */
struct Holder {
    QByteArray raw;       ///< as stored; at most the first 1,024 bytes
    qint64 rawBytes = 0;  ///< the stored length; more than `raw.size()` when cut
    QString label;        ///< how people call it, e.g. `web-3 (9f1c..)`, `(unsigned)`
    qint64 holdCount = 1; ///< re-entry; 1 where the format knows none
    std::shared_ptr<const HolderDetail> detail; ///< null where nothing could be resolved

    bool truncated() const { return rawBytes > raw.size(); }
};
bool operator==(const Holder &a, const Holder &b);

/** The lease: how long it was granted, when it ends, by whose clock. */
struct Lease {
    bool hasExpiry = false;              ///< false: nothing but the holder ends it
    std::optional<ServerTime> expiresAt; ///< server's clock, UTC; none: no expiry, or not known
    SteadyTime deadline{};               ///< `expiresAt` on our monotonic clock; valid with it
    qint64 stored = 0;   ///< the integer as stored, stable from poll to poll: diff key and witness
    Micros precision{0}; ///< `expiresAt` may be off by this much: one second for DATETIME(0)
    bool rounds = false; ///< what the precision cannot hold is rounded (MySQL), not cut (MariaDB)
    std::optional<Micros> granted; ///< full length of the lease where it is known or was seen
    bool isBeat = false; ///< its holder was last heard of `granted` before its end, as is stored
};

/** Where "held for" comes from. */
enum class HeldBasis : quint8 {
    None,     ///< not known
    Server,   ///< the server told
    Observed, ///< since we first saw this instance: at least that long
};

/** The JSON word: `server`, `observed`; of `None` there is none: empty. */
QString heldBasisName(HeldBasis basis);

/** How a hold was seen to be renewed; moments are of the looks that were the first to show it. */
struct Renewals {
    qint64 count = 0; ///< at least so many
    SteadyTime first{};
    SteadyTime last{};
    Micros within{0};  ///< before `last`: the last one was not earlier, as the look before showed
    Micros longest{0}; ///< between two that followed each other, looks that saw nothing included

    /** What lies between two of them, on average; none of less than three. */
    std::optional<Micros> usual() const;

    friend bool operator==(const Renewals &, const Renewals &) = default;
};

/** One who waits. */
struct Waiter {
    QString label;
    std::optional<qint64> connectionId;
    std::optional<Micros> waiting;
    bool identified = true; ///< false: the same label may be another's at the next look
    std::shared_ptr<const HolderDetail> detail = {}; ///< null where nothing could be resolved
};
bool operator==(const Waiter &a, const Waiter &b);

struct Waiters {
    std::optional<qint64> count; ///< none: cannot be known here
    QString basis;               ///< what was counted, e.g. `sessions`, `subscribed clients`
    QList<Waiter> list;          ///< those that could be named, at most 64

    friend bool operator==(const Waiters &, const Waiters &) = default;
};

/** A line for the details pane: what a format knows beyond the common fields. */
struct Attribute {
    enum class Group : quint8 { Owner, Session, Raw };
    Group group = Group::Raw;
    QString label; ///< translated
    QString value; ///< untrusted; show as plain text

    friend bool operator==(const Attribute &, const Attribute &) = default;
};
using Attributes = std::vector<Attribute>;

/** What one of several servers, which know nothing of each other, has of a lock. */
struct LockShare {
    enum class Seen : quint8 {
        Unknown, ///< it did not answer, or not for this lock
        Absent,
        Holder, ///< what makes its owner the holder, or one of those who have as much of it
        Other,  ///< somebody else's
    };
    QString server; ///< its address
    Seen seen = Seen::Unknown;
    std::optional<Holder> holder; ///< who has that there; where it is not known, as seen last
    qint64 stored = -1;           ///< as `Lease::stored` there; of no meaning without a holder
    QByteArray instance;          ///< likewise: a digest of that instance, short

    friend bool operator==(const LockShare &, const LockShare &) = default;
};

/** The JSON word: `unknown`, `absent`, `holder`, `other`. */
QString shareName(LockShare::Seen seen);

/** Of a lock that is held where most of several servers agree. */
struct LockShares {
    int needed = 1; ///< so many have to have it
    std::vector<LockShare> all;

    /** How many have what its first holder is one by. */
    int count() const;

    friend bool operator==(const LockShares &, const LockShares &) = default;
};

/**
 * Everything known of one lock from one look. A value; immutable once published.
 *
 * `variant` is the shape within the system: `fair`, `read`, `write`, `fenced` for Redisson, the
 * library's name for Redis strings, empty otherwise. It is no part of the instance: a fair lock is
 * known as fair only while somebody queues. `session` is whatever beyond holders, count and node
 * tells this instance from a later one (a connection's id, start and server).
 *
 * A copy shares what it can: most looks hand on most locks as they were, and such a copy takes no
 * memory of its own.
 */
struct LockRecord {
    LockId id;
    LockState state = LockState::Unknown;
    QList<Holder> holders; ///< empty: none, or not known; the first is the one to show
    QString variant;
    Certainty certainty = Certainty::Certain;
    /** How sure `variant` is: a pattern of the operator settles that it is a lock, not whose. */
    Certainty variantCertainty = Certainty::Certain;
    bool holdCountExact = true; ///< false: who holds it may have entered more often than is told
    Lease lease;
    std::optional<SteadyTime> heldSince; ///< on our monotonic clock
    HeldBasis heldBasis = HeldBasis::None;
    std::optional<Renewals> renewals; ///< none: none was seen
    Waiters waiters;
    QByteArray session;
    QByteArray node;    ///< the node of a cluster it was read from; empty: the only one
    QByteArray pattern; ///< the pattern that found it; empty: recognised by its shape
    /** For sessions: how long the holder has been idle; none where it means nothing. */
    std::optional<Micros> holderIdle;
    std::shared_ptr<const Attributes> attributes; ///< null: none
    std::shared_ptr<const LockShares> shares;     ///< null: it is on one server
    QList<Finding> findings;

    qint64 holdCount() const { return holders.empty() ? 0 : holders.front().holdCount; }
    /** What is left of the lease at our moment `at`; negative once over; none without expiry. */
    std::optional<Micros> ttlAt(SteadyTime at) const;
    bool hasFinding(FindingId id) const;
};

/** The same lock once nothing certain can be said of it any more: unknown, and without findings. */
LockRecord asUnknown(LockRecord lock);

/** The same instance: same holders, counts, node and session. The lease may differ. */
bool sameInstance(const LockRecord &a, const LockRecord &b);

/** The same instance with the same lease as stored. */
bool sameLease(const LockRecord &a, const LockRecord &b);

/** Nothing worth a repaint differs (clock jitter in `deadline` and `heldSince` does not count). */
bool sameContent(const LockRecord &a, const LockRecord &b);

} // namespace lockmaster
