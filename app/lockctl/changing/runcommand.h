// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/**
 * `lockctl run -- COMMAND`: runs a command while a lock is held. Ends with the command's own code
 * where that was so from its beginning to its end. Needs a QCoreApplication.
 */
ExitCode runRun(const Options &options);

} // namespace lockmaster
