// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/verdict/verdict.h"

#include <QHash>

namespace lockmaster {

/** A verdict without what it rests on. */
struct LifeWord {
    Life life = Life::Unknown;
    bool contradicting = false; ///< `Unknown`, because some says one thing and some another

    friend bool operator==(const LifeWord &, const LifeWord &) = default;
};

/**
 * Whether the holders of many locks live, which are all at hand: as `judge()` says of each, at a
 * fraction of its cost, since nothing is put into words. Of a process with more locks than
 * `RelatedLocks` has room for all are looked at. The locks outlive it. One thread.
 */
class LivesOfMany
{
public:
    explicit LivesOfMany(SteadyTime now) : m_now(now) {}

    /** `lookedAt`: when it was read; none: never. The place to ask for it by. */
    size_t add(const LockRecord &lock, std::optional<SteadyTime> lookedAt);

    /**
     * Of the lock at `place`, once all are there; none where nobody holds it. `check`: what the
     * operator's own check said of it.
     */
    std::optional<LifeWord> of(size_t place, const std::optional<LifeEvidence> &check = {}) const;

private:
    /** A lock, and what it tells by itself. */
    struct Seen {
        const LockRecord *lock = nullptr;
        bool wasRead = false;
        bool isAlive = false;
        bool isSilent = false;
        std::optional<SteadyTime> silentAt; ///< of the newest such sign
    };
    /** What the locks of one process tell, each but the one that is asked about. */
    struct Process {
        size_t locks = 0;
        size_t alive = 0;
        std::vector<size_t> silent; ///< the two newest, the newest first
    };

    void noteSilent(Process &process, size_t place) const;
    Life wordOfProcess(size_t place) const;

    SteadyTime m_now;
    std::vector<Seen> m_seen;
    QHash<QString, Process> m_processes;
};

} // namespace lockmaster
