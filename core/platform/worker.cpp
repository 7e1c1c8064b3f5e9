// SPDX-License-Identifier: Apache-2.0
#include "core/platform/worker.h"

#include <QThread>

#include <utility>

namespace lockmaster {

void Mailbox::awaitRound()
{
    std::unique_lock lock(mutex);
    const quint64 wanted = ++roundsWanted;
    changed.notify_all();
    changed.wait(lock, [&] { return roundsDone >= wanted || ended; });
}

void CallGate::close()
{
    const std::lock_guard lock(m_mutex);
    m_isOpen = false;
}

WorkerThread::WorkerThread(Traits traits, std::shared_ptr<Mailbox> mailbox,
                           std::function<void()> work)
    : m_traits(std::move(traits)), m_mailbox(std::move(mailbox))
{
    // A QThread, because sockets of Qt want one with an event dispatcher.
    m_thread = QThread::create([mailbox = m_mailbox, work = std::move(work)]() mutable {
        work();
        work = {}; // what it captured goes before it counts as ended
        mailbox->put([&] { mailbox->ended = true; });
    });
    m_thread->setObjectName(m_traits.name);
    m_thread->start();
}

WorkerThread::~WorkerThread()
{
    requestStop();
    if (waitEnded(*m_stopRequested + m_traits.patience)) {
        m_thread->wait();
        delete m_thread;
    } else {
        ThreadsLeftBehind::add(m_thread, m_traits.kind, m_traits.isBusy);
    }
}

void WorkerThread::requestStop()
{
    requestStop([] {});
}

void WorkerThread::requestStop(const std::function<void()> &also)
{
    if (!m_stopRequested)
        m_stopRequested = std::chrono::steady_clock::now();
    m_mailbox->put([&] {
        m_mailbox->stopping = true;
        also();
    });
}

bool WorkerThread::waitEnded(std::chrono::steady_clock::time_point until)
{
    std::unique_lock lock(m_mailbox->mutex);
    return m_mailbox->changed.wait_until(lock, until, [this] { return m_mailbox->ended; });
}

} // namespace lockmaster
