// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QDate>

#include <vector>

namespace lockmaster {

/**
 * Where stretches of one length begin on this machine's clock, from the begin of `first` to the end
 * of `last`, which is the last of them. Hours and what is shorter have all the same length, also
 * where clocks change; longer ones begin as the clock says.
 */
std::vector<ServerTime> localEdges(const QDate &first, const QDate &last, Micros step);

/** A stretch of time in columns. */
struct TimeBins {
    std::vector<ServerTime> edges; ///< the first and the last column may reach beyond what is meant
    Micros step{0};                ///< the usual length of one
};

/** In columns of minutes, hours or days: as short ones as few enough of them allow. */
TimeBins timeBins(ServerTime from, ServerTime until);

} // namespace lockmaster
