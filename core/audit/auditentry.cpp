// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditentry.h"

#include "core/text/momenttext.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace lockmaster {

namespace {

/** No honest text is longer; what a server made of a name or a message may be. */
constexpr qsizetype longestText = qsizetype(16) * 1024;

void writeClipped(JsonWriter &json, QByteArrayView name, const QString &text)
{
    if (text.size() <= longestText)
        json.textOrNull(name, text);
    else
        json.member(name, QString(text.first(longestText) + QChar(0x2026)));
}

void writeLockId(JsonWriter &json, const std::optional<LockId> &lock)
{
    json.key("lock");
    if (!lock) {
        json.null();
        return;
    }
    json.beginObject();
    json.member("system", lock->source->system);
    json.member("source", lock->source->name);
    json.key("name");
    json.bytes(lock->name);
    if (!lock->name.isValidUtf8()) {
        json.key("name_base64");
        json.base64(lock->name);
    }
    json.endObject();
}

void writeIntent(JsonWriter &json, const AuditIntent &intent)
{
    json.member("program", intent.program);
    json.member("action", intent.action);
    json.member("backend", intent.backend);
    json.textOrNull("environment", intent.environment);
    writeLockId(json, intent.lock);
    writeClipped(json, "owner", intent.owner);
    json.textOrNull("witness", intent.witness);
    json.member("even_if_renewed", intent.evenIfRenewed);
    if (!intent.witness.isEmpty()) {
        json.member("even_if_indistinguishable", intent.evenIfIndistinguishable);
        json.member("max_age_ms",
                    intent.maxAge ? std::optional<qint64>(intent.maxAge->count()) : std::nullopt);
    }
    writeClipped(json, "reason", intent.reason);
    writeClipped(json, "command", intent.command);
}

void writeOutcome(JsonWriter &json, const AuditOutcome &outcome)
{
    json.member("outcome", outcome.outcome);
    json.textOrNull("detail", outcome.detail);
    writeClipped(json, "message", outcome.message);
    writeClipped(json, "held_by", outcome.heldBy);
    json.member("held_by_known", outcome.heldByKnown);
}

void writePlaceMember(JsonWriter &json, QByteArrayView name, const std::optional<AuditPlace> &place)
{
    if (!place)
        return;
    json.key(name);
    writeAuditPlace(json, *place);
}

QString textOf(const QJsonObject &json, const char *name)
{
    return json.value(QLatin1StringView(name)).toString();
}

std::optional<LockId> lockIdFrom(const QJsonObject &json, const QString &backend)
{
    const QJsonObject lock = json.value(QLatin1StringView("lock")).toObject();
    if (lock.isEmpty())
        return std::nullopt;
    const QString encoded = textOf(lock, "name_base64");
    const QByteArray name = encoded.isEmpty() ? textOf(lock, "name").toUtf8()
                                              : QByteArray::fromBase64(encoded.toLatin1());
    return LockId{std::make_shared<const SourceId>(
                      SourceId{backend, textOf(lock, "system"), textOf(lock, "source")}),
                  name};
}

AuditIntent intentFrom(const QJsonObject &json)
{
    AuditIntent intent;
    intent.action = textOf(json, "action");
    intent.backend = textOf(json, "backend");
    intent.environment = textOf(json, "environment");
    intent.lock = lockIdFrom(json, intent.backend);
    intent.owner = textOf(json, "owner");
    intent.witness = textOf(json, "witness");
    intent.evenIfRenewed = json.value(QLatin1StringView("even_if_renewed")).toBool();
    intent.evenIfIndistinguishable =
        json.value(QLatin1StringView("even_if_indistinguishable")).toBool();
    if (const QJsonValue age = json.value(QLatin1StringView("max_age_ms")); age.isDouble())
        intent.maxAge = Millis(age.toInteger());
    intent.reason = textOf(json, "reason");
    intent.command = textOf(json, "command");
    intent.program = textOf(json, "program");
    return intent;
}

AuditOutcome outcomeFrom(const QJsonObject &json)
{
    return {textOf(json, "outcome"), textOf(json, "detail"), textOf(json, "message"),
            textOf(json, "held_by"), json.value(QLatin1StringView("held_by_known")).toBool()};
}

std::optional<AuditPlace> placeFrom(const QJsonObject &json, const char *name)
{
    return auditPlaceFrom(json.value(QLatin1StringView(name)).toObject());
}

} // namespace

void writeAuditMembers(JsonWriter &json, const AuditLine &line)
{
    json.member("time", utcText(line.time));
    json.member("phase", line.isIntent ? u"intent" : u"outcome");
    json.member("id", line.id);
    json.member("user", line.user);
    json.member("host", line.host);
    json.member("pid", line.pid);
    if (line.isIntent)
        writeIntent(json, line.intent);
    else
        writeOutcome(json, line.outcome);
}

QByteArray auditText(const AuditEntry &entry)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("n", qint64(entry.line.number));
    json.member("prev", QString::fromLatin1(entry.previous));
    writePlaceMember(json, "after", entry.after);
    writePlaceMember(json, "head_said", entry.headSaid);
    writeAuditMembers(json, entry.line);
    json.endObject();
    return out;
}

std::optional<AuditEntry> auditEntryFrom(QByteArrayView text)
{
    QJsonParseError problem;
    const QJsonObject json =
        QJsonDocument::fromJson(QByteArray::fromRawData(text.data(), text.size()), &problem)
            .object();
    const std::optional<ServerTime> time = utcFromText(textOf(json, "time").toLatin1());
    const QString phase = textOf(json, "phase");
    const qint64 number = json.value(QLatin1StringView("n")).toInteger();
    if (problem.error != QJsonParseError::NoError || !time || number < 1
        || (phase != QLatin1StringView("intent") && phase != QLatin1StringView("outcome")))
        return std::nullopt;

    AuditEntry entry;
    entry.previous = textOf(json, "prev").toLatin1();
    entry.after = placeFrom(json, "after");
    if (json.contains(QLatin1StringView("head_said")))
        entry.headSaid = placeFrom(json, "head_said").value_or(AuditPlace{});
    AuditLine &line = entry.line;
    line.number = quint64(number);
    line.id = textOf(json, "id");
    line.isIntent = phase == QLatin1StringView("intent");
    line.time = *time;
    line.user = textOf(json, "user");
    line.host = textOf(json, "host");
    line.pid = json.value(QLatin1StringView("pid")).toInteger();
    if (line.isIntent)
        line.intent = intentFrom(json);
    else
        line.outcome = outcomeFrom(json);
    return entry;
}

} // namespace lockmaster
