// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historywriter.h"

#include <functional>
#include <map>
#include <memory>

namespace lockmaster {

/**
 * Turns who waits for a backend's locks, look after look, into waits of one waiter each, and hands
 * them to the writer. Only those whom a system names can be followed: by their connection, or by
 * what they are called where they have none. Lives on one thread.
 *
 * A wait that goes on asks again now and then, where its statement has a time limit: as long as the
 * same hold lasts it is one wait, and behind another one nobody knows what came in between.
 */
class WaitFollower
{
public:
    /** So many waits of one backend are followed at once; those of others are not written down. */
    static constexpr size_t mostOpen = 10'000;

    struct OpenWait {
        qint64 id = 0;
        std::optional<qint64> connection;
        QString label;
        HistoryBegin how = HistoryBegin::FirstSeen;
        ServerTime began{};
        ServerTime asked{}; ///< since when, as the server told
        std::optional<Micros>
            waiting;             ///< and for how long at every look since the last that differed
        bool mayBeOlder = false; ///< nobody saw that it did not wait before
        bool passedOn = false;   ///< others held the lock since
    };
    /** Who waited for one lock at the last look. */
    struct LockWaits {
        std::vector<OpenWait> open;
        bool whole = false; ///< nobody else waited
        /** The lock went at that look, whoever waits for it; the last that showed it. */
        std::optional<std::pair<ServerTime, ServerTime>> freed;
    };
    /** Null: nobody who has a name. */
    using Waits = std::unique_ptr<LockWaits>;

    /** What one look shows of a lock. */
    struct Look {
        ServerTime at{};
        ServerTime before{};     ///< the look before
        bool wholeBefore = true; ///< nobody waited then; of a lock with waits not looked at
        bool passedOn = false;   ///< holds of it began or ended since
        std::function<ServerTime(SteadyTime)> wallAt;
        std::function<qint64()> lock; ///< its row
    };

    /** `writer` must outlive it. */
    WaitFollower(HistoryWriter &writer, qint64 backend) : m_writer(writer), m_backend(backend) {}

    /** Nobody waits. */
    bool isIdle() const { return m_open == 0; }

    void follow(Waits &waits, const LockRecord &now, Look look);

    /** None of them waits any more, as the look at `until` shows; nobody was seen to take it. */
    void endAll(Waits &waits, ServerTime until, ServerTime last);
    /** Lost from sight. */
    void lose(Waits &waits, ServerTime last);

    /// A queue outlives the lock that is let go of, until the first in it takes it.

    /** Keeps the waits for a lock that is not there: it may be there again in a moment. */
    void park(const LockId &lock, Waits &&waits);
    /** Gives back the waits for a lock that is there again; null: nobody waited for it. */
    Waits unpark(const LockId &lock);
    /** Whoever waited for what was not taken by now waits no more. */
    void endParked(ServerTime now);
    void loseParked();

private:
    bool isOneUntil(OpenWait &wait, ServerTime at, std::optional<Micros> waiting);
    void close(OpenWait &wait, WaitEnd end, ServerTime until, ServerTime last);
    bool goOn(OpenWait &wait, const Waiter &waiter, const Look &look);
    void open(LockWaits &waits, const Waiter &waiter, const Look &look, bool again);

    HistoryWriter &m_writer;
    const qint64 m_backend;
    std::map<LockId, Waits> m_parked;
    size_t m_open = 0;
    bool m_overflowTold = false;
};

} // namespace lockmaster
