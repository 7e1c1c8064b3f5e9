// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/observation.h"
#include "core/domain/result.h"
#include "core/sources/backendreader.h"

namespace lockmaster {

/**
 * The tables of libraries on a backend, watched or not: those that are called so but are none as
 * well, with the reason. On a connection of its own; blocks until the deadline at most. Nothing for
 * what is no MySQL. Errors: the connection's.
 */
Result<std::vector<FoundTable>>
findFormatTables(const BackendSpec &backend, const PasswordSource &password, SteadyTime deadline);

} // namespace lockmaster
