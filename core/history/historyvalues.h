// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/**
 * What was seen of locks, for lists, lanes and exports. All moments are on this machine's wall
 * clock, in UTC: they outlive the monotonic one.
 */
namespace lockmaster {

/** Where it is kept: `$XDG_STATE_HOME/lockmaster/history.sqlite`, or below `~/.local/state`. */
QString defaultHistoryPath();

/** How the beginning of a hold is known. The numbers are stored. */
enum class HistoryBegin : quint8 {
    FirstSeen = 0, ///< it was there at the first look: held for at least that long
    Watched = 1,   ///< it began between two looks
    Told = 2,      ///< the server told since when
};

/** What became of a hold. The numbers are stored. */
enum class HistoryEnd : quint8 {
    Open = 0,         ///< held at the last look, and looked at still
    Released = 1,     ///< not there, or free, at the next look: let go of, by whomever
    OwnerChanged = 2, ///< another held it at the next look
    Expired = 3,      ///< its lease ran out; also where it was gone once it had
    Unseen = 4,       ///< lost from sight: nobody looked, or could; what became of it is not known
    Unknown = 5,      ///< not there at the next look; let go of or run out, that cannot be told
    Lost = 6,         ///< not on the master that took over, and nobody was seen to let go of it
};

/** The JSON words: `first_seen`, `watched`, `told`; `open`, `released`, `owner_changed`, ... */
QString holdBeginName(HistoryBegin begin);
QString holdEndName(HistoryEnd end);

/** The same for people, translated. */
QString holdEndText(HistoryEnd end);

/** Where a lock is, as `LockId` has it, by value. */
struct HistoryLock {
    QString backend;
    QString system;
    QString source;
    QByteArray name;

    friend bool operator==(const HistoryLock &, const HistoryLock &) = default;
};

/**
 * A lock's name as it is kept: one that is longer than anything sensible by its start, and by what
 * tells it from others. Of such a name it is the name itself.
 */
QByteArray recordedName(const QByteArray &name);

/** One holder's hold, as far as it was seen without a gap. */
struct HistoryHold {
    qint64 id = 0; ///< the same for the parts before and behind a gap that may be one hold
    HistoryLock lock;
    QString owner; ///< as people call it; empty: not known, or none was written down
    QByteArray ownerRaw;
    QString variant;
    ServerTime since{};
    std::optional<ServerTime> sinceAfter; ///< the look before, at which it was not held so
    HistoryBegin begin = HistoryBegin::FirstSeen;
    std::optional<ServerTime> until; ///< none: open
    ServerTime lastSeen{};           ///< the last look that showed it
    HistoryEnd end = HistoryEnd::Open;
    qint64 renewals = 0;           ///< of all parts of this hold
    std::optional<qint64> waiters; ///< the most that were seen; none: cannot be known
    QStringList findings;          ///< the words of all that were found meanwhile

    /** How long it was held, at least; until the last look where it goes on. */
    Micros length() const
    {
        return std::chrono::duration_cast<Micros>(until.value_or(lastSeen) - since);
    }
    /** Both ends were seen. */
    bool isWhole() const
    {
        return begin != HistoryBegin::FirstSeen && end != HistoryEnd::Open
               && end != HistoryEnd::Unseen;
    }
    /** It was longer than `length()`: there before the first look, or after the last. */
    bool isAtLeast() const { return begin == HistoryBegin::FirstSeen || end == HistoryEnd::Unseen; }
};

/** What became of a wait. The numbers are stored. */
enum class WaitEnd : quint8 {
    Open = 0,   ///< waited at the last look, and looked at still
    Took = 1,   ///< the waiter held the lock at the next look
    Left = 2,   ///< it waited no more at the next look, and was not seen to hold the lock: it gave
                ///< up, or had the lock for less than a look
    Unseen = 3, ///< lost from sight
};

/** The JSON words: `open`, `took`, `left`, `unseen`. */
QString waitEndName(WaitEnd end);

/** The same for people, translated. */
QString waitEndText(WaitEnd end);

/** One waiter's wait for one lock, as far as it was seen without a gap. */
struct HistoryWait {
    qint64 id = 0;
    HistoryLock lock;
    QString waiter; ///< as people call it
    ServerTime since{};
    std::optional<ServerTime> sinceAfter; ///< the look before, at which it did not wait
    HistoryBegin begin = HistoryBegin::FirstSeen;
    std::optional<ServerTime> until; ///< none: open
    ServerTime lastSeen{};           ///< the last look that showed it
    WaitEnd end = WaitEnd::Open;

    /** How long it waited, at least; until the last look where it goes on. */
    Micros length() const
    {
        return std::chrono::duration_cast<Micros>(until.value_or(lastSeen) - since);
    }
    /** Both ends were seen. */
    bool isWhole() const
    {
        return begin != HistoryBegin::FirstSeen && (end == WaitEnd::Took || end == WaitEnd::Left);
    }
    /** It was longer than `length()`: there before the first look, or after the last. */
    bool isAtLeast() const { return begin == HistoryBegin::FirstSeen || end == WaitEnd::Unseen; }
};

/** Something that was told once. */
struct HistoryEvent {
    ServerTime at{};
    QString kind; ///< `blocked`, `unblocked`, `backend_lost`, `backend_back`,
                  ///< `finding_appeared`, `finding_cleared`, `events_dropped`,
                  ///< `waits_not_recorded`
    QString backend;
    std::optional<HistoryLock> lock; ///< none: it is about the backend
    QString owner;
    QString detail; ///< the finding's word, the error, how many were dropped or are recorded
};

/** A stretch in which a source was looked at all the time, and what that shows. */
struct SeenStretch {
    ServerTime from{};
    ServerTime until{};
    bool complete = true; ///< false: what is not shown is not known
    qint64 run = 0;       ///< the same as long as one program recorded it without an end
};

/** Those of `looks`, oldest first, in which all could be read, as one where they touch. */
std::vector<SeenStretch> wholeStretches(const std::vector<SeenStretch> &looks);

/** A stretch in which a source was not looked at; nothing is said of it. */
struct UnseenStretch {
    QString backend;
    QString source;
    std::optional<ServerTime> from;  ///< none: nothing was seen before
    std::optional<ServerTime> until; ///< none: nothing was seen since
};

/** How long the holds of a lock took, or the waits for it, of which both ends were seen. */
struct HoldFigures {
    qint64 count = 0;
    Micros median{0};
    Micros p95{0};
    Micros p99{0};
    Micros longest{0};

    /** Of fewer, nothing is usual. */
    static constexpr qint64 fewest = 5;
    bool tellWhatIsUsual() const { return count >= fewest; }
};

/** @param lengths shortest first */
HoldFigures figuresOf(const std::vector<Micros> &lengths);

/** When a lock was taken, as far as that was seen. */
struct LockRhythm {
    std::optional<ServerTime> began; ///< its newest hold, or earlier; none: it has none
    std::optional<ServerTime> until; ///< the end of that, as far as it was seen; none: it goes on
    /** The last stretch in which its source was read as a whole, look after look; none: never. */
    std::optional<SeenStretch> seen;
    /** Between two begins that were seen, within one such stretch. */
    HoldFigures gaps;
};

} // namespace lockmaster
