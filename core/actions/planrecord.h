// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseoperation.h"
#include "core/actions/releaseplan.h"

/// How a plan that is carried out reads in the audit log, by whichever program.
namespace lockmaster {

/** What became of the locks of a plan. */
struct PlanTally {
    size_t released = 0;
    size_t gone = 0;    ///< nobody held it any more
    size_t refused = 0; ///< and not sent, or not done for certain
    size_t unknown = 0;
    size_t notTried = 0;

    /** One more; null: nothing was sent, for whatever reason. */
    void add(const ReleaseOutcome *outcome);
    QString text() const;
};

/** `beyond`: what was let pass that the plan does not say, as `even if not gone`; else empty. */
AuditIntent planIntent(const PlanFile &file, const QString &reason, const QString &beyond,
                       const QString &program);
AuditOutcome planOutcome(const PlanTally &tally);

/** The reason of each of its locks: as it was given, and which plan's it is, by its audit entry. */
QString planReason(const QString &given, const QString &planId);

} // namespace lockmaster
