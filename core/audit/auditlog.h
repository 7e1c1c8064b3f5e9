// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/lockid.h"
#include "core/domain/result.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace lockmaster {

/** What is about to be done. Texts are untrusted; control characters are escaped when written. */
struct AuditIntent {
    QString action; ///< `expire`, `kill`, ...; `acquire`, `let-go`; `allow-writes`
    QString backend;
    QString environment;        ///< the JSON word; empty: none
    std::optional<LockId> lock; ///< none: it is about the backend
    QString owner;              ///< whose lock it is, as people call it; for `acquire`, our own
    QString witness;            ///< as text; empty where there is none
    bool evenIfRenewed = false;
    bool evenIfIndistinguishable = false; ///< whoever held it
    std::optional<Millis> maxAge;         ///< how old the look may have been; none: any age
    QString reason;
    QString command; ///< as it is sent; never holds a secret
    QString program; ///< `lockmaster`, `lockctl`
};

/** What became of it. */
struct AuditOutcome {
    QString outcome; ///< `released`, ... , `acquired`, `not_acquired`, `lost`, `failed`
    QString detail;
    QString message;
    QString heldBy; ///< who holds it next, as people call it; empty: nobody, or not known
    bool heldByKnown = false;
};

/** One line of the log, as read back. */
struct AuditLine {
    quint64 number = 0; ///< within its month, from 1
    QString month;      ///< `2026-11`: the file it stands in
    QString id;         ///< the same in an intent and its outcome
    bool isIntent = true;
    ServerTime time{}; ///< UTC, by this machine's clock
    QString user;      ///< of the operating system
    QString host;
    qint64 pid = 0;
    AuditIntent intent;   ///< valid for an intent
    AuditOutcome outcome; ///< valid for an outcome
};

/**
 * The record of everything this program did to a lock: append-only JSON lines, one file a month,
 * `<directory>/audit-2026-11.jsonl`, readable by its owner only.
 *
 * Each line carries the SHA-256 of the line before it, the first of a month that of the last line
 * of the month before; the file `head` holds the number and hash of the newest. An edited, inserted
 * or removed line breaks the chain, a cut tail differs from the head. What that cannot prove:
 * whoever may write the files may also rewrite them whole, head included.
 *
 * Writers of several processes and threads take turns by a lock on the directory. Every line is on
 * the disk (fsync) when its call returns. Thread-safe. Errors: Config, naming the file.
 */
class AuditLog
{
public:
    explicit AuditLog(const QString &directory, const Clock &clock = systemClock());

    const QString &directory() const { return m_directory; }

    /** Writes what is about to be done. @return the id under which its outcome belongs. */
    Result<QString> begin(const AuditIntent &intent) const;

    /** Writes what became of it. */
    Result<void> finish(const QString &id, const AuditOutcome &outcome) const;

private:
    QString m_directory;
    const Clock *m_clock;
};

/** `$XDG_STATE_HOME/lockmaster/audit`, or below `~/.local/state`. */
QString defaultAuditDirectory();

/** The newest lines, oldest first. One that is torn or unreadable is left out, and only told by
 * `verifyAudit`. A directory that is not there holds none. Errors: Config.
 */
Result<std::vector<AuditLine>> readAudit(const QString &directory, qsizetype most);

/**
 * What checking the chain found. Texts are translated.
 *
 * A torn line is one that was cut off in writing: its writer was killed, or the power went. It
 * stays where it is, the next line carries its hash like any other's, and nothing was sent for it:
 * it is no fault. A line that was shortened later is one: its hash does not fit any more.
 */
struct AuditVerification {
    qint64 files = 0;
    qint64 lines = 0;
    /** Each names file and line, and what is wrong with it; empty: the chain is whole. */
    QStringList faults;
    QStringList torn; ///< `audit-2026-11.jsonl:12`
    /** Intents without an outcome: the program ended in between, or is at it now. */
    std::vector<AuditLine> open;
};
/** Reads everything, between two writers' turns. Errors: Config. */
Result<AuditVerification> verifyAudit(const QString &directory);

} // namespace lockmaster
