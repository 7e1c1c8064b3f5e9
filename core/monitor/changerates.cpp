// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/changerates.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

/** The step of that number, emptied where its place was another's. */
template<class Steps>
auto &stepAt(Steps &steps, qint64 number)
{
    auto &step = steps.at(size_t(number) % steps.size());
    if (step.number != number)
        step = {number};
    return step;
}

/** The same to look at; null: nothing was noted of it. */
template<class Steps>
auto findStep(const Steps &steps, qint64 number)
{
    const auto &step = steps.at(size_t(number) % steps.size());
    return step.number == number ? &step : nullptr;
}

template<class Steps>
qint64 counted(const Steps &steps, qint64 number)
{
    const auto step = findStep(steps, number);
    return step ? step->count : 0;
}

bool isWatchedWhole(const BackendStatus &status)
{
    return status.state == BackendState::Online && !status.paused
           && std::all_of(status.sources.begin(), status.sources.end(),
                          [](const SourceStatus &source) { return source.complete; });
}

} // namespace

bool isChange(const Event &event)
{
    return event.kind != EventKind::Renewed && !isOfBackend(event.kind);
}

ChangeRate &ChangeRate::operator+=(const ChangeRate &more)
{
    for (size_t i = 0; i < counts.size(); ++i)
        counts.at(i) += more.counts.at(i);
    watched &= more.watched;
    lastMinute += more.lastMinute;
    isLeast = isLeast || more.isLeast;
    isUnknown = isUnknown && more.isUnknown;
    return *this;
}

ChangeRates::ChangeRates(const Clock &clock) : m_clock(clock), m_begun(clock.now()) {}

qint64 ChangeRates::stepOf(SteadyTime at) const
{
    return std::max<qint64>((at - m_begun) / ChangeRate::step, 0);
}

void ChangeRates::add(const ViewUpdate &update)
{
    add(update.view->backends, update.events, update.droppedEvents);
}

void ChangeRates::add(const ViewBackends &backends, const std::vector<Event> &events,
                      qint64 droppedEvents)
{
    const qint64 now = stepOf(m_clock.now());
    std::map<QString, Backend> before = std::exchange(m_backends, {});
    for (const auto &snapshot : backends) {
        const QString &name = snapshot->status.name;
        Backend unseen;
        unseen.firstStep = unseen.lookedIn = now;
        if (auto known = before.extract(name); !known.empty())
            m_backends.insert(std::move(known));
        else
            m_backends.emplace(name, unseen);
        note(snapshot->status, now);
    }
    for (const Event &event : events) {
        // A view may come late; what is older than is kept, nobody asks about.
        const qint64 number = std::min(stepOf(event.seenAt), now);
        const auto found = m_backends.find(event.backend);
        if (found == m_backends.end() || number <= now - kept)
            continue;
        Step &step = stepAt(found->second.steps, number);
        step.count += isChange(event) ? 1 : 0;
        // It may have been away and back between two views.
        step.hasGap = step.hasGap || isOfBackend(event.kind);
    }
    if (droppedEvents > 0)
        stepAt(m_dropped, now).count += droppedEvents;
}

void ChangeRates::note(const BackendStatus &status, qint64 now)
{
    Backend &backend = m_backends[status.name];
    const bool isWatched = isWatchedWhole(status);
    if (!isWatched || !backend.isWatched) {
        // What is lost now has been since the last look at it, and what is back was until now.
        qint64 since = backend.lookedIn;
        if (!isWatched && status.dataFrom)
            since = std::min(since, stepOf(*status.dataFrom));
        for (qint64 number = std::max(since, now - kept + 1); number <= now; ++number)
            stepAt(backend.steps, number).hasGap = true;
    }
    backend.isWatched = isWatched;
    backend.lookedIn = now;
}

bool ChangeRates::isWatched(const Backend &backend, qint64 number) const
{
    if (number <= backend.firstStep || (!backend.isWatched && number >= backend.lookedIn))
        return false;
    const Step *step = findStep(backend.steps, number);
    return !step || !step->hasGap;
}

ChangeRate ChangeRates::of(const QString &backend) const
{
    ChangeRate rate;
    const auto found = m_backends.find(backend);
    if (found == m_backends.end())
        return rate;
    const qint64 now = stepOf(m_clock.now());
    rate.isLeast = now < stepsInMinute;
    for (int i = 0; i < std::min<qint64>(now, ChangeRate::steps); ++i) {
        const qint64 number = now - 1 - i;
        const auto place = size_t(ChangeRate::steps - 1 - i);
        const qint64 changes = counted(found->second.steps, number);
        const bool watched = isWatched(found->second, number);
        rate.watched.set(place, watched);
        // What the first look after a gap shows is no peak of its step.
        rate.counts.at(place) = watched ? changes : 0;
        if (i >= stepsInMinute)
            continue;
        rate.lastMinute += changes;
        rate.isLeast = rate.isLeast || !watched || counted(m_dropped, number) > 0;
        rate.isUnknown = rate.isUnknown && !watched;
    }
    return rate;
}

} // namespace lockmaster
