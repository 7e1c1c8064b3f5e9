// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditentry.h"
#include "core/audit/auditfiles.h"

#include <algorithm>

namespace lockmaster {

Result<std::vector<AuditLine>> readAudit(const QString &directory, qsizetype most)
{
    const Result<QStringList> months = auditMonths(directory);
    if (!months)
        return passOn(months);
    std::vector<AuditLine> lines; // the newest first
    for (auto month = months->rbegin(); month != months->rend(); ++month) {
        const qsizetype wanted = most - qsizetype(lines.size());
        if (wanted <= 0)
            break;
        Result<AuditText> tail = readAuditTail(directory, *month, wanted + 1);
        if (!tail)
            return passOn(tail);
        // Its writer may be at it.
        if (!tail->terminated)
            tail->lines.removeLast();
        tail->lines = tail->lines.last(std::min(wanted, tail->lines.size()));
        for (auto text = tail->lines.rbegin(); text != tail->lines.rend(); ++text) {
            if (auto entry = auditEntryFrom(*text)) {
                entry->line.month = *month;
                lines.push_back(std::move(entry->line));
            }
        }
    }
    std::reverse(lines.begin(), lines.end());
    return lines;
}

} // namespace lockmaster
