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

/** Whether host and port, or the socket, are the same. Names are not resolved. */
bool isSameServer(const BackendSpec &a, const BackendSpec &b);

/** What a profile says of the servers that somebody names by a URL. */
struct ServersOfProfile {
    std::vector<BackendSpec> known;
    QStringList unread; ///< what of it could not be read, for whoever starts the program
};

/**
 * The same for whoever has a profile: a server that is production there is production under any
 * URL, and read-only unless the URL says otherwise. Host and port tell that it is the same, or the
 * socket; names are not resolved. Where the profile could not be read as a whole any server may be
 * production: read-only is then each whose URL says neither `environment` nor `read_only`.
 */
Result<BackendSpec> parseBackendUrl(const QString &url, const ServersOfProfile &profile);

/**
 * The URL of a backend without its options: scheme, user, host or socket, database. No password.
 * `parseBackendUrl` reads it back.
 */
QString backendUrl(const BackendSpec &spec);

} // namespace lockmaster
