// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"

#include <functional>

namespace lockmaster {

/**
 * The password of a backend, from the first place that has one: password file, password command,
 * `LOCKMASTER_PASSWORD_<NAME>`, `LOCKMASTER_PASSWORD`, keychain, URL. An empty secret where none
 * has: servers without a password exist. Blocks (a command may run for `deadline`); any thread.
 * Errors: Config (file unreadable or open to others, command failed), Timeout.
 */
Result<Secret> resolvePassword(const BackendSpec &backend, SteadyTime deadline);

} // namespace lockmaster
