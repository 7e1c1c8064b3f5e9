// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqltableread.h"
#include "core/systems/rows/sqltext.h"

namespace lockmaster {

struct Error;

/// The statements that change a row of a lock table, each only while it is what was seen.

/** What a time may read as: several, where a write was not answered. */
using StoredTimes = std::vector<std::optional<QString>>;

/** How a format's rows are let go of. */
struct RowRelease {
    bool clearsOwner = false; ///< the row names nobody afterwards
    bool nullIsFree = false;  ///< a row without a time is nobody's; otherwise it has no end
};

/**
 * Lets go of a row by writing 1970-01-02 into its time, where name and owner are these byte for
 * byte, and its time reads as one of `times`; where `times` is empty, any time at which it was not
 * let go of already. Never deletes: the next programs would run into each other's inserts.
 */
SqlText releaseStatement(const SqlTableShape &shape, const QByteArray &name,
                         const SqlExactRow &seen, const StoredTimes &times, RowRelease release);

/** Compares the time as text with each of them; nothing where there is none. */
void addStoredTimes(SqlText &text, const SqlTableShape &shape, const StoredTimes &times);

/** Compares the row with what was seen: the part behind WHERE. */
void addRowComparison(SqlText &text, const SqlTableShape &shape, const QByteArray &name,
                      const SqlExactRow &seen, const StoredTimes &times);

/** The server gave the statement up because another session has row or table locked. */
bool isLockedOut(const Error &error);

/** What to grant where a write was denied; the same error otherwise. `privileges`: for the GRANT.
 */
Error namingTheGrant(Error error, const SqlTableShape &shape, const QString &account,
                     const QString &privileges);

} // namespace lockmaster
