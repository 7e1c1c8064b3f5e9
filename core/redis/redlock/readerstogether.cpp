// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redlock/readerstogether.h"

#include "core/redis/redlock/sidebyside.h"

#include <condition_variable>
#include <utility>

namespace lockmaster {

ReadersTogether::ReadersTogether(std::vector<std::unique_ptr<BackendReader>> readers)
    : m_readers(std::move(readers)), m_busy(m_readers.size(), false),
      m_ended(m_readers.size(), false)
{
}

void ReadersTogether::endOne(size_t number) noexcept
{
    m_ended[number] = true;
    m_readers[number]->interrupt();
}

void ReadersTogether::interrupt() noexcept
{
    const std::lock_guard lock(m_mutex);
    m_interrupted = true;
    for (size_t number = 0; number < m_readers.size(); ++number) {
        if (m_busy[number])
            endOne(number);
    }
}

bool ReadersTogether::mayEndAtOnce(size_t number)
{
    const std::lock_guard lock(m_mutex);
    const bool wasEnded = m_ended[number];
    m_ended[number] = false;
    return wasEnded;
}

std::optional<std::vector<bool>>
ReadersTogether::ask(const std::vector<size_t> &which, size_t enough, Millis patience,
                     const std::function<bool(size_t, BackendReader &)> &ask)
{
    using RealClock = std::chrono::steady_clock;
    std::condition_variable ended;
    std::vector<bool> givenUp(which.size(), false);
    size_t done = 0;
    size_t answered = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_interrupted, false))
            return std::nullopt;
        for (const size_t number : which)
            m_busy[number] = true;
    }
    const auto begun = RealClock::now();
    const auto areAll = [&] { return done == which.size(); };
    const auto isEnough = [&] { return answered >= enough || areAll(); };
    // The last one of these waits for the others, and is done on the caller's thread.
    sideBySide(which.size() + 1, [&](size_t at) {
        if (at < which.size()) {
            const auto note = [&](bool counts) {
                const std::lock_guard lock(m_mutex);
                m_busy[which[at]] = false;
                ++done;
                answered += counts ? 1 : 0;
                ended.notify_all();
            };
            bool counts = false;
            try {
                counts = ask(which[at], *m_readers[which[at]]);
            } catch (...) {
                note(false);
                throw;
            }
            note(counts);
            return;
        }
        std::unique_lock lock(m_mutex);
        ended.wait(lock, isEnough);
        const auto pace = std::max<RealClock::duration>(patience, RealClock::now() - begun);
        if (ended.wait_for(lock, pace, areAll))
            return;
        for (size_t number = 0; number < which.size(); ++number) {
            if (m_busy[which[number]]) {
                givenUp[number] = true;
                endOne(which[number]);
            }
        }
    });
    const std::lock_guard lock(m_mutex);
    m_interrupted = false;
    return givenUp;
}

} // namespace lockmaster
