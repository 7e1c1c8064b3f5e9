// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/packedlock.h"

#include <vector>

namespace lockmaster {

/** How often one lock was seen to change within the last minute, of whole steps of time. */
struct SeenChanges {
    qint64 count = 0;
    bool isLeast = false; ///< more may have happened in that minute

    friend bool operator==(const SeenChanges &, const SeenChanges &) = default;
};

/**
 * The locks that changed within the last minute, and how that minute was watched on each server.
 * Immutable; any thread. A lock that did not change has no entry.
 */
struct LockChanges {
    struct Counted {
        LockId lock;
        qint64 count = 0;

        friend bool operator==(const Counted &, const Counted &) = default;
    };
    struct Watched {
        QString backend;
        bool isLeast = true;
        bool isUnknown = true; ///< nothing of that minute was seen

        friend bool operator==(const Watched &, const Watched &) = default;
    };

    std::vector<Counted> counted; ///< ordered by name
    std::vector<Watched> watched; ///< ordered by backend

    /** None: it cannot be told, as nobody watched. */
    std::optional<SeenChanges> of(const PackedLock &lock) const;
    std::optional<SeenChanges> of(const LockId &lock) const;

    friend bool operator==(const LockChanges &, const LockChanges &) = default;
};

/** Null: nobody asked. Another list is another pointer. */
using LockChangesPointer = std::shared_ptr<const LockChanges>;

} // namespace lockmaster
