// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/compiledrule.h"
#include "core/alerts/openalerts.h"

#include <map>
#include <tuple>

namespace lockmaster {

/** Between these two looks at one lock it was taken, let go of, renewed or locked anew. */
bool hasMoved(const PackedLock &before, const PackedLock &now);

/**
 * The sources of one backend in which nothing moves though something is held: one row is blocked,
 * and everything that waits for it stands still. For how long begins anew behind whatever could not
 * be seen, but for a hold that is proven to have gone on meanwhile. Lives on one thread; asks
 * nobody.
 */
class StillnessWatch
{
public:
    /** What it works with, for the time of a call. */
    struct Means {
        const std::vector<CompiledRule> &rules;
        OpenAlerts &book;
        SteadyTime now;
    };

    /** Takes down what differs between a list and the one before. */
    class Notes
    {
    public:
        Notes(StillnessWatch &watch, const Means &means) : m_watch(watch), m_means(means) {}
        /** Each lock that is not the same; null where it is not in. */
        void add(const PackedLock *before, const PackedLock *now);

    private:
        StillnessWatch &m_watch;
        const Means &m_means;
        const SourceId *m_source = nullptr;        ///< of the lock before; most have the same
        std::vector<const CompiledRule *> m_rules; ///< that may be about locks of that one
    };
    /** `snapshot` can be seen; what is in its list was noted. */
    void look(const BackendSnapshot &snapshot, const Means &means);
    /** Nothing can be seen. */
    void rest();

    SteadyTime due() const { return m_due; }
    void askAnew() { m_due = {}; }

private:
    /** For how long nothing was seen to move. */
    struct Still {
        SteadyTime since{};
        bool moved = false; ///< something was seen to at that moment; false: the look began then
    };
    /** A lock that was held when it was seen last. */
    struct Unseen {
        PackedLock last;
        SteadyTime from{};
        Still still; ///< of its place, as it was
    };
    struct Place : Still {
        SteadyTime due{};
        std::map<QByteArray, Unseen> unseen = {}; ///< by name

        void begin(SteadyTime now, bool hasMoved);
        void lose(const PackedLock &last, SteadyTime now);
        /** @return whether it is proven that it did not move while it could not be seen. */
        bool find(const PackedLock &lock);
    };
    using Locks = std::pair<LockList::const_iterator, LockList::const_iterator>;

    void lookAt(const CompiledRule &rule, Place &place, const Locks &locks,
                const BackendStatus &status, const Means &means);
    void leave(const CompiledRule &rule, const SourceId &source, Place &place,
               const BackendStatus &status, const Means &means);

    /** By rule, system and source. */
    std::map<std::tuple<QString, QString, QString>, Place> m_places;
    SteadyTime m_due{};
};

} // namespace lockmaster
