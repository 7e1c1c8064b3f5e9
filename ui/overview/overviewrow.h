// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/changerates.h"
#include "core/monitor/serverlist.h"

#include <QMetaType>

namespace lockmaster {

/** A server, or all of an environment together: their sums, and no name. */
struct OverviewRow {
    ServerEntry server;
    ChangeRate rate;
    bool isGroup = false;
    bool isFolded = false; ///< a group whose servers are not listed
    qint64 servers = 1;
    qint64 offline = 0;    ///< of these
    qint64 notRead = 0;    ///< likewise of those that are not offline: not yet, long ago, in part
    qint64 seenInPart = 0; ///< of all: there may be locks beside those that are known
    std::optional<Micros> longest; ///< for how long a lock was seen to be held, or longer

    static OverviewRow of(const ServerEntry &server, const ChangeRate &rate, SteadyTime now);
    /** Of its environment, and of no server yet. */
    static OverviewRow group(Environment environment);
    /** One more server of this group. */
    void add(const OverviewRow &server);
};

/** Which row is which. */
struct OverviewKey {
    Environment environment = Environment::Unset; ///< of a group
    QString server;                               ///< empty: a group

    friend auto operator<=>(const OverviewKey &a, const OverviewKey &b)
    {
        if (a.environment != b.environment)
            return a.environment <=> b.environment;
        return a.server.compare(b.server) <=> 0;
    }
    friend bool operator==(const OverviewKey &, const OverviewKey &) = default;
};

/** What the delegates of the overview ask for. */
enum OverviewRole {
    RateRole = Qt::UserRole + 300, ///< `ChangeRate`
    FoldRole,                      ///< bool: a group is folded; invalid for servers
    IndentRole,                    ///< bool: a server that stands below its group
    OwnReadOnlyRole,               ///< bool: the server may not be written to
};

} // namespace lockmaster

Q_DECLARE_METATYPE(lockmaster::ChangeRate)
