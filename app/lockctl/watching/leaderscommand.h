// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl leaders`: watches leader locks for a while and prints what that told. */
ExitCode runLeaders(const Options &options);

} // namespace lockmaster
