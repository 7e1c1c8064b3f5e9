// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/formats/formatcommands.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/texttable.h"
#include "core/formats/formatcatalogue.h"
#include "core/formats/formatwords.h"
#include "core/monitor/lockjson.h"
#include "core/monitor/look.h"
#include "core/systems/registry/formatdetection.h"
#include "core/text/literaltext.h"
#include "core/trust/formattrust.h"

namespace lockmaster {

namespace {

QByteArray formatsTable()
{
    using Row = LockFormatPointer;
    using Fit = TableColumn<Row>::Fit;
    const std::vector<TableColumn<Row>> columns{
        {"FORMAT", [](const Row &format) { return format->id; }},
        {"LIBRARY", [](const Row &format) { return format->title; }},
        {"WHERE", [](const Row &format) { return placesOf(*format).join(QStringLiteral(", ")); }},
        {"RELEASE", [](const Row &format) { return releaseWord(*format); }},
        {"TRIED WITH", [](const Row &format) { return orDash(format->verifiedBy); }, Fit::Elastic},
        {"WHAT IT IS", [](const Row &format) { return format->description.english; }, Fit::Elastic},
    };
    return tableOf(columns, knownFormats()).text(terminalWidth());
}

QByteArray formatsJson()
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.key("formats");
    json.beginArray();
    for (const LockFormatPointer &format : knownFormats()) {
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
        json.key("keys");
        json.beginArray();
        for (const FormatKeys &keys : format->keys)
            json.text(keys.match.isEmpty() ? QStringLiteral("*") : keys.match);
        json.endArray();
        json.member("release", releaseWord(*format));
        json.textOrNull("file", format->origin);
        json.member("trusted", isTrusted(*format).value_or(false));
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.flush();
    return out + '\n';
}

/** A table that was found, and what stands in it. */
struct Found {
    QString backend;
    FoundTable table;
    std::optional<qint64> locks; ///< none: it could not be read
    qint64 held = 0;

    QString source() const { return table.table.schema + u'.' + table.table.table; }
};

/** Reads what was found, all of a backend at once. */
void count(const BackendSpec &backend, const ReaderFactory &readers, std::vector<Found> &found)
{
    BackendSpec spec = backend;
    spec.tables.clear();
    spec.systems.clear();
    for (const Found &each : found) {
        spec.tables.push_back(each.table.table);
        spec.systems << each.table.table.system;
    }
    const std::vector<SingleLook> looks = lookOnce({spec}, readers);
    for (Found &each : found) {
        for (const Observation &seen : looks.front().reading.observations) {
            if (seen.source == each.source() && seen.complete)
                each.locks = 0;
        }
        for (const LockRecord *lock : looks.front().locks) {
            const bool isHere = lock->id.source->system == each.table.table.system
                                && lock->id.source->name == each.source();
            if (!isHere || !each.locks)
                continue;
            ++*each.locks;
            each.held += isHeld(lock->state) ? 1 : 0;
        }
    }
}

QByteArray foundTable(const std::vector<Found> &found)
{
    using Fit = TableColumn<Found>::Fit;
    const std::vector<TableColumn<Found>> columns{
        {"FORMAT", [](const Found &each) { return each.table.table.system; }},
        {"BACKEND", [](const Found &each) { return literalText(each.backend); }, Fit::Elastic},
        {"LOCKS",
         [](const Found &each) {
             return each.locks ? QString::number(*each.locks) : QStringLiteral("?");
         },
         Fit::Right},
        {"HELD",
         [](const Found &each) {
             return each.locks ? QString::number(each.held) : QStringLiteral("?");
         },
         Fit::Right},
        {"CERTAINTY", [](const Found &each) { return certaintyName(each.table.certainty); }},
        {"WATCH IT WITH",
         [](const Found &each) {
             return QStringLiteral("formats=%1:%2")
                 .arg(each.table.table.system, literalText(each.source()));
         }},
    };
    return tableOf(columns, found).text(terminalWidth());
}

QByteArray foundJson(const std::vector<Found> &found)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.key("found");
    json.beginArray();
    for (const Found &each : found) {
        json.lineBreak();
        json.beginObject();
        json.member("backend", each.backend);
        json.member("format", each.table.table.system);
        json.member("title", each.table.table.format->title);
        json.member("source", each.source());
        json.member("locks", each.locks);
        json.member("held", each.locks ? std::optional(each.held) : std::nullopt);
        json.member("certainty", certaintyName(each.table.certainty));
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.flush();
    return out + '\n';
}

ExitCode detect(const Options &options)
{
    const std::optional<BackendChoice> choice = chooseBackends(options);
    if (!choice)
        return ExitCode::Usage;
    std::vector<Found> all;
    bool isComplete = choice->complete;
    for (const BackendSpec &backend : choice->backends) {
        const SteadyTime deadline = systemClock().now() + 5 * backend.timeout;
        const auto tables = findFormatTables(backend, choice->passwords(backend), deadline);
        if (!tables) {
            sayProblem(backend.name, {{}, tables.error()});
            isComplete = false;
            continue;
        }
        std::vector<Found> here;
        for (const FoundTable &table : *tables)
            here.push_back({backend.name, table, {}, 0});
        if (!here.empty())
            count(backend, choice->readers, here);
        all.insert(all.end(), here.begin(), here.end());
    }
    if (all.empty() && !options.json && isComplete)
        say(QStringLiteral("No table was found that is known: lockctl formats prints which are."));
    else if (!writeOut(options.json ? foundJson(all) : foundTable(all)) && outputFailed())
        return ExitCode::OutputFailed;
    return isComplete ? ExitCode::Ok : ExitCode::NoAnswer;
}

} // namespace

ExitCode runFormats(const Options &options)
{
    const FormatsOptions &formats = options.formats;
    const bool takesFile = formats.task == u"explain";
    if (!formats.task.isEmpty() && formats.task != u"detect" && !takesFile) {
        say(QStringLiteral("'%1' is nothing that formats does; 'detect' and 'explain FILE' are.")
                .arg(literalText(formats.task)));
        return ExitCode::Usage;
    }
    if (takesFile == formats.file.isEmpty()) {
        say(takesFile
                ? QStringLiteral("Which format? explain FILE, or explain ID of one that "
                                 "'lockctl formats' prints.")
                : QStringLiteral("'%1' belongs to nothing here.").arg(literalText(formats.file)));
        return ExitCode::Usage;
    }
    if (takesFile)
        return explainFormat(options);
    if (formats.task == u"detect")
        return detect(options);
    return writeOut(options.json ? formatsJson() : formatsTable()) ? ExitCode::Ok
                                                                   : ExitCode::OutputFailed;
}

} // namespace lockmaster
