// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

namespace lockmaster {

class LockStore;
class LockTable;

/**
 * Says once, in the logging category `lockmaster.start` (`QT_LOGGING_RULES=lockmaster.start=true`),
 * how long after `begun` the first locks had been painted. GUI thread; costs nothing while the
 * category is off. The store and the table outlive it or end it.
 */
void logFirstLocks(const LockStore &store, LockTable &table, SteadyTime begun);

} // namespace lockmaster
