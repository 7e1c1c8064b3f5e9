// SPDX-License-Identifier: Apache-2.0
#include "core/systems/tableformat/formatsystem.h"

#include "core/formats/formatwords.h"
#include "core/sql/sqltablesource.h"
#include "core/systems/rows/formatrow.h"
#include "core/systems/rows/tableclient.h"
#include "core/systems/rows/tablerelease.h"
#include "core/systems/tableformat/formatdecoder.h"
#include "core/systems/tableformat/rowsessionticket.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/systems/rows/rowlook.h"
#include "core/text/words.h"
#include "core/trust/formattrust.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr Millis usualTtl = std::chrono::seconds(30);

QString releaseAction()
{
    return QStringLiteral("release");
}

QString endSessionAction()
{
    return QStringLiteral("kill");
}

bool endsSessions(const LockFormat &format)
{
    return std::any_of(format.tables.begin(), format.tables.end(), [](const FormatTable &table) {
        return table.release.how == FormatRelease::How::EndSession;
    });
}

/** It is known of one session alone that it may be the holder. */
bool isHeldBySession(const LockRecord &record)
{
    return record.holders.size() == 1 && record.holders.front().detail
           && record.holders.front().detail->connectionId;
}

/** The shape of the table that is taken; null: none is. Others of it are refused when they are met.
 */
const FormatTable *takenTable(const LockFormat &format)
{
    const auto found = std::find_if(format.tables.begin(), format.tables.end(),
                                    [](const FormatTable &table) { return table.taking; });
    return found == format.tables.end() ? nullptr : &*found;
}

/** Where a mistake costs most, what only looks like a library's lock is not written to. */
ReleaseOutcome notNamed(const TableSpec &table, const QString &name)
{
    ReleaseOutcome refused;
    refused.result = ReleaseResult::Denied;
    refused.detail = ChangeDetail::NotNamed;
    refused.message = Words::tr("%1 was found by itself, as a table of %2, on a server that is "
                                "production: it is looked at only until it is named. Nothing was "
                                "changed.")
                          .arg(literalText(name), table.format->title);
    refused.remedy =
        Words::tr("Name it: %1 in the URL, or [[backend.table]] with %2 in the profile.")
            .arg(QStringLiteral("formats=%1:%2").arg(table.system, literalText(name)),
                 QStringLiteral("format = \"%1\"").arg(table.system));
    return refused;
}

} // namespace

SystemInfo FormatSystem::info() const
{
    return {m_format->id, m_format->title, inOurLanguage(m_format->description),
            BackendKind::MySql};
}

void FormatSystem::contribute(const BackendSpec &backend, SourceSet &sources) const
{
    for (const TableSpec &table : backend.tables) {
        if (table.format == m_format)
            sources.sqlSources.push_back(std::make_unique<SqlTableSource>(
                backend, table, std::make_unique<FormatDecoder>(backend, table)));
    }
}

/** Versions of a library differ in what letting go does. */
const FormatTable *FormatSystem::tableOf(const LockRecord &record) const
{
    for (const FormatTable &table : m_format->tables) {
        if (table.version == record.variant)
            return &table;
    }
    return nullptr;
}

QStringList FormatSystem::lookCommands(const LockRecord &record, const BackendSpec &backend) const
{
    const FormatTable *table = tableOf(record);
    const bool isKey = table && !table->nodes && table->name.isEmpty() && table->key.size() == 1;
    return rowLook(record, backend, m_format->id,
                   [&](const TableSpec &) { return isKey ? table->key.constFirst() : QString(); });
}

std::vector<LockAction> FormatSystem::actions(const LockRecord &record) const
{
    const FormatTable *table = tableOf(record);
    if (!table || table->release.how == FormatRelease::How::Never || !someoneHolds(record))
        return {};
    const bool endsSession = table->release.how == FormatRelease::How::EndSession;
    if (endsSession && !isHeldBySession(record))
        return {};
    LockAction release;
    release.id = endsSession ? endSessionAction() : releaseAction();
    release.label = endsSession ? Words::tr("End the connection") : Words::tr("Release");
    release.consequence = inOurLanguage(table->release.means);
    return {release};
}

Result<std::unique_ptr<ReleaseTicket>> FormatSystem::beginRelease(const ReleaseRequest &request,
                                                                  const ActionContext &context,
                                                                  SteadyTime deadline) const
{
    auto table = tableOfWitness(context.backend, m_format->id, request);
    if (!table)
        return passOn(table);
    const bool endsSession = request.action == endSessionAction() && endsSessions(*table->format);
    if (!endsSession && request.action != releaseAction())
        return noSuchAction(request.action);
    auto refusal = whyNotReleased(*table->format, request.witness.source.format);
    if (!refusal)
        return passOn(refusal);
    if (!*refusal && !table->named && context.backend.environment == Environment::Production)
        refusal = notNamed(*table, request.witness.source.name);
    if (endsSession)
        return RowSessionTicket::open(request, context, *std::move(table), std::move(*refusal),
                                      deadline);
    TableReleasePlan plan;
    plan.refusal = std::move(*refusal);
    plan.decoder = std::make_unique<FormatDecoder>(context.backend, *table);
    plan.table = std::move(*table);
    return openTableRelease(request, context, std::move(plan), deadline);
}

std::optional<AcquireForm> FormatSystem::acquireForm(const BackendSpec &backend) const
{
    const FormatTable *table = takenTable(*m_format);
    auto form = table ? tableForm(backend, m_format->id) : std::nullopt;
    if (!form)
        return std::nullopt;
    const FormatTaking &taking = *table->taking;
    form->hasOwner = taking.owner.has_value();
    if (!taking.owner || taking.owner->is != FormatShape::Is::Text)
        form->owner.clear();
    form->hasTtl = table->end && table->end->means == FormatEnd::Means::End;
    if (form->hasTtl)
        form->defaultTtl = usualTtl;
    else if (table->end)
        form->ttlNote = Words::tr("%1 after it was renewed last; that is the library's own rule.")
                            .arg(durationText(*table->end->lasts));
    else
        form->ttlNote =
            Words::tr("It has no lease: it lasts until it is let go of. Should this program die, "
                      "it stays.");
    return form;
}

Result<std::unique_ptr<LockClient>> FormatSystem::client(const AcquireRequest &request,
                                                         const ActionContext &context) const
{
    const FormatTable *how = takenTable(*m_format);
    if (!how)
        return failure(ErrorKind::Unsupported,
                       Words::tr("Locks of %1 are not taken from here.").arg(m_format->title));
    auto table = tableOfRequest(context.backend, m_format->id, request);
    if (!table)
        return passOn(table);
    if (const auto refused = whyNotReleased(*m_format, {}); !refused || *refused)
        return refused ? failure(ErrorKind::Denied, (*refused)->message, (*refused)->remedy)
                       : tl::make_unexpected(refused.error());
    TableTaking taking;
    taking.decoder = std::make_unique<FormatDecoder>(context.backend, *table);
    taking.table = std::move(*table);
    const bool lasts = how->end && how->end->lasts;
    taking.lease.length = lasts ? *how->end->lasts : request.ttl.value_or(usualTtl);
    return makeTableClient(request, context, std::move(taking));
}

} // namespace lockmaster
