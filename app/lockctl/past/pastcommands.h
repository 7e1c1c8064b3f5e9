// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl history`: what was recorded of locks, and what was done to them from here. */
ExitCode runHistory(const Options &options);

/** `lockctl report`: what was seen of one lock, and done to it, as a document. */
ExitCode runReport(const Options &options);

/** `lockctl audit`: the newest lines of the log, or what is wrong with it. Asks no server. */
ExitCode runAudit(const Options &options);

} // namespace lockmaster
