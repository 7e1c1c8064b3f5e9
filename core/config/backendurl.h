// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"

namespace lockmaster {

/**
 * A backend from a URL: `mysql://user@host:port/database?dist_lock=T&clock=server&...`,
 * `redis://`, `rediss://`, `mysql+unix:///path.sock?database=db`, `redis+unix:///path.sock?db=0`.
 * The options are those of docs/guide/command-line.md. Errors: Config, naming the part; user and
 * password are never quoted.
 */
Result<BackendSpec> parseBackendUrl(const QString &url);

/**
 * The same for whoever has a profile: a server that is production there is production under any
 * URL, and read-only unless the URL says otherwise. `known` are the profile's. Host and port tell
 * that it is the same, or the socket; names are not resolved.
 */
Result<BackendSpec> parseBackendUrl(const QString &url, const std::vector<BackendSpec> &known);

/**
 * The URL of a backend without its options: scheme, user, host or socket, database. No password.
 * `parseBackendUrl` reads it back.
 */
QString backendUrl(const BackendSpec &spec);

} // namespace lockmaster
