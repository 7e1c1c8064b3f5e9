// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/sql/sqltablerows.h"

#include <QHash>
#include <QTimeZone>

namespace lockmaster {

/**
 * Turns what a column without a zone says into moments, by the clock that the profile says wrote
 * it. Values are microseconds from 1970-01-01 to the column as written.
 *
 * `server`: the session's zone as the server told it, so that a lease across a change of summer
 * time is as long as it is; where it did not tell, moments are `unsure`. Further than a year from
 * now the rules at the end of that year count. Made for one read; cheap for many values that are
 * hours from each other.
 */
class ColumnClock
{
public:
    ColumnClock(const ClockSpec &spec, const SqlTableReading &reading);

    struct Moment {
        ServerTime at{};
        /** The same hour once more, when clocks are set back: `at` is the first of the two. */
        std::optional<ServerTime> again;
        /** Clocks are set forward over it and never show this: `at` is when they are. */
        bool skipped = false;
        bool unsure = false; ///< clocks may be set between now and then, and nobody knows
    };
    Moment moment(qint64 written) const;

    /** What the clock that wrote the column shows now, less UTC. */
    Micros offsetNow() const { return m_offsetNow; }
    /** What it shows at a moment. */
    qint64 written(ServerTime at) const;

private:
    bool changes() const { return m_zone.isValid() || m_serverZone; }
    void takeServerZone(const SqlTableReading &reading);
    Micros zoneOffset(qint64 utcMicros) const;
    Moment inZone(qint64 written) const;

    struct Shift {
        Micros first{0};
        std::optional<Micros> second; ///< of a second moment, when there are two
        std::optional<qint64> skippedAt;
    };
    Shift shiftOf(qint64 written) const;
    qint64 changeBetween(qint64 before, qint64 after) const;

    /// Both empty where the offset is the same for all values.
    QTimeZone m_zone;
    std::shared_ptr<const SqlServerZone> m_serverZone;
    Micros m_offsetNow{0};
    bool m_unsure = false;
    /// What is written between these has the offset of now, and no change is near.
    qint64 m_plainFrom = 0;
    qint64 m_plainUntil = 0;
    mutable QHash<qint64, Shift> m_shifts; ///< by quarter of an hour
};

/** `2026-01-02 03:04:05.25`: a column as written; digits of a second as far as they are not 0. */
QString columnText(qint64 written);

/** A moment in UTC, to the second: `2026-01-02 03:04:05 UTC`. */
QString utcSecondText(ServerTime time);

} // namespace lockmaster
