// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/**
 * `lockctl acquire`: takes a lock and keeps it until a signal, for a time, or until nobody reads
 * what it prints. Needs a QCoreApplication.
 */
ExitCode runAcquire(const Options &options);

} // namespace lockmaster
