// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl release --plan`: what would be let go of, into a file. Sends nothing. */
ExitCode runPlan(const Options &options);

/** `lockctl release --apply`: what a plan says, lock by lock. Needs a QCoreApplication. */
ExitCode runApply(const Options &options);

} // namespace lockmaster
