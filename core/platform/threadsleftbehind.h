// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <vector>

class QThread;

namespace lockmaster {

/**
 * Threads that nobody waits for any more, because something that they called may not come back.
 * Those that have ended are cleared away at the next look. Thread-safe. Meant to live as long as
 * the program and never to be destroyed: a thread may still run when the program's statics go.
 */
class ThreadsLeftBehind
{
public:
    using Busy = std::function<bool()>;

    /** Takes the thread over; `isBusy` is asked on the thread of `busyCount()`, and may be empty.
     */
    void add(QThread *thread, Busy isBusy = {});

    /** How many have not ended. */
    int count();
    /** How many of these say that they are busy. */
    int busyCount();

private:
    struct Entry {
        QThread *thread;
        Busy isBusy;
    };

    void sweep();

    std::mutex m_mutex;
    std::vector<Entry> m_threads;
};

} // namespace lockmaster
