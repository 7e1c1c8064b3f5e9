// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/trouble.h"
#include "core/monitor/backendsnapshot.h"

#include <array>

namespace lockmaster {

/** What the locks of a server come to, or of several together. */
struct ServerFigures {
    qint64 locks = 0;
    qint64 blocked = 0;
    qint64 unknown = 0; ///< of these nothing below is counted
    qint64 waiters = 0;
    bool moreMayWait = false;         ///< nobody counts who waits for some of them
    std::optional<SteadyTime> oldest; ///< since when one of them has been held, or longer
    bool oldestIsLeast = false; ///< it, or one of which less is known, may have been held longer
    std::array<qint64, allFindingIds.size()> findings{};      ///< indexed as `FindingId`
    std::array<qint64, size_t(Trouble::None) + 1> troubles{}; ///< locks, indexed as `Trouble`

    static ServerFigures of(const LockList &locks);
    void add(const PackedLock &lock);
    ServerFigures &operator+=(const ServerFigures &more);

    qint64 operator[](Trouble trouble) const { return troubles.at(size_t(trouble)); }

    friend bool operator==(const ServerFigures &, const ServerFigures &) = default;
};

/** A server at a glance. Values alone: snapshots are freed where they were made. */
struct ServerEntry {
    QString name;
    Environment environment = Environment::Unset;
    bool readOnly = false;
    BackendState state = BackendState::Connecting;
    bool paused = false;
    bool isWhole = false; ///< every source of it was read completely at the last look
    std::optional<SteadyTime> dataFrom;
    QString problem; ///< the first of what is wrong with it, and what to do; empty: nothing
    ServerFigures figures;

    static ServerEntry of(const BackendStatus &status);
    friend bool operator==(const ServerEntry &, const ServerEntry &) = default;
};

/**
 * Which needs somebody more: of which less is known, then which has worse trouble, and more of it.
 */
bool troublesMore(const ServerEntry &a, const ServerEntry &b);

/** In the profile's order. */
using ServerList = std::vector<ServerEntry>;

/**
 * Finds out how all servers stand, look after look: locks that are the same as before are not
 * counted again. Lives on one thread (the view worker's).
 */
class ServerLister
{
public:
    using Backends = std::vector<std::shared_ptr<const BackendSnapshot>>;

    /** The same list as before, where it says the same. */
    std::shared_ptr<const ServerList> list(const Backends &backends);
    /** Nobody wants to know any more. */
    void forget();

private:
    struct Counted {
        LockList locks;
        ServerFigures figures;
    };

    std::vector<Counted> m_counted; ///< in the order of the last list
    std::shared_ptr<const ServerList> m_list;
};

} // namespace lockmaster
