// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl formats`: the formats that are known, which of them a server has, what one would show.
 */
ExitCode runFormats(const Options &options);

/** `lockctl formats explain FILE`: row by row what it shows, and what a release would send. */
ExitCode explainFormat(const Options &options);

/** `lockctl trust FILE`: lets formats from elsewhere write. Asks no server. */
ExitCode runTrust(const Options &options);

} // namespace lockmaster
