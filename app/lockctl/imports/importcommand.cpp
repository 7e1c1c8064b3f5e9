// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/imports/importcommands.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/texttable.h"
#include "core/config/backendurl.h"
#include "core/config/keychain.h"
#include "core/config/profilefile.h"
#include "core/imports/serverimport.h"
#include "core/monitor/lockjson.h"
#include "core/text/literaltext.h"

#include <QDir>
#include <QProcessEnvironment>

#include <algorithm>

namespace lockmaster {

namespace {

using State = ImportableServer::State;
using Row = ImportableServer;

constexpr Millis keychainTakes{10'000}; ///< somebody may have to unlock it

/** The files that were named, or the usual places; none where one of them cannot be read. */
std::optional<std::vector<FoundServers>> search(const QStringList &files)
{
    if (files.isEmpty()) {
        UsualServers usual =
            usualServers(QDir::homePath(), QProcessEnvironment::systemEnvironment());
        for (const Error &error : usual.unread)
            say(errorText(error));
        return std::move(usual.found);
    }
    std::vector<FoundServers> found;
    for (const QString &file : files) {
        auto servers = serversOfFile(file);
        if (!servers) {
            say(errorText(servers.error()));
            return std::nullopt;
        }
        found.push_back(std::move(*servers));
    }
    return found;
}

/** Only those of these names; false where one of them is none. */
bool keepOnly(const QStringList &names, std::vector<Row> &servers)
{
    for (const QString &name : names) {
        if (std::none_of(servers.begin(), servers.end(),
                         [&](const Row &server) { return server.name == name; })) {
            say(QStringLiteral("No server that was found is called '%1'.").arg(literalText(name)));
            return false;
        }
    }
    if (!names.isEmpty())
        std::erase_if(servers, [&](const Row &server) { return !names.contains(server.name); });
    return true;
}

QString stateWord(State state)
{
    switch (state) {
    case State::New: return QStringLiteral("new");
    case State::Known: return QStringLiteral("known");
    case State::Unusable: break;
    }
    return QStringLiteral("unusable");
}

/** A path below the home is told from there. */
QString placeOf(const Row &server)
{
    const QString home = QDir::homePath() + u'/';
    return server.where.startsWith(home) ? u'~' + server.where.sliced(home.size() - 1)
                                         : server.where;
}

QString urlOf(const Row &server)
{
    return server.state == State::Unusable ? QString() : backendUrl(server.spec);
}

QByteArray tableText(const std::vector<Row> &servers)
{
    using Fit = TableColumn<Row>::Fit;
    const std::vector<TableColumn<Row>> columns{
        {"NAME", [](const Row &server) { return orDash(literalText(server.name)); }},
        {"SERVER",
         [](const Row &server) {
             return orDash(literalText(server.spec.tunnel.reached(urlOf(server))));
         },
         Fit::Elastic},
        {"FROM", [](const Row &server) { return literalText(placeOf(server)); }, Fit::Elastic},
        {"STATE",
         [](const Row &server) {
             return server.state == State::Known
                        ? QStringLiteral("known as %1").arg(literalText(server.why))
                        : stateWord(server.state);
         }},
    };
    return tableOf(columns, servers).text(terminalWidth());
}

QByteArray jsonText(const std::vector<Row> &servers, std::optional<qint64> written)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.key("servers");
    json.beginArray();
    for (const Row &server : servers) {
        json.lineBreak();
        json.beginObject();
        json.textOrNull("name", server.name);
        json.member("state", stateWord(server.state));
        json.textOrNull("known_as", server.state == State::Known ? server.why : QString());
        json.textOrNull("problem", server.state == State::Unusable ? server.why : QString());
        json.textOrNull("url", urlOf(server));
        json.textOrNull("ssh", server.spec.tunnel.ssh);
        json.member("from", server.where);
        json.member("has_password", !server.spec.urlPassword.isEmpty());
        json.key("notes");
        json.beginArray();
        for (const QString &note : server.notes)
            json.text(note);
        json.endArray();
        json.endObject();
    }
    json.endArray();
    json.member("written", written);
    json.endObject();
    json.flush();
    return out + '\n';
}

void sayNotes(const std::vector<Row> &servers)
{
    for (const Row &server : servers) {
        if (server.state == State::Unusable)
            sayProblem(server.name, {{}, Error{ErrorKind::Config, 0, server.why, {}}});
        if (server.state == State::New) {
            for (const QString &note : server.notes)
                say(QStringLiteral("%1: %2").arg(server.name, note));
        }
    }
}

bool keepPasswords(const std::vector<BackendSpec> &servers)
{
    bool areKept = true;
    for (const BackendSpec &server : servers) {
        if (server.urlPassword.isEmpty())
            continue;
        const auto kept =
            keepInKeychain(server, server.urlPassword, systemClock().now() + keychainTakes);
        if (!kept)
            sayProblem(server.name, {{}, kept.error()});
        areKept = areKept && kept;
    }
    return areKept;
}

void sayWhatIsLeft(const std::vector<BackendSpec> &servers, const Options &options)
{
    const QString path = profilePath(options);
    const auto passwords = std::count_if(servers.begin(), servers.end(), [](const auto &server) {
        return !server.urlPassword.isEmpty();
    });
    const auto tunnels = std::count_if(servers.begin(), servers.end(),
                                       [](const auto &server) { return server.tunnel.isSet(); });
    if (servers.empty())
        say(QStringLiteral("Nothing is new."));
    else if (options.import.write)
        say(QStringLiteral("Written to %1: %2.").arg(literalText(path)).arg(servers.size()));
    else
        say(QStringLiteral("Nothing was written. --write puts what is new into %1.")
                .arg(literalText(path)));
    if (passwords > 0 && !options.import.keychain)
        say((options.import.write
                 ? QStringLiteral(
                     "Passwords that were not taken over: %1. Type them in the window, "
                     "or name a password_command in the profile.")
                 : QStringLiteral("Passwords among them: %1. --write leaves them out; with "
                                  "--keychain they go to the keychain."))
                .arg(passwords));
    if (tunnels > 0 && options.import.write)
        say(QStringLiteral("Reached through ssh: %1. Have that trusted: lockctl trust %2")
                .arg(tunnels)
                .arg(shellQuoted(path)));
}

} // namespace

ExitCode runImport(const Options &options)
{
    const ImportOptions &import = options.import;
    if (import.keychain && !import.write) {
        say(QStringLiteral("--keychain belongs to --write."));
        return ExitCode::Usage;
    }
    const auto profile = loadProfile(profilePath(options));
    if (!profile) {
        say(errorText(profile.error()));
        return ExitCode::Usage;
    }
    const auto found = search(import.files);
    if (!found)
        return ExitCode::Usage;
    std::vector<Row> servers = importable(*found, profile->backends);
    if (!keepOnly(import.names, servers))
        return ExitCode::Usage;
    std::vector<BackendSpec> wanted;
    for (const Row &server : servers) {
        if (server.state == State::New)
            wanted.push_back(server.spec);
    }
    if (import.keychain && !keychainAvailable()) {
        say(QStringLiteral("There is no keychain: no secret service answers on this session's bus. "
                           "Nothing was written."));
        return ExitCode::NoAnswer;
    }
    if (import.write && !wanted.empty()) {
        if (const auto written = importServers(profilePath(options), wanted); !written) {
            say(errorText(written.error()));
            return ExitCode::Usage;
        }
    }
    const bool areKept = !import.keychain || keepPasswords(wanted);
    const std::optional<qint64> written =
        import.write ? std::optional(qint64(wanted.size())) : std::nullopt;
    if (servers.empty() && !options.json)
        say(QStringLiteral("No servers were found: not in ~/.my.cnf, not in DBeaver's own files, "
                           "and not in DATABASE_URL or REDIS_URL. Name a file that has some."));
    else if (!writeOut(options.json ? jsonText(servers, written) : tableText(servers))
             && outputFailed())
        return ExitCode::OutputFailed;
    sayNotes(servers);
    if (!servers.empty())
        sayWhatIsLeft(wanted, options);
    return areKept ? ExitCode::Ok : ExitCode::NoAnswer;
}

} // namespace lockmaster
