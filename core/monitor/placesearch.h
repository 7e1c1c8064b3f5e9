// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/trouble.h"
#include "core/monitor/viewsnapshot.h"
#include "core/text/typedletters.h"

#include <functional>

namespace lockmaster {

/**
 * Something in a view that has a name, and can be gone to by it. Holds no snapshot: those are freed
 * where they were made.
 */
struct Place {
    enum class Kind : quint8 { Server, Owner, Lock };

    Kind kind = Kind::Lock;
    Fit fit = Fit::None;
    Trouble trouble = Trouble::None;
    /** The server, or the lock's; of its figures the number of locks alone. */
    std::optional<ServerEntry> server;
    std::optional<OwnerEntry> owner;
    PackedLock lock; ///< null: it is no lock
};

/** What fits, and out of what. */
struct PlacesFound {
    /** A view may have a hundred thousand that fit; nobody reads on beyond these. */
    static constexpr size_t most = 50;

    std::vector<Place> places; ///< the best first
    qint64 fitting = 0;        ///< of which `places` are the best
    qint64 locks = 0;          ///< so many were looked through
    qint64 servers = 0;
    qint64 owners = 0;
};

/**
 * Servers, owners and locks of `view`, of both of its parts, whatever scope and filter: who fits
 * best, then servers before owners before locks, then who is in more trouble, then by name. No kind
 * crowds out the others. Owners are those that the view lists. `isWanted` is asked now and then:
 * where it says no, what was found so far is returned. Any thread.
 */
PlacesFound findPlaces(const ViewSnapshot &view, const TypedLetters &typed,
                       const std::function<bool()> &isWanted);

} // namespace lockmaster
