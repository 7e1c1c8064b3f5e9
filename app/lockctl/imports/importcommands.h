// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl import`: servers that other programs have written down, into the profile. */
ExitCode runImport(const Options &options);

} // namespace lockmaster
