// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/event.h"

#include <QByteArray>
#include <QHash>

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace lockmaster {

/**
 * The keys that a server told of, gathered until somebody reads them: each once, however often it
 * changed. A key that turns out to be no lock, and changes on, waits: it is read again once a
 * second, so that one which becomes a lock is not missed.
 *
 * Bounded: beyond `mostNames` the answer is that anything may have changed. Lives on one thread.
 */
class ToldChanges
{
public:
    static constexpr qsizetype mostNames = 20'000;
    static constexpr qsizetype mostBytes = 16 << 20; ///< of names
    static constexpr int freeLooks = 3;              ///< at a key that is no lock, in a second
    static constexpr Millis restTime{1000};
    static constexpr qint64 mostOthersPerSecond = 5'000;
    static constexpr Millis busyWindow{5000};

    explicit ToldChanges(const Clock &clock);

    /** What was told of a key; `Changed` where it is not known, or nothing of these. */
    enum class What : quint8 { Changed, ExpiryMoved, RanOut, Deleted };

    void note(const QByteArray &name, What what = What::Changed);
    /** Anything may have changed. */
    void noteEverything();

    /** When a key that waits is to be read. */
    std::optional<SteadyTime> nextDue() const;

    struct Due {
        std::vector<QByteArray> names;    ///< to be read now
        QHash<QByteArray, HowEnded> ends; ///< as in `FeedNews`
        bool everything = false;
        qint64 changes = 0; ///< told since the last `take()`
    };
    Due take();

    /** What a key turned out to be: one that is gone may have been a lock, and become one again. */
    enum class Found : quint8 { Lock, Nothing, Other };

    /** What `take()` gave has been read. */
    void settle(const std::vector<QByteArray> &names,
                const std::function<Found(const QByteArray &name)> &found);

    /** It has been one that is no lock for a while. */
    bool isOther(const QByteArray &name) const { return m_others.contains(name); }

    /**
     * For `busyWindow`, more than `mostOthersPerSecond` changes of keys that are no locks were
     * told, or more than can be named: looking again and again costs the server less than being
     * told. A second counts for twice the bound at most: a burst is no business.
     */
    bool isBusyWithOthers() const { return m_busy; }

private:
    struct Other {
        SteadyTime due{};
        int looks = 0;
        bool waiting = false;
    };
    struct Told {
        qint64 times = 0;
        What what = What::ExpiryMoved; ///< all of it together
    };
    void forgetNames();
    void takeDue(SteadyTime now, Due &due);
    void countOthers(qint64 changes);
    void addOther(const QByteArray &name, SteadyTime now);

    const Clock &m_clock;
    QHash<QByteArray, Told> m_told;
    QHash<QByteArray, Told> m_read; ///< the same, of those taken last
    qsizetype m_bytes = 0;
    qint64 m_changes = 0;
    bool m_everything = false;
    bool m_tooMany = false; ///< to be named, since the last `take()`

    QHash<QByteArray, Other> m_others; ///< keys found to be no locks within `restTime`
    qint64 m_waiting = 0;
    std::deque<std::pair<SteadyTime, QByteArray>> m_dues;
    SteadyTime m_windowStart;
    SteadyTime m_secondStart;
    qint64 m_othersInWindow = 0; ///< in whole seconds
    qint64 m_othersInSecond = 0; ///< in the running one
    bool m_busy = false;
};

} // namespace lockmaster
