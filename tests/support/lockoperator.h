// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/writegate.h"
#include "core/systems/contract/locksystem.h"

#include <optional>

namespace lockmaster::test {

class LiveSqlServer;

/**
 * An operator of one backend: looks at its locks as the monitor does, and acts on them through the
 * lock system's contract alone. Lives on one thread.
 */
class LockOperator
{
public:
    LockOperator(const LockSystem &system, BackendSpec backend, QByteArray password = {});

    const BackendSpec &backend() const { return m_backend; }
    ActionContext context() const;
    WritePermit permit() const;

    /** One look on a fresh connection; none where the lock is not shown or not held. */
    std::optional<LockRecord> look(const QByteArray &name) const;

    /** A ticket for what was looked at; null and `error()` where there is none. */
    std::unique_ptr<ReleaseTicket> begin(const LockRecord &seen, const QString &action,
                                         const QByteArray &target = {},
                                         std::optional<ServerMoment> looked = {});
    /** The ticket's answer; none and `error()` where it was none. */
    std::optional<ReleaseOutcome> commit(ReleaseTicket &ticket,
                                         Compare compare = Compare::InstanceAndLease);
    std::unique_ptr<LockClient> client(const QByteArray &name);

    const Error &error() const { return m_error; }

private:
    PasswordSource passwords() const;
    std::optional<LockRecord> lookAtKey(const QByteArray &name) const;

    const LockSystem &m_system;
    BackendSpec m_backend;
    QByteArray m_password;
    WriteGate m_gate;
    Error m_error;
};

/** Reaches `server`'s backend through another port, as `user`. */
BackendSpec specOf(const LiveSqlServer &server, const QString &user = {}, quint16 port = 0);

} // namespace lockmaster::test
