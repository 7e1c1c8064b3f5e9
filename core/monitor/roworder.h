// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

namespace lockmaster {

/**
 * Names as people order them: runs of digits by their value, letters without regard to case, ties
 * by the bytes. A total order; no locale, no conversion. @return below, equal to or above zero.
 */
int compareNaturally(const QByteArray &a, const QByteArray &b);
int compareNaturally(const QString &a, const QString &b);

/**
 * The order of the table's rows for one column: by the column's value, then by name, then by id,
 * so that it is total and a row whose record did not change keeps its place. Time alone never
 * reorders: TTL is ordered by the deadline, "held" by its start.
 *
 * Ascending, locks without an expiry come after all others by TTL, and those whose value is not
 * known come last (TTL) or first (held, waiters). Descending turns the values round, ties stay.
 */
class RowOrder
{
public:
    RowOrder(LockColumn column, bool descending) : m_column(column), m_descending(descending) {}

    /** A number that orders most rows, so that few need to be looked at; 0 where there is none. */
    qint64 keyOf(const LockRecord &lock) const;

    /** `a` stands before `b`, where their keys were made by `keyOf`. */
    bool before(const LockRecord &a, qint64 keyOfA, const LockRecord &b, qint64 keyOfB) const
    {
        if (keyOfA != keyOfB)
            return (keyOfA < keyOfB) != m_descending;
        return textBefore(a, b);
    }

private:
    bool textBefore(const LockRecord &a, const LockRecord &b) const;
    int compareText(const LockRecord &a, const LockRecord &b) const;

    LockColumn m_column;
    bool m_descending;
};

} // namespace lockmaster
