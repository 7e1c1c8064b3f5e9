// SPDX-License-Identifier: Apache-2.0
#include "core/systems/contract/locksystem.h"

#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

namespace lockmaster {

QStringList LockSystem::lookCommands(const LockRecord &, const BackendSpec &) const
{
    return {};
}

std::vector<LockAction> LockSystem::actions(const LockRecord &) const
{
    return {};
}

Result<std::unique_ptr<ReleaseTicket>>
LockSystem::beginRelease(const ReleaseRequest &, const ActionContext &, SteadyTime) const
{
    return failure(ErrorKind::Unsupported, Words::tr("Not possible for this lock system."));
}

std::optional<AcquireForm> LockSystem::acquireForm(const BackendSpec &) const
{
    return std::nullopt;
}

Result<std::unique_ptr<LockClient>> LockSystem::client(const AcquireRequest &,
                                                       const ActionContext &) const
{
    return failure(ErrorKind::Unsupported, Words::tr("Not possible for this lock system."));
}

Result<void> LockSystem::check(const AcquireRequest &request, const BackendSpec &backend) const
{
    ActionContext context;
    context.backend = backend;
    context.interrupt = std::make_shared<SocketInterrupt>();
    if (const auto made = client(request, context); !made)
        return passOn(made);
    return {};
}

} // namespace lockmaster
