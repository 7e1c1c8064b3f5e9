// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"

namespace lockmaster {

/** What lockctl can do, in the order of its help. */
std::span<const Command> commands();

} // namespace lockmaster
