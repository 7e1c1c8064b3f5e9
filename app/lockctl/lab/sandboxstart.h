// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/stopsignal.h"
#include "core/lab/sandbox.h"

namespace lockmaster {

/**
 * Starts a sandbox on a thread of its own, so that a signal ends the start at once; the steps are
 * said. Runs the event loop. Errors: those of `Sandbox::start()`, of kind Cancelled after a signal.
 */
Result<std::unique_ptr<Sandbox>> startSandbox(const Sandbox::Options &options,
                                              const StopSignal &stop);

} // namespace lockmaster
