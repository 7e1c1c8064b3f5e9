// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/witness.h"

#include <QString>

namespace lockmaster {

/** A release from here that was done: what is seen to end by it is put down to it. */
struct ReleaseHere {
    Witness looked;
    QString auditId;
    QString owner = {}; ///< of several holders, the one that was let go of; empty: whoever held it
    SteadyTime begun{}; ///< right before anything was sent
    SteadyTime ended{}; ///< it was done before that
};

} // namespace lockmaster
