// SPDX-License-Identifier: Apache-2.0
#include "core/systems/locktable/locktablesystem.h"

#include "core/sql/sqltablesource.h"
#include "core/systems/locktable/locktabledecoder.h"
#include "core/systems/rows/tableclient.h"
#include "core/systems/rows/tablerelease.h"
#include "core/systems/rows/rowlook.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Millis usualTtl = 30s;

QString expireAction()
{
    return QStringLiteral("expire");
}

} // namespace

SystemInfo LockTableSystem::info() const
{
    return {QStringLiteral("dist_lock"), QStringLiteral("dist_lock"),
            Words::tr("Lock table: one row for each lock"), BackendKind::MySql};
}

void LockTableSystem::contribute(const BackendSpec &backend, SourceSet &sources) const
{
    for (const TableSpec &table : backend.tables) {
        if (table.system == info().id)
            sources.sqlSources.push_back(std::make_unique<SqlTableSource>(
                backend, table, std::make_unique<LockTableDecoder>(backend, table)));
    }
}

QStringList LockTableSystem::lookCommands(const LockRecord &record,
                                          const BackendSpec &backend) const
{
    return rowLook(record, backend, info().id,
                   [](const TableSpec &table) { return table.nameColumn; });
}

std::vector<LockAction> LockTableSystem::actions(const LockRecord &record) const
{
    if (!someoneHolds(record))
        return {};
    LockAction expire;
    expire.id = expireAction();
    expire.label = Words::tr("Release");
    // Also where the lease is over: by the clock of the program that wrote it, it may still run.
    expire.consequence =
        record.state == LockState::Expired
            ? Words::tr("The lease is over by the server's clock; this marks the lock as "
                        "free by any clock. Its holder is not told, and its work is not "
                        "stopped.")
            : Words::tr("The lease ends now: whoever asks next takes the lock, the same "
                        "holder included. Its holder is not told, and its work is not "
                        "stopped.");
    return {expire};
}

Result<std::unique_ptr<ReleaseTicket>> LockTableSystem::beginRelease(const ReleaseRequest &request,
                                                                     const ActionContext &context,
                                                                     SteadyTime deadline) const
{
    auto table = tableOfWitness(context.backend, info().id, request);
    if (!table)
        return passOn(table);
    if (request.action != expireAction())
        return noSuchAction(request.action);
    TableReleasePlan plan;
    plan.decoder = std::make_unique<LockTableDecoder>(context.backend, *table);
    plan.table = std::move(*table);
    return openTableRelease(request, context, std::move(plan), deadline);
}

std::optional<AcquireForm> LockTableSystem::acquireForm(const BackendSpec &backend) const
{
    auto form = tableForm(backend, info().id);
    if (form)
        form->defaultTtl = usualTtl;
    return form;
}

Result<std::unique_ptr<LockClient>> LockTableSystem::client(const AcquireRequest &request,
                                                            const ActionContext &context) const
{
    auto table = tableOfRequest(context.backend, info().id, request);
    if (!table)
        return passOn(table);
    TableTaking taking;
    taking.decoder = std::make_unique<LockTableDecoder>(context.backend, *table);
    taking.table = std::move(*table);
    taking.lease.length = request.ttl.value_or(usualTtl);
    return makeTableClient(request, context, std::move(taking));
}

} // namespace lockmaster
