// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/audit/auditlog.h"
#include "core/history/historyreader.h"

namespace lockmaster {

/**
 * What was done from here to the locks that `query` asks for, in the time that `page` lists: lines
 * of the audit log in `directory`, the newest, oldest first. Reads files; any thread. Errors: those
 * of `readAudit`.
 */
Result<std::vector<AuditLine>>
readHistoryActions(const QString &directory, const HistoryQuery &query, const HistoryPage &page);

} // namespace lockmaster
