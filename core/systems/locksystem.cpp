// SPDX-License-Identifier: Apache-2.0
#include "core/systems/locksystem.h"

#include <QCoreApplication>

namespace lockmaster {

std::vector<LockAction> LockSystem::actions(const LockRecord &) const
{
    return {};
}

Result<std::unique_ptr<ReleaseTicket>>
LockSystem::beginRelease(const ReleaseRequest &, const ActionContext &, SteadyTime) const
{
    return failure(ErrorKind::Unsupported,
                   QCoreApplication::translate("lockmaster", "Not possible for this lock system."));
}

std::optional<AcquireForm> LockSystem::acquireForm(const BackendSpec &) const
{
    return std::nullopt;
}

Result<std::unique_ptr<LockClient>> LockSystem::client(const AcquireRequest &,
                                                       const ActionContext &) const
{
    return failure(ErrorKind::Unsupported,
                   QCoreApplication::translate("lockmaster", "Not possible for this lock system."));
}

} // namespace lockmaster
