// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/audit/auditlog.h"
#include "core/history/historyreader.h"

namespace lockmaster {

/// The history for programs, from the window and `lockctl history` alike: docs/guide/json.md has
/// the fields. Pure functions; any thread.

QByteArray historyJson(const HistoryQuery &query, const HistoryPage &page,
                       const std::vector<AuditLine> &actions);
QByteArray historyMomentJson(const HistoryMoment &moment);

/** A line with the columns' names, then one for each hold. */
QByteArray historyCsv(const std::vector<HistoryHold> &holds);
/** The same with the state at that moment in front, `held` or `unknown`. */
QByteArray historyMomentCsv(const HistoryMoment &moment);
/** A line with the columns' names, then one for each wait. */
QByteArray waitsCsv(const std::vector<HistoryWait> &waits);

} // namespace lockmaster
