// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl check`: one look at every backend, judged. Ends as monitoring plugins do. */
ExitCode runCheck(const Options &options);

/** The same for a command line that says something wrong. */
ExitCode refuseCheck(const QString &why);

} // namespace lockmaster
