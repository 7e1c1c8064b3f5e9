// SPDX-License-Identifier: Apache-2.0
#include "core/display/lanetext.h"

#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/words.h"
#include "core/display/locktext.h"

#include <QDateTime>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

Micros lengthOf(const LeaderSpan &span, SteadyTime now)
{
    return std::chrono::duration_cast<Micros>(span.until.value_or(now) - span.from);
}

/** Who made a recording may have spoken English: what its words are here, where they are known. */
QString inOurLanguage(const QString &said)
{
    return Words::tr(said.toUtf8().constData());
}

bool contains(const LeaderSpan &span, SteadyTime at)
{
    return span.from <= at && (!span.until || at < *span.until);
}

/** The last of `items` that began at or before `at` and still lasted then. */
template<class Items, class SpanOf>
auto itemAt(const Items &items, SteadyTime at, SpanOf spanOf) -> decltype(&*items.begin())
{
    auto after = std::upper_bound(
        items.begin(), items.end(), at,
        [spanOf](SteadyTime moment, const auto &item) { return moment < spanOf(item).from; });
    if (after == items.begin())
        return nullptr;
    --after;
    return contains(spanOf(*after), at) ? &*after : nullptr;
}

const LeaderSpan &spanOf(const LeaderSpan &span)
{
    return span;
}
template<class Item>
const LeaderSpan &spanOf(const Item &item)
{
    return item.span;
}

template<class Items>
auto itemAt(const Items &items, SteadyTime at)
{
    return itemAt(items, at, [](const auto &item) -> const LeaderSpan & { return spanOf(item); });
}

} // namespace

QString LaneText::time(const LaneChart &chart, SteadyTime at)
{
    const QDateTime shown = localTimeOf(chart.wallTime(at));
    return chart.story == LaneChart::Story::Holds ? momentText(shown, TimeDetail::ToMilli)
                                                  : clockText(shown, TimeDetail::ToMilli);
}

QString LaneText::vacant(Micros length, Micros uncertainty)
{
    return uncertainty > Micros(0) && length <= uncertainty
               ? tr("under %1").arg(briefDurationText(length + uncertainty))
               : briefDurationText(length);
}

QString LaneText::caption(const LaneChart::Vacancy &vacancy, SteadyTime now)
{
    const QString length = shortCaption(vacancy, now);
    return vacancy.cause.isEmpty()
               ? tr("%1 without a leader").arg(length)
               : tr("%1 · %2 without a leader").arg(inOurLanguage(vacancy.cause), length);
}

QString LaneText::shortCaption(const LaneChart::Vacancy &vacancy, SteadyTime now)
{
    const Micros length = lengthOf(vacancy.span, now);
    return vacancy.openEnd ? atLeast(briefDurationText(length))
                           : vacant(length, vacancy.uncertainty);
}

QString LaneText::nobodyLeads(const LaneChart &chart, const LaneChart::Vacancy &vacancy,
                              SteadyTime now)
{
    const QString length = runningText(lengthOf(vacancy.span, now));
    // What was so at the first look began earlier.
    const QString text = vacancy.span.from <= chart.since
                             ? tr("nobody leads for at least %1").arg(length)
                             : tr("nobody leads for %1").arg(length);
    return vacancy.cause.isEmpty() ? text
                                   : inOurLanguage(vacancy.cause) + QStringLiteral(" · ") + text;
}

QStringList LaneText::ledWhenLastSeen(const LaneChart &chart)
{
    QStringList leaders;
    for (const LaneChart::Lane &lane : chart.lanes) {
        if (!lane.leads.empty() && lane.leads.back().openEnd)
            leaders << lane.label;
    }
    return leaders;
}

QString LaneText::lastKnown(const LaneChart &chart, SteadyTime since, SteadyTime now)
{
    const QString ago = ageText(std::chrono::duration_cast<Micros>(now - since));
    const QStringList leaders = ledWhenLastSeen(chart);
    if (!leaders.isEmpty())
        return tr("%1 led when last seen, %2 ago").arg(QLocale().createSeparatedList(leaders), ago);
    const bool wasVacant = !chart.vacancies.empty() && chart.vacancies.back().openEnd;
    return wasVacant ? tr("nobody led when last looked at, %1 ago").arg(ago)
                     : tr("last looked at %1 ago").arg(ago);
}

QString LaneText::caption(const LeaderOverlap &overlap, SteadyTime now)
{
    return tr("two leaders · %1").arg(briefDurationText(lengthOf(overlap.span, now)));
}

QString LaneText::shortCaption(const LeaderOverlap &overlap, SteadyTime now)
{
    return tr("two · %1").arg(briefDurationText(lengthOf(overlap.span, now)));
}

QString LaneText::mark(const LeaderMark &mark)
{
    if (mark.kind == LeaderMark::Kind::Finding) {
        if (const auto id = findingFromName(mark.text))
            return LockText::findingTitle(*id);
    }
    if (!mark.text.isEmpty())
        return inOurLanguage(mark.text);
    switch (mark.kind) {
    case LeaderMark::Kind::TookOver: return tr("took over");
    case LeaderMark::Kind::Expired: return tr("lease ran out");
    case LeaderMark::Kind::SteppedDown: return tr("stepped down");
    case LeaderMark::Kind::Killed: return tr("killed");
    case LeaderMark::Kind::Stopped: return tr("stopped");
    case LeaderMark::Kind::Frozen: return tr("frozen");
    case LeaderMark::Kind::Thawed: return tr("thawed");
    case LeaderMark::Kind::Cut: return tr("connection cut");
    case LeaderMark::Kind::Skewed: return tr("clock skewed");
    case LeaderMark::Kind::Restarted: return tr("restarted");
    case LeaderMark::Kind::Finding: return tr("finding");
    }
    Q_UNREACHABLE();
}

namespace {

/** The lines of a tooltip for one moment. */
class MomentText
{
public:
    MomentText(const LaneChart &chart, SteadyTime at, SteadyTime now, SteadyTime::duration reach)
        : m_chart(chart), m_at(at), m_now(now), m_reach(reach)
    {
    }

    QString text(std::optional<int> lane)
    {
        m_lines << LaneText::time(m_chart, m_at);
        if (m_at < m_chart.since)
            m_lines << LaneText::before(m_chart);
        if (m_chart.until && m_at >= *m_chart.until)
            m_lines << m_chart.after;
        if (lane)
            addLane(*lane);
        addCommon(lane);
        addMarks(lane);
        return m_lines.join(u'\n');
    }

private:
    QString from(const LeaderSpan &span) const
    {
        const QString begin = LaneText::time(m_chart, span.from);
        return span.until
                   ? LaneText::tr("%1 to %2").arg(begin, LaneText::time(m_chart, *span.until))
                   : LaneText::tr("since %1").arg(begin);
    }

    void addSpan(const QString &text, const LeaderSpan &span)
    {
        m_lines << QStringLiteral("%1 %2, %3")
                       .arg(text, preciseDurationText(lengthOf(span, m_now)), from(span));
    }

    void addLane(int index)
    {
        const LaneChart::Lane &lane = m_chart.lanes[static_cast<size_t>(index)];
        m_lines << (lane.detail.isEmpty() ? lane.label
                                          : lane.label + QStringLiteral(" · ") + lane.detail);
        if (index == 0) {
            if (const LaneChart::Vacancy *vacancy = itemAt(m_chart.tableVacancies, m_at))
                addSpan(LaneText::tr("nobody"), vacancy->span);
        }
        if (const LaneChart::Level *level = itemAt(lane.levels, m_at))
            addSpan(
                level->isMost
                    ? LaneText::tr("at most %1 waited at once, within").arg(countText(level->count))
                    : LaneText::tr("waiting: %1, for").arg(countText(level->count)),
                level->span);
        if (const LaneChart::Bar *bar = itemAt(lane.leads, m_at))
            addBar(*bar, bar->text.isEmpty() ? LaneText::tr("led") : bar->text);
        const LaneChart::Bar *bar = itemAt(lane.believes, m_at);
        if (bar && m_chart.story == LaneChart::Story::Leaders)
            addBar(*bar, LaneText::tr("believed to lead for"));
        const LeaderSpan *unseen = lane.unseen ? itemAt(*lane.unseen, m_at) : nullptr;
        if (unseen)
            addSpan(LaneText::tr("not known: nobody looked for"), *unseen);
    }

    void addHold(const LaneChart::Bar &bar)
    {
        addSpan(bar.openBegin || bar.openEnd ? LaneText::tr("held for at least")
                                             : LaneText::tr("held for"),
                bar.span);
        if (!bar.notes.isEmpty())
            m_lines << bar.notes;
    }

    void addBar(const LaneChart::Bar &bar, const QString &word)
    {
        if (m_chart.story == LaneChart::Story::Holds) {
            addHold(bar);
            return;
        }
        addSpan(word, bar.span);
        addOpenEnd(bar.openEnd);
        if (!bar.reign)
            return;
        if (const LeaderSpan *frozen = itemAt(bar.reign->frozen, m_at))
            addSpan(LaneText::tr("stood still for"), *frozen);
        if (const LeaderSpan *working = itemAt(bar.reign->working, m_at))
            addSpan(LaneText::tr("worked for"), *working);
        addHeartbeats(bar.reign->heartbeats);
    }

    void addOpenEnd(bool openEnd)
    {
        if (openEnd)
            m_lines << LaneText::tr("how it went on is not known: nobody looked any more");
    }

    void addHeartbeats(const std::vector<SteadyTime> &beats)
    {
        const auto after = std::upper_bound(beats.begin(), beats.end(), m_at);
        const bool hasBefore = after != beats.begin();
        const bool hasAfter = after != beats.end();
        if (hasBefore)
            m_lines << LaneText::tr("heartbeat %1 before, at %2")
                           .arg(preciseDurationText(micros(m_at - *std::prev(after))),
                                LaneText::time(m_chart, *std::prev(after)));
        if (hasAfter)
            m_lines << LaneText::tr("next heartbeat %1 after, at %2")
                           .arg(preciseDurationText(micros(*after - m_at)),
                                LaneText::time(m_chart, *after));
        if (hasBefore && hasAfter)
            m_lines << LaneText::tr("interval %1")
                           .arg(preciseDurationText(micros(*after - *std::prev(after))));
    }

    void addCommon(std::optional<int> lane)
    {
        if (const LaneChart::Vacancy *vacancy = itemAt(m_chart.vacancies, m_at)) {
            addSpan(LaneText::tr("without a leader for"), vacancy->span);
            addOpenEnd(vacancy->openEnd);
            if (vacancy->uncertainty > Micros(0))
                m_lines << LaneText::tr("known to within ±%1")
                               .arg(preciseDurationText(vacancy->uncertainty));
            if (!vacancy->cause.isEmpty())
                m_lines << LaneText::tr("because: %1").arg(inOurLanguage(vacancy->cause));
        }
        for (const LeaderOverlap &overlap : m_chart.overlaps) {
            if (!contains(overlap.span, m_at))
                continue;
            addSpan(LaneText::tr("%1 and %2 both led, or believed to, for")
                        .arg(labelAt(overlap.first), labelAt(overlap.second)),
                    overlap.span);
        }
        for (const LaneChart::Unseen &unseen : m_chart.unseen) {
            const bool concerns = !unseen.lane || unseen.lane == lane;
            if (concerns && contains(unseen.span, m_at))
                addSpan(LaneText::tr("not known: the server did not answer for"), unseen.span);
        }
    }

    void addMarks(std::optional<int> lane)
    {
        auto mark = std::lower_bound(
            m_chart.marks.begin(), m_chart.marks.end(), m_at - m_reach,
            [](const LeaderMark &one, SteadyTime moment) { return one.at < moment; });
        constexpr int most = 6;
        int shown = 0;
        for (; mark != m_chart.marks.end() && mark->at <= m_at + m_reach; ++mark) {
            if (lane && mark->candidate && mark->candidate != lane)
                continue;
            if (++shown > most) {
                m_lines << LaneText::tr("and more; zoom in");
                return;
            }
            const QString who = mark->candidate && !lane
                                    ? labelAt(*mark->candidate) + QStringLiteral(" ")
                                    : QString();
            m_lines << LaneText::time(m_chart, mark->at) + u' ' + who + LaneText::mark(*mark);
        }
    }

    QString labelAt(int lane) const { return m_chart.lanes[static_cast<size_t>(lane)].label; }

    static Micros micros(SteadyTime::duration duration)
    {
        return std::chrono::duration_cast<Micros>(duration);
    }

    const LaneChart &m_chart;
    SteadyTime m_at;
    SteadyTime m_now;
    SteadyTime::duration m_reach;
    QStringList m_lines;
};

} // namespace

QString LaneText::toolTip(const LaneChart &chart, std::optional<int> lane, SteadyTime at,
                          SteadyTime now, SteadyTime::duration reach)
{
    return MomentText(chart, at, now, reach).text(lane);
}

namespace {

QString holdsSummary(const LaneChart &chart)
{
    size_t holds = 0;
    size_t held = 0;
    for (const LaneChart::Lane &lane : chart.lanes) {
        holds += lane.leads.size();
        held += lane.leadsNow ? 1 : 0;
    }
    QStringList sentences{LaneText::tr("Lanes: %1.").arg(chart.lanes.size()),
                          LaneText::tr("Holds: %1; held now: %2.").arg(holds).arg(held)};
    if (!chart.marks.empty())
        sentences << LaneText::tr("Marks: %1; the last: %2.")
                         .arg(chart.marks.size())
                         .arg(LaneText::mark(chart.marks.back()));
    return sentences.join(u' ');
}

} // namespace

QString LaneText::summary(const LaneChart &chart, SteadyTime now)
{
    if (chart.isEmpty())
        return nothingYet();
    if (chart.story == LaneChart::Story::Holds)
        return holdsSummary(chart);
    QStringList leaders;
    for (const LaneChart::Lane &lane : chart.lanes) {
        if (lane.leadsNow)
            leaders << lane.label;
    }
    QStringList sentences;
    if (const auto unseen = chart.unseenSince()) {
        const QStringList last = ledWhenLastSeen(chart);
        sentences << tr("Who leads has not been known since %1.").arg(time(chart, *unseen));
        if (!last.isEmpty())
            sentences << tr("%1 led when last seen.").arg(QLocale().createSeparatedList(last));
        else if (!chart.vacancies.empty() && chart.vacancies.back().openEnd)
            sentences << tr("Nobody led when last looked at.");
    } else {
        sentences << (leaders.isEmpty()
                          ? tr("Nobody leads now.")
                          : tr("%1 leads now.").arg(QLocale().createSeparatedList(leaders)));
    }
    sentences << tr("Lanes: %1.").arg(chart.lanes.size());
    if (!chart.vacancies.empty())
        sentences << tr("Times without a leader: %1; the last: %2.")
                         .arg(chart.vacancies.size())
                         .arg(caption(chart.vacancies.back(), now));
    if (!chart.overlaps.empty())
        sentences << tr("Times two led at once, or may have: %1.").arg(chart.overlaps.size());
    return sentences.join(u' ');
}

QString LaneText::nothingYet()
{
    return tr("Nothing seen yet: lanes appear with the first heartbeat.");
}

QString LaneText::before(const LaneChart &chart)
{
    return chart.before.isEmpty() ? tr("not watched yet") : chart.before;
}

} // namespace lockmaster
