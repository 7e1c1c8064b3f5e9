// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lanefixtures.h"

#include <algorithm>

namespace lockmaster::test {

namespace {

using namespace std::chrono_literals;

LeaderHistory begun(SteadyTime now, ServerTime wallNow, Micros before)
{
    LeaderHistory history;
    history.since = now - before;
    history.wallAtSince = wallNow - before;
    return history;
}

void addTurn(LeaderHistory &history, int candidate, LeaderSpan span, Micros period, SteadyTime now)
{
    history.reigns.push_back(makeReign(candidate, span, period, now));
    history.marks.push_back({LeaderMark::Kind::TookOver, span.from, candidate, {}});
}

void addVacancy(LeaderHistory &history, LeaderSpan span, int from, int to)
{
    history.vacancies.push_back(span);
    if (span.until)
        history.failovers.push_back({*span.until, from, to,
                                     std::chrono::duration_cast<Micros>(*span.until - span.from),
                                     40ms});
}

} // namespace

LeaderCandidate makeCandidate(const QByteArray &identity, std::optional<qint64> process)
{
    return {identity, QString::fromUtf8(identity), process};
}

std::shared_ptr<const Reign> makeReign(int candidate, LeaderSpan span, Micros period,
                                       SteadyTime now)
{
    auto reign = std::make_shared<Reign>();
    reign->candidate = candidate;
    reign->span = span;
    for (SteadyTime at = span.from; at < span.until.value_or(now); at += period)
        reign->heartbeats.push_back(at);
    return reign;
}

LeaderHistory twoFailovers(SteadyTime now, ServerTime wallNow)
{
    LeaderHistory history = begun(now, wallNow, 56s);
    const SteadyTime since = history.since;
    history.candidates = {makeCandidate("pod-1"), makeCandidate("pod-2"),
                          makeCandidate("batch-leader-7f9c4d6b58-x2kqz")};
    addTurn(history, 0, {since, since + 13640ms}, 1s, now);
    history.marks.push_back(
        {LeaderMark::Kind::Killed, since + 12440ms, 0, QStringLiteral("killed")});
    history.marks.push_back({LeaderMark::Kind::Expired, since + 13640ms, 0, {}});
    addVacancy(history, {since + 13640ms, since + 14560ms}, 0, 1);
    addTurn(history, 1, {since + 14560ms, since + 33100ms}, 1s, now);
    history.marks.push_back(
        {LeaderMark::Kind::Frozen, since + 32100ms, 1, QStringLiteral("frozen")});
    history.marks.push_back({LeaderMark::Kind::Expired, since + 33100ms, 1, {}});
    addVacancy(history, {since + 33100ms, since + 35810ms}, 1, 2);
    addTurn(history, 2, {since + 35810ms, {}}, 1s, now);
    history.marks.push_back({LeaderMark::Kind::Thawed, since + 44s, 1, QStringLiteral("thawed")});
    history.marks.push_back({LeaderMark::Kind::Finding,
                             since + 48s,
                             {},
                             QStringLiteral("lease too close to the renewal")});
    return history;
}

LeaderHistory withOverlap(SteadyTime now, ServerTime wallNow)
{
    LeaderHistory history = twoFailovers(now, wallNow);
    const SteadyTime since = history.since;
    history.reigns.push_back(makeReign(1, {since + 44s, since + 47300ms}, 1s, now));
    history.overlaps = {{{since + 44s, since + 47300ms}, 1, 2}};
    return history;
}

LeaderHistory withUnseen(SteadyTime now, ServerTime wallNow)
{
    LeaderHistory history = twoFailovers(now, wallNow);
    const SteadyTime since = history.since;
    history.reigns.back() = makeReign(2, {since + 35810ms, since + 42s}, 1s, now);
    history.unseen = {{since + 42s, since + 49s}};
    history.reigns.push_back(makeReign(2, {since + 49s, {}}, 1s, now));
    history.marks.pop_back();
    return history;
}

LeaderHistory labTruth(SteadyTime now, ServerTime wallNow)
{
    LeaderHistory history = twoFailovers(now, wallNow);
    const SteadyTime since = history.since;
    int pid = 48211;
    for (LeaderCandidate &candidate : history.candidates)
        candidate.process = pid++;
    for (auto &reign : history.reigns) {
        Reign detailed = *reign;
        if (detailed.candidate == 1) {
            // It stood still, and believed to lead until it woke up and looked.
            detailed.span.until = since + 44800ms;
            detailed.frozen = {{since + 32100ms, since + 44s}};
        }
        for (const SteadyTime beat : detailed.heartbeats) {
            const bool frozen = detailed.candidate == 1 && beat > since + 31s;
            if (!frozen)
                detailed.working.push_back({beat + 50ms, beat + 450ms});
        }
        if (detailed.candidate == 1)
            detailed.working.push_back({since + 44s, since + 44700ms});
        reign = std::make_shared<const Reign>(detailed);
    }
    history.overlaps = {{{since + 44s, since + 44800ms}, 1, 2}};
    history.marks.insert(history.marks.end() - 1, {LeaderMark::Kind::Skewed, since + 46s, 0,
                                                   QStringLiteral("clock +500 ms")});
    history.marks.insert(history.marks.begin() + 3, {LeaderMark::Kind::Restarted, since + 20s, 0,
                                                     QStringLiteral("restarted")});
    std::stable_sort(history.marks.begin(), history.marks.end(),
                     [](const auto &a, const auto &b) { return a.at < b.at; });
    return history;
}

LeaderHistory longHistory(int candidates, std::chrono::seconds length, SteadyTime now,
                          ServerTime wallNow)
{
    LeaderHistory history = begun(now, wallNow, length);
    for (int i = 0; i < candidates; ++i) {
        history.candidates.push_back(makeCandidate("candidate-" + QByteArray::number(i + 1)));
        history.reigns.push_back(makeReign(i, {history.since + Millis(17 * i), {}}, 1s, now));
    }
    return history;
}

LeaderHistory manyTurns(int candidates, SteadyTime now, ServerTime wallNow)
{
    LeaderHistory history = begun(now, wallNow, 1h);
    for (int i = 0; i < candidates; ++i)
        history.candidates.push_back(makeCandidate("pod-" + QByteArray::number(i + 1)));
    int leader = 0;
    int turn = 0;
    for (SteadyTime at = history.since; at < now; ++turn) {
        const auto length = 4s + Millis(turn * 7919 % 9000);
        const auto gap = Millis(200 + turn * 104'729 % 2400);
        const bool last = at + length >= now;
        addTurn(history, leader, {at, last ? std::nullopt : std::optional(at + length)}, 1s, now);
        const int next = (leader + 1 + turn * 31 % (candidates - 1)) % candidates;
        if (!last) {
            history.marks.push_back(
                {LeaderMark::Kind::Killed, at + length, leader, QStringLiteral("killed")});
            addVacancy(history, {at + length, at + length + gap}, leader, next);
        }
        leader = next;
        at += length + gap;
    }
    return history;
}

} // namespace lockmaster::test
