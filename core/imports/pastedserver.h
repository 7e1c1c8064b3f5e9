// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"

namespace lockmaster {

/** A server as somebody wrote it down for another program. */
struct PastedServer {
    BackendSpec spec;    ///< its password, where one was written, as from a URL; no name of its own
    QStringList ignored; ///< names of options that mean nothing here
};

/**
 * What is meant by a URL (`mysql`, `mariadb`, `mysql2`, `redis` and their kin, a password included)
 * or by a command line of `mysql`, `mariadb`, `redis-cli` or `valkey-cli`, behind `ssh HOST` as
 * well. Nothing of it is run or expanded. Errors: Config, telling what is understood.
 */
Result<PastedServer> pastedServer(const QString &text);

} // namespace lockmaster
