// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendtracker.h"

namespace lockmaster {

/** How long a lock that an incomplete source does not show any more is still listed. */
inline constexpr auto forgetAfter = std::chrono::minutes(10);

/** One reading while `BackendTracker` merges it. Internal. */
struct BackendTracker::Look {
    SteadyTime begun;
    SteadyTime now;
    bool partial = false; ///< what it has no observation of is left as it is
    std::map<QString, const Observation *> observations;
    Entries entries;
    std::vector<Event> events;
    bool changed = false;
    bool isPush = false;              ///< nothing that was pushed is newer
    QHash<QByteArray, HowEnded> ends; ///< of names, as the server told it
    std::vector<size_t> removed; ///< places in the list of entries, where single locks are merged
    QSet<LockId> alsoShown;      ///< pushed while this was read, and shown by it as well

    // The last answer of `observationOf()`: records of one source follow each other.
    const SourceId *source = nullptr;
    const Observation *observation = nullptr;
};

} // namespace lockmaster
