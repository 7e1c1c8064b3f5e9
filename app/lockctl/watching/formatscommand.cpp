// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/watchingcommands.h"

#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/texttable.h"
#include "core/formats/formatfile.h"
#include "core/monitor/lockjson.h"

namespace lockmaster {

namespace {

QString releaseWord(const TableFormat &format)
{
    QStringList words;
    for (const FormatTable &table : format.tables) {
        switch (table.release.how) {
        case FormatRelease::How::Never: words << QStringLiteral("never"); break;
        case FormatRelease::How::Set: words << QStringLiteral("update"); break;
        case FormatRelease::How::Delete: words << QStringLiteral("delete"); break;
        }
    }
    words.removeDuplicates();
    return words.join(QStringLiteral(", "));
}

QByteArray formatsTable()
{
    using Row = TableFormatPointer;
    using Fit = TableColumn<Row>::Fit;
    const std::vector<TableColumn<Row>> columns{
        {"FORMAT", [](const Row &format) { return format->id; }},
        {"LIBRARY", [](const Row &format) { return format->title; }},
        {"TABLE", [](const Row &format) { return format->names.join(QStringLiteral(", ")); }},
        {"RELEASE", [](const Row &format) { return releaseWord(*format); }},
        {"TRIED WITH", [](const Row &format) { return orDash(format->verifiedBy); }, Fit::Elastic},
        {"WHAT IT IS", [](const Row &format) { return format->description.english; }, Fit::Elastic},
    };
    return tableOf(columns, shippedFormats()).text(terminalWidth());
}

QByteArray formatsJson()
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.key("formats");
    json.beginArray();
    for (const TableFormatPointer &format : shippedFormats()) {
        json.lineBreak();
        json.beginObject();
        json.member("id", format->id);
        json.member("title", format->title);
        json.member("description", format->description.english);
        json.member("source", format->source);
        json.textOrNull("verified_by", format->verifiedBy);
        json.key("tables");
        json.beginArray();
        for (const QString &name : format->names)
            json.text(name);
        json.endArray();
        json.member("release", releaseWord(*format));
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.flush();
    return out + '\n';
}

} // namespace

ExitCode runFormats(const Options &options)
{
    return writeOut(options.json ? formatsJson() : formatsTable()) ? ExitCode::Ok
                                                                   : ExitCode::OutputFailed;
}

} // namespace lockmaster
