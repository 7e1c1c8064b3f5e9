// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/exitcode.h"
#include "app/lockctl/shell/options.h"
#include "core/lab/recording/labrecording.h"

namespace lockmaster {

/** Whether what will be recorded can be written where `--record` says; why not is said. */
bool mayRecord(const LabOptions &options);

/** Where `--record` was said: writes it there. What goes wrong is said. */
ExitCode writeRecord(const LabOptions &options, LabRecording recording);

/** What a run that ended so ends with, and its replay. */
ExitCode codeOf(ElectionRecording::End end);

} // namespace lockmaster
