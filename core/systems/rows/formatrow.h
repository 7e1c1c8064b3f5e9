// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"
#include "core/domain/lockrecord.h"
#include "core/sql/sqltableread.h"
#include "core/systems/rows/sqltext.h"
#include "core/systems/rows/tablewrite.h"

namespace lockmaster {

/// Rows of tables that a format file describes: their columns by name, and the statement that lets
/// go of one.

/** A row as it was read, by the names that the format has for its columns. */
class FormatRow
{
public:
    FormatRow(const FormatTable &table, const SqlTableRow &row, const SqlLayout &layout)
        : m_table(table), m_row(row), m_layout(layout)
    {
    }

    /** As text; none: NULL, or no such column. Not for the column of the end. */
    std::optional<QByteArray> value(const QString &column) const;
    /** Since when, in microseconds; none: it is not said, or no moment. */
    std::optional<qint64> since() const;
    /** Rows of another table; none: they cannot be counted. */
    std::optional<qint64> count(size_t which) const;
    /** Every column that the format names, for people. */
    Attributes attributes() const;

private:
    QString text(const QString &column) const;

    const FormatTable &m_table;
    const SqlTableRow &m_row;
    const SqlLayout &m_layout;
};

/** By what a holder is told from the next one, the end of the lease aside. */
enum class InstanceTold : quint8 {
    Nothing,
    WholeSeconds, ///< the second when it was taken: of any that was over before the look
    Owner,        ///< who it is, and not which time it took the lock
    Itself,
};

/** What the columns say in this row that are new at each acquisition. */
InstanceTold instanceTold(const SqlTableShape &shape, const FormatTable &table,
                          const SqlExactRow &seen);

/**
 * Lets go of a row: writes what the format sets, or deletes it. Only while key, owner and all that
 * makes it held and new stand as they were seen, byte for byte; with `withLease` also what moves
 * when it is renewed, and without it only where that moved forward.
 */
SqlText formatReleaseStatement(const SqlTableShape &shape, const FormatTable &table,
                               const QByteArray &name, const SqlExactRow &seen, bool withLease);

/** The same of a row of ours, whose end reads as one of `times` while it is. */
SqlText formatReleaseStatement(const SqlTableShape &shape, const FormatTable &table,
                               const QByteArray &name, const SqlExactRow &seen,
                               const StoredTimes &times);

/** The part behind WHERE of what writes to a row: everything but its end. */
void addFormatComparison(SqlText &text, const SqlTableShape &shape, const FormatTable &table,
                         const QByteArray &name, const SqlExactRow &seen, bool withLease);

/** What the account needs for a release: `SELECT, UPDATE`. */
QString releasePrivileges(const FormatTable &table);

} // namespace lockmaster
