// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QString>
#include <QTimeZone>

namespace lockmaster {

struct LockReport;

/**
 * The clock that a report is told by. Where it is set forward or back between the first moment of a
 * report and the last, each moment has its offset behind it: an hour comes twice.
 */
class ReportClock
{
public:
    ReportClock(const QTimeZone &zone, const LockReport &report);

    /** `2026-03-01 03:00:15`, with `+01:00` behind it where that is not the same throughout, or is
     * another than that of the report. */
    QString text(ServerTime at) const;
    /** `+01:00`, where that is not the same throughout; else empty. */
    QString offsetBehind(ServerTime at) const;
    /** `Europe/Berlin (UTC+01:00)`, or with both offsets and when the one became the other. */
    QString zoneText() const;
    const QTimeZone &zone() const { return m_zone; }
    bool isEven() const { return m_isEven; }

private:
    const QTimeZone m_zone;
    ServerTime m_first{};
    ServerTime m_last{};
    bool m_isEven = true;
};

} // namespace lockmaster
