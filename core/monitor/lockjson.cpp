// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/lockjson.h"

#include "core/formats/knownnames.h"
#include "core/formats/lockformat.h"
#include "core/text/literaltext.h"
#include "core/domain/triedservers.h"
#include "core/domain/witness.h"
#include "core/monitor/filter.h"
#include "core/verdict/verdictjson.h"

#include <algorithm>

namespace lockmaster {

namespace {

qint64 millis(Micros duration)
{
    return std::chrono::floor<Millis>(duration).count();
}

std::optional<qint64> millis(const std::optional<Micros> &duration)
{
    return duration ? std::optional(millis(*duration)) : std::nullopt;
}

void writeMoment(JsonWriter &json, QByteArrayView name, ServerTime moment)
{
    json.key(name);
    json.bytes(utcBytes(moment));
}

void writeBytes(JsonWriter &json, QByteArrayView name, QByteArrayView base64Name,
                const QByteArray &value)
{
    json.key(name);
    json.bytes(value);
    if (!value.isValidUtf8()) {
        json.key(base64Name);
        json.base64(value);
    }
}

void writeDetail(JsonWriter &json, const HolderDetail &detail)
{
    const auto known = [&json](QByteArrayView name, const QString &value) {
        if (!value.isEmpty())
            json.member(name, value);
    };
    known("host", detail.host);
    if (detail.pid)
        json.member("pid", *detail.pid);
    known("thread", detail.thread);
    known("user", detail.user);
    known("program", detail.program);
    known("process", detail.process);
    known("reason", detail.reason);
    if (detail.connectionId)
        json.member("connection_id", *detail.connectionId);
}

void writeHolders(JsonWriter &json, const LockRecord &lock)
{
    json.key("holders");
    json.beginArray();
    for (const Holder &holder : lock.holders)
        writeHolder(json, holder);
    json.endArray();
    json.key("owner");
    if (lock.holders.empty())
        json.null();
    else
        writeHolder(json, lock.holders.front());
}

void writeLease(JsonWriter &json, const LockRecord &lock, SteadyTime at)
{
    // What an unknown lock's lease was says nothing about what it is: it may have been renewed.
    const bool known = lock.state != LockState::Unknown;
    json.member("ttl_ms", known ? millis(lock.ttlAt(at)) : std::nullopt);
    json.member("has_expiry", lock.lease.hasExpiry);
    if (lock.lease.expiresAt)
        writeMoment(json, "expires_at", *lock.lease.expiresAt);
    else
        json.nullMember("expires_at");
}

/** Nothing of a lock that is on one server: a list may have very many. */
void writeShares(JsonWriter &json, const LockShares *shares)
{
    if (!shares)
        return;
    json.member("quorum", qint64(shares->needed));
    json.key("servers");
    json.beginArray();
    for (const LockShare &share : shares->all) {
        json.beginObject();
        json.member("address", share.server);
        json.member("has", shareName(share.seen));
        json.key("owner");
        if (share.holder)
            writeHolder(json, *share.holder);
        else
            json.null();
        json.endObject();
    }
    json.endArray();
}

void writeHeld(JsonWriter &json, const LockRecord &lock, SteadyTime at)
{
    const bool known = lock.heldSince && lock.heldBasis != HeldBasis::None;
    if (!known) {
        json.nullMember("held_ms");
        json.nullMember("held_basis");
        return;
    }
    json.member("held_ms", millis(std::chrono::duration_cast<Micros>(at - *lock.heldSince)));
    json.member("held_basis", heldBasisName(lock.heldBasis));
}

void writeWaiters(JsonWriter &json, const Waiters &waiters)
{
    json.member("waiters", waiters.count);
    json.textOrNull("waiters_basis", waiters.basis);
    json.key("waiters_list");
    json.beginArray();
    for (const Waiter &waiter : waiters.list) {
        json.beginObject();
        json.member("label", waiter.label);
        json.member("connection_id", waiter.connectionId);
        json.member("waiting_ms", millis(waiter.waiting));
        json.endObject();
    }
    json.endArray();
}

void writeFindings(JsonWriter &json, const QList<Finding> &findings)
{
    json.key("findings");
    json.beginArray();
    for (const Finding &finding : findings) {
        json.beginObject();
        json.member("id", findingName(finding.id));
        json.member("evidence", finding.evidence);
        json.endObject();
    }
    json.endArray();
}

void writeServer(JsonWriter &json, const ServerInfo &server)
{
    json.key("server");
    if (server.product.isEmpty()) {
        json.null();
        return;
    }
    json.beginObject();
    json.member("product", server.product);
    json.member("version", server.version);
    json.textOrNull("client_library", server.clientLibrary);
    json.textOrNull("transport", server.transport);
    json.member("replica", server.replica);
    json.member("read_only", server.readOnly);
    json.endObject();
}

/** Of a server by itself: none, and no nodes. */
void writeGroup(JsonWriter &json, const std::optional<GroupMember> &group)
{
    json.textOrNull("group_state", group ? groupStateName(group->state) : QString());
    json.key("nodes");
    json.beginArray();
    for (const GroupNode &node : group ? group->nodes : std::vector<GroupNode>()) {
        json.beginObject();
        json.member("address", node.address);
        json.textOrNull("role", nodeRoleName(node.role));
        json.textOrNull("follows", node.follows);
        json.key("slots");
        json.beginArray();
        for (const SlotRange &range : node.ranges) {
            json.beginArray();
            json.number(range.first);
            json.number(range.last);
            json.endArray();
        }
        json.endArray();
        json.textOrNull("problem", node.trouble);
        json.endObject();
    }
    json.endArray();
}

void writeProblems(JsonWriter &json, const std::vector<Problem> &problems)
{
    json.key("problems");
    json.beginArray();
    for (const Problem &problem : problems) {
        json.beginObject();
        json.textOrNull("source", problem.source);
        json.member("kind", errorKindName(problem.error.kind));
        json.member("message", problem.error.message);
        json.textOrNull("remedy", problem.error.remedy);
        json.endObject();
    }
    json.endArray();
}

void writeAbsent(JsonWriter &json, const std::vector<AbsentSource> &absent)
{
    json.key("not_looked_at");
    json.beginArray();
    for (const AbsentSource &source : absent) {
        json.beginObject();
        json.member("source", source.name);
        json.key("systems");
        json.beginArray();
        for (const QString &system : source.systems)
            json.text(system);
        json.endArray();
        json.member("kind", errorKindName(source.why.kind));
        json.member("message", source.why.message);
        json.endObject();
    }
    json.endArray();
}

void writeNotDecoded(JsonWriter &json, const std::vector<NotDecoded> &kinds)
{
    json.key("not_decoded_kinds");
    json.beginArray();
    for (const NotDecoded &kind : kinds) {
        json.beginObject();
        json.textOrNull("type", kind.type);
        json.textOrNull("start", kind.start);
        json.member("count", kind.count);
        json.endObject();
    }
    json.endArray();
}

void writeSources(JsonWriter &json, const std::vector<SourceStatus> &sources)
{
    json.key("sources");
    json.beginArray();
    for (const SourceStatus &source : sources) {
        json.beginObject();
        json.member("name", source.name);
        json.key("systems");
        json.beginArray();
        for (const QString &system : source.systems)
            json.text(system);
        json.endArray();
        json.member("complete", source.complete);
        json.member("locks", source.lockCount);
        json.member("not_decoded", source.notDecoded);
        writeNotDecoded(json, source.notDecodedKinds);
        json.endObject();
    }
    json.endArray();
}

void writeDecimalMillis(JsonWriter &json, QByteArrayView name, Micros duration)
{
    json.key(name);
    json.decimal(double(duration.count()) / 1000.0);
}

/** To the nearest: a hair behind is not a whole millisecond behind. */
void writeClockOffset(JsonWriter &json, const ServerInfo &server)
{
    json.member("clock_offset_ms", server.clockOffset ? std::optional<qint64>(
                                       std::chrono::round<Millis>(*server.clockOffset).count())
                                                      : std::nullopt);
}

} // namespace

void writeHolder(JsonWriter &json, const Holder &holder)
{
    json.beginObject();
    writeBytes(json, "raw", "raw_base64", holder.raw);
    json.member("raw_bytes", holder.rawBytes);
    json.member("truncated", holder.truncated());
    json.member("label", holder.label);
    if (holder.detail)
        writeDetail(json, *holder.detail);
    json.member("hold_count", holder.holdCount);
    json.endObject();
}

void writeLock(JsonWriter &json, const LockRecord &lock, const ServerMoment &looked, SteadyTime at,
               const std::optional<Verdict> &verdict)
{
    json.beginObject();
    writeLockMembers(json, lock, looked, at, verdict);
    json.endObject();
}

void writeLockMembers(JsonWriter &json, const LockRecord &lock, const ServerMoment &looked,
                      SteadyTime at, const std::optional<Verdict> &verdict)
{
    json.member("backend", lock.id.source->backend);
    json.member("system", lock.id.source->system);
    json.member("source", lock.id.source->name);
    writeBytes(json, "name", "name_base64", lock.id.name);
    writeKnownAs(json, lock.id.name);
    json.textOrNull("variant", lock.variant);
    json.member("certainty", certaintyName(lock.certainty));
    json.textOrNull("variant_certainty",
                    lock.variant.isEmpty() ? QString() : certaintyName(lock.variantCertainty));
    json.member("state", lockStateName(lock.state));
    writeHolders(json, lock);
    writeLease(json, lock, at);
    writeHeld(json, lock, at);
    json.member("hold_count", lock.holdCount());
    json.member("hold_count_exact", lock.holdCountExact);
    writeWaiters(json, lock.waiters);
    writeShares(json, lock.shares.get());
    json.key("witness");
    json.bytes(encodedWitnessOf(lock, looked));
    writeFindings(json, lock.findings);
    json.key("verdict");
    writeVerdict(json, verdict, at);
}

void writeReportHead(JsonWriter &json, ServerTime takenAt)
{
    json.member("schema", qint64(jsonSchema));
    json.member("taken_at", utcText(takenAt));
}

void writeBackends(JsonWriter &json, const std::vector<const BackendStatus *> &backends,
                   SteadyTime at)
{
    json.key("backends");
    json.beginArray();
    for (const BackendStatus *backend : backends) {
        json.lineBreak();
        writeBackend(json, *backend, at);
    }
    json.endArray();
}

void writeBackend(JsonWriter &json, const BackendStatus &status, SteadyTime at)
{
    json.beginObject();
    writeBackendMembers(json, status, at);
    json.endObject();
}

void writeBackendMembers(JsonWriter &json, const BackendStatus &status, SteadyTime at)
{
    json.member("name", status.name);
    json.member("kind", backendKindName(status.kind));
    writeServer(json, status.server);
    json.member("state", backendStateName(status.state));
    writeGroup(json, status.server.group);
    json.member("updates", updateKindName(status.updates));
    writeDecimalMillis(json, "latency_ms", status.latency);
    json.member("data_age_ms", status.dataFrom ? std::optional(millis(
                                   std::chrono::duration_cast<Micros>(at - *status.dataFrom)))
                                               : std::nullopt);
    writeClockOffset(json, status.server);
    json.member("read_only", status.readOnly);
    json.textOrNull("environment", environmentName(status.environment));
    writeSources(json, status.sources);
    writeAbsent(json, status.absent);
    writeProblems(json, status.problems);
}

void writeEvent(JsonWriter &json, const Event &event, SteadyTime at)
{
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("event", eventKindName(event.kind));
    writeMoment(json, "at", event.wallTime);
    json.member("backend", event.backend);
    json.key("lock");
    if (const LockRecord *lock = event.lock())
        writeLock(json, *lock, event.looked, at);
    else
        json.null();
    json.key("previous_owner");
    if (event.kind == EventKind::OwnerChanged && event.before && !event.before->holders.empty())
        writeHolder(json, event.before->holders.front());
    else
        json.null();
    json.textOrNull("end", endName(event.end));
    json.textOrNull("detail", event.detail);
    json.key("master");
    if (event.master) {
        json.beginObject();
        json.member("from", event.master->from);
        json.member("to", event.master->to);
        if (event.master->lostBytes)
            json.member("lost_bytes", *event.master->lostBytes);
        else
            json.nullMember("lost_bytes");
        json.endObject();
    } else {
        json.null();
    }
    json.endObject();
}

void writeDroppedEvents(JsonWriter &json, const QString &backend, qint64 count, ServerTime at)
{
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("event", u"dropped");
    writeMoment(json, "at", at);
    json.member("backend", backend);
    json.nullMember("lock");
    json.nullMember("previous_owner");
    json.nullMember("end");
    json.nullMember("detail");
    json.member("count", count);
    json.endObject();
}

void writeKnownAs(JsonWriter &json, const QByteArray &name)
{
    if (const QString known = knownAs(name); !known.isEmpty())
        json.member("known_as", known);
}

void writeExamination(JsonWriter &json, const BackendSpec &backend, const Examination &examination)
{
    json.beginObject();
    json.member("name", backend.name);
    json.member("kind", backendKindName(backend.kind));
    json.member("address", backend.address());
    writeServer(json, examination.server);
    json.key("tried");
    if (const auto isTried = wasTried(examination.server))
        json.boolean(*isTried);
    else
        json.null();
    writeDecimalMillis(json, "latency_ms", examination.latency);
    writeClockOffset(json, examination.server);
    json.member("all_there", examination.allThere());
    json.key("capabilities");
    json.beginArray();
    for (const Capability &capability : examination.capabilities) {
        json.beginObject();
        json.member("id", capability.id);
        json.member("subject", capability.subject);
        json.member("available", capability.available);
        json.textOrNull("reason", capability.reason);
        json.textOrNull("remedy", capability.remedy);
        json.endObject();
    }
    json.endArray();
    writeProblems(json, examination.problems);
    json.key("found");
    json.beginArray();
    for (const FoundTable &found : examination.found) {
        json.beginObject();
        json.member("format", found.table.system);
        json.member("title", found.table.format->title);
        json.member("source", found.source());
        json.member("certainty", certaintyName(found.certainty));
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

QByteArray lockToJson(const LockRecord &lock, const ServerMoment &looked, SteadyTime at)
{
    QByteArray out;
    JsonWriter json(out);
    writeLock(json, lock, looked, at);
    return out;
}

namespace {

/** `--config`: needs no quotes. */
bool isOption(const QString &word)
{
    return word.startsWith(QLatin1StringView("--"))
           && std::all_of(word.begin(), word.end(),
                          [](QChar c) { return c == u'-' || (c >= u'a' && c <= u'z'); });
}

/** `lockctl COMMAND` with the options that find the backends. */
QString lockctl(const char *command, const QStringList &origin)
{
    QString text = QStringLiteral("lockctl ") + QLatin1StringView(command);
    for (const QString &word : origin)
        text += u' ' + (isOption(word) ? word : shellQuoted(word));
    return text;
}

} // namespace

QString listCommand(const LockRecord &lock, const QStringList &origin)
{
    const SourceId &source = *lock.id.source;
    // A filter finds a name as it is shown, so that any fits into one line.
    QString filter = Filter::exactTerm(u"name", {literalText(lock.id.name)});
    if (literalText(source.name) == source.name)
        filter = Filter::exactTerm(u"source", {source.name}) + u' ' + filter;
    return lockctl("list", origin) + QLatin1StringView(" --backend ")
           + shellQuoted(literalText(source.backend)) + QLatin1StringView(" --system ")
           + source.system + QLatin1StringView(" --filter ") + shellQuoted(filter);
}

QString releaseCommand(const LockRecord &lock, const ServerMoment &looked, const LockAction &action,
                       bool evenIfRenewed, const QStringList &origin, bool evenIfIndistinguishable)
{
    QString command = lockctl("release", origin) + QLatin1StringView(" --witness ")
                      + encodeWitness(witnessOf(lock, looked)) + QLatin1StringView(" --action ")
                      + action.id;
    if (!action.target.isEmpty())
        command += QLatin1StringView(" --target ") + shellQuoted(literalText(action.target));
    if (evenIfRenewed)
        command += QLatin1StringView(" --even-if-renewed");
    if (evenIfIndistinguishable)
        command += QLatin1StringView(" --even-if-indistinguishable");
    return command;
}

} // namespace lockmaster
