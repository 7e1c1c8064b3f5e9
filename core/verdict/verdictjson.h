// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/jsonwriter.h"
#include "core/verdict/verdict.h"

namespace lockmaster {

/** The value of `verdict` in a lock's object, true of the moment `at`; null where there is none. */
void writeVerdict(JsonWriter &json, const std::optional<Verdict> &verdict, SteadyTime at);

} // namespace lockmaster
