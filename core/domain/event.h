// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"

namespace lockmaster {

/** What a diff can say happened. Gaps are never bridged: an unobserved change is `OwnerChanged`. */
enum class EventKind : quint8 {
    Appeared,     ///< a lock that was not there (or not held) at the last complete look
    Renewed,      ///< same instance, later expiry
    OwnerChanged, ///< another instance than at the last look
    Expired,      ///< the lease ran out; still written down
    Gone,         ///< not there any more, by a fresh and complete read
    Blocked,      ///< its row got locked by an open transaction
    Unblocked,
    BackendLost,  ///< stopped answering; its locks are unknown
    BackendBack,
};

/** The word of the contract: `appeared`, `renewed`, `owner_changed`, ... */
QString eventKindName(EventKind kind);

/** Something that happened between two looks at one backend. */
struct Event {
    EventKind kind = EventKind::Appeared;
    QString backend;
    SteadyTime seenAt{};   ///< when we saw it
    ServerTime wallTime{}; ///< the same on this machine's wall clock, for the label
    std::shared_ptr<const LockRecord> before; ///< null for appeared and backend events
    std::shared_ptr<const LockRecord> after;  ///< null for gone and backend events
    QString detail; ///< for backend events: the error's message

    /** The lock it is about; null for backend events. */
    const LockRecord *lock() const { return after ? after.get() : before.get(); }
};

} // namespace lockmaster
