// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/sessionwait.h"
#include "core/owners/owners.h"

#include <span>

namespace lockmaster {

/**
 * Who a hold or a wait is of, as narrowly as it is told: a session of one server, or a thread of a
 * process. Two of one space that differ are two; of two spaces nobody can say.
 */
struct ChainActor {
    QByteArray space; ///< empty: it is not told
    QByteArray key;

    friend bool operator==(const ChainActor &, const ChainActor &) = default;
};

/** Somebody who holds or waits: an owner, or one session where several come from one address. */
struct ChainParty {
    OwnerId id;
    QString name;              ///< as it is shown
    bool known = true;         ///< false: something is held, and nothing tells by whom
    std::vector<size_t> holds; ///< of `WaitChains::holds`; of one who waits, all that it holds
    std::vector<size_t> waits; ///< of `WaitChains::waits`
};

/** What is waited for, or held by somebody who waits. */
struct ChainResource {
    /** Null: it is a row or a table, and no lock that is watched. */
    const LockRecord *lock = nullptr;
    bool ofRow = false; ///< with `lock`: the row that it is written in, and not the lock itself
    QString backend;
    QString table; ///< without `lock`: whose row it is, or the table itself; empty: not told
    SessionWait::On on = SessionWait::On::Row; ///< without `lock`
    std::vector<size_t> holds;
    std::vector<size_t> waits;
    qint64 unnamed = 0;                   ///< who wait as well, and of whom nothing is known
    std::optional<Micros> unnamedLongest; ///< for how long one of those has waited, where told
    bool cut = false;                     ///< more wait for it than is told

    qint64 waiting() const { return qint64(waits.size()) + unnamed; }
};

struct ChainHold {
    size_t party = 0;
    size_t resource = 0;
    ChainActor actor;
    bool certain = true; ///< false: it is one of several that may have it
};

struct ChainWait {
    size_t party = 0;
    size_t resource = 0;
    ChainActor actor;
    std::optional<Micros> waiting; ///< when it was looked at; none: not told
};

/** All who wait behind one who waits for nobody, or behind some who wait for each other. */
struct WaitChain {
    std::optional<size_t> root;    ///< the party; none: nobody knows who has what is waited for
    std::vector<size_t> resources; ///< what it keeps others waiting for by itself
    std::optional<size_t> cycle;   ///< of `WaitChains::cycles`, which it begins with
    qint64 blocked = 0;            ///< who wait in it, those of whom nothing is known included
    qint64 direct = 0;             ///< of those: for `resources`
    qint64 holding = 0;            ///< of `direct`, those who hold something themselves
    qint64 held = 0;               ///< how many locks those hold
    std::optional<Micros> longest; ///< the longest that one of `blocked` has waited, as far as told
    bool counted = true;           ///< false: there is too much of it, and more may wait
};

/** One of a circle: it holds what the one before waits for, and waits for what the next holds. */
struct CycleStep {
    size_t party = 0;
    size_t hold = 0;
    size_t wait = 0;
    bool sure = false; ///< one session, or one thread, does both
};

struct WaitCycle {
    std::vector<CycleStep> steps; ///< a shortest one; at least two parties

    /** Nobody of it can go on; otherwise it may be different work that holds and that waits. */
    bool isSure(const std::vector<ChainHold> &holds) const;
};

/**
 * Who waits for whom, over everything that was given. An owner that holds one lock and waits for
 * another joins them, on whatever servers they are: of one session or one thread it is certain that
 * it does both, of others it is a guess.
 */
struct WaitChains {
    std::vector<ChainParty> parties;
    std::vector<ChainResource> resources;
    std::vector<ChainHold> holds;
    std::vector<ChainWait> waits;
    std::vector<WaitChain> chains; ///< circles first, then by how many wait, and for how long
    std::vector<WaitCycle> cycles;

    bool empty() const { return chains.empty(); }
    /** Whether whoever has `hold` may be who waits in `wait`. */
    bool mayBeOne(const ChainHold &hold, const ChainWait &wait) const;
    bool isOne(const ChainHold &hold, const ChainWait &wait) const;
};

/** What somebody waits for in a chain, from what it begins with on; each once. */
std::vector<size_t> resourcesOf(const WaitChains &chains, const WaitChain &chain);

/** Who waits on one backend, besides what stands in its locks. */
struct BackendWaits {
    QString backend;
    SessionWaits waits;                ///< null: it is not known
    std::vector<QString> sources = {}; ///< what is watched there, whether it could be read or not
    QByteArray server = {}; ///< which it is, as several backends may be of one; empty: not known
};

/**
 * The chains among these locks, which have to outlive it. Locks that elect leaders are left out:
 * who does not lead is not kept from anything. So is what touches no lock among them. Cheap where
 * nobody waits; grows with who waits and with what those hold.
 */
WaitChains waitChains(std::span<const LockRecord *const> locks, std::span<const BackendWaits> waits,
                      const std::vector<OwnerRule> &rules);

} // namespace lockmaster
