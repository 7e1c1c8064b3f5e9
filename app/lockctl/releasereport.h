// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/exitcode.h"
#include "core/actions/releaseoperation.h"

namespace lockmaster {

/** What became of `lockctl release`. */
struct ReleaseAnswer {
    ReleaseOrder order;
    Compare compare = Compare::InstanceAndLease;
    tl::expected<ReleaseReport, NotDone> result;
};

ExitCode releaseExitCode(const tl::expected<ReleaseReport, NotDone> &result);

/** The outcome on standard output, as one object or one line; why, in words, on standard error. */
bool printRelease(const ReleaseAnswer &answer, bool asJson);

} // namespace lockmaster
