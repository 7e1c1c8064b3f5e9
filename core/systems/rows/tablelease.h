// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqltableshape.h"

#include <optional>

namespace lockmaster {

/**
 * How a format counts the lease of its rows. All times are in the column's own terms: microseconds
 * from 1970-01-01 by the clock that writes it.
 */
struct TableLease {
    Micros length{0};    ///< of one lease
    Micros heldAfter{0}; ///< from the written time to the end: none for an expiry
    bool nullIsFree = false;
    bool releaseClearsOwner = false;

    /** By the rule of the format's own programs: free once its end has passed. */
    bool mayTake(std::optional<qint64> written, qint64 now) const;

    /**
     * What to write now. A column of whole seconds cuts the lease, unless that would take more than
     * half of it: then the next second is written.
     */
    qint64 toWrite(qint64 now, Micros precision) const;

    /** What is left of a lease at least, right after it was written. */
    Micros guaranteed(Micros precision) const;
};

/** A time as the server gives it back as text: with as many digits as the column has. */
QString storedTimeText(qint64 written, int digits);

} // namespace lockmaster
