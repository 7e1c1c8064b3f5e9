// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/userlock/userlocklook.h"

namespace lockmaster {

/** One lock (or several that look alike) with those who hold it and wait for it. */
struct JoinedUserLock {
    struct Holding {
        qint64 connection = 0; ///< 0: the server did not say
        std::optional<Micros> held;
        bool exact = true; ///< the name is the real one
    };
    QByteArray name;
    std::vector<Holding> holdings; ///< empty: free, or changing
    std::vector<qint64> waiters;   ///< connections
    bool waitersKnown = true;      ///< all of them are in `waiters`
    bool changing = false;         ///< it changed hands while it was looked at; to whom, is open

    bool cut() const;
};

/**
 * Joins the lists of one look by name, in the client and linear in the rows. Unique by name.
 */
std::vector<JoinedUserLock> joinUserLocks(const UserLockLook &look);

/**
 * Whether somebody seems to wait whom the look does not show as waiting: where waiters are known by
 * the state of their sessions, and that moved while they were read.
 */
bool mayMissAWaiter(const UserLockLook &look);

} // namespace lockmaster
