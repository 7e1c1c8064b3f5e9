// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/toldchanges.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr qsizetype mostOthers = 100'000;

using What = ToldChanges::What;

/** Two things told one after the other: a key ends once, and moves its expiry before that. */
What together(What first, What next)
{
    return first == What::ExpiryMoved ? next : What::Changed;
}

HowEnded endOf(What what)
{
    switch (what) {
    case What::RanOut: return HowEnded::Expired;
    case What::Deleted: return HowEnded::Released;
    case What::Changed:
    case What::ExpiryMoved: break;
    }
    return HowEnded::None;
}

} // namespace

ToldChanges::ToldChanges(const Clock &clock)
    : m_clock(clock), m_windowStart(clock.now()), m_secondStart(m_windowStart)
{
}

void ToldChanges::note(const QByteArray &name, What what)
{
    ++m_changes;
    if (m_everything)
        return;
    Told &told = m_told[name];
    told.what = together(told.what, what);
    if (++told.times > 1)
        return;
    m_bytes += name.size();
    if (m_told.size() <= mostNames && m_bytes <= mostBytes)
        return;
    forgetNames();
    m_tooMany = true;
}

void ToldChanges::noteEverything()
{
    ++m_changes;
    forgetNames();
}

void ToldChanges::forgetNames()
{
    m_told.clear();
    m_bytes = 0;
    m_everything = true;
}

std::optional<SteadyTime> ToldChanges::nextDue() const
{
    return m_waiting == 0 ? std::nullopt : std::optional(m_dues.front().first);
}

ToldChanges::Due ToldChanges::take()
{
    const SteadyTime now = m_clock.now();
    Due due;
    due.everything = std::exchange(m_everything, false);
    due.changes = std::exchange(m_changes, 0);
    m_bytes = 0;
    // Nobody can say what they were; so many, for long, are hardly locks.
    if (std::exchange(m_tooMany, false))
        countOthers(due.changes);
    m_read = std::exchange(m_told, {});
    due.names.reserve(static_cast<size_t>(m_read.size()));
    for (auto told = m_read.cbegin(); told != m_read.cend(); ++told) {
        const auto other = m_others.find(told.key());
        const bool rests = other != m_others.end() && other->looks >= freeLooks && other->due > now;
        if (!rests) {
            due.names.push_back(told.key());
            // Of one that rested, some was told that nobody has read.
            const HowEnded end = endOf(told->what);
            if (end != HowEnded::None && other == m_others.end())
                due.ends.insert(told.key(), end);
            continue;
        }
        m_waiting += other->waiting ? 0 : 1;
        other->waiting = true;
        countOthers(told->times);
    }
    takeDue(now, due);
    return due;
}

void ToldChanges::takeDue(SteadyTime now, Due &due)
{
    for (; !m_dues.empty() && m_dues.front().first <= now; m_dues.pop_front()) {
        const auto other = m_others.find(m_dues.front().second);
        // Of another time: it has been a lock, and none again, since.
        if (other == m_others.end() || other->due != m_dues.front().first)
            continue;
        if (!other->waiting) {
            m_others.erase(other);
            continue;
        }
        other->waiting = false;
        --m_waiting;
        if (!m_read.contains(other.key()))
            due.names.push_back(other.key());
        other->due = now + restTime;
        m_dues.emplace_back(other->due, other.key());
    }
}

void ToldChanges::settle(const std::vector<QByteArray> &names,
                         const std::function<Found(const QByteArray &name)> &found)
{
    const SteadyTime now = m_clock.now();
    for (const QByteArray &name : names) {
        switch (found(name)) {
        case Found::Lock: m_waiting -= m_others.take(name).waiting ? 1 : 0; break;
        case Found::Nothing: break;
        case Found::Other:
            countOthers(m_read.value(name).times);
            addOther(name, now);
            break;
        }
    }
    m_read.clear();
}

void ToldChanges::addOther(const QByteArray &name, SteadyTime now)
{
    const auto other = m_others.find(name);
    if (other != m_others.end()) {
        ++other->looks;
        return;
    }
    if (m_others.size() >= mostOthers)
        return;
    m_others.insert(name, {now + restTime, 1, false});
    m_dues.emplace_back(now + restTime, name);
}

void ToldChanges::countOthers(qint64 changes)
{
    const SteadyTime now = m_clock.now();
    const bool windowEnds = now - m_windowStart >= busyWindow;
    if (windowEnds || now - m_secondStart >= 1s) {
        m_othersInWindow += std::min(m_othersInSecond, 2 * mostOthersPerSecond);
        m_secondStart = now;
        m_othersInSecond = 0;
    }
    if (windowEnds) {
        const auto seconds = std::chrono::duration<double>(now - m_windowStart).count();
        m_busy = double(m_othersInWindow) > double(mostOthersPerSecond) * seconds;
        m_windowStart = now;
        m_othersInWindow = 0;
    }
    m_othersInSecond += changes;
}

} // namespace lockmaster
