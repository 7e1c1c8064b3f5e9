// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/contract/locksystem.h"
#include "core/systems/redlock/redlockmembers.h"

namespace lockmaster {

/**
 * A system of locks in Redis, also where its locks are on several servers that know nothing of each
 * other: then it is let go of and taken on each of them. The system itself knows of one server.
 */
class RedlockSystem final : public LockSystem
{
public:
    /** The action on what is on too few servers; it is never chosen unless it is named. */
    static const QString cleanUp;

    /** `system` lives as long as the program, as any does. */
    RedlockSystem(const LockSystem &system, ReadOneLock read) : m_system(system), m_read(read) {}

    SystemInfo info() const override { return m_system.info(); }
    void contribute(const BackendSpec &backend, SourceSet &sources) const override;
    std::vector<LockAction> actions(const LockRecord &record) const override;
    QStringList lookCommands(const LockRecord &record, const BackendSpec &backend) const override;
    Result<std::unique_ptr<ReleaseTicket>> beginRelease(const ReleaseRequest &request,
                                                        const ActionContext &context,
                                                        SteadyTime deadline) const override;
    std::optional<AcquireForm> acquireForm(const BackendSpec &backend) const override;
    Result<std::unique_ptr<LockClient>> client(const AcquireRequest &request,
                                               const ActionContext &context) const override;

private:
    const LockSystem &m_system;
    const ReadOneLock m_read;
};

} // namespace lockmaster
