// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"

namespace lockmaster {

/** `lockctl top`: the locks live on the terminal, until a key or a signal. Needs a
 * QCoreApplication. */
ExitCode runTop(const Options &options);

} // namespace lockmaster
