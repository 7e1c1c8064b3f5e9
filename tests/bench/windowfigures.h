// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/benchmark.h"
#include "tests/bench/windowstage.h"

namespace lockmaster::bench {

/** Until it shows so many locks. */
Result<void> filled(WindowStage &stage, int locks);

/** What kept the GUI thread: `NAME-p99-wall` and the others, against what a slice may take. */
void addSlices(Figures &figures, const QString &name, const std::vector<Spent> &slices);

/** Per cent of a core that this process takes while the window lives on by itself. */
double processShare(WindowStage &stage, std::chrono::milliseconds time);

/** Twelve seconds in which nobody touches it: slices, and what showing a change takes. */
Figures livingFigures(WindowStage &stage, const QString &name);

/** While it is sorted, filtered and selected in. */
Result<Figures> answerFigures(WindowStage &stage, const QString &name);

} // namespace lockmaster::bench
