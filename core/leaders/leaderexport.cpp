// SPDX-License-Identifier: Apache-2.0
#include "core/leaders/leaderexport.h"

#include "core/text/csvtable.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"

#include <algorithm>

namespace lockmaster {

namespace {

qint64 millis(Micros duration)
{
    return std::chrono::floor<Millis>(duration).count();
}

// JSON

/** Writes into one object of one history. */
class HistoryJson
{
public:
    HistoryJson(JsonWriter &json, const LeaderHistory &history) : m_json(json), m_history(history)
    {
    }

    QString at(SteadyTime moment) const { return utcText(m_history.wallTime(moment)); }

    void moment(QByteArrayView name, const std::optional<SteadyTime> &moment)
    {
        if (moment)
            m_json.member(name, at(*moment));
        else
            m_json.nullMember(name);
    }

    void identity(QByteArrayView name, QByteArrayView base64Name, int candidate)
    {
        const QByteArray &identity = candidateAt(candidate).identity;
        m_json.key(name);
        m_json.bytes(identity);
        if (!identity.isValidUtf8()) {
            m_json.key(base64Name);
            m_json.base64(identity);
        }
    }

    void spanMembers(const LeaderSpan &span)
    {
        moment("from", span.from);
        moment("until", span.until);
    }

    void spans(QByteArrayView name, const std::vector<LeaderSpan> &spans)
    {
        list(name, spans, [this](const LeaderSpan &span) { spanMembers(span); });
    }

    template<class Items, class Write>
    void list(QByteArrayView name, const Items &items, Write write)
    {
        m_json.key(name);
        m_json.beginArray();
        for (const auto &item : items) {
            m_json.lineBreak();
            m_json.beginObject();
            write(item);
            m_json.endObject();
        }
        m_json.endArray();
    }

    void reignMembers(const Reign &reign)
    {
        m_json.member("candidate", reign.candidate);
        spanMembers(reign.span);
        m_json.key("heartbeats");
        m_json.beginArray();
        for (const SteadyTime heartbeat : reign.heartbeats)
            m_json.text(at(heartbeat));
        m_json.endArray();
        spans("frozen", reign.frozen);
        spans("working", reign.working);
    }

    void failoverMembers(const Failover &failover)
    {
        m_json.member("at", at(failover.at));
        identity("from", "from_base64", failover.from);
        identity("to", "to_base64", failover.to);
        // An identity may be that of several.
        m_json.member("from_candidate", failover.from);
        m_json.member("to_candidate", failover.to);
        m_json.member("vacancy_ms", millis(failover.vacancy));
        m_json.member("uncertainty_ms", millis(failover.uncertainty));
    }

    void markMembers(const LeaderMark &mark)
    {
        m_json.member("kind", leaderMarkName(mark.kind));
        m_json.member("at", at(mark.at));
        m_json.member("candidate",
                      mark.candidate ? std::optional<qint64>(*mark.candidate) : std::nullopt);
        m_json.textOrNull("text", mark.text);
    }

    void candidateMembers(int candidate)
    {
        identity("identity", "identity_base64", candidate);
        m_json.textOrNull("label", candidateAt(candidate).label);
        m_json.member("process", candidateAt(candidate).process);
    }

private:
    const LeaderCandidate &candidateAt(int index) const
    {
        return m_history.candidates[static_cast<size_t>(index)];
    }

    JsonWriter &m_json;
    const LeaderHistory &m_history;
};

/** As `lockctl leaders --json` has it of a lock, and not how it stands. */
void writeLockId(JsonWriter &json, const LockId &lock)
{
    json.key("lock");
    json.beginObject();
    json.member("backend", lock.source->backend);
    json.member("system", lock.source->system);
    json.member("source", lock.source->name);
    json.key("name");
    json.bytes(lock.name);
    if (!lock.name.isValidUtf8()) {
        json.key("name_base64");
        json.base64(lock.name);
    }
    json.endObject();
}

// CSV

struct Line {
    SteadyTime from{};
    std::optional<SteadyTime> until;
    const char *what = "";
    std::optional<int> candidate;
    std::optional<int> other;
    QString text;
};

void addSpans(std::vector<Line> &lines, const char *what, const std::vector<LeaderSpan> &spans)
{
    for (const LeaderSpan &span : spans)
        lines.push_back({span.from, span.until, what, {}, {}, {}});
}

QString markText(const LeaderMark &mark)
{
    const QString kind = leaderMarkName(mark.kind);
    return mark.text.isEmpty() || mark.text == kind ? kind
                                                    : kind + QStringLiteral(": ") + mark.text;
}

std::vector<Line> linesOf(const LeaderHistory &history)
{
    std::vector<Line> lines;
    for (const auto &reign : history.reigns) {
        const int candidate = reign->candidate;
        lines.push_back({reign->span.from, reign->span.until, "reign", candidate, {}, {}});
        for (const SteadyTime heartbeat : reign->heartbeats)
            lines.push_back({heartbeat, {}, "heartbeat", candidate, {}, {}});
    }
    addSpans(lines, "vacancy", history.vacancies);
    addSpans(lines, "unseen", history.unseen);
    for (const LeaderOverlap &overlap : history.overlaps)
        lines.push_back(
            {overlap.span.from, overlap.span.until, "overlap", overlap.first, overlap.second, {}});
    for (const Failover &failover : history.failovers)
        lines.push_back({failover.at - failover.vacancy,
                         failover.at,
                         "failover",
                         failover.to,
                         failover.from,
                         {}});
    for (const LeaderMark &mark : history.marks)
        lines.push_back({mark.at, {}, "mark", mark.candidate, {}, markText(mark)});
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line &a, const Line &b) { return a.from < b.from; });
    return lines;
}

QString nameOf(const LeaderHistory &history, std::optional<int> candidate)
{
    if (!candidate)
        return {};
    const LeaderCandidate &one = history.candidates[static_cast<size_t>(*candidate)];
    return literalText(one.identity);
}

QString processOf(const LeaderHistory &history, std::optional<int> candidate)
{
    if (!candidate)
        return {};
    const auto &process = history.candidates[static_cast<size_t>(*candidate)].process;
    return process ? QString::number(*process) : QString();
}

/** Milliseconds with their microseconds, never in the form of an exponent. */
QByteArray millisText(Micros duration)
{
    return QStringLiteral("%1.%2")
        .arg(duration.count() / 1000)
        .arg(duration.count() % 1000, 3, 10, QChar(u'0'))
        .toLatin1();
}

} // namespace

void writeLeaderFigures(JsonWriter &json, const LeaderFigures &figures,
                        const LeaderHistory &history, SteadyTime at)
{
    HistoryJson within(json, history);
    const auto duration = [&json](QByteArrayView name, const std::optional<Micros> &value) {
        json.member(name, value ? std::optional<qint64>(millis(*value)) : std::nullopt);
    };
    const auto since = [at](const std::optional<SteadyTime> &moment) {
        return moment ? std::optional(between(*moment, at)) : std::nullopt;
    };
    json.beginObject();
    duration("lease_ms", figures.lease);
    duration("period_ms", figures.period ? std::optional(figures.period->period) : std::nullopt);
    json.member("period_at_most", figures.period && figures.period->atMost);
    within.moment("last_heartbeat_at", figures.lastHeartbeat);
    duration("heartbeat_age_ms", since(figures.lastHeartbeat));
    duration("heartbeat_precision_ms", figures.heartbeatPrecision);
    json.member("changes_last_hour", figures.changesLastHour);
    json.key("last_failover");
    if (figures.lastFailover)
        writeFailover(json, *figures.lastFailover, history);
    else
        json.null();
    within.moment("vacant_since", figures.vacantSince);
    duration("vacant_ms", since(figures.vacantSince));
    duration("vacant_last_hour_ms", figures.vacantLastHour);
    within.moment("watched_since", figures.watchedSince);
    duration("watched_ms", since(figures.watchedSince));
    json.endObject();
}

void writeFailover(JsonWriter &json, const Failover &failover, const LeaderHistory &history)
{
    json.beginObject();
    HistoryJson(json, history).failoverMembers(failover);
    json.endObject();
}

void writeLeaderHistory(JsonWriter &json, const LeaderHistory &history)
{
    HistoryJson within(json, history);
    json.beginObject();
    within.moment("since", history.since);
    json.key("candidates");
    json.beginArray();
    for (int i = 0; i < static_cast<int>(history.candidates.size()); ++i) {
        json.lineBreak();
        json.beginObject();
        within.candidateMembers(i);
        json.endObject();
    }
    json.endArray();
    within.list("reigns", history.reigns,
                [&within](const auto &reign) { within.reignMembers(*reign); });
    within.spans("vacancies", history.vacancies);
    within.spans("unseen", history.unseen);
    within.list("overlaps", history.overlaps, [&](const LeaderOverlap &overlap) {
        within.spanMembers(overlap.span);
        json.member("first", overlap.first);
        json.member("second", overlap.second);
    });
    within.list("failovers", history.failovers,
                [&within](const Failover &failover) { within.failoverMembers(failover); });
    within.list("marks", history.marks,
                [&within](const LeaderMark &mark) { within.markMembers(mark); });
    json.endObject();
}

QByteArray leaderJson(const LeaderHistory &history, const LeaderFigures *figures, SteadyTime at,
                      const QString &program, const std::optional<LockId> &lock)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("taken_at", utcText(history.wallTime(at)));
    if (!program.isEmpty())
        json.member("program", program);
    if (lock)
        writeLockId(json, *lock);
    json.key("figures");
    if (figures)
        writeLeaderFigures(json, *figures, history, at);
    else
        json.null();
    json.key("history");
    writeLeaderHistory(json, history);
    json.endObject();
    out += '\n';
    return out;
}

QString leaderMarkName(LeaderMark::Kind kind)
{
    switch (kind) {
    case LeaderMark::Kind::TookOver: return QStringLiteral("took-over");
    case LeaderMark::Kind::Expired: return QStringLiteral("expired");
    case LeaderMark::Kind::SteppedDown: return QStringLiteral("stepped-down");
    case LeaderMark::Kind::Killed: return QStringLiteral("killed");
    case LeaderMark::Kind::Stopped: return QStringLiteral("stopped");
    case LeaderMark::Kind::Frozen: return QStringLiteral("frozen");
    case LeaderMark::Kind::Thawed: return QStringLiteral("thawed");
    case LeaderMark::Kind::Cut: return QStringLiteral("cut");
    case LeaderMark::Kind::Skewed: return QStringLiteral("skewed");
    case LeaderMark::Kind::Restarted: return QStringLiteral("restarted");
    case LeaderMark::Kind::Finding: return QStringLiteral("finding");
    }
    Q_UNREACHABLE();
}

std::optional<LeaderMark::Kind> leaderMarkFromName(QStringView name)
{
    for (int kind = 0; kind <= int(LeaderMark::Kind::Finding); ++kind) {
        if (name == leaderMarkName(LeaderMark::Kind(kind)))
            return LeaderMark::Kind(kind);
    }
    return std::nullopt;
}

QByteArray leaderCsv(const LeaderHistory &history)
{
    const auto utc = [&history](SteadyTime at) { return utcText(history.wallTime(at)); };
    const auto duration = [](const Line &line) {
        return line.until ? millisText(between(line.from, *line.until)) : QByteArray();
    };
    return csvTable<Line>(
        {{"what", [](const Line &line) { return QByteArray(line.what); }},
         {"from_utc", [&utc](const Line &line) { return utc(line.from); }},
         {"until_utc",
          [&utc](const Line &line) { return line.until ? utc(*line.until) : QString(); }},
         {"duration_ms", duration},
         {"candidate", [&history](const Line &line) { return nameOf(history, line.candidate); }},
         {"process", [&history](const Line &line) { return processOf(history, line.candidate); }},
         {"other", [&history](const Line &line) { return nameOf(history, line.other); }},
         {"text", [](const Line &line) { return line.text; }}},
        linesOf(history));
}

} // namespace lockmaster
