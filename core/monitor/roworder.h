// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

namespace lockmaster {

/**
 * Names as people order them: runs of digits by their value, letters without regard to case, ties
 * by the bytes. A total order; no locale, no conversion. @return below, equal to or above zero.
 */
int compareNaturally(QByteArrayView a, QByteArrayView b);
int compareNaturally(QAnyStringView a, QAnyStringView b);

/**
 * The order of the table's rows for one column: by the column's value, then by name, then by id,
 * so that it is total and a row whose record did not change keeps its place. Time alone never
 * reorders: TTL is ordered by the deadline, "held" by its start. Changes are those of one list of
 * them, and another list is another order.
 *
 * The lock of the very name that is looked for stands before all others, whatever the column, and
 * pinned ones behind it.
 *
 * By state those with trouble come first, the worst before the rest; one of which an alert waits
 * for somebody is in trouble, too.
 *
 * Ascending, locks without an expiry come after all others by TTL, and those whose value is not
 * known come last (TTL) or first (held, waiters, changes). Descending turns the values round, ties
 * stay.
 */
class RowOrder
{
public:
    explicit RowOrder(const ViewQuery &query, LockChangesPointer changes = {})
        : m_column(query.sortColumn), m_descending(query.descending),
          m_sought(query.filter.soughtName()), m_pins(query.pins), m_alarmed(query.alarmed),
          m_changes(std::move(changes))
    {
    }

    /** What a lock is ordered by, taken out of it once; valid as long as the lock. */
    struct Key {
        qint64 number = 0;   ///< compared first; 0 where the column has none
        QAnyStringView text; ///< then this; empty where the column has none
        QByteArrayView name; ///< then this
        const PackedLock *lock = nullptr;
    };
    Key keyOf(const PackedLock &lock) const;

    /** `a` stands before `b`. */
    bool before(const Key &a, const Key &b) const;

    /** The places in `keys` in their order: what `before()` makes of them, for many. */
    std::vector<quint32> sorted(const std::vector<Key> &keys) const;

private:
    class Sorter;

    qint64 numberOf(const PackedLock &lock) const;

    LockColumn m_column;
    bool m_descending;
    SoughtName m_sought;
    LockSet m_pins;
    LockSet m_alarmed;
    LockChangesPointer m_changes;
};

} // namespace lockmaster
