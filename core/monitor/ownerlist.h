// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/owners/owners.h"
#include "core/verdict/lives.h"

#include <array>

namespace lockmaster {

/** Of how many locks it is said that their holder lives, and so on. */
struct LifeCounts {
    std::array<qint64, allLives.size()> of{}; ///< indexed as `Life`; without those that contradict
    qint64 contradicting = 0;

    qint64 operator[](Life life) const { return of.at(size_t(life)); }
    void add(const LifeWord &word);

    friend bool operator==(const LifeCounts &, const LifeCounts &) = default;
};

/** One who holds locks or waits for some, on all backends together. */
struct OwnerEntry {
    OwnerId id;
    qint64 holds = 0;
    qint64 waits = 0;
    qint64 unknown = 0; ///< it held them, and it is not known how they stand
    std::optional<SteadyTime> oldest;
    HeldBasis oldestBasis = HeldBasis::None;
    LifeCounts lives;     ///< of what it holds; of what several hold one lives, or all are gone
    QStringList backends; ///< in the profile's order
    QStringList hosts;    ///< literal, as in `Owner`; these, too
    QStringList users;
    QStringList programs;
    std::vector<qint64> pids;

    friend bool operator==(const OwnerEntry &, const OwnerEntry &) = default;
};

/** Who gives more trouble comes first: what is worst known of a holder, and of how many locks. */
bool troublesMore(const OwnerEntry &a, const OwnerEntry &b);

/** Who holds what, in a view. Immutable. */
struct OwnerList {
    static constexpr size_t most = 2000;

    std::vector<OwnerEntry> owners; ///< who gives most trouble first, then who holds most
    qint64 more = 0;                ///< beyond `most`
    qint64 waiting = 0;             ///< of all these, so many wait for a lock
    qint64 heldByNobodyKnown = 0;
    qint64 unknown = 0; ///< locks of which it is not known how they stand

    friend bool operator==(const OwnerList &, const OwnerList &) = default;
};

} // namespace lockmaster
