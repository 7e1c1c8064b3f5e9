// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/exitcode.h"
#include "core/lab/contention/contention.h"

#include <optional>
#include <vector>

namespace lockmaster {

/** One that `lab` knows by name. */
struct Experiment {
    QString id;
    QString says; ///< one line
    ExitCode (*run)(const Options &options);
    std::optional<ContentionInfo> contention; ///< none: killing leaders
};

/** In the order in which they are listed. */
std::vector<Experiment> labExperiments();

/** `lockctl lab`: one experiment, or which there are. Needs a QCoreApplication. */
ExitCode runLab(const Options &options);

/** `lockctl lab failover`: kills leaders and measures. Needs a QCoreApplication. */
ExitCode runFailover(const Options &options);

/** `lockctl lab cards` and its like: one experiment with contention. Needs a QCoreApplication. */
ExitCode runContentionExperiment(const Options &options);

/** `lockctl lab replay FILE`: prints what a recording came to, as the run did. No server. */
ExitCode runReplay(const Options &options);

/** `lockctl sandbox`: private servers until a signal. Needs a QCoreApplication. */
ExitCode runSandbox(const Options &options);

} // namespace lockmaster
