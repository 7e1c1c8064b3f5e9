// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"

namespace lockmaster {

/**
 * What each backend's server, account and version allow, all asked at the same time, each on a
 * thread of its own. Returns when the last has answered; a backend past its deadline is reported as
 * such and not waited for. In the order of `backends`. Blocks; not for the GUI's thread.
 */
std::vector<Examination> examineAll(const std::vector<BackendSpec> &backends,
                                    const ReaderFactory &factory);

} // namespace lockmaster
