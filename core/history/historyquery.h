// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyvalues.h"

#include <optional>
#include <vector>

/// What the history is asked, and what it answers.
namespace lockmaster {

/** Which part of the history is asked for; each empty field narrows nothing. */
struct HistoryQuery {
    QStringList backends;
    std::optional<QByteArray> lock; ///< its whole name
    QString lockText;               ///< stands in the lock's name; not beside `lock`
    QString source;                 ///< with `lock`: where it is, where others have that name too
    QString system;                 ///< likewise
    QString owner;                  ///< stands in the owner's label or bytes
    std::optional<ServerTime> from;
    std::optional<ServerTime> until;
    qint64 most =
        50; ///< so many of the newest holds, of the newest waits, and of the newest events
    /** And, where there are more, those that were held when the first of these began: from then on
     * nothing is missing. As many again at most. */
    bool withHeldBefore = false;
    /** And what happened to backends, where only events of locks would be told. */
    bool withBackendEvents = false;
    qint64 mostMeasured = 100'000; ///< so many of one lock's newest holds and waits are measured

    /** Whether `lock` or `lockText`, `source` and `system` ask for it; the rest is not looked at.
     */
    bool asksFor(const HistoryLock &it) const
    {
        return (source.isEmpty() || source == it.source)
               && (system.isEmpty() || system == it.system)
               && (lock ? recordedName(it.name) == recordedName(*lock)
                        : it.name.contains(lockText.toUtf8()));
    }
};

/** When a source was looked at for the first time; nothing is known of it from before. */
struct FirstLook {
    QString backend;
    QString source;
    ServerTime at{};
};

/** What is known of a stretch of time. Holds and events oldest first. */
struct HistoryPage {
    std::vector<HistoryHold> holds;
    std::vector<HistoryEvent> events;
    std::vector<UnseenStretch> unseen;
    std::vector<FirstLook> firstLooks;    ///< of the sources that may have what is asked for
    bool older = false;                   ///< there are more holds than were asked for
    std::optional<ServerTime> listedFrom; ///< set with `older`: all that began since are listed
    std::optional<ServerTime> keptFrom;   ///< what ended before was cleared away
    /** How long those took of which both ends were seen, shortest first: for one lock all in that
     * time, else of those that are listed. */
    std::vector<Micros> lengths;
    HoldFigures figures; ///< of `lengths`, for one lock alone
    /** Waits for what is asked for, or of it where it is an owner; the newest, oldest first. Only
     * those who have names: of others the holds have the most that waited at once. */
    std::vector<HistoryWait> waits;
    bool olderWaits = false;         ///< there are more waits than were asked for
    std::vector<Micros> waitLengths; ///< as `lengths`
    HoldFigures waitFigures;         ///< of `waitLengths`, for one lock alone
    /** The longest of those waits of which not both ends were seen; none: there are none. */
    std::optional<Micros> waitedAtLeast;
};

/** When the source of a lock was looked at. */
struct SourceLooks {
    std::vector<SeenStretch> seen; ///< oldest first; two touch where one is not as whole
    bool isRecorded = false;       ///< somebody records it at this moment
};

/** One source at one moment. */
struct PlaceThen {
    enum class Sight : quint8 {
        Whole,  ///< what is not in the list was not held
        Partly, ///< it was looked at, but not all of it could be read
        None,   ///< nobody looked: what was held is not known
    };
    QString backend;
    QString source;
    Sight sight = Sight::None;
    std::optional<ServerTime> lastLook;  ///< before, where it was not looked at
    std::optional<ServerTime> firstLook; ///< after, likewise
};

/** What was held at one moment. */
struct HistoryMoment {
    ServerTime at{};
    std::vector<PlaceThen> places;
    std::vector<HistoryHold> held; ///< known to be held then, ordered by lock
    /** Held at the last look before, where nobody looked then: it may have been held, or not. */
    std::vector<HistoryHold> perhaps;
    std::optional<ServerTime> keptFrom; ///< of what was before nothing is known
};

} // namespace lockmaster
