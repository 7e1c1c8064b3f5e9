// SPDX-License-Identifier: Apache-2.0
#include "core/systems/leadertable/leadertablesystem.h"

#include "core/sql/sqltablesource.h"
#include "core/systems/leadertable/leadertabledecoder.h"
#include "core/systems/rows/tableclient.h"
#include "core/systems/rows/tablerelease.h"
#include "core/systems/rows/rowlook.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

QString expireAction()
{
    return QStringLiteral("expire");
}

QString stepDownAction()
{
    return QStringLiteral("step-down");
}

} // namespace

SystemInfo LeaderTableSystem::info() const
{
    return {QStringLiteral("leader"), QStringLiteral("leader"),
            Words::tr("Leader table: one row for each service"), BackendKind::MySql};
}

void LeaderTableSystem::contribute(const BackendSpec &backend, SourceSet &sources) const
{
    for (const TableSpec &table : backend.tables) {
        if (table.system == info().id)
            sources.sqlSources.push_back(std::make_unique<SqlTableSource>(
                backend, table, std::make_unique<LeaderTableDecoder>(backend, table)));
    }
}

QStringList LeaderTableSystem::lookCommands(const LockRecord &record,
                                            const BackendSpec &backend) const
{
    return rowLook(record, backend, info().id,
                   [](const TableSpec &table) { return table.nameColumn; });
}

std::vector<LockAction> LeaderTableSystem::actions(const LockRecord &record) const
{
    if (!someoneHolds(record))
        return {};
    LockAction expire;
    expire.id = expireAction();
    expire.label = Words::tr("Release");
    expire.consequence =
        Words::tr("The heartbeat is set back: another may lead from its next try on. The row "
                  "still names the old leader: while it lives it may retake it at its next "
                  "tick, and its work is not stopped.");
    LockAction stepDown;
    stepDown.id = stepDownAction();
    stepDown.label = Words::tr("Step down");
    stepDown.consequence =
        Words::tr("The row names nobody any more: whoever tries first leads. While the old "
                  "leader lives it may retake it at its next tick, as any other, and its work "
                  "is not stopped.");
    stepDown.evenIfRenewed = true; // a leader renews every second
    return {expire, stepDown};
}

Result<std::unique_ptr<ReleaseTicket>>
LeaderTableSystem::beginRelease(const ReleaseRequest &request, const ActionContext &context,
                                SteadyTime deadline) const
{
    auto table = tableOfWitness(context.backend, info().id, request);
    if (!table)
        return passOn(table);
    if (request.action != expireAction() && request.action != stepDownAction())
        return noSuchAction(request.action);
    TableReleasePlan plan;
    plan.decoder = std::make_unique<LeaderTableDecoder>(context.backend, *table);
    plan.table = std::move(*table);
    plan.release.clearsOwner = request.action == stepDownAction();
    plan.release.nullIsFree = true;
    return openTableRelease(request, context, std::move(plan), deadline);
}

std::optional<AcquireForm> LeaderTableSystem::acquireForm(const BackendSpec &backend) const
{
    auto form = tableForm(backend, info().id);
    if (form) {
        form->hasTtl = false;
        form->ttlNote =
            Words::tr("Not to be chosen: how long a heartbeat holds is agreed among the programs. "
                      "Lockmaster writes one before it is over.");
    }
    return form;
}

/** A candidate like the others: a TTL asked for means nothing to them and is not used. */
Result<std::unique_ptr<LockClient>> LeaderTableSystem::client(const AcquireRequest &request,
                                                              const ActionContext &context) const
{
    auto table = tableOfRequest(context.backend, info().id, request);
    if (!table)
        return passOn(table);
    TableTaking taking;
    taking.decoder = std::make_unique<LeaderTableDecoder>(context.backend, *table);
    taking.table = std::move(*table);
    taking.lease.length = taking.table.lease.value_or(*leaderTable().lease);
    taking.lease.heldAfter = taking.lease.length;
    taking.lease.nullIsFree = true;
    taking.lease.releaseClearsOwner = true;
    return makeTableClient(request, context, std::move(taking));
}

} // namespace lockmaster
