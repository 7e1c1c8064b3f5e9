// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl watch`: a line for each event, until a signal. Needs a QCoreApplication. */
ExitCode runWatch(const Options &options);

} // namespace lockmaster
