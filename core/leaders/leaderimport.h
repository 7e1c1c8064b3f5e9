// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"
#include "core/text/jsonbounds.h"

namespace lockmaster {

/** Pins moments of a document, which are UTC, to a monotonic clock. */
struct PinnedTime {
    SteadyTime steady{};
    ServerTime wall{};
    Micros farthest = std::chrono::hours(48);

    /** None: no moment, or farther away. */
    std::optional<SteadyTime> steadyAt(const QString &utc) const;
    ServerTime wallAt(SteadyTime at) const;
};

/** A moment of `object`; what is none, or outside, is refused. */
SteadyTime momentIn(JsonBounds &json, const QJsonObject &object, const char *name,
                    const PinnedTime &pinned);

/**
 * What `writeLeaderHistory()` wrote, or anybody else: all that is drawn of it stands within it, in
 * order, and at most `mostCandidates` and 1,200,000 moments. What is refused is told by `json`.
 * Times without a leader have the microseconds that the file's milliseconds lack. Any thread.
 */
LeaderHistory readLeaderHistory(JsonBounds &json, const QJsonObject &object,
                                const PinnedTime &pinned, qsizetype mostCandidates = 100);

/** What was known at that moment: what began later is not there, what ended later lasts. */
LeaderHistory historyUntil(const LeaderHistory &history, SteadyTime at);

} // namespace lockmaster
