// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/formats/formatcommands.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/texttable.h"
#include "core/config/profilefile.h"
#include "core/formats/formatcatalogue.h"
#include "core/formats/formatwords.h"
#include "core/monitor/lockjson.h"
#include "core/monitor/look.h"
#include "core/sql/sqltableshape.h"
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
        {"TAKEN",
         [](const Row &format) {
             return isTaken(*format) ? QStringLiteral("yes") : QStringLiteral("-");
         }},
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
        json.member("taken", isTaken(*format));
        json.textOrNull("file", format->origin);
        json.member("trusted", isTrusted(*format).value_or(false));
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.flush();
    return out + '\n';
}

/** Where locks of a library were found, and how many. */
struct Found {
    QString backend;
    LockFormatPointer format;
    QString source;
    Certainty certainty = Certainty::Certain;
    std::optional<TableSpec> table; ///< none: keys, which are always looked at
    std::optional<qint64> locks;    ///< none: it could not be read
    qint64 held = 0;

    QString watchedWith() const
    {
        return table ? QStringLiteral("formats=%1:%2").arg(format->id, literalText(source))
                     : QString();
    }
};

/** Whether it counts: keys are there or are not, a table may be empty. */
bool isFound(const Found &each)
{
    return each.table || (each.locks && *each.locks > 0);
}

/** Reads what was found, all of a backend at once. */
void count(const BackendSpec &backend, const ReaderFactory &readers, std::vector<Found> &found)
{
    BackendSpec spec = backend;
    spec.tables.clear();
    spec.systems.clear();
    for (const Found &each : found) {
        if (each.table)
            spec.tables.push_back(*each.table);
        spec.systems << each.format->id;
    }
    const std::vector<SingleLook> looks = lookOnce({spec}, readers);
    for (Found &each : found) {
        for (const Observation &seen : looks.front().reading.observations) {
            const bool isOfIt = !each.table || seen.source == each.source;
            if (isOfIt && seen.complete)
                each.locks = 0;
        }
        for (const LockRecord *lock : looks.front().locks) {
            const bool isHere = lock->id.source->system == each.format->id
                                && (!each.table || lock->id.source->name == each.source);
            if (!isHere || !each.locks)
                continue;
            ++*each.locks;
            each.held += isHeld(lock->state) ? 1 : 0;
            each.source = lock->id.source->name;
            each.certainty = std::max(each.certainty, lock->certainty);
        }
    }
    std::erase_if(found, [](const Found &each) { return !isFound(each); });
}

QByteArray foundTable(const std::vector<Found> &found)
{
    using Fit = TableColumn<Found>::Fit;
    const std::vector<TableColumn<Found>> columns{
        {"FORMAT", [](const Found &each) { return each.format->id; }},
        {"BACKEND", [](const Found &each) { return literalText(each.backend); }, Fit::Elastic},
        {"WHERE", [](const Found &each) { return literalText(each.source); }},
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
        {"CERTAINTY", [](const Found &each) { return certaintyName(each.certainty); }},
        {"WATCH IT WITH", [](const Found &each) { return orDash(each.watchedWith()); }},
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
        json.member("format", each.format->id);
        json.member("title", each.format->title);
        json.member("source", each.source);
        json.member("locks", each.locks);
        json.member("held", each.locks ? std::optional(each.held) : std::nullopt);
        json.member("certainty", certaintyName(each.certainty));
        json.textOrNull("watched_with", each.watchedWith());
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.flush();
    return out + '\n';
}

/** Several libraries call theirs alike: what is one's is not worth a word as another's. */
bool isOfAnother(const FoundTable &table, const std::vector<FoundTable> &all)
{
    return table.certainty != Certainty::Certain
           || std::any_of(all.begin(), all.end(), [&table](const FoundTable &other) {
                  return !other.misfit && other.source() == table.source();
              });
}

/** None: the backend did not answer, which was said. */
std::optional<std::vector<Found>> search(const BackendSpec &backend, const BackendChoice &choice)
{
    std::vector<Found> found;
    if (backend.kind == BackendKind::Redis) {
        for (const LockFormatPointer &format : knownFormats()) {
            if (format->isOfKeys())
                found.push_back({backend.name, format, {}, Certainty::Certain, {}, {}});
        }
    } else {
        const SteadyTime deadline = systemClock().now() + 5 * backend.timeout;
        const auto tables = findFormatTables(backend, choice.passwords(backend), deadline);
        if (!tables) {
            sayProblem(backend.name, {{}, tables.error()});
            return std::nullopt;
        }
        for (const FoundTable &each : *tables) {
            if (!each.misfit)
                found.push_back({backend.name,
                                 each.table.format,
                                 each.source(),
                                 each.certainty,
                                 each.table,
                                 {}});
            else if (!isOfAnother(each, *tables))
                sayProblem(backend.name, {{}, *each.misfit});
        }
    }
    if (!found.empty())
        count(backend, choice.readers, found);
    return found;
}

/** Puts the tables that nobody watches into the profile. */
bool write(const BackendSpec &backend, const std::vector<Found> &found, const Options &options)
{
    BackendSpec spec = backend;
    qsizetype added = 0;
    for (const Found &each : found) {
        const auto isWatched = [&](const TableSpec &table) {
            return sqlTableName(backend, table) == each.source
                   && (table.named || !backend.autoFormats);
        };
        // The profile says which systems it wants.
        if (!each.table || !backend.watches(each.format->id)
            || std::any_of(spec.tables.begin(), spec.tables.end(), isWatched))
            continue;
        spec.tables.push_back(*each.table);
        ++added;
    }
    const QString path = profilePath(options);
    if (added == 0) {
        say(QStringLiteral("%1: nothing was found that is not watched already.").arg(backend.name));
        return true;
    }
    const bool isInProfile = profileBackendNames(options).contains(backend.name);
    const auto written = updateProfile(path, [&](const QByteArray &toml) {
        return editProfile(toml, isInProfile ? backend.name : QString(), spec);
    });
    if (!written) {
        say(errorText(written.error()));
        return false;
    }
    say(QStringLiteral("%1: tables written to %2: %3.").arg(backend.name, path).arg(added));
    return true;
}

ExitCode detect(const Options &options)
{
    const std::optional<BackendChoice> choice = chooseBackends(options);
    if (!choice)
        return ExitCode::Usage;
    std::vector<Found> all;
    bool isComplete = choice->complete;
    bool isWritten = true;
    for (const BackendSpec &backend : choice->backends) {
        const auto found = search(backend, *choice);
        isComplete = isComplete && found;
        if (!found)
            continue;
        all.insert(all.end(), found->begin(), found->end());
        if (options.formats.write)
            isWritten = write(backend, *found, options) && isWritten;
    }
    if (all.empty() && !options.json && isComplete)
        say(QStringLiteral("No lock of a library was found that is known: lockctl formats prints "
                           "which are."));
    else if (!writeOut(options.json ? foundJson(all) : foundTable(all)) && outputFailed())
        return ExitCode::OutputFailed;
    if (!isWritten)
        return ExitCode::Usage;
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
    if (formats.write && formats.task != u"detect") {
        say(QStringLiteral("--write belongs to 'formats detect'."));
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
