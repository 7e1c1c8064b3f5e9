// SPDX-License-Identifier: Apache-2.0
#include "ui/release/bulkreport.h"

#include "core/actions/releaserecord.h"
#include "core/text/jsonwriter.h"
#include "core/text/literaltext.h"
#include "core/domain/witness.h"
#include "ui/release/bulkreleasemodel.h"
#include "core/display/releasewords.h"

namespace lockmaster {

namespace {

using ColumnId = BulkReleaseModel::ColumnId;

QString cell(const BulkReleaseModel &model, int row, ColumnId column)
{
    return model.index(row, int(column)).data(Qt::DisplayRole).toString();
}

void writeOutcome(JsonWriter &json, const BulkReleaseModel &model, int row)
{
    if (const auto &report = model.report(row)) {
        json.member("outcome", releaseResultName(report->outcome.result));
        json.textOrNull("detail", changeDetailName(report->outcome.detail));
        json.member("sent", bool(report->outcome.sent));
        json.member("message", report->outcome.message);
        json.textOrNull("audit_id", report->auditId);
        json.textOrNull("now_held_by",
                        holderNow(report->now) ? ReleaseWords::owner(*report->now) : QString());
        return;
    }
    json.nullMember("outcome");
    json.nullMember("detail");
    json.member("sent", false);
    json.member("message", cell(model, row, ColumnId::Outcome));
    json.nullMember("audit_id");
    json.nullMember("now_held_by");
}

} // namespace

QByteArray bulkReportJson(const BulkReleaseModel &model)
{
    QByteArray out;
    for (int row = 0; row < model.rowCount(); ++row) {
        const BulkTarget &target = model.target(row);
        const LockId &id = target.lock->id;
        JsonWriter json(out);
        json.beginObject();
        json.member("backend", id.source->backend);
        json.member("system", id.source->system);
        json.member("source", id.source->name);
        json.member("name", literalText(id.name));
        json.member("owner", cell(model, row, ColumnId::Owner));
        json.member("witness", target.planned
                                   ? target.planned->witness
                                   : encodeWitness(witnessOf(*target.lock, target.looked)));
        json.textOrNull("action", target.action ? target.action->id : QString());
        writeOutcome(json, model, row);
        json.endObject();
        out += '\n';
    }
    return out;
}

QString bulkReportText(const BulkReleaseModel &model)
{
    QString out;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (const ColumnId column : {ColumnId::Backend, ColumnId::Lock, ColumnId::Owner,
                                      ColumnId::Action, ColumnId::Outcome})
            cells << cell(model, row, column);
        if (const auto &report = model.report(row))
            cells << report->auditId;
        out += cells.join(u'\t') + u'\n';
    }
    return out;
}

} // namespace lockmaster
