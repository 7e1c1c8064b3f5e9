// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/platform/threadsleftbehind.h"

#include <QString>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace lockmaster {

/**
 * What a worker's thread and whoever gives it work share: one lock, one bell, and whether it is to
 * end. What can be asked of a worker stands in a struct that derives from it.
 */
struct Mailbox {
    std::mutex mutex;
    std::condition_variable changed; ///< rung with every change of what stands here
    bool stopping = false;           ///< the worker is to return
    bool ended = false;              ///< it has
    quint64 roundsWanted = 0;
    quint64 roundsDone = 0;

    /** Changes something under the lock, and wakes whoever waits for that. */
    template<class Change>
    void put(Change change)
    {
        const std::lock_guard lock(mutex);
        change();
        changed.notify_all();
    }

    /** One round of work, without the lock. The worker's thread, with the lock. */
    template<class Work>
    void round(std::unique_lock<std::mutex> &lock, Work work)
    {
        const quint64 wanted = roundsWanted;
        lock.unlock();
        work();
        lock.lock();
        roundsDone = wanted;
        changed.notify_all();
    }
    /** Whether somebody waits for a round. With the lock. */
    bool isRoundWanted() const { return roundsWanted > roundsDone; }
    /** Waits for the end of a round that began after this call, or of the worker. Any thread. */
    void awaitRound();
};

/**
 * What a worker calls until its owner goes: after `close()` nobody is called any more, and a call
 * that is under way has returned. Any thread.
 */
class CallGate
{
public:
    template<class Call>
    void pass(Call call)
    {
        const std::lock_guard lock(m_mutex);
        if (m_isOpen)
            call();
    }
    void close();

private:
    std::mutex m_mutex;
    bool m_isOpen = true;
};

/**
 * A thread of its own for work that may block as long as it likes. Nobody waits for its end longer
 * than was agreed: a thread that is stuck in the system is left behind (see `ThreadsLeftBehind`)
 * and keeps its mailbox and what its work captured.
 *
 * All functions may be called from any one thread; none waits, except where it says so.
 */
class WorkerThread
{
public:
    struct Traits {
        QString name;                        ///< of the thread, for a debugger
        LeftBehind kind;                     ///< under which it is counted where it does not end
        Millis patience{0};                  ///< how long after it was told to end it is waited for
        ThreadsLeftBehind::Busy isBusy = {}; ///< see `ThreadsLeftBehind::add`
    };

    /** `work` runs once, and returns soon after `mailbox->stopping`. */
    WorkerThread(Traits traits, std::shared_ptr<Mailbox> mailbox, std::function<void()> work);
    /** Tells it to end, and gives it its patience. */
    ~WorkerThread();
    WorkerThread(const WorkerThread &) = delete;
    WorkerThread &operator=(const WorkerThread &) = delete;

    /** Tells it to end; the patience begins with the first call. */
    void requestStop();
    /** The same, and `also` under the lock: what it is at may have to be interrupted. */
    void requestStop(const std::function<void()> &also);
    /** Waits for the end at most until `until`. @return whether it ended. */
    bool waitEnded(std::chrono::steady_clock::time_point until);

private:
    const Traits m_traits;
    const std::shared_ptr<Mailbox> m_mailbox;
    std::optional<std::chrono::steady_clock::time_point> m_stopRequested;
    QThread *m_thread; ///< handed on when it does not end
};

} // namespace lockmaster
