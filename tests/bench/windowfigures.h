// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/benchmark.h"
#include "tests/bench/windowstage.h"

namespace lockmaster::bench {

/** Until it shows so many locks. */
Result<void> filled(WindowStage &stage, int locks);

/** Twelve seconds in which nobody touches it: slices, and what showing a change takes. */
Figures livingFigures(WindowStage &stage, const QString &name);

/** While it is sorted, filtered and selected in. */
Result<Figures> answerFigures(WindowStage &stage, const QString &name);

} // namespace lockmaster::bench
