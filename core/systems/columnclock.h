// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

#include <QHash>
#include <QTimeZone>

namespace lockmaster {

/**
 * Turns what a column without a zone says into moments, by the clock that the profile says wrote
 * it. Values are microseconds from 1970-01-01 to the column as written.
 *
 * `server`: the session's zone, as far as it is from UTC now: programs that compare the column with
 * NOW() do the same. Made for one read; cheap for many values that are hours from each other.
 */
class ColumnClock
{
public:
    ColumnClock(const ClockSpec &spec, qint64 serverNow, qint64 serverUtc);

    struct Moment {
        ServerTime at{};
        /** The same hour once more, when clocks are set back: `at` is the first of the two. */
        std::optional<ServerTime> again;
        bool skipped = false; ///< clocks were set forward over it: no clock ever showed this
    };
    Moment moment(qint64 written) const;

    /** What the clock that wrote the column shows now, less UTC. */
    Micros offsetNow() const { return m_offsetNow; }

private:
    Micros zoneOffset(qint64 utcMicros) const;
    Moment inZone(qint64 written) const;

    struct Shift {
        Micros first{0};
        std::optional<Micros> second; ///< of a second moment, when there are two
        bool skipped = false;
    };
    Shift shiftOf(qint64 written) const;

    QTimeZone m_zone; ///< invalid where the offset is the same for all values
    Micros m_offsetNow{0};
    mutable QHash<qint64, Shift> m_shifts; ///< by quarter of an hour
};

/** `2026-01-02 03:04:05.25`: a column as written; digits of a second as far as they are not 0. */
QString columnText(qint64 written);

/** A moment in UTC, to the second: `2026-01-02 03:04:05 UTC`. */
QString utcSecondText(ServerTime time);

} // namespace lockmaster
