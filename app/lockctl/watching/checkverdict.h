// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/checklimits.h"
#include "app/lockctl/watching/listtable.h"
#include "app/lockctl/watching/recordedholds.h"
#include "core/monitor/filter.h"
#include "core/monitor/look.h"

namespace lockmaster {

/** What `check` says: how it ends, and its line without the line's end. */
struct CheckVerdict {
    CheckLevel level = CheckLevel::Unknown;
    QByteArray line;
};

/** A backend as it was looked at. */
struct CheckedLook {
    const SingleLook *look = nullptr;
    bool answered = false; ///< everything that was asked for was read
};

/**
 * Judges the locks that match `filter`. *Critical* wins over *unknown*, which wins over *warning*:
 * what is not known never counts as fine. `allBackends`: none was left out. `recorded` is asked
 * since when a lock is held that does not tell, `verdictOf` whether its holder is gone, where the
 * limits want to know that. Pure; any thread.
 *
 * The line is for a monitoring system: `LOCKS CRITICAL - words|performance data`, less than 1,024
 * bytes, whatever the names are.
 */
CheckVerdict checkVerdict(const std::vector<CheckedLook> &looks, bool allBackends,
                          const Filter &filter, const CheckLimits &limits, SteadyTime now,
                          const RecordedHolds &recorded = {}, const VerdictOf &verdictOf = {});

/** Where nothing could be judged: `LOCKS UNKNOWN - why`. */
CheckVerdict noVerdict(const QString &why);

} // namespace lockmaster
