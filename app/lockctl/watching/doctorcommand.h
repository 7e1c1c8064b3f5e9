// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl doctor`: what each server, account and version allow, and what to do about the rest. */
ExitCode runDoctor(const Options &options);

} // namespace lockmaster
