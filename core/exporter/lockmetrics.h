// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/locknote.h"
#include "core/exporter/exportedstate.h"
#include "core/exporter/metricwriter.h"

namespace lockmaster {

/** Which locks get series of their own: those whose names match, and not more than so many. */
struct SeriesChoice {
    std::vector<QByteArray> patterns; ///< as Redis understands them: `*`, `?`, `[a-z]`
    std::vector<LockNote> notes;      ///< those with `series`, too; the first that matches is told
    size_t most = 1000;
};

/**
 * The metrics of docs/guide/without-a-window.md, as they are at our moment `now`. Pure; any thread.
 * Costs one pass over all locks.
 *
 * What is unknown has no sample, except where the state is what is told. No two samples of a family
 * have the same labels. Where locks or leaders are left out, how many is a sample as well.
 */
MetricFamilies lockMetrics(const ExportedState &state, const SeriesChoice &series, SteadyTime now);

} // namespace lockmaster
