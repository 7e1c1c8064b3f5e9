// SPDX-License-Identifier: Apache-2.0
#include "core/platform/threadsleftbehind.h"

#include <QThread>

#include <algorithm>
#include <mutex>
#include <vector>

namespace lockmaster {

namespace {

struct LeftThread {
    QThread *thread;
    LeftBehind kind;
    ThreadsLeftBehind::Busy isBusy;
};

struct LeftThreads {
    std::mutex mutex;
    std::vector<LeftThread> all;

    /** With the mutex. */
    void sweep()
    {
        std::erase_if(all, [](const LeftThread &left) {
            if (!left.thread->isFinished())
                return false;
            left.thread->wait();
            delete left.thread;
            return true;
        });
    }
};

/** Never destroyed: a thread may still run when the program's statics go. */
LeftThreads &leftThreads()
{
    static auto *const list = new LeftThreads;
    return *list;
}

template<class Counts>
int countWhere(Counts counts)
{
    LeftThreads &list = leftThreads();
    const std::lock_guard lock(list.mutex);
    list.sweep();
    return int(std::count_if(list.all.begin(), list.all.end(), counts));
}

} // namespace

void ThreadsLeftBehind::add(QThread *thread, LeftBehind kind, Busy isBusy)
{
    LeftThreads &list = leftThreads();
    const std::lock_guard lock(list.mutex);
    list.sweep();
    list.all.push_back({thread, kind, std::move(isBusy)});
}

int ThreadsLeftBehind::count(std::optional<LeftBehind> kind)
{
    return countWhere([kind](const LeftThread &left) { return !kind || left.kind == *kind; });
}

int ThreadsLeftBehind::busyCount(LeftBehind kind)
{
    return countWhere([kind](const LeftThread &left) {
        return left.kind == kind && left.isBusy && left.isBusy();
    });
}

} // namespace lockmaster
