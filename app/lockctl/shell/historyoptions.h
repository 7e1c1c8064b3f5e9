// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

/** What `history` is told; empty texts were not given. */
struct HistoryOptions {
    QString at;
    QString lock;
    QString owner;
    QString since;
    QString until;
    int last = 50;      ///< how many of the newest holds and events
    bool waits = false; ///< who waited, and not who held
    bool csv = false;
};

} // namespace lockmaster
