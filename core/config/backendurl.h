// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"

namespace lockmaster {

/**
 * A backend from a URL: `mysql://user@host:port/database?dist_lock=T&clock=server&...`,
 * `redis://`, `rediss://`, `mysql+unix:///path.sock?database=db`, `redis+unix:///path.sock?db=0`.
 * The options are those of the command line's documentation. Errors: Config, naming the part.
 */
Result<BackendSpec> parseBackendUrl(const QString &url);

} // namespace lockmaster
