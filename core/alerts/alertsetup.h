// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/openalerts.h"
#include "core/alerts/alertdelivery.h"
#include "core/config/profilefile.h"

namespace lockmaster {

/** The rules of a profile. Where alerts are off as a whole there are none. */
AlertSettings alertSettings(const AlertKeys &keys, const std::vector<LockNote> &notes,
                            const std::vector<OwnerRule> &owners,
                            const std::vector<BackendSpec> &backends);

/**
 * Where a profile wants alerts to be told; reads the file that holds the webhook's address. Errors:
 * Config, Timeout; never the address.
 */
Result<DeliverySettings> deliverySettings(const AlertKeys &keys);

} // namespace lockmaster
