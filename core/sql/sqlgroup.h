// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/domain/result.h"
#include "core/platform/clock.h"

#include <optional>
#include <vector>

namespace lockmaster {

class SqlConnection;

/** One member of a MySQL's group, as `performance_schema.replication_group_members` has it. */
struct MySqlMember {
    QString address; ///< as it announces itself
    QString state;   ///< `ONLINE`, `RECOVERING`, `OFFLINE`, `ERROR`, `UNREACHABLE`
    QString role;    ///< `PRIMARY`, `SECONDARY`; empty: not `ONLINE`
    bool own = false;
};

/**
 * How a MySQL stands in its group by what it says of the members. None: it takes no part in one,
 * and is written to by itself.
 */
std::optional<GroupMember> mySqlGroupMember(const std::vector<MySqlMember> &members,
                                            bool superReadOnly);

/** Whether it follows the primary: all that is written to it comes from there. */
bool isSecondary(const std::vector<MySqlMember> &members);

/** What a server says of its group. */
struct SqlGroup {
    std::optional<GroupMember> member; ///< none: it takes no part in one
    bool isSecondary = false;          ///< it follows the primary
};

/**
 * What a MariaDB says of its Galera cluster, by status variables that every account may read, cut
 * off or not; what a MySQL says of its group (Group Replication), whose members not every account
 * may see. Errors: the connection's, and what the server answers instead.
 */
Result<SqlGroup> askSqlGroup(SqlConnection &connection, SteadyTime deadline);

/**
 * The same read, once the member has done all that the group decided before it came: without it
 * every second read behind a write elsewhere is of the past. Waits as long as a statement may.
 * A MySQL has it as a setting of the session: `waitForGroup()`.
 */
QString upToDateWithGroup(const QString &select);

/**
 * Whether each read of a table by this MySQL session, and each write, waits likewise from now on.
 * Not while the member is cut off: they would hang until it is back, whatever bounds them.
 */
Result<void> waitForGroup(SqlConnection &connection, bool wait, SteadyTime deadline);

/** The answer to whatever has to do with a table, while the member is cut off from most. */
bool isCutOffFromGroup(int nativeCode);

/**
 * A session of this account that waits already for a group which does not answer; 0: there is none,
 * or that is not told. A read that was given up here goes on waiting there, and each further one
 * would take another of the server's connections.
 */
Result<qint64> whoWaitsInVain(SqlConnection &connection, SteadyTime deadline);

/** What is so of a member whose group does not answer `session`, whatever it says of the others. */
GroupMember withoutAnswer(GroupMember member, qint64 session);

/** Of what was read before the group was settled, or was one. */
Error readBeforeItSettled();

/** The answer of a MySQL to what has to wait for its group and cannot: nothing was done. */
bool isBehindItsGroup(int nativeCode);

/** What to do about a member that is either; one sentence. */
QString whereToAskInsteadOfCutOff();

/** It went to the group and was not answered: it may be done once most members meet again. */
bool isLeftToGroup(int nativeCode);

/**
 * The answer of a MySQL whose write was undone because another member's was the first: a deadlock,
 * under the number of a commit that was left to the group.
 */
bool isOvertakenInGroup(int nativeCode, const QString &text);

/**
 * Whether an error of a write may be that answer. A member that falls out of its group gives it for
 * all that it has sent already, which the others may do: it is believed of one that is settled.
 */
bool isUndoneByGroup(int nativeCode);

/** For whoever examines the server. */
Capability groupCapability(const GroupMember &member);

} // namespace lockmaster
