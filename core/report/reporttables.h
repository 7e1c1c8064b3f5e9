// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/lockreport.h"
#include "core/report/reporttext.h"

namespace lockmaster {

class ReportClock;

/// The tables of a report and what stands below them, as blocks; none where there is nothing to
/// tell. Of more than a table takes, what is left out is told.

void addHolds(std::vector<ReportBlock> &blocks, const LockReport &report, const ReportClock &clock);
void addWaits(std::vector<ReportBlock> &blocks, const LockReport &report, const ReportClock &clock);
void addGaps(std::vector<ReportBlock> &blocks, const LockReport &report, const ReportClock &clock);
void addFindings(std::vector<ReportBlock> &blocks, const LockReport &report,
                 const ReportClock &clock);
void addEvents(std::vector<ReportBlock> &blocks, const LockReport &report,
               const ReportClock &clock);
void addActions(std::vector<ReportBlock> &blocks, const LockReport &report,
                const ReportClock &clock);

/** Who held it; of whom nothing was written down that is said. */
ReportLine holderLine(const QString &owner);
/** `3 m 2 s`, `≥ 3 m 2 s` where not both ends were seen. */
QString lengthText(const HistoryHold &hold);
QString lengthText(const HistoryWait &wait);

} // namespace lockmaster
