// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <vector>

class QThread;

namespace lockmaster {

/**
 * Threads that nobody waits for any more, because something that they called may not come back.
 * Those that have ended are cleared away at the next look. Thread-safe.
 */
class ThreadsLeftBehind
{
public:
    using Busy = std::function<bool()>;

    /**
     * A list that lives as long as the program and is never destroyed: a thread may still run when
     * the program's statics go.
     */
    static ThreadsLeftBehind &ofProgram();
    /** In all those lists: a program that ends must not wait for them, nor be taken apart. */
    static int countInProgram();

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
