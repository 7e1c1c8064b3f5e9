// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl serve`: metrics over HTTP until a signal. Needs a QCoreApplication. */
ExitCode runServe(const Options &options);

} // namespace lockmaster
