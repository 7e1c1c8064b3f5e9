// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl lab failover`: kills leaders and measures. Needs a QCoreApplication. */
ExitCode runFailover(const Options &options);

} // namespace lockmaster
