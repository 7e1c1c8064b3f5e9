// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/workcourse.h"

namespace lockmaster {

/** Whether the experiment is one with a group of servers whose master goes. */
bool isOfGroup(const QString &id);

/**
 * Of such an experiment: which locks its clients were granted when and by which server, which of
 * them are known to be lost by then, and when the group had no master or two.
 */
WorkCourse groupCourse(const QString &id, int workers, const std::vector<WorkReport> &reports,
                       SteadyTime start);

} // namespace lockmaster
