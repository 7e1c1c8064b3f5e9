// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"
#include "core/platform/secret.h"
#include "core/lab/servers/keeper.h"

#include <memory>
#include <optional>

namespace lockmaster {

/**
 * Where experiments run: servers, accounts that may do what experiments do, and the keeper that
 * ends every process of theirs. The sandbox gives one (`Sandbox::labPlace()`); for a scratch table
 * on a backend of the operator's own `scratchPlace()` makes one, and refuses production and
 * read-only backends.
 */
struct LabPlace {
    std::shared_ptr<Keeper> keeper;
    BackendSpec sql; ///< may create, read, write and drop the experiments' own tables
    Secret sqlPassword;
    std::optional<BackendSpec> redis; ///< only in a sandbox
    Secret redisPassword;
    /** How the window watches the experiments' tables: an account that may act, password file. */
    BackendSpec watched;
    bool sandbox = false;
};

/** Whether a backend of the operator's may hold scratch tables; errors as of `scratchPlace`. */
Result<void> mayHoldExperiments(const BackendSpec &backend);

/**
 * Whether experiments may be made there at all. Errors: Unsupported (not MySQL or MariaDB), Denied
 * (production, or read-only; remedy), Config (no database is named; remedy).
 */
Result<void> mayHoldExperiments(const BackendSpec &backend);

/**
 * A place on a backend of the operator's: experiments make tables of their own with random names
 * there, and drop them. Starts a keeper; does not connect. Blocks for a moment.
 *
 * Errors: those of `mayHoldExperiments` and of `Keeper::start`.
 */
Result<LabPlace> scratchPlace(const BackendSpec &backend, Secret password);

} // namespace lockmaster
