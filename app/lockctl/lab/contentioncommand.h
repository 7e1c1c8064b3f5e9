// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl lab cards` and its like: one experiment with contention. Needs a QCoreApplication. */
ExitCode runContentionExperiment(const Options &options);

} // namespace lockmaster
