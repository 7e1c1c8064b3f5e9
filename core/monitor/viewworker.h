// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewbuilder.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace lockmaster {

/**
 * The thread that makes the views: takes snapshots in from all observers, builds one view of them,
 * and builds the next only after that one was taken and acknowledged, so that a slow reader gets
 * fewer views and never a queue of them. Views that nobody looks at any more are freed here.
 *
 * Every function may be called from any thread and does not wait for the work.
 */
class ViewWorker
{
public:
    /** A view is ready to be taken. Called on the worker's thread. */
    using Ready = std::function<void()>;

    ViewWorker(const Clock &clock, Ready ready);
    /** Ends the thread, after the view it is at. */
    ~ViewWorker();
    ViewWorker(const ViewWorker &) = delete;
    ViewWorker &operator=(const ViewWorker &) = delete;

    /** The backends of the view, in order. What others publish is ignored from now on. */
    void setBackends(std::vector<ViewBuilder::Backend> backends);
    void publish(quint64 key, std::shared_ptr<const BackendSnapshot> snapshot,
                 std::vector<Event> events);
    void setQuery(const ViewQuery &query);

    /** The update that is ready; null when there is none. */
    std::shared_ptr<const ViewUpdate> take();
    /** The update taken last was applied: the next may be built. */
    void acknowledge();

private:
    /** The events of one part's backends: apart, so that what a busy experiment tells pushes
     * nothing else out.
     */
    struct News {
        size_t most;
        std::deque<Event> events;
        qint64 dropped = 0;

        void add(std::vector<Event> more);
        ViewNews take();
    };

    void run();
    bool wantsBuild() const;
    void waitForWork(std::unique_lock<std::mutex> &lock);
    void buildOne(std::unique_lock<std::mutex> &lock);
    void freeUnused(std::unique_lock<std::mutex> &lock);

    const Clock &m_clock;
    const Ready m_ready;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<ViewBuilder::Backend> m_backends;
    ViewQuery m_query;
    News m_own;
    News m_apart;
    News m_counted; ///< of both, while changes are counted: those, and what happened to servers
    bool m_news = false;
    bool m_outstanding = false; ///< built, and not acknowledged yet
    bool m_mayFree = false;     ///< the reader moved on to another view
    bool m_stopping = false;
    std::shared_ptr<const ViewUpdate> m_readyUpdate;

    // The worker's own.
    ViewBuilder m_builder;
    std::vector<std::shared_ptr<const ViewUpdate>> m_delivered;
    std::chrono::steady_clock::time_point m_lastBuild;

    std::thread m_thread;
};

} // namespace lockmaster
