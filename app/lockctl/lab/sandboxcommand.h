// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl sandbox`: private servers until a signal. Needs a QCoreApplication. */
ExitCode runSandbox(const Options &options);

} // namespace lockmaster
