// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/verdict/relations.h"
#include "core/verdict/verdict.h"

namespace lockmaster {

/** One lock, and all that was observed around it. */
struct LifeCase {
    const LockRecord &lock;             ///< findings included
    std::optional<SteadyTime> lookedAt; ///< when it was read; none: never
    RelatedLocks related;
    std::optional<LifeEvidence> check;     ///< what the operator's own check said
    std::optional<LifeEvidence> past = {}; ///< what was recorded; it decides nothing
};

/**
 * Whether its holder lives, as of `now`. None where nobody holds it.
 *
 * `Alive` and `Gone` rest on something that was seen: a renewal within the rhythm of those before,
 * a heartbeat within a minute, a statement of its session within ten seconds, another lock of the
 * same process; and of `Gone`, on the check alone. What is missing makes no more than `NoSign`:
 * renewals that came in a rhythm and stopped, a heartbeat that is older than its format allows, a
 * session that sleeps. Stored moments decide nothing where they contradict the server's clock. That
 * the server lists a session says that nobody closed it: a holder whose machine went away has one
 * as well. Pure; any thread.
 */
std::optional<Verdict> judge(const LifeCase &it, SteadyTime now);

} // namespace lockmaster
