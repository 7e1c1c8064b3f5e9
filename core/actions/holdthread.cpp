// SPDX-License-Identifier: Apache-2.0
#include "core/actions/holdthread.h"

#include <vector>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** What an interrupted call gets to come back in. */
constexpr auto interruptTime = 400ms;

/** A log and a clock that last as long as the thread, whoever else has gone by then. */
ActionTools lasting(ActionTools tools, const AuditLog &audit)
{
    tools.audit = &audit;
    return tools;
}

} // namespace

struct HoldThread::Shared : Mailbox {
    Shared(const HoldOrder &order, const ActionTools &tools, const HoldSeams &seams,
           HoldWatcher theWatcher, Ended theEnd)
        : audit(tools.audit->directory(), *tools.clock),
          operation(order, lasting(tools, audit), seams), watcher(std::move(theWatcher)),
          told(std::move(theEnd))
    {
    }

    template<class Listener, class... Values>
    void tell(const Listener &listener, const Values &...values)
    {
        gate.pass([&] {
            if (listener)
                listener(values...);
        });
    }

    const AuditLog audit;
    HoldOperation operation;
    const HoldWatcher watcher;
    const Ended told;
    CallGate gate;
};

HoldThread::HoldThread(const HoldOrder &order, const ActionTools &tools, const HoldSeams &seams,
                       HoldWatcher watcher, Ended ended)
    : m_shared(std::make_shared<Shared>(order, tools, seams, std::move(watcher), std::move(ended))),
      m_worker({order.backend.name, LeftBehind::Holding}, m_shared,
               [shared = m_shared] { run(*shared); })
{
}

HoldThread::~HoldThread()
{
    m_shared->gate.close();
    if (!waitEnded(std::chrono::steady_clock::now()))
        abandon();
}

void HoldThread::run(Shared &s)
{
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
    s.tell(s.told, s.operation.run(told));
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
    return m_worker.waitEnded(until);
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
