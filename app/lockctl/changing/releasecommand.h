// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/**
 * `lockctl release`: lets go of the lock that was looked at, or says why not. Needs a
 * QCoreApplication. A first signal before the command is sent ends it unsent; after that, it waits
 * for the outcome. A second one ends the program at once.
 */
ExitCode runRelease(const Options &options);

} // namespace lockmaster
