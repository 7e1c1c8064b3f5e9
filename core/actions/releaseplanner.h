// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseoperation.h"
#include "core/actions/releaseplan.h"

/// How a lock that was chosen comes into a plan, by whichever program.
namespace lockmaster {

/**
 * What is usually done to it, of what its system offers. `meant`: for whom of those who hold it;
 * null: whoever does. Else why it cannot be done with others, translated.
 */
tl::expected<LockAction, QString> usualAction(const LockRecord &lock, const Holder *meant,
                                              const std::vector<LockAction> &actions);

/** As it was looked at; what a ticket and a verdict tell is still to come. */
PlannedRelease plannedAt(const LockRecord &lock, const ServerMoment &looked,
                         const LockAction &action);

/** What has to be looked at once more before it is written down. */
ReleaseOrder orderOf(const PlannedRelease &planned, const BackendSpec &backend);

/** What the release of a plan compares, as far as its action alone decides that. */
Compare plannedCompare(const LockAction &action);

/** What that look found. @return why it cannot be planned, translated; empty: it can. */
QString addPreview(PlannedRelease &planned, const ReleasePreview &preview, Environment environment);

} // namespace lockmaster
