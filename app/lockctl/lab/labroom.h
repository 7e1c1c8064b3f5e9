// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"
#include "app/lockctl/shell/stopsignal.h"
#include "core/lab/labplace.h"
#include "core/lab/sandbox.h"

namespace lockmaster {

/** Where an experiment of the command line takes place; private servers live as long as this. */
struct LabRoom {
    std::unique_ptr<Sandbox> sandbox; ///< null: on a backend of the operator's
    LabPlace place;
};

/**
 * A private sandbox without traffic. Blocks; the steps and what goes wrong are said. Errors: what
 * to end with; `Cancelled` after a signal.
 */
tl::expected<LabRoom, ExitCode> openLabRoom(const Options &options, const StopSignal &stop);

/**
 * The same, or, where `--backend` or `--url` names one, a scratch table on a backend of the
 * operator's: never a production one, and a read-only one only with `--allow-writes`.
 */
tl::expected<LabRoom, ExitCode> openElectionRoom(const Options &options, const StopSignal &stop);

} // namespace lockmaster
