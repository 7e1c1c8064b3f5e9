// SPDX-License-Identifier: Apache-2.0
#include "core/platform/threadsleftbehind.h"

#include <QThread>

#include <algorithm>

namespace lockmaster {

namespace {

struct Lists {
    std::mutex mutex;
    std::vector<ThreadsLeftBehind *> all;
};

Lists &lists()
{
    static auto *const lists = new Lists;
    return *lists;
}

} // namespace

ThreadsLeftBehind &ThreadsLeftBehind::ofProgram()
{
    auto *const list = new ThreadsLeftBehind;
    const std::lock_guard lock(lists().mutex);
    lists().all.push_back(list);
    return *list;
}

int ThreadsLeftBehind::countInProgram()
{
    const std::lock_guard lock(lists().mutex);
    int count = 0;
    for (ThreadsLeftBehind *list : lists().all)
        count += list->count();
    return count;
}

void ThreadsLeftBehind::add(QThread *thread, Busy isBusy)
{
    const std::lock_guard lock(m_mutex);
    sweep();
    m_threads.push_back({thread, std::move(isBusy)});
}

int ThreadsLeftBehind::count()
{
    const std::lock_guard lock(m_mutex);
    sweep();
    return int(m_threads.size());
}

int ThreadsLeftBehind::busyCount()
{
    const std::lock_guard lock(m_mutex);
    sweep();
    return int(std::count_if(m_threads.begin(), m_threads.end(),
                             [](const Entry &entry) { return entry.isBusy && entry.isBusy(); }));
}

void ThreadsLeftBehind::sweep()
{
    std::erase_if(m_threads, [](const Entry &entry) {
        if (!entry.thread->isFinished())
            return false;
        entry.thread->wait();
        delete entry.thread;
        return true;
    });
}

} // namespace lockmaster
