// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/look.h"

#include "core/findings/findings.h"
#include "core/monitor/readingthread.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace lockmaster {

namespace {

using RealTime = std::chrono::steady_clock::time_point;

/** A look reads everything, a whole keyspace included: it gets more time than a poll. */
constexpr int budgetsOfALook = 3;

/** Where the looks arrive; late ones find it alive too. */
struct PendingLooks {
    std::mutex mutex;
    std::condition_variable arrived;
    const Clock *clock = nullptr; ///< null: nobody waits any more, and it may be gone
    std::deque<std::pair<size_t, SingleLook>> looks;
};

SingleLook lookOf(const BackendSpec &spec, BackendReading reading, SteadyTime begun, SteadyTime now)
{
    SingleLook look;
    look.status = initialStatus(spec);
    noteReading(look.status, reading, begun);
    look.reading = std::move(reading);
    if (look.reading.failure)
        return look;
    const std::vector<LockRecord *> records = recordsById(look.reading);
    for (LockRecord *record : records)
        addCommonFindings(*record, spec, now);
    look.locks.assign(records.begin(), records.end());
    return look;
}

/** What a look costs after the read is done where it came, beside the other reads. */
void takeAnswer(PendingLooks &pending, size_t backend, const BackendSpec &spec,
                BackendReading reading, SteadyTime begun)
{
    std::unique_lock lock(pending.mutex);
    if (!pending.clock)
        return;
    const SteadyTime now = pending.clock->now();
    lock.unlock();
    SingleLook look = lookOf(spec, std::move(reading), begun, now);
    lock.lock();
    pending.looks.emplace_back(backend, std::move(look));
    pending.arrived.notify_all();
}

/** One look at all of them; lives on the thread that asked for it. */
class Looking
{
public:
    Looking(const std::vector<BackendSpec> &backends, const ReaderFactory &factory,
            const Clock &clock, std::optional<Millis> within)
        : m_backends(backends), m_clock(clock), m_within(within), m_begun(clock.now()),
          m_begunHere(std::chrono::steady_clock::now()), m_handedOver(backends.size(), false),
          m_desk(std::make_shared<PendingLooks>())
    {
        m_desk->clock = &clock;
        for (size_t i = 0; i < backends.size(); ++i) {
            const auto answer = [pending = m_desk, i, spec = backends[i],
                                 begun = m_begun](quint64, BackendReading reading) {
                takeAnswer(*pending, i, spec, std::move(reading), begun);
            };
            m_threads.push_back(std::make_unique<ReadingThread>(backends[i], factory, answer));
            m_threads.back()->request(
                {1, BackendReader::Depth::Listing, {}, m_begun + budgetOf(i)});
        }
    }

    /** All end at once, so that the wait for the slowest is the wait for all. */
    ~Looking()
    {
        {
            const std::lock_guard lock(m_desk->mutex);
            m_desk->clock = nullptr;
        }
        for (const auto &thread : m_threads)
            thread->requestStop();
    }

    void handOver(const TakeLook &take)
    {
        bool wanted = true;
        for (size_t left = m_backends.size(); left > 0 && wanted; --left) {
            auto [backend, look] = next();
            m_handedOver[backend] = true;
            m_threads[backend]->requestStop();
            wanted = take(backend, std::move(look));
        }
    }

private:
    Millis budgetOf(size_t backend) const
    {
        const Millis budget = budgetsOfALook * pollBudget(m_backends[backend], true);
        return m_within ? std::clamp(*m_within - answerGrace, Millis(1), budget) : budget;
    }

    RealTime givenUpAt(size_t backend) const
    {
        return m_begunHere + budgetOf(backend) + answerGrace;
    }

    /** The one that is given up first of those that are not handed over. */
    size_t nextToGiveUp() const
    {
        size_t first = m_backends.size();
        for (size_t i = 0; i < m_backends.size(); ++i) {
            if (!m_handedOver[i] && (first == m_backends.size() || givenUpAt(i) < givenUpAt(first)))
                first = i;
        }
        return first;
    }

    std::pair<size_t, SingleLook> next()
    {
        const size_t overdue = nextToGiveUp();
        std::unique_lock lock(m_desk->mutex);
        while (m_desk->arrived.wait_until(lock, givenUpAt(overdue),
                                          [this] { return !m_desk->looks.empty(); })) {
            std::pair<size_t, SingleLook> arrived = std::move(m_desk->looks.front());
            m_desk->looks.pop_front();
            if (!m_handedOver[arrived.first])
                return arrived;
        }
        BackendReading silence;
        silence.failure = silenceError(m_backends[overdue], budgetOf(overdue));
        return {overdue, lookOf(m_backends[overdue], std::move(silence), m_begun, m_clock.now())};
    }

    const std::vector<BackendSpec> &m_backends;
    const Clock &m_clock;
    const std::optional<Millis> m_within;
    const SteadyTime m_begun;
    const RealTime m_begunHere;
    std::vector<bool> m_handedOver;
    std::shared_ptr<PendingLooks> m_desk;
    std::vector<std::unique_ptr<ReadingThread>> m_threads;
};

} // namespace

void lookAtEach(const std::vector<BackendSpec> &backends, const ReaderFactory &factory,
                const TakeLook &take, const Clock &clock, std::optional<Millis> within)
{
    Looking(backends, factory, clock, within).handOver(take);
}

std::vector<SingleLook> lookOnce(const std::vector<BackendSpec> &backends,
                                 const ReaderFactory &factory, const Clock &clock)
{
    std::vector<SingleLook> looks(backends.size());
    const auto keep = [&looks](size_t backend, SingleLook look) {
        looks[backend] = std::move(look);
        return true;
    };
    lookAtEach(backends, factory, keep, clock);
    return looks;
}

} // namespace lockmaster
