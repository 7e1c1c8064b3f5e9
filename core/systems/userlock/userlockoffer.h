// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/systems/userlock/userlocklook.h"

namespace lockmaster {

struct SqlServer;

/** Whether every holder there is was listed. */
bool listsAllHolders(const UserLockRows &rows);

/** What keeps the list from being whole, in words and with the way out; empty where nothing does.
 */
std::vector<Error> userLockProblems(const UserLockRows &rows, const SqlServer &server);

/** What this server and account allow, each with a reason and, where it is missing, a remedy. */
std::vector<Capability> userLockCapabilities(const UserLockRows &rows, const SqlServer &server);

} // namespace lockmaster
