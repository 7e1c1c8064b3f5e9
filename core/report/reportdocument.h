// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/reporttext.h"
#include "core/report/reportwriters.h"

namespace lockmaster {

class ReportClock;

/** What stands in a report, in the order of reading. */
std::vector<ReportBlock> reportDocument(const LockReport &report, const ReportStyle &style,
                                        const ReportClock &clock);

/** `Lock order:42`, as one line of literal text. */
QString reportTitle(const LockReport &report);

} // namespace lockmaster
