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

/**
 * `lockctl run -- COMMAND`: runs a command while a lock is held. Ends with the command's own code
 * where that was so from its beginning to its end. Needs a QCoreApplication.
 */
ExitCode runRun(const Options &options);

/**
 * `lockctl release`: lets go of the lock that was looked at, or says why not. Needs a
 * QCoreApplication. A first signal before the command is sent ends it unsent; after that, it waits
 * for the outcome. A second one ends the program at once.
 */
ExitCode runRelease(const Options &options);

} // namespace lockmaster
