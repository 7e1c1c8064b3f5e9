// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/formats/formatcommands.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/watching/listtable.h"
#include "core/formats/knownnames.h"
#include "core/actions/releaseoperation.h"
#include "core/config/ownformats.h"
#include "core/formats/formatcatalogue.h"
#include "core/monitor/lockjson.h"
#include "core/monitor/look.h"
#include "core/systems/registry/registry.h"
#include "core/text/literaltext.h"
#include "core/trust/formattrust.h"

#include <QFileInfo>

namespace lockmaster {

namespace {

/** Each is looked at by itself, on a connection of its own. */
constexpr size_t mostExplained = 50;

/** What letting go of one lock would be; nothing is sent but what reads. */
struct Explained {
    const LockRecord *lock = nullptr;
    std::shared_ptr<const Attributes> attributes = nullptr;
    QString statement; ///< empty: none would be sent
    QString refused;   ///< why it would not be let go of
};

/** By a file, or by the id of one that is known. */
std::optional<std::vector<LockFormatPointer>> formatsNamed(const QString &file)
{
    if (!QFileInfo::exists(file)) {
        if (LockFormatPointer known = knownFormat(file))
            return std::vector{std::move(known)};
    }
    auto formats = readFormatFile(file);
    if (!formats) {
        sayLines(errorText(formats.error()));
        return std::nullopt;
    }
    for (LockFormatPointer &format : *formats)
        format = makeKnown(format);
    return std::move(*formats);
}

/**
 * Of tables those that the backend names for the format, or the one that it is usually in; of keys
 * all that fit. None where the server cannot have such locks.
 */
std::optional<BackendSpec> watching(BackendSpec backend,
                                    const std::vector<LockFormatPointer> &formats)
{
    std::vector<TableSpec> tables;
    backend.systems.clear();
    backend.keyFormats.clear();
    for (const LockFormatPointer &format : formats) {
        if (format->isOfKeys() != (backend.kind == BackendKind::Redis))
            continue;
        backend.systems << format->id;
        if (format->isOfKeys()) {
            if (!format->isShipped)
                backend.keyFormats.push_back(format);
            continue;
        }
        const size_t before = tables.size();
        for (const TableSpec &table : backend.tables) {
            if (table.format == format)
                tables.push_back(table);
        }
        if (tables.size() == before) {
            tables.push_back(tableOfFormat(format));
            tables.back().named = true;
        }
    }
    backend.tables = std::move(tables);
    return backend.systems.isEmpty() ? std::nullopt : std::optional(std::move(backend));
}

Explained explain(const BackendSpec &backend, const SingleLook &look, const LockRecord &lock,
                  const ActionTools &tools)
{
    Explained explained{&lock, nullptr, {}, {}};
    const LockSystem *system = lockSystem(lock.id.source->system);
    const std::vector<LockAction> actions =
        system ? system->actions(lock) : std::vector<LockAction>();
    if (actions.empty()) {
        const bool isFree = lock.state == LockState::Free;
        explained.refused = isFree ? QStringLiteral("nobody holds it")
                                   : QStringLiteral("this format never lets go of one");
        return explained;
    }
    ReleaseRequest request;
    request.witness = witnessOf(lock, lookedAt(look.status));
    request.name = lock.id.name;
    request.action = actions.front().id;
    request.target = actions.front().target;
    ReleaseOperation operation({.backend = backend, .request = request}, tools);
    const auto preview = operation.open(tools.clock->now() + ReleaseOperation::openBudget(backend));
    if (!preview) {
        explained.refused = errorText(preview.error().error);
        return explained;
    }
    if (preview->lock)
        explained.attributes = preview->lock->attributes;
    explained.statement = operation.command(Compare::InstanceAndLease);
    if (preview->refusal)
        explained.refused = preview->refusal->message;
    else if (preview->indistinguishable)
        explained.refused = QStringLiteral("only with --even-if-indistinguishable: nothing tells "
                                           "its holder from the next");
    return explained;
}

void print(QByteArray &out, const SingleLook &look, const std::vector<Explained> &locks,
           SteadyTime now)
{
    std::vector<const LockRecord *> records;
    records.reserve(locks.size());
    for (const Explained &each : locks)
        records.push_back(each.lock);
    const std::vector<SingleLook> none;
    out += lockTable(none, records, now).text(terminalWidth());
    for (const Explained &each : locks) {
        appendLine(out, {});
        appendLine(out, nameText(each.lock->id.name));
        for (const Attribute &attribute : each.attributes ? *each.attributes : Attributes())
            appendLine(out, QStringLiteral("  %1: %2").arg(attribute.label, attribute.value));
        if (!each.statement.isEmpty())
            appendLine(out, QStringLiteral("  a release would send: ") + each.statement);
        if (!each.refused.isEmpty())
            appendLine(out, QStringLiteral("  a release is refused: ") + each.refused);
    }
    if (look.locks.size() > locks.size())
        appendLine(
            out,
            QStringLiteral("%1 more are not explained.").arg(look.locks.size() - locks.size()));
}

void write(JsonWriter &json, const SingleLook &look, const std::vector<Explained> &locks,
           SteadyTime now)
{
    for (const Explained &each : locks) {
        json.lineBreak();
        json.beginObject();
        json.key("lock");
        writeLock(json, *each.lock, lookedAt(look.status), now);
        json.textOrNull("statement", each.statement);
        json.textOrNull("refused", each.refused);
        json.endObject();
    }
}

} // namespace

ExitCode explainFormat(const Options &options)
{
    const auto formats = formatsNamed(options.formats.file);
    if (!formats)
        return ExitCode::Usage;
    const std::optional<BackendChoice> choice = chooseBackends(options, namesPatience);
    if (!choice)
        return ExitCode::Usage;
    std::vector<BackendSpec> backends;
    for (const BackendSpec &backend : choice->backends) {
        if (auto watched = watching(backend, *formats))
            backends.push_back(*std::move(watched));
    }
    if (backends.empty()) {
        say(QStringLiteral("None of the servers asked can have such locks."));
        return ExitCode::Usage;
    }
    ActionTools tools;
    tools.passwords = choice->passwords;
    tools.program = QStringLiteral("lockctl");
    bool isComplete = choice->complete;
    QByteArray out;
    JsonWriter json(out);
    if (options.json) {
        json.beginObject();
        json.member("schema", qint64(jsonSchema));
        json.key("explained");
        json.beginArray();
    }
    const std::vector<SingleLook> looks = lookOnce(backends, choice->readers);
    for (size_t i = 0; i < looks.size(); ++i) {
        const SingleLook &look = looks[i];
        for (const Problem &problem : look.status.problems) {
            sayProblem(backends[i].name, problem);
            isComplete = false;
        }
        std::vector<Explained> locks;
        for (const LockRecord *lock : look.locks) {
            if (locks.size() == mostExplained)
                break;
            locks.push_back(explain(backends[i], look, *lock, tools));
        }
        const SteadyTime now = systemClock().now();
        if (look.locks.empty() && look.status.problems.empty())
            say(QStringLiteral("%1: there is no such lock.").arg(backends[i].name));
        if (options.json)
            write(json, look, locks, now);
        else
            print(out, look, locks, now);
    }
    if (options.json) {
        json.endArray();
        json.endObject();
        json.flush();
        out += '\n';
    }
    if (!writeOut(out))
        return ExitCode::OutputFailed;
    return isComplete ? ExitCode::Ok : ExitCode::NoAnswer;
}

} // namespace lockmaster
