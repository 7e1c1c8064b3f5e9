// SPDX-License-Identifier: Apache-2.0
#include "core/config/specdraft.h"

#include "core/domain/systemtraits.h"
#include "core/formats/formatcatalogue.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

Error refusal(const QString &message)
{
    return {ErrorKind::Config, 0, message, {}};
}

std::optional<Error> settleTls(SpecDraft &draft)
{
    BackendSpec &spec = draft.spec;
    const bool named =
        !spec.caFile.isEmpty() || !spec.certFile.isEmpty() || !spec.keyFile.isEmpty();
    if (spec.certFile.isEmpty() != spec.keyFile.isEmpty()) {
        return refusal(Words::tr("A client certificate needs both 'cert' and 'key'."));
    }
    if (named && draft.tls == TlsMode::Off) {
        return refusal(Words::tr("Certificate files are named, but TLS is switched off."));
    }
    spec.tls = draft.tls.value_or(named ? TlsMode::Verify : TlsMode::Off);
    if (spec.tls != TlsMode::Off && !spec.socketPath.isEmpty()) {
        return refusal(Words::tr("TLS means nothing over a unix socket."));
    }
    return std::nullopt;
}

void addDefaultTable(const TableSpec &table, BackendSpec &spec)
{
    const bool named =
        std::any_of(spec.tables.begin(), spec.tables.end(),
                    [&table](const TableSpec &other) { return other.system == table.system; });
    if (!named && !spec.database.isEmpty())
        spec.tables.push_back(table);
}

/** Where two libraries call it so, that whose columns are there is read. */
void addTablesOfFormats(BackendSpec &spec)
{
    const std::vector<TableSpec> named = spec.tables;
    const auto isNamed = [&](const TableSpec &table) {
        return std::any_of(named.begin(), named.end(), [&](const TableSpec &other) {
            const bool isHere = other.schema.isEmpty() || other.schema == spec.database;
            return isHere && other.table.compare(table.table, Qt::CaseInsensitive) == 0;
        });
    };
    for (const LockFormatPointer &format : shippedFormats()) {
        if (format->isOfKeys() || !spec.watches(format->id))
            continue;
        for (const QString &usual : format->names) {
            // Servers tell upper from lower case, and those who made the table may have chosen.
            QStringList spellings{usual, usual.toLower(), usual.toUpper()};
            spellings.removeDuplicates();
            for (const QString &name : spellings) {
                TableSpec table = tableOfFormat(format);
                table.table = name;
                if (!isNamed(table))
                    spec.tables.push_back(std::move(table));
            }
        }
    }
}

std::optional<Error> settleGroup(const SpecDraft &draft)
{
    const BackendSpec &spec = draft.spec;
    const SentinelSpec &sentinel = spec.sentinel;
    if (!sentinel.isSet() && !(sentinel == SentinelSpec{}))
        return refusal(Words::tr("It says how to log in to sentinels, but its URL names none; "
                                 "write redis+sentinel://host1,host2,host3/mymaster/0."));
    if (!spec.isGroup() && !spec.nodes.empty())
        return refusal(Words::tr("'nodes' are of a group whose servers tell of each other: of a "
                                 "cluster, or behind sentinels."));
    if ((spec.isGroup() || spec.isQuorum()) && !spec.tunnel.command.isEmpty())
        return refusal(Words::tr("A command leads to one server, and there are several in a "
                                 "cluster, behind sentinels or in a Redlock; use 'ssh'."));
    return quorumFault(spec);
}

std::optional<Error> settleTables(SpecDraft &draft)
{
    BackendSpec &spec = draft.spec;
    if (spec.kind != BackendKind::MySql)
        return std::nullopt;
    for (const TableSpec &table : spec.tables) {
        if (table.schema.isEmpty() && spec.database.isEmpty()) {
            return refusal(Words::tr("Table '%1' has no database; write database.%1 or name "
                                     "a database in the URL.")
                               .arg(table.table));
        }
    }
    for (const TableSpec &table : spec.tables) {
        if (table.format && !spec.watches(table.system))
            return refusal(Words::tr("Table '%1' is named for %2, but 'systems' leaves that out.")
                               .arg(table.table, table.system));
    }
    if (spec.autoFormats && spec.database.isEmpty())
        return refusal(Words::tr("Libraries are looked for in one database: name it in the URL."));
    addUnnamedTables(spec, draft.defaultTables);
    return std::nullopt;
}

} // namespace

std::optional<Error> quorumFault(const BackendSpec &spec)
{
    const auto size = int(spec.redlock.size());
    if (size == 0 && spec.quorum == 0)
        return std::nullopt;
    if (size == 0)
        return refusal(Words::tr("'quorum' is of a Redlock; write "
                                 "redis+redlock://host1,host2,host3."));
    if (size < 2 || size > mostRedlockServers)
        return refusal(Words::tr("A Redlock is of 2 to %1 servers; name all of them.")
                           .arg(mostRedlockServers));
    for (auto one = spec.redlock.begin(); one != spec.redlock.end(); ++one) {
        if (std::find(spec.redlock.begin(), one, *one) != one)
            return refusal(Words::tr("%1 is named twice: a server counts once.").arg(one->text()));
    }
    if (spec.needed() * 2 <= size || spec.needed() > size)
        return refusal(Words::tr("'quorum' of %1 servers is between %2 and %1: with fewer, two "
                                 "could hold the same lock.")
                           .arg(size)
                           .arg(size / 2 + 1));
    return std::nullopt;
}

std::vector<TableSpec> referenceTables()
{
    std::vector<TableSpec> tables;
    for (const SystemTraits *system : tableSystems())
        tables.push_back(system->table());
    return tables;
}

void addUnnamedTables(BackendSpec &spec, const std::vector<TableSpec> &defaults)
{
    for (const TableSpec &table : defaults)
        addDefaultTable(table, spec);
    if (spec.autoFormats)
        addTablesOfFormats(spec);
}

QString unknownSystems(const BackendSpec &spec)
{
    const QStringList known = lockSystemIds(spec.kind);
    const bool all = std::all_of(spec.systems.begin(), spec.systems.end(),
                                 [&known](const QString &id) { return known.contains(id); });
    return all ? QString()
               : Words::tr("lock systems out of %1").arg(known.join(QLatin1StringView(", ")));
}

Result<BackendSpec> completed(SpecDraft draft)
{
    if (const auto error = settleTls(draft))
        return tl::make_unexpected(*error);
    if (const auto error = settleGroup(draft))
        return tl::make_unexpected(*error);
    if (const auto error = settleTables(draft))
        return tl::make_unexpected(*error);
    BackendSpec &spec = draft.spec;
    if (const auto fault = tunnelFault(spec.tunnel, spec.tellsPassword()))
        return tl::make_unexpected(*fault);
    spec.readOnly = draft.readOnly.value_or(spec.environment == Environment::Production);
    if (spec.kind == BackendKind::Redis)
        spec.keyFormats = ownKeyFormats();
    if (spec.name.isEmpty())
        spec.name = defaultBackendName(spec);
    return std::move(draft.spec);
}

QString plainNames()
{
    return Words::tr("text that can be seen, without line breaks and hidden characters");
}

QString defaultBackendName(const BackendSpec &spec)
{
    const QString database =
        spec.kind == BackendKind::Redis ? QString::number(spec.redisDatabase) : spec.database;
    if (spec.sentinel.isSet()) {
        return literalText(spec.tunnel.reached(spec.sentinel.hosts.front().text() + u'/'
                                               + spec.sentinel.master + u'/' + database));
    }
    if (spec.isQuorum()) {
        return literalText(
            spec.tunnel.reached(spec.redlock.front().text() + QStringLiteral("/redlock")));
    }
    if (!spec.cluster.empty()) {
        return literalText(
            spec.tunnel.reached(spec.cluster.front().text() + QStringLiteral("/cluster")));
    }
    return literalText(spec.tunnel.reached(
        database.isEmpty() ? spec.farAddress() : spec.farAddress() + u'/' + database));
}

QString passwordVariable(const QString &backendName, QLatin1StringView general)
{
    QString variable = general + u'_';
    for (const QChar c : backendName) {
        const bool kept =
            (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9');
        variable += kept ? c.toUpper() : QChar(u'_');
    }
    return variable;
}

std::optional<TlsMode> tlsModeFromText(QStringView text)
{
    if (text == u"off")
        return TlsMode::Off;
    if (text == u"verify")
        return TlsMode::Verify;
    return std::nullopt;
}

QString tlsModeText(TlsMode mode)
{
    return mode == TlsMode::Off ? QStringLiteral("off") : QStringLiteral("verify");
}

QString acceptedClocks()
{
    return Words::tr("server, utc, a time zone such as Asia/Seoul or an offset such as +09:00");
}

bool setTable(TableSpec &spec, const QString &text)
{
    constexpr qsizetype longestIdentifier = 64;
    const qsizetype dot = text.indexOf(u'.');
    spec.schema = dot < 0 ? QString() : text.first(dot);
    spec.table = text.sliced(dot + 1);
    const auto fits = [](const QString &part) {
        return !part.isEmpty() && part.size() <= longestIdentifier && !part.contains(QChar(0));
    };
    return fits(spec.table) && (dot < 0 || fits(spec.schema));
}

} // namespace lockmaster
