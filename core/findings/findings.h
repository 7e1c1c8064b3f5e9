// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/lockrecord.h"

namespace lockmaster {

/**
 * Adds to `lock` the findings that follow from the common fields of a record, whatever its format:
 * no-expiry, unsigned-owner, expired-not-taken, sleeping-holder. Those that need a format's own
 * knowledge are there already, put by its system. Ordered as `FindingId`, each at most once.
 */
void addCommonFindings(LockRecord &lock, const BackendSpec &backend, SteadyTime now);

} // namespace lockmaster
