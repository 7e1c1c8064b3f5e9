// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseoperation.h"
#include "core/actions/releaseplan.h"
#include "core/verdict/verdict.h"

/// Whether the holder of a plan's lock has to be gone before it is let go of, and what is done
/// where that is not known. The same by whichever program. A verdict permits nothing: what is let
/// go of compares as ever.
namespace lockmaster {

/** One of the operator's checks may take so long, all of a round so long, and what a round found
 * counts for so long. */
inline constexpr std::chrono::seconds goneCheckPatience{10};
inline constexpr std::chrono::seconds goneChecksInAll{60};
inline constexpr std::chrono::seconds goneKeptFor{60};

/** For whose locks it matters. */
struct GoneRule {
    bool goneOnly = false;      ///< the plan is only of those, or was asked to be
    bool evenIfNotGone = false; ///< of this run: production does not ask for it

    bool asksFor(Environment environment) const;
    /** For the plan's entry in the audit log: what was let pass; mostly empty. */
    QString beyond() const;
};

/**
 * Why the holder of `planned` does not count as gone, translated; empty: it does. `now` is the lock
 * of that name as it was looked at for this; null: it was not found, or not read.
 */
QString whyNotGone(const PlannedRelease &planned, const LockRecord *now,
                   const std::optional<Verdict> &verdict);

/** One whose holder does not count as gone. */
struct NotGone {
    QString why;
    std::optional<LockRecord> now; ///< as it was looked at for this; none: not found, or not read
    /** It was read that nobody holds it. Whoever has it a moment later was not asked about. */
    bool isVanished = false;

    static NotGone vanished();
};

/**
 * The report on one that is not sent, as its holder may live: audited as any other. Where even that
 * could not be written it has no audit id, and nothing more should be begun. Blocks on the disk.
 */
ReleaseReport refuseNotGone(const AuditLog &audit, ReleaseOrder order, const NotGone &found,
                            const QString &reason, const QString &program);

} // namespace lockmaster
