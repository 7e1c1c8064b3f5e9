// SPDX-License-Identifier: Apache-2.0
#include "core/config/specwriter.h"

#include "core/config/backendurl.h"
#include "core/text/durationtext.h"
#include "core/config/specdraft.h"
#include "core/config/tablereader.h"
#include "core/text/tomltext.h"

#include <algorithm>

namespace lockmaster {

namespace {

std::optional<QByteArray> textOrNone(const QString &text)
{
    return text.isEmpty() ? std::nullopt : std::optional(tomlString(text));
}

std::optional<QByteArray> listOrNone(const QStringList &texts)
{
    if (texts.isEmpty())
        return std::nullopt;
    QByteArrayList items;
    for (const QString &text : texts)
        items.append(tomlString(text));
    return '[' + items.join(", ") + ']';
}

std::optional<QByteArray> listOrNone(const std::vector<QByteArray> &names)
{
    QStringList texts;
    for (const QByteArray &name : names)
        texts.append(QString::fromUtf8(name));
    return listOrNone(texts);
}

QByteArray duration(Micros value)
{
    return tomlString(durationProfileText(value));
}

/** What TLS would be by the URL and the files alone. */
TlsMode impliedTls(const BackendSpec &spec)
{
    const bool inUrl = spec.kind == BackendKind::Redis && spec.socketPath.isEmpty();
    const bool files =
        !spec.caFile.isEmpty() || !spec.certFile.isEmpty() || !spec.keyFile.isEmpty();
    return inUrl ? spec.tls : files ? TlsMode::Verify : TlsMode::Off;
}

/** A text that is left out when it is empty. */
WrittenKey optionalKey(const char *key, std::optional<QByteArray> value)
{
    const bool implied = !value;
    return {QString::fromLatin1(key), std::move(value), implied};
}

QByteArray keyLines(const std::vector<WrittenKey> &keys, const QByteArray &indent)
{
    QByteArray lines;
    for (const WrittenKey &key : keys) {
        if (!key.implied && key.value)
            lines += indent + key.key.toUtf8() + " = " + *key.value + '\n';
    }
    return lines;
}

} // namespace

std::vector<WrittenKey> writtenKeys(const BackendSpec &spec)
{
    const BackendSpec unsaid;
    const bool mysql = spec.kind == BackendKind::MySql;
    const SentinelSpec &sentinel = spec.sentinel;
    QStringList nodes;
    for (const NodeDial &node : spec.nodes)
        nodes << node.text();
    const auto fixed = [](const char *key, QByteArray value, bool implied) {
        return WrittenKey{QString::fromLatin1(key), std::move(value), implied};
    };
    return {
        fixed("name", tomlString(spec.name), spec.name == defaultBackendName(spec)),
        fixed("url", tomlString(backendUrl(spec)), false),
        optionalKey("environment", textOrNone(environmentName(spec.environment))),
        fixed("read_only", spec.readOnly ? "true" : "false",
              spec.readOnly == (spec.environment == Environment::Production)),
        fixed("poll", duration(spec.poll), spec.poll == unsaid.poll),
        fixed("push", spec.push ? "true" : "false", mysql || spec.push == unsaid.push),
        fixed("timeout_ms", QByteArray::number(qint64(spec.timeout.count())),
              spec.timeout == unsaid.timeout),
        optionalKey("password_file", textOrNone(spec.passwordFile)),
        optionalKey("password_command", listOrNone(spec.passwordCommand)),
        optionalKey("ssh", textOrNone(spec.tunnel.ssh)),
        optionalKey("connect_command", listOrNone(spec.tunnel.command)),
        optionalKey("alive_command", listOrNone(spec.aliveCommand)),
        optionalKey("sentinel_user", textOrNone(sentinel.user)),
        optionalKey("sentinel_password_file", textOrNone(sentinel.passwordFile)),
        optionalKey("sentinel_password_command", listOrNone(sentinel.passwordCommand)),
        optionalKey("sentinel_tls",
                    textOrNone(sentinel.tls ? tlsModeText(*sentinel.tls) : QString())),
        optionalKey("nodes", listOrNone(nodes)),
        fixed("quorum", QByteArray::number(spec.quorum), spec.quorum == unsaid.quorum),
        fixed("tls", tomlString(tlsModeText(spec.tls)), spec.tls == impliedTls(spec)),
        optionalKey("ca", textOrNone(spec.caFile)),
        optionalKey("cert", textOrNone(spec.certFile)),
        optionalKey("key", textOrNone(spec.keyFile)),
        optionalKey("server_public_key", textOrNone(spec.publicKeyFile)),
        optionalKey("systems", listOrNone(spec.systems)),
        fixed("formats", tomlString(autoFormatsWord), !spec.autoFormats),
        optionalKey("user_locks", mysql ? listOrNone(spec.userLocks) : std::nullopt),
        optionalKey("match", mysql ? std::nullopt : listOrNone(spec.patterns)),
        fixed("sleeping_holder_after", duration(spec.sleepingHolderAfter),
              spec.sleepingHolderAfter == unsaid.sleepingHolderAfter),
        fixed("expired_not_taken_after", duration(spec.expiredNotTakenAfter),
              spec.expiredNotTakenAfter == unsaid.expiredNotTakenAfter),
    };
}

std::vector<WrittenKey> writtenKeys(const TableSpec &table, const std::optional<TableSpec> &preset,
                                    bool apartFromSchema)
{
    const TableSpec unsaid = (table.format ? formatTable(table.system) : tablePreset(table.system))
                                 .value_or(TableSpec{});
    const TableSpec base = table.format ? unsaid : preset.value_or(TableSpec{});
    const bool dotted = table.schema.contains(u'.') || table.table.contains(u'.');
    const bool apart = apartFromSchema || dotted;
    const QString full =
        apart || table.schema.isEmpty() ? table.table : table.schema + u'.' + table.table;
    std::vector<WrittenKey> keys;
    const auto add = [&keys](const char *key, const QString &value, bool implied) {
        keys.push_back({QString::fromLatin1(key), tomlString(value), implied});
    };
    add(table.format ? "format" : preset ? "preset" : "system", table.system, false);
    if (apart)
        keys.push_back(optionalKey("schema", textOrNone(table.schema)));
    add("table", full, full == base.table);
    if (table.format) {
        add("clock", clockSpecText(table.clock), table.clock == unsaid.clock);
        return keys;
    }
    add("name", table.nameColumn, table.nameColumn == base.nameColumn);
    add("owner", table.ownerColumn, table.ownerColumn == base.ownerColumn);
    add(unsaid.lease ? "heartbeat" : "expiry", table.timeColumn,
        table.timeColumn == base.timeColumn);
    if (table.lease)
        keys.push_back(
            {QStringLiteral("lease"), duration(*table.lease), table.lease == base.lease});
    add("clock", clockSpecText(table.clock), table.clock == unsaid.clock);
    return keys;
}

std::vector<TableSpec> writtenTables(const BackendSpec &spec)
{
    std::vector<TableSpec> tables;
    for (TableSpec table : spec.tables) {
        if (!table.named && (table.format || table == tablePreset(table.system)))
            continue;
        table.named = true;
        tables.push_back(std::move(table));
    }
    return tables;
}

QByteArray writtenTable(const TableSpec &table, const QByteArray &indent)
{
    const std::optional<TableSpec> preset = tablePreset(table.system);
    const bool asPreset = preset && table.nameColumn == preset->nameColumn
                          && table.ownerColumn == preset->ownerColumn
                          && table.timeColumn == preset->timeColumn;
    return indent + "[[backend.table]]\n"
           + keyLines(writtenKeys(table, asPreset ? preset : std::nullopt, false), indent);
}

QByteArray writtenBackend(const BackendSpec &spec)
{
    std::vector<WrittenKey> keys = writtenKeys(spec);
    keys.front().implied = false; // its name, also where the address would do
    QByteArray text = "[[backend]]\n" + keyLines(keys, {});
    for (const TableSpec &table : writtenTables(spec))
        text += '\n' + writtenTable(table, {});
    return text;
}

bool canBeWritten(const BackendSpec &spec)
{
    const auto isText = [](const QByteArray &bytes) { return bytes.isValidUtf8(); };
    return std::all_of(spec.userLocks.begin(), spec.userLocks.end(), isText)
           && std::all_of(spec.patterns.begin(), spec.patterns.end(), isText);
}

} // namespace lockmaster
