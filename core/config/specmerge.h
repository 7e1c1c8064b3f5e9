// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"

namespace lockmaster {

/** The keys of a profile that do not say the same of both, in their order. */
QStringList differingKeys(const BackendSpec &a, const BackendSpec &b);

/**
 * What somebody means who was shown a backend as `shown` and wants it as `wanted`, while the
 * profile has it as `now`: the keys that he changed, and all others as they are now. Errors:
 * Config, where both changed the same one, or what both wrote contradicts itself.
 */
Result<BackendSpec> mergedSpec(const BackendSpec &shown, const BackendSpec &wanted,
                               const BackendSpec &now);

} // namespace lockmaster
