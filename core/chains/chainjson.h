// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chains/chains.h"
#include "core/text/jsonwriter.h"

namespace lockmaster {

/// What `lockctl chains --json` says, and the window exports: see docs/guide/json.md.

/** The members `chains`, `cycles`, `parties` and `resources` of an open object. */
void writeChains(JsonWriter &json, const WaitChains &chains, SteadyTime now);

} // namespace lockmaster
