// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/listexport.h"

#include "core/monitor/lockjson.h"
#include "core/text/csvtable.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"

namespace lockmaster {

namespace {

struct Listed {
    LockRecord lock;
    const BackendStatus *status;
    std::optional<SeenChanges> changes; ///< none: nobody asked, or it cannot be told
};

/** Each row is unpacked once, and none is kept. */
template<class Visit>
void forEachLock(const ViewSnapshot &view, Visit visit)
{
    const auto &backends = view.shown().backends;
    for (const ViewRow &row : view.rows) {
        if (row.mark != RowMark::Gone)
            visit(Listed{row.lock.unpack(), &backends[size_t(row.backend)]->status,
                         view.changes ? view.changes->of(row.lock) : std::nullopt});
    }
}

QString joined(const QStringList &texts)
{
    return texts.join(u' ');
}

QByteArray figure(std::optional<qint64> value)
{
    return value ? QByteArray::number(*value) : QByteArray();
}

QByteArray lengthFigure(std::optional<Micros> time)
{
    return figure(time ? std::optional<qint64>(std::chrono::duration_cast<Millis>(*time).count())
                       : std::nullopt);
}

/** Of one look nothing of the kind is known: these are of who watches, and asked for them. */
void writeChanges(JsonWriter &json, const std::optional<SeenChanges> &changes)
{
    if (!changes) {
        json.nullMember("changes_last_minute");
        json.nullMember("changes_at_least");
        return;
    }
    json.member("changes_last_minute", changes->count);
    json.member("changes_at_least", changes->isLeast);
}

std::vector<CsvColumn<Listed>> columnsAt(SteadyTime at)
{
    using Each = const Listed &;
    return {
        {"name", [](Each it) { return literalText(it.lock.id.name); }},
        {"state", [](Each it) { return lockStateName(it.lock.state); }},
        {"owner",
         [](Each it) {
             QStringList owners;
             for (const Holder &holder : it.lock.holders)
                 owners << literalText(holder.raw)
                               + (holder.truncated() ? QStringLiteral("…") : QString());
             return joined(owners);
         }},
        {"ttl_ms", [at](Each it) { return lengthFigure(it.lock.ttlAt(at)); }},
        {"expires_at",
         [](Each it) {
             return it.lock.lease.expiresAt ? utcBytes(*it.lock.lease.expiresAt) : QByteArray();
         }},
        {"held_ms",
         [at](Each it) {
             return lengthFigure(it.lock.heldSince ? std::optional(between(*it.lock.heldSince, at))
                                                   : std::nullopt);
         }},
        // Where it was not the server that said so, it may have been held for longer.
        {"held_basis", [](Each it) { return heldBasisName(it.lock.heldBasis); }},
        {"waiters", [](Each it) { return figure(it.lock.waiters.count); }},
        {"findings",
         [](Each it) {
             QStringList words;
             for (const Finding &finding : it.lock.findings)
                 words << findingName(finding.id);
             return joined(words);
         }},
        {"backend", [](Each it) { return it.lock.id.source->backend; }},
        {"environment", [](Each it) { return environmentName(it.status->environment); }},
        {"system", [](Each it) { return it.lock.id.source->system; }},
        {"variant", [](Each it) { return it.lock.variant; }},
        {"source", [](Each it) { return it.lock.id.source->name; }},
        {"changes_last_minute",
         [](Each it) {
             return figure(it.changes ? std::optional(it.changes->count) : std::nullopt);
         }},
        {"changes_at_least",
         [](Each it) {
             return it.changes ? QByteArray(it.changes->isLeast ? "true" : "false") : QByteArray();
         }},
    };
}

} // namespace

QByteArray lockListJson(const ViewSnapshot &view, SteadyTime at, ServerTime takenAt)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    std::vector<const BackendStatus *> backends;
    for (const auto &backend : view.shown().backends)
        backends.push_back(&backend->status);
    writeReportHead(json, takenAt);
    writeBackends(json, backends, at);
    json.key("locks");
    json.beginArray();
    forEachLock(view, [&](const Listed &it) {
        json.lineBreak();
        json.beginObject();
        writeLockMembers(json, it.lock, lookedAt(*it.status), at);
        if (view.changes)
            writeChanges(json, it.changes);
        json.endObject();
    });
    json.endArray();
    json.endObject();
    json.flush();
    out.append('\n');
    return out;
}

QByteArray lockListCsv(const ViewSnapshot &view, SteadyTime at)
{
    return csvLines(columnsAt(at), [&view](auto write) { forEachLock(view, write); });
}

} // namespace lockmaster
