// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/lockrhythms.h"

#include "core/alerts/alertcondition.h"
#include "core/domain/systemtraits.h"
#include "core/history/historyreader.h"

#include <algorithm>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

/** A little less than how often it is looked at. */
constexpr auto askedEvery = 55s;
/** Which locks there are, and their rhythms, change slowly. */
constexpr auto listedEvery = 10min;
constexpr auto retryRhythmsAfter = 30s;

bool isDue(const std::optional<SteadyTime> &last, SteadyTime now, SteadyTime::duration every)
{
    return !last || now - *last >= every;
}

HistoryLock keptAs(const LockId &id)
{
    return {id.source->backend, id.source->system, id.source->name, id.name};
}

LockId idOfKept(const HistoryLock &lock)
{
    return {std::make_shared<SourceId>(SourceId{lock.backend, lock.system, lock.source}),
            lock.name};
}

} // namespace

bool isAbout(const Filter &scope, const LockId &id)
{
    if (scope.isEmpty())
        return true;
    LockRecord lock;
    lock.id = id;
    return scope.matches(lock, {});
}

HistoryRhythms::HistoryRhythms(QString path, const Clock &clock)
    : m_path(std::move(path)), m_clock(clock)
{
}

HistoryRhythms::~HistoryRhythms() = default;

const std::vector<TakenLock> *HistoryRhythms::of(const AlertRule &rule, const QString &backend)
{
    const SteadyTime now = m_clock.now();
    Remembered &remembered = m_remembered[{rule.name, backend}];
    if (remembered.rule != rule)
        remembered = {rule, Filter::parse(rule.scope).value_or(Filter()), {}, {}, {}};
    if (isDue(remembered.asked, now, askedEvery) && now >= m_retryAt)
        ask(remembered, backend, now);
    return remembered.listed ? &remembered.locks : nullptr;
}

/** What cannot be read is as it was, and says until when it was looked at. */
void HistoryRhythms::ask(Remembered &remembered, const QString &backend, SteadyTime now)
{
    m_retryAt = now + retryRhythmsAfter;
    const auto reader = HistoryReader::open(m_path);
    if (!reader)
        return;
    const bool goesByRhythm = remembered.rule.over == Micros(0);
    const bool lists = isDue(remembered.listed, now, listedEvery);
    std::vector<TakenLock> locks;
    if (lists) {
        const auto known = (*reader)->knownLocks(
            {{backend},
             goesByRhythm ? remembered.rule.leastHolds : 1,
             mostLocks,
             [&remembered](const HistoryLock &lock) {
                 return looksAt(remembered.rule.kind, electsLeaders(lock.system))
                        && isAbout(remembered.scope, idOfKept(lock));
             }});
        if (!known)
            return;
        for (const HistoryLock &lock : *known)
            locks.push_back({idOfKept(lock), {}});
        std::sort(locks.begin(), locks.end(),
                  [](const TakenLock &a, const TakenLock &b) { return a.id < b.id; });
    } else {
        locks = remembered.locks;
    }
    constexpr qint64 mostBegins = 200;
    for (TakenLock &lock : locks) {
        auto rhythm = (*reader)->rhythm(keptAs(lock.id), lists && goesByRhythm ? mostBegins : 0);
        if (!rhythm)
            return;
        if (!lists)
            rhythm->gaps = lock.rhythm.gaps;
        lock.rhythm = *std::move(rhythm);
    }
    remembered.locks = std::move(locks);
    remembered.asked = now;
    if (lists)
        remembered.listed = now;
    m_retryAt = {};
}

} // namespace lockmaster
