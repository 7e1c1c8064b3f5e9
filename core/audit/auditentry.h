// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/audit/auditchain.h"
#include "core/audit/auditlog.h"

namespace lockmaster {

/** One line as it stands in a file: what it says, and what ties it to the line before. */
struct AuditEntry {
    AuditLine line;
    QByteArray previous; ///< the hash of the line before, also across months
    /** Only in the first line of a month: the line it follows. */
    std::optional<AuditPlace> after;
    /** What the head said where that was not the line before: somebody else was at the files. */
    std::optional<AuditPlace> headSaid;
};

/** What a line says, without its place in the chain, as members of an open object. */
void writeAuditMembers(JsonWriter &json, const AuditLine &line);

/** One line of JSON, without its line break; no other control character either. */
QByteArray auditText(const AuditEntry &entry);

/** None for what `auditText` did not write: torn, or edited. The month is not in the text. */
std::optional<AuditEntry> auditEntryFrom(QByteArrayView text);

} // namespace lockmaster
