// SPDX-License-Identifier: Apache-2.0
#include "core/leaders/leaderimport.h"

#include "core/leaders/leaderexport.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Of each list; more than a watcher or the lab keeps, and few enough to be drawn at once. */
constexpr qsizetype mostImportedSpans = 20'000;
/** Of all reigns together: more than a file of a recording has room for. */
constexpr qsizetype mostImportedBeats = 1'200'000;
constexpr qsizetype mostImportedWork = 500'000;
constexpr qsizetype longestIdentity = 1024;
constexpr qsizetype longestMark = 200;
constexpr qint64 dayMs = 86'400'000;

class HistoryReader
{
public:
    HistoryReader(JsonBounds &json, const PinnedTime &pinned, qsizetype mostCandidates)
        : m_json(json), m_pinned(pinned), m_mostCandidates(mostCandidates)
    {
    }

    LeaderHistory read(const QJsonObject &object)
    {
        m_made.since = moment(object, "since");
        m_made.wallAtSince = m_pinned.wallAt(m_made.since);
        for (const auto &value : m_json.list(object, "candidates", m_mostCandidates))
            addCandidate(value.toObject());
        for (const auto &value : m_json.list(object, "reigns", mostImportedSpans))
            addReign(value.toObject());
        m_made.vacancies = spans(object, "vacancies", mostImportedSpans);
        m_made.unseen = spans(object, "unseen", mostImportedSpans);
        for (const auto &value : m_json.list(object, "overlaps", mostImportedSpans))
            addOverlap(value.toObject());
        for (const auto &value : m_json.list(object, "failovers", mostImportedSpans))
            addFailover(value.toObject());
        for (const auto &value : m_json.list(object, "marks", mostImportedSpans))
            addMark(value.toObject());
        std::stable_sort(m_made.marks.begin(), m_made.marks.end(),
                         [](const LeaderMark &a, const LeaderMark &b) { return a.at < b.at; });
        return std::move(m_made);
    }

private:
    SteadyTime moment(const QJsonObject &object, const char *name)
    {
        return momentIn(m_json, object, name, m_pinned);
    }

    /** Not before `earliest`. */
    LeaderSpan span(const QJsonObject &object, SteadyTime earliest, const char *what)
    {
        LeaderSpan span{moment(object, "from"), {}};
        if (!object[u"until"].isNull())
            span.until = moment(object, "until");
        if (span.from < earliest || (span.until && *span.until < span.from))
            m_json.refuse(what);
        return span;
    }

    /** One after another: the next one ends what has no end of its own. */
    std::vector<LeaderSpan> spans(const QJsonObject &object, const char *name, qsizetype most)
    {
        std::vector<LeaderSpan> all;
        for (const auto &value : m_json.list(object, name, most)) {
            if (!m_json.isWell())
                break;
            const SteadyTime earliest =
                all.empty() ? SteadyTime::min() : all.back().until.value_or(all.back().from);
            const LeaderSpan next = span(value.toObject(), earliest, name);
            if (!all.empty() && !all.back().until)
                all.back().until = next.from;
            all.push_back(next);
        }
        return all;
    }

    void addCandidate(const QJsonObject &object)
    {
        LeaderCandidate candidate;
        candidate.identity = identity(object, "identity", "identity_base64");
        candidate.label = m_json.text(object, "label", longestIdentity);
        candidate.process = m_json.wholeOrNone(object, "process", 0, INT32_MAX);
        m_made.candidates.push_back(std::move(candidate));
    }

    QByteArray identity(const QJsonObject &object, const char *name, const char *base64)
    {
        QByteArray text = m_json.raw(object, name, longestIdentity).toUtf8();
        if (!object.contains(QLatin1String(base64)))
            return text;
        return QByteArray::fromBase64(m_json.raw(object, base64, 2 * longestIdentity).toLatin1());
    }

    int candidate(const QJsonObject &object, const char *name)
    {
        return int(m_json.whole(object, name, 0, qint64(m_made.candidates.size()) - 1));
    }

    void addReign(const QJsonObject &object)
    {
        if (!m_json.isWell())
            return;
        auto reign = std::make_shared<Reign>();
        reign->candidate = candidate(object, "candidate");
        // They begin in order, and nobody leads twice at once.
        SteadyTime earliest =
            m_made.reigns.empty() ? SteadyTime::min() : m_made.reigns.back()->span.from;
        const auto earlier =
            std::find_if(m_made.reigns.rbegin(), m_made.reigns.rend(), [&reign](const auto &other) {
                return other->candidate == reign->candidate;
            });
        if (earlier != m_made.reigns.rend())
            earliest = std::max(earliest, (*earlier)->span.until.value_or(SteadyTime::max()));
        reign->span = span(object, earliest, "reigns");
        for (const auto &value :
             m_json.list(object, "heartbeats", mostImportedBeats - m_heartbeats)) {
            const auto at = m_pinned.steadyAt(value.toString());
            if (!at || (!reign->heartbeats.empty() && *at < reign->heartbeats.back()))
                return m_json.refuse("heartbeats");
            reign->heartbeats.push_back(*at);
        }
        m_heartbeats += qsizetype(reign->heartbeats.size());
        reign->frozen = spans(object, "frozen", mostImportedSpans);
        reign->working = spans(object, "working", mostImportedWork - m_work);
        m_work += qsizetype(reign->working.size());
        m_made.reigns.push_back(std::move(reign));
    }

    void addOverlap(const QJsonObject &object)
    {
        const SteadyTime earliest =
            m_made.overlaps.empty() ? SteadyTime::min() : m_made.overlaps.back().span.from;
        if (m_json.isWell())
            m_made.overlaps.push_back({span(object, earliest, "overlaps"),
                                       candidate(object, "first"), candidate(object, "second")});
    }

    void addFailover(const QJsonObject &object)
    {
        if (!m_json.isWell())
            return;
        Failover failover;
        failover.at = moment(object, "at");
        failover.from = candidate(object, "from_candidate");
        failover.to = candidate(object, "to_candidate");
        failover.vacancy = Millis(m_json.whole(object, "vacancy_ms", 0, farthestMs()));
        failover.uncertainty = Millis(m_json.whole(object, "uncertainty_ms", 0, farthestMs()));
        const auto ended =
            std::lower_bound(m_made.vacancies.begin(), m_made.vacancies.end(), failover.at,
                             [](const LeaderSpan &vacancy, SteadyTime at) {
                                 return vacancy.until.value_or(SteadyTime::max()) < at;
                             });
        if (ended != m_made.vacancies.end() && ended->until == failover.at) {
            const Micros exact = between(ended->from, failover.at);
            if (std::chrono::floor<Millis>(exact) == failover.vacancy)
                failover.vacancy = exact;
        }
        if (!m_made.failovers.empty() && failover.at < m_made.failovers.back().at)
            m_json.refuse("failovers");
        m_made.failovers.push_back(failover);
    }

    void addMark(const QJsonObject &object)
    {
        if (!m_json.isWell())
            return;
        LeaderMark mark;
        const QString name = m_json.raw(object, "kind", longestMark);
        const auto kind = leaderMarkFromName(name);
        if (!kind)
            return m_json.refuseWord("kind", name);
        mark.kind = *kind;
        mark.at = moment(object, "at");
        if (!object[u"candidate"].isNull())
            mark.candidate = candidate(object, "candidate");
        mark.text = m_json.text(object, "text", longestMark);
        m_made.marks.push_back(std::move(mark));
    }

    qint64 farthestMs() const { return std::chrono::floor<Millis>(m_pinned.farthest).count(); }

    JsonBounds &m_json;
    const PinnedTime &m_pinned;
    const qsizetype m_mostCandidates;
    qsizetype m_heartbeats = 0;
    qsizetype m_work = 0;
    LeaderHistory m_made;
};

void cut(std::vector<LeaderSpan> &spans, SteadyTime at)
{
    std::erase_if(spans, [at](const LeaderSpan &span) { return span.from > at; });
    for (LeaderSpan &span : spans) {
        if (span.until && *span.until > at)
            span.until.reset();
    }
}

/** What is closed stays the same object. */
std::shared_ptr<const Reign> cutReign(const std::shared_ptr<const Reign> &reign, SteadyTime at)
{
    if (reign->span.until && *reign->span.until <= at)
        return reign;
    auto lasting = std::make_shared<Reign>();
    lasting->candidate = reign->candidate;
    lasting->span.from = reign->span.from;
    lasting->heartbeats.assign(
        reign->heartbeats.begin(),
        std::upper_bound(reign->heartbeats.begin(), reign->heartbeats.end(), at));
    lasting->frozen = reign->frozen;
    lasting->working = reign->working;
    cut(lasting->frozen, at);
    cut(lasting->working, at);
    return lasting;
}

} // namespace

std::optional<SteadyTime> PinnedTime::steadyAt(const QString &utc) const
{
    const auto at = utcFromText(utc.toLatin1());
    if (!at || *at < wall - farthest || *at > wall + farthest)
        return std::nullopt;
    return steady + (*at - wall);
}

ServerTime PinnedTime::wallAt(SteadyTime at) const
{
    return wall + between(steady, at);
}

SteadyTime momentIn(JsonBounds &json, const QJsonObject &object, const char *name,
                    const PinnedTime &pinned)
{
    const auto at = pinned.steadyAt(object[QLatin1String(name)].toString());
    if (!at)
        json.refuse(name);
    return at.value_or(pinned.steady);
}

LeaderHistory readLeaderHistory(JsonBounds &json, const QJsonObject &object,
                                const PinnedTime &pinned, qsizetype mostCandidates)
{
    return HistoryReader(json, pinned, mostCandidates).read(object);
}

LeaderHistory historyUntil(const LeaderHistory &history, SteadyTime at)
{
    LeaderHistory known;
    known.since = history.since;
    known.wallAtSince = history.wallAtSince;
    known.candidates = history.candidates;
    for (const auto &reign : history.reigns) {
        if (reign->span.from <= at)
            known.reigns.push_back(cutReign(reign, at));
    }
    known.vacancies = history.vacancies;
    known.unseen = history.unseen;
    cut(known.vacancies, at);
    cut(known.unseen, at);
    for (LeaderOverlap overlap : history.overlaps) {
        if (overlap.span.from > at)
            continue;
        if (overlap.span.until && *overlap.span.until > at)
            overlap.span.until.reset();
        known.overlaps.push_back(overlap);
    }
    const auto untilThen = [at](const auto &one) { return one.at <= at; };
    std::copy_if(history.failovers.begin(), history.failovers.end(),
                 std::back_inserter(known.failovers), untilThen);
    std::copy_if(history.marks.begin(), history.marks.end(), std::back_inserter(known.marks),
                 untilThen);
    return known;
}

} // namespace lockmaster
