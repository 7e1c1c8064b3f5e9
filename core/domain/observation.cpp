// SPDX-License-Identifier: Apache-2.0
#include "core/domain/observation.h"

#include <algorithm>

namespace lockmaster {

bool Examination::allThere() const
{
    return problems.empty()
        && std::all_of(capabilities.begin(), capabilities.end(),
                       [](const Capability &capability) { return capability.available; });
}

} // namespace lockmaster
