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
    qint64 offline = 0; ///< of these
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
