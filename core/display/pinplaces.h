// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

namespace lockmaster {

/** A pinned lock, and how it stands in a view. */
struct PinPlace {
    enum class Stand : quint8 {
        Listed,  ///< among the rows
        Hidden,  ///< it is there, and filter or scope leave it out
        NotHeld, ///< its source was read whole just now, and it is not there
        NotSeen, ///< it was not, or could not be: it may be held
    };

    LockId id;
    Stand stand = Stand::NotSeen;

    /** `not held`; translated. */
    static QString text(Stand stand);
};

/** Each of `pins`, in their order. */
std::vector<PinPlace> pinPlaces(const ViewSnapshot &view, const std::vector<LockId> &pins,
                                SteadyTime now);

} // namespace lockmaster
