// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/workreport.h"

/// What happened, judged from the workers' reports alone: no lock is asked, and no worker's word
/// for having had one. All take the reports in the order of time.
namespace lockmaster {

/** One worker's work in one round. */
struct WorkSpan {
    int worker = 0;
    int round = 0;
    SteadyTime from{};
    SteadyTime to = SteadyTime::max(); ///< as it is where the worker never left
};

/** In the order in which they began. */
std::vector<WorkSpan> workSpans(const std::vector<WorkReport> &reports);

/** How often somebody began to work while another was at work. Touching ends do not overlap. */
int overlappingEntries(const std::vector<WorkSpan> &spans);

/** The most that were at work at one moment. */
int mostAtOnce(const std::vector<WorkSpan> &spans);

/** Rounds that more than one worker worked in: how many runs there were beyond the first of each.
 */
int repeatedRuns(const std::vector<WorkSpan> &spans);

/**
 * Releases that took another's lock away: something was removed (the answer is 1), and another had
 * got the lock between the releaser's own entry and its leaving, so what was removed cannot have
 * been the releaser's. Where the reports do not prove it, it does not count.
 */
int wrongReleases(const std::vector<WorkReport> &reports);
/** Whether `released` is one of them; it has to be among `reports`. */
bool isWrongRelease(const std::vector<WorkReport> &reports, const WorkReport &released);

/** How many reports of `step` there are, of those with `value` where one is given. */
int countOf(const std::vector<WorkReport> &reports, WorkStep step);
int countOf(const std::vector<WorkReport> &reports, WorkStep step, qint64 value);

} // namespace lockmaster
