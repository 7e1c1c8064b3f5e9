// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/changerates.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int stepsInMinute = int(1min / ChangeRate::step);

bool isChange(const Event &event)
{
    return event.kind != EventKind::Renewed && !isOfBackend(event.kind);
}

template<class Steps>
void count(Steps &steps, qint64 number, qint64 more)
{
    auto &step = steps.at(size_t(number) % steps.size());
    if (step.number != number)
        step = {number, 0};
    step.count += more;
}

template<class Steps>
qint64 counted(const Steps &steps, qint64 number)
{
    const auto &step = steps.at(size_t(number) % steps.size());
    return step.number == number ? step.count : 0;
}

} // namespace

ChangeRate &ChangeRate::operator+=(const ChangeRate &more)
{
    for (size_t i = 0; i < counts.size(); ++i)
        counts.at(i) += more.counts.at(i);
    watched = std::max(watched, more.watched);
    lastMinute += more.lastMinute;
    isLeast = isLeast || more.isLeast;
    return *this;
}

ChangeRates::ChangeRates(const Clock &clock) : m_clock(clock), m_begun(clock.now()) {}

qint64 ChangeRates::stepOf(SteadyTime at) const
{
    return std::max<qint64>((at - m_begun) / ChangeRate::step, 0);
}

void ChangeRates::add(const ViewNews &news)
{
    const qint64 now = stepOf(m_clock.now());
    for (const Event &event : news.events) {
        // A view may come late; what is older than is kept, nobody asks about.
        const qint64 number = std::min(stepOf(event.seenAt), now);
        if (isChange(event) && number > now - kept)
            count(m_backends[event.backend], number, 1);
    }
    if (news.droppedEvents > 0)
        count(m_dropped, now, news.droppedEvents);
}

ChangeRate ChangeRates::of(const QString &backend) const
{
    ChangeRate rate;
    const qint64 now = stepOf(m_clock.now());
    rate.watched = int(std::min<qint64>(now, ChangeRate::steps));
    const auto found = m_backends.find(backend);
    for (int i = 0; i < rate.watched; ++i) {
        const qint64 number = now - 1 - i;
        const qint64 changes = found == m_backends.end() ? 0 : counted(found->second, number);
        rate.counts.at(size_t(ChangeRate::steps - 1 - i)) = changes;
        if (i >= stepsInMinute)
            continue;
        rate.lastMinute += changes;
        rate.isLeast = rate.isLeast || counted(m_dropped, number) > 0;
    }
    rate.isLeast = rate.isLeast || rate.watched < stepsInMinute;
    return rate;
}

} // namespace lockmaster
