// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/watching/listtable.h"
#include "core/monitor/filter.h"

namespace lockmaster {

using Looks = std::vector<SingleLook>;
using Locks = std::vector<const LockRecord *>;

/**
 * One complete look at each backend of `choice`, in their order; with `time` what watching them for
 * so long left, which knows of renewals. Handed over before the connections are closed, and kept
 * until the program ends: taking all locks apart costs as much as a good part of reading them.
 */
void lookAtAll(const BackendChoice &choice, std::optional<Millis> time,
               const std::function<void(const Looks &looks)> &take);

/** Those of one look that match. */
void addChosen(const SingleLook &look, const Filter &filter, SteadyTime now, Locks &locks);

/** The locks that match, in the order of backends and names. */
Locks chosenLocks(const Looks &looks, const Filter &filter, SteadyTime now);

/** When each backend was looked at, for the witnesses of its locks. */
class Moments
{
public:
    explicit Moments(const Looks &looks);

    /** Of a lock of one of those looks. */
    const ServerMoment &of(const LockRecord &lock) const;

private:
    std::vector<std::pair<QString, ServerMoment>> m_moments;
};

/**
 * Whether the holders of these locks live, by all that was looked at, as of `now`, which is right
 * behind the look; with `ask` also by the profile's own checks, each of which is asked before this
 * returns: what was seen to live then is not less so because they took long. What they could not
 * tell is said on standard error. What the history has of them is told as well. All together they
 * have the time `inAll`. To be called by any thread, of locks of these looks, which have to outlive
 * it.
 */
VerdictOf judgeOf(const Looks &looks, const Locks &locks, const BackendChoice &choice, bool ask,
                  SteadyTime now, Micros inAll = std::chrono::minutes(1));

/** Whether there is anybody to ask. */
bool hasChecks(const BackendChoice &choice);
/** Whether `--ask` was given; says where there is nobody to ask. */
bool asksChecks(const Options &options, const BackendChoice &choice);

/** The same, judged once for each of these locks; nothing is said of others. Any thread. */
VerdictOf remembered(const Locks &locks, const VerdictOf &verdictOf);

/** `name: sentence` for each lock; of more than a few only what somebody should look at. */
void printVerdicts(const Locks &locks, const VerdictOf &verdictOf, bool severalBackends);

/** Says what went wrong. @return whether everything was read. */
bool sayProblems(const BackendSpec &spec, const BackendStatus &status);

/** What `--for` says, where it is given; false: it cannot be meant, which was said. */
bool takeWatchingTime(const Options &options, std::optional<Millis> *time);

} // namespace lockmaster
