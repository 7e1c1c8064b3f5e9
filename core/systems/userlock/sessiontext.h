// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/sources/userlockrows.h"

namespace lockmaster {

/** All that one look knows of one session; null where it knows nothing. */
struct SessionView {
    qint64 connection = 0; ///< 0: the server did not say
    const SessionRow *session = nullptr;
    const TransactionRow *transaction = nullptr;
    const ConnectAttributes *said = nullptr;
    bool transactionsKnown = false; ///< no `transaction` means there is none
};

/** `#812 app@10.0.0.7`. Nothing in it changes while the session lives. */
QString sessionLabel(const SessionView &view);

Holder holderOf(const SessionView &view);

/** How long it has run nothing; none while it runs something. */
std::optional<Micros> idleTime(const SessionView &view);

/** Lines for the details pane. `otherLocks` as many as are worth naming, `otherCount` in all. */
Attributes sessionAttributes(const SessionView &view, const std::vector<QByteArray> &otherLocks,
                             qint64 otherCount);

} // namespace lockmaster
