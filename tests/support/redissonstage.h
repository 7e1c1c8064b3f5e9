// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/writegate.h"
#include "core/systems/registry/registry.h"
#include "core/transport/socketinterrupt.h"

namespace lockmaster::test {

/** The Redisson system at work on one backend: looks as a poll does, and acts as an operator. */
class RedissonStage
{
public:
    explicit RedissonStage(const BackendSpec &spec);

    const LockSystem &system() const { return *m_system; }
    const BackendSpec &spec() const { return m_context.backend; }
    const ActionContext &context() const { return m_context; }
    WritePermit permit() const { return *m_gate.permit(m_context.backend); }

    /** None where a poll does not find it. */
    std::optional<LockRecord> look(const QByteArray &name);

    /** Opens a ticket for what was looked at; the first action where none is named. */
    Result<std::unique_ptr<ReleaseTicket>> begin(const LockRecord &seen, const QString &action = {},
                                                 const QByteArray &target = {});
    Result<ReleaseOutcome> commit(ReleaseTicket &ticket,
                                  Compare compare = Compare::InstanceAndLease);

private:
    ActionContext m_context;
    WriteGate m_gate;
    const LockSystem *m_system;
    std::unique_ptr<BackendReader> m_reader;
};

/** Half a minute from now. */
SteadyTime inTime();

} // namespace lockmaster::test
