// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/contract/locksystem.h"

namespace lockmaster {

/** MySQL and MariaDB user-level locks: GET_LOCK and friends. */
class UserLockSystem final : public LockSystem
{
public:
    SystemInfo info() const override;
    void contribute(const BackendSpec &backend, SourceSet &sources) const override;
    std::vector<LockAction> actions(const LockRecord &record) const override;
    QStringList lookCommands(const LockRecord &record, const BackendSpec &backend) const override;
    Result<std::unique_ptr<ReleaseTicket>> beginRelease(const ReleaseRequest &request,
                                                        const ActionContext &context,
                                                        SteadyTime deadline) const override;
    std::optional<AcquireForm> acquireForm(const BackendSpec &backend) const override;
    Result<std::unique_ptr<LockClient>> client(const AcquireRequest &request,
                                               const ActionContext &context) const override;
};

} // namespace lockmaster
