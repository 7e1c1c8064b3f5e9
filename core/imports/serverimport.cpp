// SPDX-License-Identifier: Apache-2.0
#include "core/imports/serverimport.h"

#include "core/config/backendurl.h"
#include "core/config/profilefile.h"
#include "core/config/specdraft.h"
#include "core/imports/dbeaver.h"
#include "core/imports/optionfile.h"
#include "core/imports/pastedserver.h"
#include "core/imports/redisclients.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace lockmaster {

namespace {

constexpr qint64 largestFile = 10 << 20;
constexpr size_t mostServers = 1000;
constexpr qsizetype longestName = 120;
constexpr const char *urlVariables[] = {"DATABASE_URL", "MYSQL_URL", "REDIS_URL", "VALKEY_URL"};

/** Below a home: DBeaver's own, and those of its packages for snap and flatpak. */
constexpr const char *dbeaverWorkspaces[] = {
    ".local/share/DBeaverData/workspace6",
    "snap/dbeaver-ce/current/.local/share/DBeaverData/workspace6",
    ".var/app/io.dbeaver.DBeaverCommunity/data/DBeaverData/workspace6",
};

Result<QByteArray> bytesOf(const QString &path)
{
    const QString shown = literalText(path);
    QFile file(path);
    if (!QFileInfo(path).isFile())
        return failure(ErrorKind::Config, Words::tr("%1 is no file.").arg(shown));
    if (!file.open(QIODevice::ReadOnly))
        return failure(ErrorKind::Denied,
                       Words::tr("%1 could not be read: %2.").arg(shown, file.errorString()));
    QByteArray bytes = file.read(largestFile + 1);
    if (bytes.size() > largestFile)
        return failure(ErrorKind::Config, Words::tr("%1 is larger than 10 MiB.").arg(shown));
    return bytes;
}

/** None: that URL is of something else, and need not be told of. */
std::optional<FoundServer> serverOfUrl(const QString &variable, const QString &url)
{
    FoundServer server;
    if (const auto pasted = pastedUrl(url); pasted) {
        server.spec = pasted->spec;
        server.name = literalText(pasted->spec.name);
        server.notes = pasted->notes;
        if (!pasted->ignored.isEmpty())
            server.notes << Words::tr("Not taken over: %1")
                                .arg(literalText(pasted->ignored.join(QStringLiteral(", "))));
        return server;
    } else if (variable != u"DATABASE_URL" || url.isEmpty()) {
        return std::nullopt;
    } else {
        server.fault = pasted.error().message;
    }
    server.name = literalText(variable);
    return server;
}

/** `NAME_URL=...`, as in files that set variables. */
std::vector<FoundServer> serversOfVariables(const QByteArray &text)
{
    static const QRegularExpression line(
        QStringLiteral("\\A\\s*(?:export\\s+)?([A-Za-z_][A-Za-z0-9_]*URL)\\s*=\\s*(.*?)\\s*\\z"));
    std::vector<FoundServer> servers;
    for (const QByteArray &bytes : text.split('\n')) {
        const auto match = line.match(QString::fromUtf8(bytes));
        if (!match.hasMatch())
            continue;
        QString value = match.captured(2);
        const bool isQuoted = value.size() >= 2 && (value[0] == u'"' || value[0] == u'\'')
                              && value.endsWith(value[0]);
        if (isQuoted)
            value = value.sliced(1, value.size() - 2);
        if (auto server = serverOfUrl(match.captured(1), value))
            servers.push_back(std::move(*server));
    }
    return servers;
}

/** None: it is no JSON of theirs. */
std::optional<std::vector<FoundServer>> serversOfJson(const QByteArray &bytes, const QString &path)
{
    QJsonDocument document = QJsonDocument::fromJson(bytes);
    // Another Redis Desktop Manager wraps its own up.
    if (document.isNull())
        document = QJsonDocument::fromJson(QByteArray::fromBase64(bytes.trimmed()));
    if (document.isArray())
        return serversOfRedisClient(document.array());
    if (!document.object()[u"connections"].isObject())
        return std::nullopt;
    const auto accounts =
        bytesOf(QFileInfo(path).dir().filePath(QStringLiteral("credentials-config.json")));
    return serversOfDbeaver(document.object(), dbeaverAccounts(accounts.value_or(QByteArray())));
}

bool isSameDatabase(const BackendSpec &a, const BackendSpec &b)
{
    return isSameServer(a, b) && a.database == b.database && a.redisDatabase == b.redisDatabase;
}

/** As a profile would say it. */
Result<BackendSpec> specOf(const FoundServer &server)
{
    SpecDraft draft;
    draft.spec = server.spec;
    draft.spec.name = beginningOf(server.name, longestName);
    if (!isPlainName(draft.spec.name))
        draft.spec.name.clear();
    if (server.spec.tls != TlsMode::Off)
        draft.tls = server.spec.tls;
    if (server.spec.readOnly)
        draft.readOnly = true;
    draft.spec.autoFormats =
        server.spec.kind == BackendKind::MySql && !server.spec.database.isEmpty();
    return completed(std::move(draft));
}

/** Those that are there. */
QStringList usualFiles(const QString &home)
{
    QStringList files{home + QStringLiteral("/.my.cnf")};
    for (const char *workspace : dbeaverWorkspaces) {
        const QDir projects(home + u'/' + QLatin1StringView(workspace));
        for (const QString &project : projects.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            files << projects.filePath(project + QStringLiteral("/.dbeaver/data-sources.json"));
    }
    files.removeIf([](const QString &path) { return !QFileInfo(path).isFile(); });
    return files;
}

} // namespace

Result<FoundServers> serversOfFile(const QString &path)
{
    const auto bytes = bytesOf(path);
    if (!bytes)
        return passOn(bytes);
    FoundServers found{path, {}};
    if (auto servers = serversOfJson(*bytes, path))
        found.servers = std::move(*servers);
    else if (isOptionFile(*bytes))
        found.servers = serversOfOptionFile(*bytes);
    else if (found.servers = serversOfVariables(*bytes); found.servers.empty())
        return failure(
            ErrorKind::Config, Words::tr("%1 has no servers in it.").arg(literalText(path)),
            Words::tr("Give it a my.cnf, DBeaver's data-sources.json, an export of Redis "
                      "Insight or Another Redis Desktop Manager, or a .env with URLs."));
    if (found.servers.size() > mostServers)
        return failure(ErrorKind::Config,
                       Words::tr("%1 has more than 1000 servers in it.").arg(literalText(path)));
    return found;
}

UsualServers usualServers(const QString &home, const QProcessEnvironment &environment)
{
    UsualServers usual;
    for (const QString &path : usualFiles(home)) {
        auto servers = serversOfFile(path);
        if (servers)
            usual.found.push_back(std::move(*servers));
        else if (servers.error().kind == ErrorKind::Denied)
            usual.unread.push_back(servers.error());
    }
    for (const char *name : urlVariables) {
        const QString variable = QString::fromLatin1(name);
        if (auto server = serverOfUrl(variable, environment.value(variable)))
            usual.found.push_back({variable, {std::move(*server)}});
    }
    return usual;
}

std::vector<ImportableServer> importable(const std::vector<FoundServers> &found,
                                         const std::vector<BackendSpec> &known)
{
    std::vector<BackendSpec> all = known;
    QStringList names;
    for (const BackendSpec &backend : known)
        names << backend.name;
    std::vector<ImportableServer> servers;
    for (const FoundServers &place : found) {
        for (const FoundServer &each : place.servers) {
            ImportableServer server{{}, place.where, each.name, each.spec, each.notes, each.fault};
            const auto spec = each.fault.isEmpty() ? specOf(each) : Result<BackendSpec>();
            if (!each.fault.isEmpty() || !spec) {
                server.state = ImportableServer::State::Unusable;
                if (!spec && each.fault.isEmpty())
                    server.why = spec.error().message;
                servers.push_back(std::move(server));
                continue;
            }
            server.spec = *spec;
            const auto same = std::find_if(all.begin(), all.end(), [&](const BackendSpec &backend) {
                return isSameDatabase(backend, server.spec);
            });
            if (same != all.end()) {
                server.state = ImportableServer::State::Known;
                server.why = same->name;
            } else {
                server.spec.name = freeName(server.spec.name, names);
                names << server.spec.name;
                all.push_back(server.spec);
            }
            server.name = server.spec.name;
            servers.push_back(std::move(server));
        }
    }
    return servers;
}

Result<void> importServers(const QString &path, const std::vector<BackendSpec> &servers)
{
    return updateProfile(path, [&](const QByteArray &toml) {
        Result<QByteArray> text = toml;
        for (const BackendSpec &server : servers)
            text = text.and_then(
                [&](const QByteArray &before) { return editProfile(before, {}, server); });
        return text;
    });
}

} // namespace lockmaster
