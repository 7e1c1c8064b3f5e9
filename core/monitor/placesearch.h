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

/** What somebody typed to find a place: its name, or a lock's and behind a space its server's. */
struct PlaceLetters {
    TypedLetters whole;
    TypedLetters lock;   ///< with `server`; empty: there was no space
    TypedLetters server; ///< the last word

    PlaceLetters() = default;
    explicit PlaceLetters(const QString &typed);
};

/**
 * Servers, owners and locks of `view`, of both of its parts, whatever scope and filter: who fits
 * best, then servers before owners before locks, then who is in more trouble, then by name. No kind
 * crowds out the others. One name on each of a hundred servers is told apart by the server's.
 * Owners are those that the view lists. `isWanted` is asked now and then: where it says no, what
 * was found so far is returned. Any thread.
 */
PlacesFound findPlaces(const ViewSnapshot &view, const PlaceLetters &typed,
                       const std::function<bool()> &isWanted);

} // namespace lockmaster
