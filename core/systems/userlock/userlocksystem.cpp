// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlocksystem.h"

#include "core/systems/userlock/killticket.h"
#include "core/systems/userlock/userlockclient.h"
#include "core/systems/userlock/userlockobserver.h"
#include "core/systems/userlock/waiterticket.h"
#include "core/systems/userlock/lockname.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

/** What the server that takes the longest names takes; another says so when it is asked. */
constexpr qint64 mostNameBytes = 192;

LockAction killAction()
{
    return {QStringLiteral("kill"),
            {},
            Words::tr("End the connection"),
            Words::tr(
                "The holder's connection ends with everything on it: its open transaction is rolled"
                " back, its other locks are freed. Its program finds out at its next statement."),
            false};
}

LockAction killWaiterAction(const Waiter &waiter)
{
    return {QStringLiteral("kill-waiter"),
            QByteArray::number(*waiter.connectionId),
            Words::tr("Cancel the wait of %1").arg(waiter.label),
            Words::tr("The statement that waits fails, and its program decides what to do."
                      " The lock itself stays with its holder."),
            false,
            true};
}

} // namespace

SystemInfo UserLockSystem::info() const
{
    return {QStringLiteral("user_lock"), QStringLiteral("GET_LOCK"),
            Words::tr("MySQL user-level lock"), BackendKind::MySql};
}

void UserLockSystem::contribute(const BackendSpec &backend, SourceSet &sources) const
{
    if (backend.watches(info().id))
        sources.sqlSources.push_back(std::make_unique<UserLockObserver>(backend));
}

QStringList UserLockSystem::lookCommands(const LockRecord &record, const BackendSpec &) const
{
    return {QStringLiteral("SELECT IS_USED_LOCK(%1);").arg(lockNameLiteral(record.id.name))};
}

std::vector<LockAction> UserLockSystem::actions(const LockRecord &record) const
{
    std::vector<LockAction> all;
    if (!record.holders.empty() && record.holders.front().detail
        && record.holders.front().detail->connectionId)
        all.push_back(killAction());
    if (record.holders.empty())
        return all;
    for (const Waiter &waiter : record.waiters.list) {
        if (waiter.connectionId)
            all.push_back(killWaiterAction(waiter));
    }
    return all;
}

Result<std::unique_ptr<ReleaseTicket>> UserLockSystem::beginRelease(const ReleaseRequest &request,
                                                                    const ActionContext &context,
                                                                    SteadyTime deadline) const
{
    if (request.action == u"kill")
        return KillTicket::open(request, context, deadline);
    if (request.action == u"kill-waiter")
        return WaiterTicket::open(request, context, deadline);
    return failure(ErrorKind::Config,
                   Words::tr("A user-level lock has no action '%1'.").arg(request.action));
}

std::optional<AcquireForm> UserLockSystem::acquireForm(const BackendSpec &backend) const
{
    if (backend.kind != BackendKind::MySql)
        return std::nullopt;
    AcquireForm form;
    form.sources = {userLockSourceName()};
    form.hasOwner = false;
    form.hasTtl = false;
    form.ttlNote = Words::tr("None: it lasts as long as its session, which Lockmaster keeps.");
    form.mostNameBytes = mostNameBytes;
    return form;
}

Result<std::unique_ptr<LockClient>> UserLockSystem::client(const AcquireRequest &request,
                                                           const ActionContext &context) const
{
    return UserLockClient::create(request, context);
}

} // namespace lockmaster
