// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/audit/auditlog.h"
#include "ui/models/detailrows.h"
#include "ui/models/lockroles.h"

#include <QCoreApplication>

namespace lockmaster {

/** One thing that was done, from the two lines it left in the audit log. At least one is there. */
struct AuditEntry {
    std::optional<AuditLine> intent;  ///< none: it stands further back than was read
    std::optional<AuditLine> outcome; ///< none: nobody wrote one (yet)

    const AuditLine &first() const { return intent ? *intent : *outcome; }
};

/** Puts intents and outcomes together; of lines oldest first, entries newest first. */
std::vector<AuditEntry> auditEntries(const std::vector<AuditLine> &lines);

/** An entry in words: translated where the words are ours, plain and literal everywhere. */
class AuditText
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::AuditText)

public:
    static QString localTime(const AuditEntry &entry);
    static QString utcTime(const AuditEntry &entry);
    static QString user(const AuditEntry &entry);
    static QString backend(const AuditEntry &entry);
    static QString lock(const AuditEntry &entry);
    static QString action(const AuditEntry &entry);
    static QString reason(const AuditEntry &entry);
    static QString outcome(const AuditEntry &entry);
    static QString heldBy(const AuditEntry &entry);
    static Tone outcomeTone(const AuditEntry &entry);

    /** Every field of both lines. */
    static Details details(const AuditEntry &entry);
    static Details verification(const AuditVerification &found);
    /** One sentence. */
    static QString verdict(const AuditVerification &found);
};

} // namespace lockmaster
