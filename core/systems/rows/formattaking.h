// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"
#include "core/systems/rows/formatrow.h"

namespace lockmaster {

/// Taking rows of tables that a format file describes.

/** What is written at an acquisition. Moments are in the terms of the columns that they are for. */
struct FormatTaken {
    QByteArray owner; ///< empty where the table has none
    QString end;      ///< empty where it has none
    QString since;    ///< likewise
};

/** An owner as the library makes one up; empty: whoever takes it has a name of its own. */
QByteArray madeOwner(const FormatTaking &taking);

/** What stands in the key for a name: the name, or its hash where it is not one already. */
QByteArray storedName(const FormatTaking &taking, const QByteArray &name);

/** A moment as text for its column; `written`: microseconds, of UTC where the column is an epoch.
 */
QString momentText(TimeUnit unit, int digits, qint64 written);
/** How many digits of a second the column of `since` keeps. */
int sinceDigits(const SqlTableShape &shape, const FormatTable &table);

/**
 * Takes a row that is there as it was seen, byte for byte, or makes one where none was: then
 * another who was faster makes it fail with a duplicate key.
 */
SqlText formatTakeStatement(const SqlTableShape &shape, const FormatTable &table,
                            const QByteArray &name, const std::optional<SqlExactRow> &seen,
                            const FormatTaken &taken);

/** Moves the end of a row of ours, whose end reads as one of `times` while it is. */
SqlText formatRenewStatement(const SqlTableShape &shape, const FormatTable &table,
                             const QByteArray &name, const SqlExactRow &ours,
                             const StoredTimes &times, const QString &end);

/** What the account needs to take and let go: `SELECT, INSERT, UPDATE, DELETE`. */
QString takingPrivileges(const FormatTable &table);

} // namespace lockmaster
