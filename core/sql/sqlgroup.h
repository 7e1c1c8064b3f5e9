// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/domain/result.h"
#include "core/platform/clock.h"

#include <optional>

namespace lockmaster {

class SqlConnection;

/**
 * What a MariaDB says of its Galera cluster, by status variables that every account may read, cut
 * off or not. None: it is in none. Errors: the connection's, and what the server answers instead.
 */
Result<std::optional<GroupMember>> askSqlGroup(SqlConnection &connection, SteadyTime deadline);

/**
 * The same read, once the member has done all that the group decided before it came: without it
 * every second read behind a write elsewhere is of the past. Waits as long as a statement may.
 */
QString upToDateWithGroup(const QString &select);

/** The answer to whatever has to do with a table, while the member is cut off from most. */
bool isCutOffFromGroup(int nativeCode);

/** What to do about a member that is; one sentence. */
QString whereToAskInsteadOfCutOff();

/** It went to the group and was not answered: it may be done once most members meet again. */
bool isLeftToGroup(int nativeCode);

/** For whoever examines the server. */
Capability groupCapability(const GroupMember &member);

} // namespace lockmaster
