// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/observation.h"

namespace lockmaster {

/**
 * Puts each hop to the server before everything else that was found out about it, where there are
 * any. The server was asked before that. Blocks for a moment, within which `ssh` is asked what it
 * makes of its host's name.
 */
void addHops(Examination &examination, const BackendSpec &spec);

} // namespace lockmaster
