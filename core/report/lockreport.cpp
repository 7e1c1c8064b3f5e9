// SPDX-License-Identifier: Apache-2.0
#include "core/report/lockreport.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Whoever records notes its looks now and then: so much of the newest may not be noted yet. */
constexpr Micros notNotedYet = 1min;

/** So many of the newest lines of the audit log are looked at. */
constexpr qsizetype mostAuditLines = 100'000;

bool touches(const ReportOrder &order, ServerTime from, ServerTime until)
{
    return from <= order.until && until >= order.from;
}

/** What was told of the server while nobody saw its locks. */
void explain(ReportGap &gap, ServerTime begun, ServerTime over,
             const std::vector<HistoryEvent> &events)
{
    for (const HistoryEvent &event : events) {
        const bool isLost = event.kind == u"backend_lost";
        if ((!isLost && event.kind != u"backend_back") || event.at < begun || event.at > over)
            continue;
        if (!isLost && event.at == begun)
            continue; // that was the only look before
        gap.wasLost = true;
        if (isLost && gap.why.isEmpty())
            gap.why = event.detail;
    }
}

/** Lays out what was seen between the two ends of the report. */
class SightFinder
{
public:
    SightFinder(LockReport &report, const SourceLooks &looks, const std::vector<HistoryEvent> &told)
        : m_report(report), m_looks(looks), m_told(told), m_from(report.order.from),
          m_until(report.order.until), m_seenTo(report.order.from)
    {
    }

    void find()
    {
        for (const SeenStretch &stretch : m_looks.seen) {
            if (stretch.from > m_seenTo)
                addGap(&stretch);
            if (m_seenTo >= m_until)
                break;
            addSeen(stretch);
            m_before = &stretch;
        }
        if (m_seenTo < m_until)
            addGap(nullptr);
    }

private:
    void addGap(const SeenStretch *next)
    {
        const ServerTime end = next ? std::min(next->from, m_until) : m_until;
        if (end <= m_seenTo)
            return;
        ReportGap gap;
        gap.from = m_seenTo;
        gap.until = end;
        // What began before is told from where the report begins.
        const ServerTime begun = m_before ? std::min(m_before->until, gap.from) : ServerTime{};
        gap.isFirst = !m_before;
        gap.isLast = !next;
        gap.betweenRuns = m_before && next && m_before->run != next->run;
        m_seenTo = end;
        explain(gap, begun, next ? next->from : m_until + notNotedYet, m_told);
        const bool isPerhapsSeen = gap.isLast && m_looks.isRecorded && m_report.wasLookedAt;
        if (isPerhapsSeen && !gap.wasLost && gap.length() <= notNotedYet)
            return;
        m_report.unseen += gap.length();
        m_report.gaps.push_back(std::move(gap));
    }

    void addSeen(const SeenStretch &stretch)
    {
        const ServerTime begin = std::max(stretch.from, m_seenTo);
        const ServerTime end = std::min(stretch.until, m_until);
        if (end <= begin)
            return;
        m_seenTo = end;
        const auto length = std::chrono::duration_cast<Micros>(end - begin);
        m_report.seen += length;
        if (stretch.complete)
            return;
        m_report.seenPartly += length;
        ReportGap gap;
        gap.from = begin;
        gap.until = end;
        gap.partly = true;
        m_report.gaps.push_back(std::move(gap));
    }

    LockReport &m_report;
    const SourceLooks &m_looks;
    const std::vector<HistoryEvent> &m_told;
    const ServerTime m_from;
    const ServerTime m_until;
    ServerTime m_seenTo;
    const SeenStretch *m_before = nullptr;
};

/** What was told of the server alone in that time: of none of its locks. */
Result<std::vector<HistoryEvent>> toldOfServer(HistoryReader &history, const HistoryLock &lock,
                                               std::optional<ServerTime> from,
                                               std::optional<ServerTime> until)
{
    HistoryQuery query;
    query.backends = {lock.backend};
    query.lock = lock.name;
    query.system = QStringLiteral("\n"); // no system is called that
    query.from = from;
    query.until = until;
    query.most = LockReport::mostRead;
    query.withBackendEvents = true;
    auto page = history.page(query);
    if (!page)
        return passOn(page);
    return std::move(page->events);
}

/** When the server was told to be lost, and not to be back since; none: it was not. */
std::optional<ServerTime> lostAt(const std::vector<HistoryEvent> &oldestFirst)
{
    std::optional<ServerTime> at;
    for (const HistoryEvent &event : oldestFirst) {
        if (event.kind == u"backend_back")
            at.reset();
        else if (event.kind == u"backend_lost")
            at = event.at;
    }
    return at;
}

/**
 * The history says that it goes on as long as somebody records. What no look has shown since the
 * server was lost, or for longer than looks take to be noted, is out of sight.
 */
template<class Row, class End>
void loseFromSight(std::vector<Row> &rows, End open, End unseen, std::optional<ServerTime> lost,
                   ServerTime now)
{
    for (Row &row : rows) {
        const bool isLost = lost && *lost >= row.lastSeen;
        if (row.end != open || (!isLost && now - row.lastSeen <= notNotedYet))
            continue;
        row.end = unseen;
        row.until = row.lastSeen;
    }
}

template<class Row>
void dropWhatWasBefore(std::vector<Row> &rows, ServerTime from)
{
    std::erase_if(rows, [from](const Row &row) { return row.until.value_or(row.lastSeen) < from; });
}

/** Holds overlap where several share a lock. */
Micros heldWithin(const ReportOrder &order, const std::vector<HistoryHold> &oldestFirst)
{
    Micros held{0};
    ServerTime upTo = order.from;
    for (const HistoryHold &hold : oldestFirst) {
        const ServerTime begin = std::max(hold.since, upTo);
        const ServerTime end = std::min(hold.until.value_or(hold.lastSeen), order.until);
        if (end <= begin)
            continue;
        held += std::chrono::duration_cast<Micros>(end - begin);
        upTo = end;
    }
    return held;
}

bool isOf(const HistoryLock &lock, const LockId &id)
{
    return id.source->backend == lock.backend && id.source->system == lock.system
           && id.source->name == lock.source && recordedName(id.name) == recordedName(lock.name);
}

void gatherActions(LockReport &report, const QString &directory)
{
    const ReportOrder &order = report.order;
    const auto lines = readAudit(directory, mostAuditLines);
    if (!lines) {
        report.auditProblem = lines.error();
        return;
    }
    report.olderActions =
        qsizetype(lines->size()) >= mostAuditLines && lines->front().time > order.from;
    QHash<QString, size_t> known;
    for (const AuditLine &line : *lines) {
        const auto at = known.constFind(line.id);
        if (line.isIntent && line.intent.lock && isOf(order.lock, *line.intent.lock)) {
            known.insert(line.id, report.actions.size());
            report.actions.push_back({line, std::nullopt});
        } else if (!line.isIntent && at != known.constEnd()) {
            report.actions[*at].outcome = line;
        }
    }
    std::erase_if(report.actions, [&order](const ReportAction &action) {
        const ServerTime begun = action.first().time;
        return !touches(order, begun, action.outcome ? action.outcome->time : begun);
    });
}

} // namespace

qint64 LockReport::holdCount() const
{
    QSet<qint64> ids;
    for (const HistoryHold &hold : holds)
        ids.insert(hold.id);
    return ids.size();
}

qint64 LockReport::holderCount() const
{
    QSet<std::pair<QString, QByteArray>> holders;
    for (const HistoryHold &hold : holds)
        holders.insert({hold.owner, hold.ownerRaw});
    return holders.size();
}

Result<LockReport> gatherReport(HistoryReader &history, const QString &auditDirectory,
                                const ReportOrder &order, ServerTime now)
{
    HistoryQuery query;
    query.backends = {order.lock.backend};
    query.lock = order.lock.name;
    query.source = order.lock.source;
    query.system = order.lock.system;
    query.from = order.from;
    query.until = order.until;
    query.most = LockReport::mostRead;
    query.withBackendEvents = true;
    auto page = history.page(query);
    if (!page)
        return passOn(page);
    const auto looks = history.looks(order.lock);
    if (!looks)
        return passOn(looks);

    // A gap that began before the report is explained by what was told since.
    std::optional<ServerTime> sightEnd;
    for (const SeenStretch &stretch : looks->seen) {
        if (stretch.from <= order.from)
            sightEnd =
                std::min(std::max(sightEnd.value_or(stretch.until), stretch.until), order.from);
    }
    const auto told = toldOfServer(history, order.lock, sightEnd, order.until + notNotedYet);
    if (!told)
        return passOn(told);
    const auto toldLast = toldOfServer(history, order.lock, sightEnd, std::nullopt);
    if (!toldLast)
        return passOn(toldLast);

    LockReport report;
    report.order = order;
    report.holds = std::move(page->holds);
    report.waits = std::move(page->waits);
    report.events = std::move(page->events);
    report.holdFigures = page->figures;
    report.waitFigures = page->waitFigures;
    report.olderHolds = page->older;
    report.listedFrom = page->listedFrom;
    report.olderWaits = page->olderWaits;
    if (page->keptFrom && *page->keptFrom > order.from)
        report.clearedUntil = page->keptFrom;
    const auto lost = lostAt(*toldLast);
    now = std::max(now, order.until);
    loseFromSight(report.holds, HistoryEnd::Open, HistoryEnd::Unseen, lost, now);
    loseFromSight(report.waits, WaitEnd::Open, WaitEnd::Unseen, lost, now);
    dropWhatWasBefore(report.holds, order.from);
    dropWhatWasBefore(report.waits, order.from);
    report.wasLookedAt =
        std::any_of(looks->seen.begin(), looks->seen.end(), [&order](const SeenStretch &stretch) {
            return touches(order, stretch.from, stretch.until);
        });
    SightFinder(report, *looks, *told).find();
    report.held = heldWithin(order, report.holds);
    if (!auditDirectory.isEmpty())
        gatherActions(report, auditDirectory);
    return report;
}

} // namespace lockmaster
