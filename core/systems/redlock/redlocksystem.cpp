// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redlock/redlocksystem.h"

#include "core/domain/systemtraits.h"
#include "core/systems/redlock/redlockclient.h"
#include "core/systems/redlock/redlockticket.h"
#include "core/text/words.h"

#include <QSet>

#include <algorithm>

namespace lockmaster {

namespace {

/** As any of the servers has it, by itself. */
LockRecord asOnOneServer(const LockRecord &lock, const Holder &holder)
{
    LockRecord one = lock;
    one.shares.reset();
    one.state = LockState::Held;
    one.holders = {holder};
    return one;
}

} // namespace

const QString RedlockSystem::cleanUp = QStringLiteral("clean-up");

void RedlockSystem::contribute(const BackendSpec &backend, SourceSet &sources) const
{
    m_system.contribute(backend, sources);
}

QStringList RedlockSystem::lookCommands(const LockRecord &record, const BackendSpec &backend) const
{
    return m_system.lookCommands(record, backend);
}

/** What its system has for whoever holds it, and for each that has something without holding it. */
std::vector<LockAction> RedlockSystem::actions(const LockRecord &record) const
{
    if (!record.shares)
        return m_system.actions(record);
    std::vector<LockAction> actions;
    const int count = record.shares->count();
    const bool isMinority = record.hasFinding(FindingId::Minority);
    // Where some did not answer it may be held: it is let go of as if it were, and compared.
    if (count > 0 && !isMinority && !record.holders.empty()
        && !record.holders.front().truncated()) {
        LockRecord held = record;
        held.state = count < record.shares->needed ? LockState::Held : record.state;
        // Of readers and waiters each server has its own.
        for (const LockAction &action : m_system.actions(held)) {
            if (action.target.isEmpty() && !action.onWaiter)
                actions.push_back(action);
        }
    }
    if (count < record.shares->needed && !isMinority)
        return actions;
    QSet<QByteArray> told;
    for (const LockShare &share : record.shares->all) {
        const bool isLeft = share.seen == LockShare::Seen::Other
                            || (share.seen == LockShare::Seen::Holder && isMinority);
        const bool fits = isLeft && share.holder && !share.holder->raw.isEmpty()
                          && !share.holder->truncated() && !told.contains(share.holder->raw);
        if (!fits)
            continue;
        told.insert(share.holder->raw);
        for (LockAction action : m_system.actions(asOnOneServer(record, *share.holder))) {
            if (!action.target.isEmpty() || action.onWaiter)
                continue;
            action.id = cleanUp;
            action.ofLeftovers = true;
            action.target = share.holder->raw;
            action.label = Words::tr("Clean up: %1").arg(share.holder->label);
            action.consequence =
                Words::tr("Removes what %1 left on too few servers to hold the lock. Whoever took "
                          "it before servers were started anew may count on it still.")
                    .arg(share.holder->label);
            actions.push_back(std::move(action));
            break;
        }
    }
    return actions;
}

Result<std::unique_ptr<ReleaseTicket>> RedlockSystem::beginRelease(const ReleaseRequest &request,
                                                                   const ActionContext &context,
                                                                   SteadyTime deadline) const
{
    if (!context.backend.isQuorum())
        return m_system.beginRelease(request, context, deadline);
    return RedlockTicket::open(m_system, m_read, request, context, deadline);
}

/** In its usual way alone, by which holders are told apart. */
std::optional<AcquireForm> RedlockSystem::acquireForm(const BackendSpec &backend) const
{
    auto form = m_system.acquireForm(backend);
    if (!backend.isQuorum() || !form)
        return form;
    if (!traitsOf(info().id).takenOnSeveral)
        return std::nullopt;
    form->variants.resize(1);
    return form;
}

Result<std::unique_ptr<LockClient>> RedlockSystem::client(const AcquireRequest &request,
                                                          const ActionContext &context) const
{
    if (!context.backend.isQuorum())
        return m_system.client(request, context);
    const auto form = acquireForm(context.backend);
    if (!form) {
        return failure(
            ErrorKind::Unsupported,
            Words::tr("Locks of %1 are not taken on several servers from here.").arg(info().label));
    }
    if (!request.variant.isEmpty() && request.variant != form->variants.front().id) {
        return failure(ErrorKind::Config,
                       Words::tr("There is no variant %1.").arg(request.variant));
    }
    return RedlockClient::make(m_system, m_read, request, context);
}

} // namespace lockmaster
