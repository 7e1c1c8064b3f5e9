// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"
#include "core/platform/secret.h"

#include <functional>

namespace lockmaster {

/** What the window does with a keychain. Both block, and run on other threads than the GUI's. */
struct KeychainAccess {
    std::function<bool()> isThere;
    std::function<Result<void>(const BackendSpec &backend, const Secret &password)> keep;
};

} // namespace lockmaster
