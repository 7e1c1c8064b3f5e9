// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl alerts`: the rules, or what they would have said. */
ExitCode runAlerts(const Options &options);

} // namespace lockmaster
