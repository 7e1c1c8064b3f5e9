// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/domain/masterchange.h"
#include "core/domain/servermoment.h"

namespace lockmaster {

/** What a diff can say happened. Gaps are never bridged: an unobserved change is `OwnerChanged`. */
enum class EventKind : quint8 {
    Appeared,     ///< a lock that was not there (or not held) at the last complete look
    Renewed,      ///< same instance, later expiry
    OwnerChanged, ///< another instance than at the last look
    Expired,      ///< the lease is over; still written down, or gone with it
    Gone,         ///< not there any more, by a fresh and complete read
    Blocked,      ///< its row got locked by an open transaction
    Unblocked,
    BackendLost, ///< stopped answering; its locks are unknown
    BackendBack,
    MasterChanged, ///< of a Redis: another server is written to now, or the same one started anew
    NodeLost,      ///< a server of its group does not take part any more
    NodeBack,      ///< it does again, or has joined
};
inline constexpr size_t eventKindCount = size_t(EventKind::NodeBack) + 1;

/** About a backend as a whole, and no lock of it. */
constexpr bool isOfBackend(EventKind kind)
{
    return kind >= EventKind::BackendLost;
}

/** The word of the contract: `appeared`, `renewed`, `owner_changed`, ... */
QString eventKindName(EventKind kind);

/** How a hold ended, as far as two looks tell. */
enum class HowEnded : quint8 {
    None,     ///< none ended, or it had ended before
    Released, ///< let go of before its lease was over, by whomever
    Expired,  ///< its lease ran out
    Replaced, ///< another held it at the next look
    Unknown,  ///< cannot be told
    Lost,     ///< not on the master that took over, and nobody was seen to let go of it
};
inline constexpr size_t howEndedCount = size_t(HowEnded::Lost) + 1;

/**
 * The word of the contract: `released`, `expired`, `owner_changed`, `unknown`, `lost_in_failover`;
 * empty: none.
 */
QString endName(HowEnded end);

/** Something that happened between two looks at one backend. */
struct Event {
    EventKind kind = EventKind::Appeared;
    HowEnded end = HowEnded::None; ///< of the hold that ended by it; of two events, with the first
    QString backend;
    SteadyTime seenAt{};   ///< when we saw it
    ServerTime wallTime{}; ///< the same on this machine's wall clock, for the label
    std::shared_ptr<const LockRecord> before; ///< null for appeared and backend events
    std::shared_ptr<const LockRecord> after;  ///< null for gone and backend events
    ServerMoment looked;                      ///< when `after` was seen, for its witness
    QString detail; ///< for backend events: the error's message, or what happened to which node
    std::shared_ptr<const MasterChange> master = {}; ///< of `MasterChanged`; null: of others

    /** The lock it is about; null for backend events. */
    const LockRecord *lock() const { return after ? after.get() : before.get(); }
};

} // namespace lockmaster
