// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/error.h"
#include "core/domain/lockrecord.h"
#include "core/domain/release.h"
#include "core/domain/result.h"
#include "core/domain/writepermit.h"
#include "core/systems/redisson/releasescript.h"

#include <optional>
#include <vector>

/// What can be done to a Redisson lock, and what became of it, in words.
namespace lockmaster::redisson {

/** As `LockSystem::actions`. Nothing for a multi-lock: its holders share one hash. */
std::vector<LockAction> actionsOf(const LockRecord &lock);

/** Why there is no such action; none where there is a way. */
std::optional<Error> whyNoAction(const LockRecord &lock);

/** Which lock a sentence is about. */
struct Named {
    QString lock; ///< literal
    QString backend;
    QString user; ///< the account; `default` where none was named

    static Named of(const QByteArray &name, const BackendSpec &backend);
};

/**
 * The outcome of a script or of a comparison in its stead. `sent` is the caller's to set. `told`:
 * how many subscribers the server passed the messages on to that wake who waits.
 */
ReleaseOutcome outcomeOf(ScriptAnswer answer, ReleaseAim::Kind kind, const Named &named,
                         qint64 told = 0);
/** The outcome where the server refused what was sent: nothing was changed. `pattern`: see
 * channelDenied(). */
ReleaseOutcome refusedOutcome(const RedisReply &error, const QByteArray &pattern,
                              const Named &named);

/** Config, where the permit is for another backend. */
Result<void> checkPermit(const WritePermit &permit, const BackendSpec &backend);

/** Sent, and no answer came. */
ReleaseOutcome unknownOutcome(const Named &named);
/** The connection with the WATCH is over; nothing was sent. */
ReleaseOutcome watchLostOutcome(const Named &named);
/** A ticket is good for one release. */
ReleaseOutcome usedUpOutcome(const Named &named);
/** The account may neither run scripts nor WATCH. */
ReleaseOutcome noWayOutcome(const Named &named);
/** `pattern`: what is published on, as a rule has to allow it. */
ReleaseOutcome channelDenied(const QByteArray &pattern, const Named &named);
ReleaseOutcome commandDenied(const QString &command, const Named &named);

} // namespace lockmaster::redisson
