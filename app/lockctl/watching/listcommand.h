// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl list`: one complete look at every backend. */
ExitCode runList(const Options &options);

} // namespace lockmaster
