// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/redis/groups/clusterword.h"

namespace lockmaster {

/** Each node ends its locks by its own clock: some are so far apart that it has to be told. */
std::optional<Error> clocksDiffer(const std::vector<ClusterAnswer> &answers, SteadyTime now);

/** Locks end by the clock of the node that has them, where that shows another time. */
void shiftEnds(Observation &seen, const ClusterWord &word,
               const std::vector<ClusterAnswer> &answers);

} // namespace lockmaster
