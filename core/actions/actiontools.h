// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/writegate.h"
#include "core/audit/auditlog.h"
#include "core/systems/contract/actioncontext.h"
#include "core/systems/registry/registry.h"

#include <functional>

namespace lockmaster {

/** What every action needs besides its lock. Everything pointed to outlives the action. */
struct ActionTools {
    const WriteGate *gate = nullptr;
    const AuditLog *audit = nullptr;
    std::function<PasswordSource(const BackendSpec &)> passwords;
    QString program; ///< for the audit log: `lockmaster`, `lockctl`
    const Clock *clock = &systemClock();
    /** The system of an id, or null. Tests bring their own. */
    std::function<const LockSystem *(const QString &)> systems = lockSystem;
    bool plainWords = false; ///< what a look finds is said as `PlainWords` are
};

/** Why nothing was sent to any server. */
struct NotDone {
    enum class Why : quint8 {
        ReadOnly,      ///< the backend is read-only now
        ReasonMissing, ///< a production backend wants a reason
        NotAudited,    ///< the audit log cannot be written
        NotReached,    ///< the server did not answer, or the lock could not be read
        NotPossible,   ///< no such action, name, owner, TTL here
        Expired,       ///< the ticket was open for too long; look again
    };
    Why why = Why::NotReached;
    Error error;
};

inline tl::unexpected<NotDone> notDone(NotDone::Why why, Error error)
{
    return tl::make_unexpected(NotDone{why, std::move(error)});
}

/** An action's own context: a fresh interrupt, the backend's password. */
ActionContext actionContext(const BackendSpec &backend, const ActionTools &tools);

} // namespace lockmaster
