// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QStringList>

#include <compare>
#include <map>
#include <optional>
#include <vector>

namespace lockmaster {

/**
 * The first field of an index entry as InnoDB writes it in its lists of locks: `'daily-close', 7`
 * gives `daily-close`, `0xFF01` its two bytes. Quotes are doubled in it and characters beyond the
 * basic plane are written as `?` by some servers. None for anything else (numbers, NULL, a cut).
 */
std::optional<QByteArray> firstOfLockData(const QByteArray &data);

/** What follows the first field: `7` of `'daily-close', 7`. Empty where nothing does. */
QByteArray restOfLockData(const QByteArray &data);

/** The end of an index, which is locked along with ranges. */
bool isSupremum(const QByteArray &data);

/** One lock of an entry of an index, as MySQL lists all of them. */
struct SqlDataLock {
    quint64 session = 0;
    QString index;
    bool waits = false;
    QByteArray data; ///< the entry's fields
};

/** A row that a session has locked, or waits for. */
struct SqlLockedRow {
    quint64 session = 0; ///< a thread (MySQL) or a transaction (MariaDB)
    QByteArray name;
    bool waits = false;

    friend std::strong_ordering operator<=>(const SqlLockedRow &, const SqlLockedRow &) = default;
};

/** Who has locked which rows of one table. All lists are ordered, and have each entry once. */
struct SqlLockedRows {
    std::vector<SqlLockedRow> rows;
    std::vector<quint64> elsewhere;          ///< sessions that hold rows we cannot name
    std::vector<quint64> waiting;            ///< sessions that wait for a row, whatever they hold
    std::map<quint64, quint64> transactions; ///< MySQL: the number of each session's own

    bool empty() const { return rows.empty() && elsewhere.empty(); }
    bool isWaiting(quint64 session) const;
};

/**
 * Makes rows of locks of index entries. A row has an entry in each index; where one of them tells
 * its name, so do the others, by the primary key that all of them hold. Who waits for a row does
 * not count as its holder: the entries that it got on its way there keep nobody out who would not
 * wait anyway.
 */
SqlLockedRows lockedRowsOf(const std::vector<SqlDataLock> &locks, const QStringList &nameIndexes);

/** Orders the lists, and takes those who wait for a row out of its holders. */
void sortOut(SqlLockedRows &seen);

} // namespace lockmaster
