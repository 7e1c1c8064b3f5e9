// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl lab`: one experiment, or which there are. Needs a QCoreApplication. */
ExitCode runLab(const Options &options);

} // namespace lockmaster
