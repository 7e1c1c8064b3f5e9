// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/audit/auditlog.h"
#include "core/display/detailrows.h"
#include "core/display/lockroles.h"

#include <QCoreApplication>

namespace lockmaster {

/** One thing that was done, from the two lines it left in the audit log. At least one is there. */
struct AuditRecord {
    std::optional<AuditLine> intent;  ///< none: it stands further back than was read
    std::optional<AuditLine> outcome; ///< none: nobody wrote one (yet)

    const AuditLine &first() const { return intent ? *intent : *outcome; }
};

/** Puts intents and outcomes together; of lines oldest first, entries newest first. */
std::vector<AuditRecord> auditRecords(const std::vector<AuditLine> &lines);

/** An entry in words: translated where the words are ours, plain and literal everywhere. */
class AuditWords
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::AuditWords)

public:
    static QString localTime(const AuditRecord &entry);
    static QString utcTime(const AuditRecord &entry);
    static QString user(const AuditRecord &entry);
    static QString backend(const AuditRecord &entry);
    static QString lock(const AuditRecord &entry);
    static QString action(const AuditRecord &entry);
    static QString reason(const AuditRecord &entry);
    static QString outcome(const AuditRecord &entry);
    static QString heldBy(const AuditRecord &entry);
    static Tone outcomeTone(const AuditRecord &entry);

    /** Every field of both lines. */
    static Details details(const AuditRecord &entry);
    static Details verification(const AuditVerification &found);
    /** One sentence. */
    static QString verdict(const AuditVerification &found);
};

} // namespace lockmaster
