// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"

#include <vector>

namespace lockmaster {

/**
 * Everything that is read from servers that know nothing of each other and have locks together: a
 * lock is held by whom most of them name (`joinedLock`). `members`: a reader for each of
 * `spec.redlock`, in that order; all are read at the same time.
 *
 * A look is complete where so few servers did not answer that nothing can be held by them alone.
 * What too few have is asked for once more at once: it may have been on its way. A server that
 * follows another one does not count; of two names for one server nothing is told for certain. One
 * that is silent is given up half of the backend's timeout behind the others, and left alone for
 * five seconds.
 */
std::unique_ptr<BackendReader>
makeRedlockReader(const BackendSpec &spec, std::vector<std::unique_ptr<BackendReader>> members,
                  const Clock &clock);

} // namespace lockmaster
