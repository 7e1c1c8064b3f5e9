// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyexport.h"

#include "core/formats/knownnames.h"
#include "core/audit/auditentry.h"
#include "core/text/csvtable.h"
#include "core/text/literaltext.h"
#include "core/monitor/lockjson.h"

namespace lockmaster {

namespace {

using OptionalTime = std::optional<ServerTime>;

void writeTime(JsonWriter &json, QByteArrayView name, const OptionalTime &time)
{
    json.key(name);
    if (time)
        json.bytes(utcBytes(*time));
    else
        json.null();
}

/** As text; where they are none, also as they are. */
void writeBytes(JsonWriter &json, QByteArrayView name, QByteArrayView encodedName,
                const QByteArray &value)
{
    json.key(name);
    json.bytes(value);
    if (value.isValidUtf8())
        return;
    json.key(encodedName);
    json.base64(value);
}

qint64 millis(Micros time)
{
    return std::chrono::floor<Millis>(time).count();
}

void writeLockMembers(JsonWriter &json, const HistoryLock &lock)
{
    json.member("backend", lock.backend);
    json.member("system", lock.system);
    json.member("source", lock.source);
    writeBytes(json, "name", "name_base64", lock.name);
    writeKnownAs(json, lock.name);
}

void writeHold(JsonWriter &json, const HistoryHold &hold)
{
    json.beginObject();
    json.member("id", hold.id);
    writeLockMembers(json, hold.lock);
    json.textOrNull("owner", hold.owner);
    writeBytes(json, "owner_raw", "owner_raw_base64", hold.ownerRaw);
    json.textOrNull("variant", hold.variant);
    writeTime(json, "since", hold.since);
    writeTime(json, "since_after", hold.sinceAfter);
    json.member("begin", holdBeginName(hold.begin));
    writeTime(json, "until", hold.until);
    writeTime(json, "last_seen", hold.lastSeen);
    json.member("end", holdEndName(hold.end));
    json.member("length_ms", millis(hold.length()));
    json.member("whole", hold.isWhole());
    json.member("renewals", hold.renewals);
    json.member("waiters", hold.waiters);
    json.key("findings");
    json.beginArray();
    for (const QString &finding : hold.findings)
        json.text(finding);
    json.endArray();
    json.endObject();
}

void writeHolds(JsonWriter &json, QByteArrayView name, const std::vector<HistoryHold> &holds)
{
    json.key(name);
    json.beginArray();
    for (const HistoryHold &hold : holds) {
        json.lineBreak();
        writeHold(json, hold);
    }
    json.endArray();
}

void writeEvent(JsonWriter &json, const HistoryEvent &event)
{
    json.beginObject();
    writeTime(json, "at", event.at);
    json.member("event", event.kind);
    json.member("backend", event.backend);
    json.key("lock");
    if (event.lock) {
        json.beginObject();
        writeLockMembers(json, *event.lock);
        json.endObject();
    } else {
        json.null();
    }
    json.textOrNull("owner", event.owner);
    json.textOrNull("detail", event.detail);
    json.endObject();
}

void writeWait(JsonWriter &json, const HistoryWait &wait)
{
    json.beginObject();
    json.member("id", wait.id);
    writeLockMembers(json, wait.lock);
    json.member("waiter", wait.waiter);
    writeTime(json, "since", wait.since);
    writeTime(json, "since_after", wait.sinceAfter);
    json.member("begin", holdBeginName(wait.begin));
    writeTime(json, "until", wait.until);
    writeTime(json, "last_seen", wait.lastSeen);
    json.member("end", waitEndName(wait.end));
    json.member("length_ms", millis(wait.length()));
    json.member("whole", wait.isWhole());
    json.endObject();
}

void writeFigures(JsonWriter &json, QByteArrayView name, const HoldFigures &figures)
{
    json.key(name);
    if (figures.count == 0) {
        json.null();
        return;
    }
    json.beginObject();
    json.member("count", figures.count);
    json.member("median_ms", millis(figures.median));
    json.member("p95_ms", millis(figures.p95));
    json.member("longest_ms", millis(figures.longest));
    json.endObject();
}

QString sightName(PlaceThen::Sight sight)
{
    switch (sight) {
    case PlaceThen::Sight::Whole: return QStringLiteral("whole");
    case PlaceThen::Sight::Partly: return QStringLiteral("partly");
    case PlaceThen::Sight::None: return QStringLiteral("no");
    }
    Q_UNREACHABLE();
}

QByteArray timeField(const OptionalTime &at)
{
    return at ? utcBytes(*at) : QByteArray();
}

/** Of holds and of waits alike. */
template<class Row>
std::vector<CsvColumn<Row>> lockColumns()
{
    return {{"backend", [](const Row &row) { return row.lock.backend; }},
            {"system", [](const Row &row) { return row.lock.system; }},
            {"source", [](const Row &row) { return row.lock.source; }},
            {"name", [](const Row &row) { return literalText(row.lock.name); }}};
}

template<class Row>
CsvColumn<Row> knownAsColumn()
{
    return {"known_as", [](const Row &row) { return knownAs(row.lock.name); }};
}

template<class Row>
std::vector<CsvColumn<Row>> timeColumns(QString (*endName)(decltype(Row::end)))
{
    return {{"since", [](const Row &row) { return timeField(row.since); }},
            {"since_after", [](const Row &row) { return timeField(row.sinceAfter); }},
            {"begin", [](const Row &row) { return holdBeginName(row.begin); }},
            {"until", [](const Row &row) { return timeField(row.until); }},
            {"last_seen", [](const Row &row) { return timeField(row.lastSeen); }},
            {"end", [endName](const Row &row) { return endName(row.end); }},
            {"length_ms", [](const Row &row) { return QByteArray::number(millis(row.length())); }}};
}

template<class Row>
void add(std::vector<CsvColumn<Row>> &columns, const std::vector<CsvColumn<Row>> &more)
{
    columns.insert(columns.end(), more.begin(), more.end());
}

std::vector<CsvColumn<HistoryHold>> holdColumns()
{
    using Row = HistoryHold;
    auto columns = lockColumns<Row>();
    add<Row>(columns, {{"owner", [](const Row &row) { return row.owner; }},
                       {"variant", [](const Row &row) { return row.variant; }}});
    add(columns, timeColumns<Row>(holdEndName));
    add<Row>(columns,
             {{"renewals", [](const Row &row) { return QByteArray::number(row.renewals); }},
              {"waiters",
               [](const Row &row) {
                   return row.waiters ? QByteArray::number(*row.waiters) : QByteArray();
               }},
              {"findings", [](const Row &row) { return row.findings.join(u' '); }}});
    columns.push_back(knownAsColumn<Row>());
    return columns;
}

} // namespace

QByteArray historyJson(const HistoryQuery &query, const HistoryPage &page,
                       const std::vector<AuditLine> &actions)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    writeTime(json, "from", query.from);
    writeTime(json, "until", query.until);
    writeTime(json, "kept_from", page.keptFrom);
    json.member("older", page.older);
    writeHolds(json, "holds", page.holds);
    json.key("events");
    json.beginArray();
    for (const HistoryEvent &event : page.events) {
        json.lineBreak();
        writeEvent(json, event);
    }
    json.endArray();
    json.key("unobserved");
    json.beginArray();
    for (const UnseenStretch &gap : page.unseen) {
        json.lineBreak();
        json.beginObject();
        json.member("backend", gap.backend);
        json.textOrNull("source", gap.source);
        writeTime(json, "from", gap.from);
        writeTime(json, "until", gap.until);
        json.endObject();
    }
    json.endArray();
    json.key("actions");
    json.beginArray();
    for (const AuditLine &line : actions) {
        json.lineBreak();
        json.beginObject();
        writeAuditMembers(json, line);
        json.endObject();
    }
    json.endArray();
    writeFigures(json, "figures", page.figures);
    json.key("waits");
    json.beginArray();
    for (const HistoryWait &wait : page.waits) {
        json.lineBreak();
        writeWait(json, wait);
    }
    json.endArray();
    json.member("older_waits", page.olderWaits);
    writeFigures(json, "wait_figures", page.waitFigures);
    json.member("waited_at_least_ms",
                page.waitedAtLeast ? std::optional(millis(*page.waitedAtLeast)) : std::nullopt);
    json.endObject();
    json.flush();
    return out + '\n';
}

QByteArray historyMomentJson(const HistoryMoment &moment)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    writeTime(json, "at", moment.at);
    writeTime(json, "kept_from", moment.keptFrom);
    json.key("sources");
    json.beginArray();
    for (const PlaceThen &place : moment.places) {
        json.lineBreak();
        json.beginObject();
        json.member("backend", place.backend);
        json.member("source", place.source);
        json.member("observed", sightName(place.sight));
        writeTime(json, "last_look", place.lastLook);
        writeTime(json, "next_look", place.firstLook);
        json.endObject();
    }
    json.endArray();
    writeHolds(json, "held", moment.held);
    writeHolds(json, "unknown", moment.perhaps);
    json.endObject();
    json.flush();
    return out + '\n';
}

QByteArray historyCsv(const std::vector<HistoryHold> &holds)
{
    return csvTable(holdColumns(), holds);
}

QByteArray waitsCsv(const std::vector<HistoryWait> &waits)
{
    using Row = HistoryWait;
    auto columns = lockColumns<Row>();
    add<Row>(columns, {{"waiter", [](const Row &row) { return row.waiter; }}});
    add(columns, timeColumns<Row>(waitEndName));
    columns.push_back(knownAsColumn<Row>());
    return csvTable(columns, waits);
}

QByteArray historyMomentCsv(const HistoryMoment &moment)
{
    using Row = std::pair<QByteArray, HistoryHold>;
    std::vector<CsvColumn<Row>> columns{{"state", [](const Row &row) { return row.first; }}};
    for (const CsvColumn<HistoryHold> &column : holdColumns())
        columns.push_back(
            {column.name, [field = column.field](const Row &row) { return field(row.second); }});
    std::vector<Row> rows;
    for (const HistoryHold &hold : moment.held)
        rows.emplace_back("held", hold);
    for (const HistoryHold &hold : moment.perhaps)
        rows.emplace_back("unknown", hold);
    return csvTable(columns, rows);
}

} // namespace lockmaster
