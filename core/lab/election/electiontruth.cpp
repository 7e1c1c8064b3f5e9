// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/electiontruth.h"

#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/words.h"

#include <QDateTime>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr SteadyTime never = SteadyTime::max();

SteadyTime endOf(const LeaderSpan &span)
{
    return span.until.value_or(never);
}

std::optional<SteadyTime> spanEnd(SteadyTime at)
{
    return at == never ? std::nullopt : std::optional(at);
}

bool meet(const LeaderSpan &a, const LeaderSpan &b)
{
    return a.from < endOf(b) && b.from < endOf(a);
}

LeaderSpan shared(const LeaderSpan &a, const LeaderSpan &b)
{
    return {std::max(a.from, b.from), spanEnd(std::min(endOf(a), endOf(b)))};
}

void closeLast(std::vector<LeaderSpan> &spans, SteadyTime at)
{
    if (!spans.empty() && !spans.back().until)
        spans.back().until = std::max(at, spans.back().from);
}

template<class T, class IsOver>
void dropWhile(std::vector<T> &values, const IsOver &isOver)
{
    values.erase(values.begin(), std::find_if_not(values.begin(), values.end(), isOver));
}

/** Adds the newest; where there are too many, a tenth goes at once, so that it is seldom done. */
template<class T>
void addBounded(std::vector<T> &values, T value, size_t most = ElectionTruth::mostMoments)
{
    if (values.size() >= most)
        values.erase(values.begin(), values.begin() + std::ptrdiff_t(most / 10));
    values.push_back(std::move(value));
}

Micros micros(SteadyTime::duration duration)
{
    return std::chrono::duration_cast<Micros>(duration);
}

} // namespace

ElectionTruth::ElectionTruth(SteadyTime since, ServerTime wallAtSince)
{
    m_base.since = since;
    m_base.wallAtSince = wallAtSince;
}

int ElectionTruth::addCandidate(const QByteArray &identity, const QString &label)
{
    m_candidates.push_back({{identity, label, {}}, {}, {}});
    m_changed = true;
    return int(m_candidates.size()) - 1;
}

void ElectionTruth::setProcess(int candidate, std::optional<qint64> pid)
{
    m_candidates.at(candidate).is.process = pid;
    m_changed = true;
}

void ElectionTruth::led(int candidate, SteadyTime at)
{
    Candidate &leader = m_candidates.at(candidate);
    m_changed = true;
    if (leader.open) {
        addBounded(leader.open->heartbeats, at);
        return;
    }
    leader.open = std::make_shared<Reign>();
    leader.open->candidate = candidate;
    leader.open->span.from = at;
    leader.open->heartbeats = {at};
    const auto later = [](SteadyTime moment, const std::shared_ptr<Reign> &reign) {
        return moment < reign->span.from;
    };
    m_reigns.insert(std::upper_bound(m_reigns.begin(), m_reigns.end(), at, later), leader.open);
    m_toWorkOut = true;
}

void ElectionTruth::end(Candidate &candidate, SteadyTime at)
{
    if (!candidate.open)
        return;
    Reign &reign = *candidate.open;
    // It cannot have ended before what it told of itself.
    const SteadyTime until = std::max(at, reign.heartbeats.back());
    closeLast(reign.working, until);
    reign.span.until = until;
    attachFrozen(reign);
    // What was published stays as it is.
    candidate.open.reset();
    m_toWorkOut = true;
}

void ElectionTruth::lost(int candidate, SteadyTime at)
{
    end(m_candidates.at(candidate), at);
    m_changed = true;
}

void ElectionTruth::froze(int candidate, SteadyTime at)
{
    std::vector<LeaderSpan> &frozen = m_candidates.at(candidate).frozen;
    if (frozen.empty() || frozen.back().until)
        frozen.push_back({at, std::nullopt});
    m_changed = m_toWorkOut = true;
}

void ElectionTruth::thawed(int candidate, SteadyTime at)
{
    closeLast(m_candidates.at(candidate).frozen, at);
    m_changed = m_toWorkOut = true;
}

void ElectionTruth::worked(int candidate, SteadyTime at)
{
    if (const auto &reign = m_candidates.at(candidate).open)
        addBounded(reign->working, LeaderSpan{at, std::nullopt});
    m_changed = true;
}

void ElectionTruth::rested(int candidate, SteadyTime at)
{
    if (const auto &reign = m_candidates.at(candidate).open)
        closeLast(reign->working, at);
    m_changed = true;
}

void ElectionTruth::ended(int candidate, SteadyTime at)
{
    end(m_candidates.at(candidate), at);
    thawed(candidate, at);
}

void ElectionTruth::mark(LeaderMark::Kind kind, int candidate, SteadyTime at, const QString &text)
{
    addBounded(m_marks, LeaderMark{kind, at, candidate, text}, mostMarks);
    m_changed = true;
}

bool ElectionTruth::believes(int candidate) const
{
    return m_candidates.at(candidate).open != nullptr;
}

bool ElectionTruth::working(int candidate) const
{
    const auto &reign = m_candidates.at(candidate).open;
    return reign && !reign->working.empty() && !reign->working.back().until;
}

void ElectionTruth::attachFrozen(Reign &reign) const
{
    reign.frozen.clear();
    for (const LeaderSpan &span : m_candidates.at(reign.candidate).frozen) {
        if (meet(span, reign.span))
            reign.frozen.push_back(shared(span, reign.span));
    }
}

std::vector<ElectionTruth::Stretch> ElectionTruth::stretches() const
{
    std::vector<Stretch> all;
    for (const auto &reign : m_reigns) {
        Stretch stretch{reign->candidate, {reign->span.from, std::nullopt}, true};
        const auto add = [&](SteadyTime until) {
            stretch.span.until = spanEnd(until);
            if (stretch.span.from < until && m_base.since < until)
                all.push_back(stretch);
        };
        for (const LeaderSpan &frozen : m_candidates.at(reign->candidate).frozen) {
            if (!meet(frozen, reign->span))
                continue;
            add(std::max(frozen.from, reign->span.from));
            stretch = {reign->candidate, {endOf(frozen), std::nullopt}, false};
        }
        add(endOf(reign->span));
    }
    const auto earlier = [](const Stretch &a, const Stretch &b) {
        return a.span.from < b.span.from;
    };
    std::stable_sort(all.begin(), all.end(), earlier);
    return all;
}

/** What follows from who believed what, over all that is kept. */
void ElectionTruth::workOut()
{
    m_toWorkOut = false;
    m_base.vacancies.clear();
    m_base.overlaps.clear();
    m_base.failovers.clear();
    SteadyTime led = m_base.since; // somebody did, until then
    std::vector<Stretch> leading;
    std::optional<int> last;
    for (const Stretch &next : stretches()) {
        const SteadyTime from = next.span.from;
        const bool vacant = from > led;
        if (vacant)
            m_base.vacancies.push_back({led, from});
        const bool another = next.takes && last != next.candidate;
        if (last && from >= m_base.since && (vacant || another)) {
            const Micros vacancy = vacant ? micros(from - led) : Micros(0);
            m_base.failovers.push_back({from, *last, next.candidate, vacancy, Micros(0)});
        }
        std::erase_if(leading, [&](const Stretch &one) { return endOf(one.span) <= from; });
        for (const Stretch &other : leading) {
            if (endOf(shared(other.span, next.span)) > m_base.since)
                m_base.overlaps.push_back(
                    {shared(other.span, next.span), other.candidate, next.candidate});
        }
        leading.push_back(next);
        if (vacant || next.takes || !last)
            last = next.candidate;
        led = std::max(led, endOf(next.span));
    }
    if (led != never)
        m_base.vacancies.push_back({led, std::nullopt});
}

void ElectionTruth::forget(SteadyTime now)
{
    SteadyTime before = now - kept;
    if (m_reigns.size() > mostReigns)
        before = std::max(before, m_reigns.at(mostReigns / 10)->span.from);
    // Not for every heartbeat; in steps that nobody misses.
    if (before < m_base.since + kept / 36 && m_reigns.size() <= mostReigns)
        return;
    const auto over = [&](const LeaderSpan &span) { return endOf(span) <= before; };
    for (const LeaderOverlap &overlap : m_base.overlaps)
        m_forgottenOverlaps += over(overlap.span) ? 1 : 0;
    std::erase_if(m_reigns, [&](const auto &reign) { return over(reign->span); });
    for (Candidate &candidate : m_candidates) {
        std::erase_if(candidate.frozen, over);
        if (!candidate.open)
            continue;
        Reign &reign = *candidate.open;
        // The last one stays: a reign has one.
        const auto old = [&](const SteadyTime &at) {
            return at < before && at != reign.heartbeats.back();
        };
        dropWhile(reign.heartbeats, old);
        dropWhile(reign.working, over);
    }
    dropWhile(m_marks, [&](const LeaderMark &mark) { return mark.at < before; });
    m_base.wallAtSince = m_base.wallTime(before);
    m_base.since = before;
    m_toWorkOut = true;
}

std::shared_ptr<const LeaderHistory> ElectionTruth::history(SteadyTime now)
{
    if (!m_changed && m_published)
        return m_published;
    if (m_toWorkOut)
        workOut();
    forget(now);
    if (m_toWorkOut)
        workOut();
    auto made = std::make_shared<LeaderHistory>(m_base);
    for (const Candidate &candidate : m_candidates)
        made->candidates.push_back(candidate.is);
    for (const auto &reign : m_reigns) {
        if (reign->span.until) {
            made->reigns.push_back(reign);
            continue;
        }
        auto lasting = std::make_shared<Reign>(*reign);
        attachFrozen(*lasting);
        made->reigns.push_back(std::move(lasting));
    }
    made->marks = m_marks;
    const QString two = Words::tr("two leaders");
    for (const LeaderOverlap &overlap : m_base.overlaps)
        made->marks.push_back({LeaderMark::Kind::Finding, overlap.span.from, overlap.second, two});
    std::stable_sort(made->marks.begin(), made->marks.end(),
                     [](const LeaderMark &a, const LeaderMark &b) { return a.at < b.at; });
    m_changed = false;
    m_published = std::move(made);
    return m_published;
}

int ElectionTruth::overlaps()
{
    if (m_toWorkOut)
        workOut();
    return m_forgottenOverlaps + int(m_base.overlaps.size());
}

QList<Finding> ElectionTruth::findings(SteadyTime now)
{
    constexpr std::chrono::seconds told(30);
    if (m_toWorkOut)
        workOut();
    const LeaderOverlap *latest = nullptr;
    for (const LeaderOverlap &overlap : m_base.overlaps) {
        if (endOf(overlap.span) >= now - told
            && (!latest || endOf(overlap.span) >= endOf(latest->span)))
            latest = &overlap;
    }
    if (!latest)
        return {};
    const QString first = m_candidates.at(latest->first).is.label;
    const QString second = m_candidates.at(latest->second).is.label;
    // As the axis of the lanes beside it has it.
    const QString since =
        clockText(localTimeOf(m_base.wallTime(latest->span.from)), TimeDetail::ToSecond);
    if (!latest->span.until)
        return {
            {FindingId::TwoLeaders, Words::tr("%1 and %2 both believe that they lead, since %3.")
                                        .arg(first, second, since)}};
    return {{FindingId::TwoLeaders,
             Words::tr("%1 and %2 both believed that they led, for %3 from %4 on.")
                 .arg(first, second, durationText(micros(*latest->span.until - latest->span.from)),
                      since)}};
}

} // namespace lockmaster
