// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/domain/release.h"
#include "core/domain/result.h"
#include "core/domain/witness.h"
#include "core/domain/writepermit.h"

#include <QStringList>

#include <optional>

namespace lockmaster {

/** Which lock to let go of, and what of it was looked at. */
struct ReleaseRequest {
    Witness witness;
    QByteArray name;   ///< in full; `witness` may hold only its digest
    QString action;    ///< one of `LockSystem::actions`
    QByteArray target; ///< as in `LockAction`
};

/** What was found when a ticket was opened. A value; texts are translated. */
struct ReleasePreview {
    std::optional<LockRecord> lock; ///< as it stands now; none: there is no such lock any more
    /** What a commit can only answer, whatever is compared: it changed hands, is gone, is denied.
     */
    std::optional<ReleaseOutcome> refusal;
    bool renewed = false; ///< the witnessed instance with another lease
    /** False where only the lease tells one instance from the next: it is always compared then. */
    bool canCompareInstanceOnly = true;
    /** Nothing tells the witnessed holder from one that took the lock after the look. */
    bool indistinguishable = false;
    /** How old the look may be at the opening, whatever the operator allows; none: as they say. */
    std::optional<Micros> mostLookAge;
    /** How old the look has to be before a commit does anything; none: it may be of just now. */
    std::optional<Micros> leastLookAge;
    /** From when on it is old enough; the operation reckons it from `leastLookAge`. */
    std::optional<SteadyTime> notBefore;
    ServerMoment server;  ///< where and when this was found
    QStringList losses;   ///< what else ends with it: other locks, an open transaction, ...
    QStringList warnings; ///< what the operator should know: a live leader retakes, ...
};

/**
 * A release under way: opened when the operator begins to look at it, so that what was read is what
 * gets compared, and committed at most once.
 *
 * Lives on one thread and blocks, never past a deadline; the context's interrupt ends a blocked
 * call. Holds a connection of its own and, where the format needs it, a WATCH.
 */
class ReleaseTicket
{
public:
    virtual ~ReleaseTicket() = default;

    virtual const ReleasePreview &preview() const = 0;

    /** The exact command that `commit` sends, values written out; for reading, not for pasting. */
    virtual QString command(Compare compare) const = 0;

    /**
     * Compares and releases, in one step on the server. A second call answers `Changed` without
     * sending anything. Nothing is ever sent twice: a connection that is lost before anything was
     * sent is `Changed` with nothing `sent` where the comparison was lost with it (a WATCH),
     * replaced or an error where nothing was compared yet, and `Unknown` once the command may have
     * arrived.
     */
    virtual Result<ReleaseOutcome> commit(const WritePermit &permit, Compare compare,
                                          SteadyTime deadline) = 0;

    /**
     * Reads the lock anew, on another connection where the ticket's is over. After an `Unknown` it
     * first waits, at most until the deadline, for the server to have finished with the command.
     * @return none where the lock is not there any more.
     */
    virtual Result<std::optional<LockRecord>> observe(SteadyTime deadline) = 0;

    /** Why what the server showed last need not be so; none: it is. */
    virtual std::optional<Error> doubt() const { return std::nullopt; }
};

} // namespace lockmaster
