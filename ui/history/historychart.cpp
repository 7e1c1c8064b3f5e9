// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historychart.h"

#include "core/text/literaltext.h"
#include "ui/history/auditrecord.h"
#include "ui/history/waitinglane.h"
#include "core/display/lanetext.h"
#include "core/display/locktext.h"

#include <QHash>

#include <algorithm>
#include <map>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

using Bar = LaneChart::Bar;

constexpr size_t mostOwnerLanes = 24;
constexpr size_t mostLanes = 100;
constexpr qsizetype historychartLongestLabel = 120;

QString placeKey(const QString &backend, const QString &source)
{
    return backend + QChar(0) + source;
}

QString lockKey(const HistoryLock &lock)
{
    return placeKey(lock.backend, lock.source) + QChar(0) + lock.system + QChar(0)
           + QString::fromLatin1(lock.name.toHex());
}

QString ownerKey(const HistoryHold &hold)
{
    return hold.owner + QChar(0) + QString::fromLatin1(hold.ownerRaw.toHex());
}

/** Lanes of one lock, or of one owner of it. */
struct Group {
    QString key;
    QString label;
    QString detail;
    const HistoryLock *lock = nullptr;
    ServerTime last{}; ///< the newest that is known of it
    bool isKept = true;
    std::vector<LaneChart::Lane> lanes;
    std::vector<SteadyTime> ends; ///< of each lane
    int firstLane = 0;            ///< in the chart
};

class Builder
{
public:
    Builder(const HistoryAnswer &answer, const std::vector<HistoryRow> &rows,
            const ClockReading &pin, OwnerHues &hues)
        : m_answer(answer), m_rows(rows), m_pin(pin), m_hues(hues)
    {
    }

    HistoryLanes build()
    {
        LaneChart &chart = m_made.chart;
        chart.story = LaneChart::Story::Holds;
        m_byOwner = isOfOneLock() && ownerCount() <= mostOwnerLanes;
        addBegin();
        addEnd();
        addRows();
        chart.about = m_byOwner ? lockKey(m_rows.front().hold.lock) : QStringLiteral("locks");
        keepNewest();
        putInOrder();
        addUnseen();
        if (isOfOneLock() && !chart.lanes.empty()) {
            if (auto waiting = waitingLane(m_answer, m_rows, m_pin, chart.lanes.back().unseen))
                chart.lanes.push_back(std::move(*waiting));
        }
        addMarks();
        return std::move(m_made);
    }

private:
    SteadyTime at(ServerTime time) const { return m_pin.localAt(time); }

    bool isOfOneLock() const
    {
        return !m_rows.empty()
               && std::all_of(m_rows.begin(), m_rows.end(), [this](const HistoryRow &row) {
                      return row.hold.lock == m_rows.front().hold.lock;
                  });
    }

    size_t ownerCount() const
    {
        QSet<QString> owners;
        for (const HistoryRow &row : m_rows)
            owners.insert(ownerKey(row.hold));
        return size_t(owners.size());
    }

    /** From where on everything that was asked for is there. */
    void addBegin()
    {
        const HistoryPage &page = m_answer.page;
        std::optional<ServerTime> since;
        QString before;
        const auto offer = [&](const std::optional<ServerTime> &time, const QString &words) {
            if (time && (!since || *time > *since)) {
                since = time;
                before = words;
            }
        };
        std::optional<ServerTime> first;
        for (const FirstLook &look : page.firstLooks)
            first = std::min(first.value_or(look.at), look.at);
        offer(first, HistoryText::tr("not recorded yet"));
        offer(page.keptFrom, HistoryText::tr("cleared away"));
        offer(m_answer.question.query.from, HistoryText::tr("not asked for"));
        offer(page.listedFrom, HistoryText::tr("not all are listed"));
        LaneChart &chart = m_made.chart;
        chart.wallAtSince = since.value_or(m_answer.asked);
        chart.since = at(chart.wallAtSince);
        chart.before = before;
    }

    /** What began later was not asked for: nothing there is free. */
    void addEnd()
    {
        const auto &until = m_answer.question.query.until;
        if (!until || *until >= m_answer.asked)
            return;
        m_made.chart.until = at(*until);
        m_made.chart.after = HistoryText::tr("not asked for");
    }

    void addRows()
    {
        m_made.laneOf.resize(m_rows.size());
        std::vector<size_t> order(m_rows.size());
        for (size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(), [this](size_t a, size_t b) {
            return m_rows[a].hold.since < m_rows[b].hold.since;
        });
        for (const size_t row : order)
            m_made.laneOf[row] = addRow(m_rows[row]);
    }

    Group &groupOf(const HistoryHold &hold)
    {
        const QString key = m_byOwner ? ownerKey(hold) : lockKey(hold.lock);
        const auto known = m_places.constFind(key);
        if (known != m_places.constEnd())
            return m_groups[*known];
        m_places.insert(key, m_groups.size());
        Group group;
        group.key = key;
        group.lock = &hold.lock;
        const QString label = m_byOwner ? HistoryText::owner(hold) : HistoryText::lock(hold);
        group.label = briefText(label, historychartLongestLabel);
        if (!m_byOwner)
            group.detail = literalText(hold.lock.backend);
        m_groups.push_back(std::move(group));
        return m_groups.back();
    }

    /** @return the lane's id */
    QString addRow(const HistoryRow &row)
    {
        const HistoryHold &hold = row.hold;
        Group &group = groupOf(hold);
        Bar bar = barOf(row);
        const SteadyTime end = bar.span.until.value_or(SteadyTime::max());
        size_t lane = 0;
        while (lane < group.lanes.size() && group.ends[lane] > bar.span.from)
            ++lane;
        if (lane == group.lanes.size()) {
            LaneChart::Lane made;
            made.id = group.key + QChar(0) + QString::number(lane);
            made.label = group.label;
            made.detail = group.detail;
            group.lanes.push_back(std::move(made));
            group.ends.emplace_back();
        }
        group.ends[lane] = end;
        group.last = std::max(group.last, hold.lastSeen);
        LaneChart::Lane &into = group.lanes[lane];
        into.leadsNow = !bar.span.until;
        if (m_byOwner && into.leadsNow)
            into.detail = HistoryText::tr("holds it now");
        if (m_byOwner)
            into.hue = bar.hue;
        else if (hold.waiters && *hold.waiters > 0)
            into.believes.push_back(bar);
        into.leads.push_back(std::move(bar));
        return into.id;
    }

    Bar barOf(const HistoryRow &row) const
    {
        const HistoryHold &hold = row.hold;
        Bar bar;
        bar.span.from = at(hold.since);
        if (hold.until)
            bar.span.until = std::max(bar.span.from, at(*hold.until));
        bar.openBegin = hold.begin == HistoryBegin::FirstSeen;
        bar.openEnd = hold.end == HistoryEnd::Unseen;
        const QString owner = HistoryText::owner(hold);
        bar.text = m_byOwner ? HistoryText::length(hold) : owner;
        bar.textIsFigure = m_byOwner;
        bar.told = HistoryText::tr("%1 held by %2 for").arg(HistoryText::lock(hold), owner);
        bar.notes = HistoryText::notes(row);
        if (!hold.owner.isEmpty() || !hold.ownerRaw.isEmpty())
            bar.hue = m_hues.hueOf(ownerKey(hold));
        return bar;
    }

    void keepNewest()
    {
        std::vector<Group *> newest;
        for (Group &group : m_groups)
            newest.push_back(&group);
        std::stable_sort(newest.begin(), newest.end(),
                         [](const Group *a, const Group *b) { return a->last > b->last; });
        size_t lanes = 0;
        for (Group *group : newest) {
            group->isKept = lanes < mostLanes;
            lanes += group->lanes.size();
            m_made.leftOut += group->isKept ? 0 : 1;
        }
    }

    void putInOrder()
    {
        // Owners as they came, locks by name: neither jumps from answer to answer.
        if (!m_byOwner)
            std::stable_sort(m_groups.begin(), m_groups.end(),
                             [](const Group &a, const Group &b) { return a.label < b.label; });
        std::vector<LaneChart::Lane> &lanes = m_made.chart.lanes;
        QSet<QString> kept;
        for (Group &group : m_groups) {
            m_places[group.key] = size_t(&group - m_groups.data());
            if (!group.isKept)
                continue;
            group.firstLane = int(lanes.size());
            for (LaneChart::Lane &lane : group.lanes) {
                kept.insert(lane.id);
                lanes.push_back(std::move(lane));
            }
        }
        for (QString &id : m_made.laneOf) {
            if (!kept.contains(id))
                id.clear();
        }
    }

    // When nobody looked

    void addUnseen()
    {
        std::map<QString, std::shared_ptr<const std::vector<LeaderSpan>>> known;
        for (const Group &group : m_groups) {
            if (!group.isKept)
                continue;
            auto &spans = known[placeKey(group.lock->backend, group.lock->source)];
            if (!spans)
                spans = std::make_shared<const std::vector<LeaderSpan>>(unseenAt(*group.lock));
            for (size_t lane = 0; lane < group.lanes.size(); ++lane)
                m_made.chart.lanes[size_t(group.firstLane) + lane].unseen = spans;
        }
    }

    std::vector<LeaderSpan> unseenAt(const HistoryLock &lock) const
    {
        std::vector<LeaderSpan> spans;
        const auto add = [&](const std::optional<ServerTime> &from,
                             const std::optional<ServerTime> &until) {
            LeaderSpan span{from ? at(*from) : m_made.chart.since, {}};
            if (until)
                span.until = at(*until);
            if (!span.until || *span.until > span.from)
                spans.push_back(span);
        };
        for (const FirstLook &look : m_answer.page.firstLooks) {
            if (look.backend == lock.backend && look.source == lock.source)
                add(std::nullopt, look.at);
        }
        for (const UnseenStretch &gap : m_answer.page.unseen) {
            const bool whole = gap.source.isEmpty();
            if (gap.backend == lock.backend && (whole || gap.source == lock.source))
                add(gap.from, gap.until);
        }
        std::sort(spans.begin(), spans.end(),
                  [](const LeaderSpan &a, const LeaderSpan &b) { return a.from < b.from; });
        return spans;
    }

    // What happened

    void addMarks()
    {
        std::vector<LeaderMark> &marks = m_made.chart.marks;
        for (size_t lane = 0; lane < m_made.chart.lanes.size(); ++lane)
            m_laneById.insert(m_made.chart.lanes[lane].id, int(lane));
        for (size_t row = 0; row < m_rows.size(); ++row) {
            const HistoryHold &hold = m_rows[row].hold;
            const int lane = m_laneById.value(m_made.laneOf[row], -1);
            if (lane >= 0 && hold.end == HistoryEnd::Expired && hold.until)
                marks.push_back({LeaderMark::Kind::Expired, at(*hold.until), lane, {}});
        }
        addEvents();
        addActions();
        std::stable_sort(marks.begin(), marks.end(),
                         [](const LeaderMark &a, const LeaderMark &b) { return a.at < b.at; });
    }

    /** The lane of whoever held that lock then; none: nobody, or it has no lane. */
    std::optional<int> laneAt(const HistoryLock &lock, ServerTime time) const
    {
        if (!m_byOwner) {
            const auto known = m_places.constFind(lockKey(lock));
            if (known == m_places.constEnd() || !m_groups[*known].isKept)
                return std::nullopt;
            return m_groups[*known].firstLane;
        }
        constexpr auto late = 2s; // an action is told before it is seen
        for (size_t row = 0; row < m_rows.size(); ++row) {
            const HistoryHold &hold = m_rows[row].hold;
            const bool held = hold.lock == lock && hold.since <= time
                              && (!hold.until || *hold.until + late >= time);
            if (held && m_laneById.contains(m_made.laneOf[row]))
                return m_laneById.value(m_made.laneOf[row]);
        }
        return std::nullopt;
    }

    void addEvents()
    {
        for (const HistoryEvent &event : m_answer.page.events) {
            if (!event.lock)
                continue;
            const auto lane = laneAt(*event.lock, event.at);
            if (event.kind == u"finding_appeared")
                add(LeaderMark::Kind::Finding, event.at, lane, event.detail);
            else if (event.kind == u"blocked")
                add(LeaderMark::Kind::Frozen, event.at, lane, HistoryText::tr("row locked"));
            else if (event.kind == u"unblocked")
                add(LeaderMark::Kind::Thawed, event.at, lane, HistoryText::tr("row free again"));
        }
    }

    void addActions()
    {
        for (const AuditRecord &record : auditRecords(m_answer.actions)) {
            const AuditLine &line = record.first();
            std::optional<int> lane;
            if (record.intent && record.intent->intent.lock) {
                const LockId &id = *record.intent->intent.lock;
                lane = laneAt({id.source->backend, id.source->system, id.source->name, id.name},
                              line.time);
            }
            const QString who = AuditWords::user(record);
            QStringList words{AuditWords::action(record), AuditWords::outcome(record)};
            words.removeAll(QString());
            add(LeaderMark::Kind::SteppedDown, line.time, lane,
                QStringLiteral("%1: %2").arg(who, words.join(QStringLiteral(", "))));
        }
    }

    void add(LeaderMark::Kind kind, ServerTime time, std::optional<int> lane, const QString &text)
    {
        m_made.chart.marks.push_back({kind, at(time), lane, text});
    }

    const HistoryAnswer &m_answer;
    const std::vector<HistoryRow> &m_rows;
    const ClockReading m_pin;
    OwnerHues &m_hues;
    bool m_byOwner = false;
    std::vector<Group> m_groups;
    QHash<QString, size_t> m_places; ///< of groups, by key
    QHash<QString, int> m_laneById;
    HistoryLanes m_made;
};

} // namespace

HistoryLanes historyLanes(const HistoryAnswer &answer, const std::vector<HistoryRow> &rows,
                          const ClockReading &pin, OwnerHues &hues)
{
    return Builder(answer, rows, pin, hues).build();
}

HistoryPicture historyPicture(const HistoryAnswer &answer, const ClockReading &pin,
                              const OwnerHues &hues)
{
    HistoryPicture made;
    made.hues = hues;
    made.rows = HistoryText::rows(answer);
    if (made.rows.empty())
        return made;
    made.laneRows = HistoryText::laneRows(answer);
    made.lanes = historyLanes(answer, made.laneRows, pin, made.hues);
    return made;
}

} // namespace lockmaster
