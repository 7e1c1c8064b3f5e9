// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/audit/auditlog.h"
#include "core/domain/lockrecord.h"
#include "core/history/historyreader.h"
#include "core/verdict/verdict.h"

#include <QTimeZone>

#include <optional>
#include <vector>

/// What was seen of one lock in a stretch of time, and what was done to it from here, for people
/// who look back. Values: nothing in them that was not observed, or written into the audit log.
namespace lockmaster {

struct ReportOrder {
    HistoryLock lock;
    ServerTime from{};
    ServerTime until{}; ///< behind `from`
};

/** A stretch of that time of which nothing, or not all, was seen. */
struct ReportGap {
    ServerTime from{};
    ServerTime until{};
    bool partly = false;      ///< it was looked at, and what that did not show is not known
    bool isFirst = false;     ///< its place was never looked at before
    bool isLast = false;      ///< nor since
    bool betweenRuns = false; ///< whoever recorded it ended, and somebody began anew
    bool wasLost = false;     ///< the server was told to be lost, or back, meanwhile
    QString why;              ///< what was told of that; may be empty

    Micros length() const { return std::chrono::duration_cast<Micros>(until - from); }
};

/** Something that was done from here: what was to be done, and what became of it. */
struct ReportAction {
    std::optional<AuditLine> intent;
    std::optional<AuditLine> outcome; ///< none: the program ended before, or is at it

    const AuditLine &first() const { return intent ? *intent : *outcome; }
};

/** How it is at the moment, from a look that was made for the report. */
struct ReportNow {
    ServerTime at{};
    std::optional<LockRecord> lock; ///< none: a whole look did not show it
    std::optional<Verdict> verdict; ///< none: nobody holds it
};

struct LockReport {
    /** More are not read, of each: of so many the newest. */
    static constexpr qint64 mostRead = 10'000;

    ReportOrder order;
    std::vector<HistoryHold> holds; ///< that touch that time, oldest first; parts as they were seen
    std::vector<HistoryWait> waits; ///< likewise
    std::vector<HistoryEvent> events; ///< of the lock and of its server, oldest first
    std::vector<ReportGap> gaps;
    HoldFigures holdFigures;                ///< of those that were seen whole
    HoldFigures waitFigures;                ///< likewise
    bool olderHolds = false;                ///< there were more than were read
    std::optional<ServerTime> listedFrom;   ///< set with it: of what was before not all is told
    bool olderWaits = false;                ///< there were more than were read
    std::optional<ServerTime> clearedUntil; ///< what ended before was cleared from the history
    bool wasLookedAt = false;               ///< at least once; `seen` is 0 of a single look
    Micros seen{0};                         ///< so long it was looked at
    Micros seenPartly{0};                   ///< and that not all could be read, part of it
    Micros unseen{0};
    Micros held{0}; ///< so long of it somebody was seen to hold it
    std::vector<ReportAction> actions;
    bool olderActions = false;         ///< older lines of the log were not read
    std::optional<Error> auditProblem; ///< why the log was not read
    std::optional<ReportNow> now;      ///< none: the server was not asked

    /** Holds with their parts as one: how often it was seen held, and by how many. */
    qint64 holdCount() const;
    qint64 holderCount() const;
};

/**
 * Gathers it from the history and from the audit log. Reads files; the reader's thread. Errors: the
 * reader's; what is wrong with the audit log stands in the report.
 * @param now when that is, where the report ends before: what no look has shown for long does not
 * go on, as far as is known
 */
Result<LockReport> gatherReport(HistoryReader &history, const QString &auditDirectory,
                                const ReportOrder &order, ServerTime now = {});

} // namespace lockmaster
