// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"

namespace lockmaster {

/** `lockctl list`: one complete look at every backend. */
ExitCode runList(const Options &options);

/** `lockctl watch`: a line for each event, until a signal. Needs a QCoreApplication. */
ExitCode runWatch(const Options &options);

/** `lockctl leaders`: watches leader locks for a while and prints what that told. */
ExitCode runLeaders(const Options &options);

/** `lockctl owners`: who holds what, and waits for what, on all backends. */
ExitCode runOwners(const Options &options);

/** `lockctl chains`: who waits for whom, on all backends together. */
ExitCode runChains(const Options &options);

/** `lockctl check`: one look at every backend, judged. Ends as monitoring plugins do. */
ExitCode runCheck(const Options &options);

/** The same for a command line that says something wrong. */
ExitCode refuseCheck(const QString &why);

/** `lockctl doctor`: what each server, account and version allow, and what to do about the rest. */
ExitCode runDoctor(const Options &options);

/** `lockctl serve`: metrics over HTTP until a signal. Needs a QCoreApplication. */
ExitCode runServe(const Options &options);

/** `lockctl alerts`: the rules, or what they would have said. */
ExitCode runAlerts(const Options &options);

} // namespace lockmaster
