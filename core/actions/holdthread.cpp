// SPDX-License-Identifier: Apache-2.0
#include "core/actions/holdthread.h"

#include "core/platform/threadsleftbehind.h"

#include <QThread>

#include <vector>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** What an interrupted call gets to come back in. */
constexpr auto interruptTime = 400ms;

/** Those that did not end in time. */
ThreadsLeftBehind &leftBehind()
{
    static ThreadsLeftBehind &list = ThreadsLeftBehind::ofProgram();
    return list;
}

/** A log and a clock that last as long as the thread, whoever else has gone by then. */
ActionTools lasting(ActionTools tools, const AuditLog &audit)
{
    tools.audit = &audit;
    return tools;
}

} // namespace

struct HoldThread::Shared {
    Shared(const HoldOrder &order, const ActionTools &tools, const HoldSeams &seams)
        : audit(tools.audit->directory(), *tools.clock),
          operation(order, lasting(tools, audit), seams)
    {
    }

    /** Calls `listener` unless nobody listens any more. */
    template<class Listener, class... Values>
    void tell(const Listener &listener, const Values &...values)
    {
        const std::lock_guard lock(mutex);
        if (listening && listener)
            listener(values...);
    }

    const AuditLog audit;
    HoldOperation operation;
    HoldWatcher watcher;
    Ended endedListener;

    std::mutex mutex;
    std::condition_variable changed;
    bool listening = true;
    bool ended = false;
};

HoldThread::HoldThread(const HoldOrder &order, const ActionTools &tools, const HoldSeams &seams,
                       HoldWatcher watcher, Ended ended)
    : m_shared(std::make_shared<Shared>(order, tools, seams))
{
    m_shared->watcher = std::move(watcher);
    m_shared->endedListener = std::move(ended);
    // A QThread, because sockets of Qt want one with an event dispatcher.
    m_thread = QThread::create([shared = m_shared] { run(shared); });
    m_thread->setObjectName(order.backend.name);
    m_thread->start();
}

HoldThread::~HoldThread()
{
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->listening = false;
    }
    if (waitEnded(std::chrono::steady_clock::now())) {
        m_thread->wait();
        delete m_thread;
        return;
    }
    abandon();
    leftBehind().add(m_thread);
}

void HoldThread::run(const std::shared_ptr<Shared> &shared)
{
    Shared &s = *shared;
    HoldWatcher told;
    told.acquired = [&s](const auto &own, const auto &ends) {
        s.tell(s.watcher.acquired, own, ends);
    };
    told.renewed = [&s](const auto &own, const auto &ends) {
        s.tell(s.watcher.renewed, own, ends);
    };
    told.renewalFailed = [&s](const Error &error) { s.tell(s.watcher.renewalFailed, error); };
    told.lettingGo = [&s] { s.tell(s.watcher.lettingGo); };
    told.lost = [&s](const Error &why) { s.tell(s.watcher.lost, why); };
    s.tell(s.endedListener, s.operation.run(told));
    const std::lock_guard lock(s.mutex);
    s.ended = true;
    s.changed.notify_all();
}

void HoldThread::stop() noexcept
{
    m_shared->operation.stop();
}

void HoldThread::renewNow() noexcept
{
    m_shared->operation.renewNow();
}

void HoldThread::abandon() noexcept
{
    m_shared->operation.abandon();
}

bool HoldThread::waitEnded(std::chrono::steady_clock::time_point until)
{
    std::unique_lock lock(m_shared->mutex);
    return m_shared->changed.wait_until(lock, until, [this] { return m_shared->ended; });
}

int HoldThread::leftBehindCount()
{
    return leftBehind().count();
}

void letGoOfAll(const std::vector<HoldThread *> &threads,
                std::chrono::steady_clock::time_point until)
{
    for (HoldThread *thread : threads)
        thread->stop();
    bool allEnded = true;
    for (HoldThread *thread : threads)
        allEnded = thread->waitEnded(until - interruptTime) && allEnded;
    if (allEnded)
        return;
    for (HoldThread *thread : threads) {
        if (!thread->waitEnded(std::chrono::steady_clock::now()))
            thread->abandon();
    }
    for (HoldThread *thread : threads)
        thread->waitEnded(until);
}

} // namespace lockmaster
