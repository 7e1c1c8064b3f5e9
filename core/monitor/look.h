// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendsnapshot.h"
#include "core/sources/backendreader.h"

namespace lockmaster {

/**
 * What one complete look saw of one backend, findings included. Moves, and is not copied. Locks
 * come without `attributes`: see `BackendReader::Depth::Listing`.
 */
struct SingleLook {
    BackendStatus status;
    BackendReading reading;                ///< owns the locks
    std::vector<const LockRecord *> locks; ///< ordered by id, each once; of `reading`

    SingleLook() = default;
    SingleLook(SingleLook &&) = default;
    SingleLook &operator=(SingleLook &&) = default;
    SingleLook(const SingleLook &) = delete;
    SingleLook &operator=(const SingleLook &) = delete;
};

/** Gets a look at the backend of that place in the list. False: nobody wants the others. */
using TakeLook = std::function<bool(size_t backend, SingleLook look)>;

/**
 * One complete look at each backend, all at the same time, each on a thread of its own, handed over
 * on the calling thread as each has answered or failed. A backend past its deadline is reported,
 * not waited for, and delays none. Returns after the last; `within` such a time where that is said.
 */
void lookAtEach(const std::vector<BackendSpec> &backends, const ReaderFactory &factory,
                const TakeLook &take, const Clock &clock = systemClock(),
                std::optional<Millis> within = {});

/** The same, all together, in the order of `backends`. */
std::vector<SingleLook> lookOnce(const std::vector<BackendSpec> &backends,
                                 const ReaderFactory &factory, const Clock &clock = systemClock());

} // namespace lockmaster
