// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/sqltableread.h"
#include "core/systems/sqltext.h"

namespace lockmaster {

struct Error;

/// The statements that change a row of a lock table, each only while it is what was seen.

/**
 * Lets go of a row by writing 1970-01-02 into its time, where name and owner are these byte for
 * byte, and its time reads as one of `times`; any time where `times` is empty. Never deletes: the
 * next programs would run into each other's inserts. `clearOwner`: names nobody any more.
 */
SqlText releaseStatement(const SqlTableShape &shape, const QByteArray &name,
                         const SqlExactRow &seen, const std::vector<std::optional<QString>> &times,
                         bool clearOwner);

/** Compares the row with what was seen: the part behind WHERE. */
void addRowComparison(SqlText &text, const SqlTableShape &shape, const QByteArray &name,
                      const SqlExactRow &seen, const std::vector<std::optional<QString>> &times);

/** The server gave the statement up because another session has row or table locked. */
bool isLockedOut(const Error &error);

/** The answer to the statement was not seen: what it did is not known. */
bool isUnanswered(const Error &error);

/** What to grant where a write was denied; the same error otherwise. `privileges`: for the GRANT.
 */
Error namingTheGrant(Error error, const SqlTableShape &shape, const QString &account,
                     const QString &privileges);

} // namespace lockmaster
