// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/event.h"
#include "core/domain/packedlock.h"

namespace lockmaster {

/**
 * What two looks at one lock say together. Pure functions; any thread.
 *
 * An expiry may be off by a few milliseconds from look to look where the server tells only what is
 * left of it, so that a later expiry is one that is later by more than that.
 */

/**
 * Where two readers tell of one lock in turn, each derives an expiry of its own from what is left
 * of the lease, and holds to it. Gives `after` the expiry of `before` where no more than that sets
 * them apart; not where the server told the expiry itself (precision 0).
 */
void keepDerivedExpiry(LockRecord &after, const PackedLock &before);

/** `after` is the hold that `before` was: same owners; the re-entry count may differ. */
bool sameHold(const LockRecord &before, const LockRecord &after);

/** The lease ends later than it did. */
bool renewed(const LockRecord &before, const LockRecord &after);

/** Something an operator would call a change: state, owner, count, waiters, expiry or findings. */
bool visiblyChanged(const LockRecord &before, const LockRecord &after);

/**
 * Completes `after` with what only watching can tell: since when it is held, how long its lease
 * was granted. `before` is null for a lock that was not there; `at` is when `after` was read, and
 * `beforeAt` when the look before was: a hold that it did not show cannot be older, whatever the
 * server says (MariaDB counts the wait for a user-level lock with the hold).
 */
void carryOver(LockRecord &after, const LockRecord *before, std::optional<SteadyTime> beforeAt,
               SteadyTime at);
void carryOver(LockRecord &after, const PackedLock &before, SteadyTime beforeAt, SteadyTime at);

/**
 * What happened to a lock that was read twice, in the order in which it is told. `beforeAt` is when
 * `before` was read; nothing is said where `after` is unknown.
 */
std::vector<EventKind> changesBetween(const LockRecord &before, SteadyTime beforeAt,
                                      const LockRecord &after);

/** When a lock was last seen, and the look that showed what became of it. */
struct Sight {
    SteadyTime lastSeen{}; ///< the last that showed it; where a server tells of changes: just now
    SteadyTime begun{};
    SteadyTime answered{};
    bool gap = false;               ///< it could not be seen in between
    bool goesWithItsLease = false;  ///< the server takes it away when its lease is over
    HowEnded told = HowEnded::None; ///< the server's own word of this hold: `Expired`, `Released`
};

/**
 * How the hold `before` ended, by the look that showed `after` in its place; null: it is not there.
 * The one rule for events, metrics and the history:
 *  - another's hold in its place: replaced;
 *  - gone, or moved back, while its lease still ran: let go of, by whomever;
 *  - gone from a server that takes away what has run out, not before its lease was over: ran out.
 *    It may have been let go of in the last moment; where more than half of the lease lay between
 *    the looks it may as well have been renewed first, and that cannot be told;
 *  - gone from a table after its lease was over, or lost from sight in between: cannot be told.
 * Where the server itself told how it went, that counts, unless the lease contradicts it: told to
 * have run out while it still runs, or to have been deleted when it was over. Then it was another
 * hold that the word was about, or somebody else's word, and it cannot be told.
 */
HowEnded endOfHold(const LockRecord &before, const LockRecord *after, const Sight &sight);

/** What happened to a lock that was not there at the last complete look, at `lookedAt`. */
std::vector<EventKind> changesOfNew(const LockRecord &after, SteadyTime lookedAt);

} // namespace lockmaster
