// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendsnapshot.h"
#include "core/sources/backendreader.h"

namespace lockmaster {

/**
 * One complete look at each backend, all at the same time, each on a thread of its own. Returns
 * when the last has answered or failed; a backend past its deadline is reported, not waited for.
 * The snapshots come in the order of `backends`, findings included.
 */
std::vector<std::shared_ptr<const BackendSnapshot>>
lookOnce(const std::vector<BackendSpec> &backends, const ReaderFactory &factory,
         const Clock &clock = systemClock());

} // namespace lockmaster
