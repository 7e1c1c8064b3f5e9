// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/texttable.h"
#include "core/monitor/look.h"

namespace lockmaster {

/** What `list` prints for people: a row for each of these locks of these looks. */
TextTable lockTable(const std::vector<SingleLook> &looks,
                    const std::vector<const LockRecord *> &locks, SteadyTime now);

} // namespace lockmaster
