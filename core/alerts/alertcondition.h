// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/holdnorms.h"
#include "core/domain/alertrule.h"
#include "core/history/historyvalues.h"

namespace lockmaster {

/// When it is as a rule says: one answer for what is seen now and for what the history kept.

/**
 * Whether a rule of this kind looks at such a lock at all. Who leads is meant to hold: rules about
 * how long a lock is held do not look at a lock that elects a leader, and those about leaders at no
 * other. That a holder is gone matters of both.
 */
bool looksAt(AlertKind kind, bool electsLeader);

/**
 * How long a hold, a vacancy or an expired lock may last before it is as the rule says; longer than
 * that it is. `norm`: of this lock's holds, for `HeldUnusual`. None: no length is, as too few holds
 * are known.
 */
std::optional<Micros> longestFine(const AlertRule &rule, const HoldNorms::Norm &norm = {});

/**
 * Of `NotTaken`: how long a lock may go without being taken. `gaps`: between the begins of its
 * holds. None: no length is, as too few are known.
 */
std::optional<Micros> longestSilence(const AlertRule &rule, const HoldFigures &gaps);

/** Likewise, since when it goes without: a hold that took longer than that is none until its end.
 */
ServerTime silentSince(ServerTime began, ServerTime until, Micros fine);

/** Of `EndsSoon`: what is left of a lease, of a lock that is held. */
bool isTooLittle(const AlertRule &rule, Micros left);

/** Of `Waiters`. */
bool areTooMany(const AlertRule &rule, qint64 waiters);

} // namespace lockmaster
