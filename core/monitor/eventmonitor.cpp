// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/eventmonitor.h"

#include <QMetaObject>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

/** Their words may count something, and be others at every look. */
bool isSame(const EventMonitor::ProblemNews &a, const EventMonitor::ProblemNews &b)
{
    return a.isAbsence == b.isAbsence && a.problem.source == b.problem.source
           && a.problem.error.kind == b.problem.error.kind
           && a.problem.error.nativeCode == b.problem.error.nativeCode;
}

} // namespace

EventMonitor::EventMonitor(const std::vector<BackendSpec> &backends, const ReaderFactory &readers,
                           const FeedFactory &feeds, EventQueue::Wanted wanted, size_t capacity,
                           const Clock &clock, QObject *parent)
    : QObject(parent),
      m_queue(capacity, std::move(wanted),
              [this] {
                  QMetaObject::invokeMethod(this, &EventMonitor::happened, Qt::QueuedConnection);
              }),
      m_monitor(backends, readers, feeds, {this}, clock)
{
}

void EventMonitor::take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
                        const std::vector<Event> &events)
{
    // What does not answer has an event of its own, and its sources may be as they were.
    if (snapshot && snapshot->status.state == BackendState::Online)
        compareProblems(key, snapshot->status);
    m_queue.push(events);
}

void EventMonitor::compareProblems(quint64 key, const BackendStatus &status)
{
    std::vector<ProblemNews> now;
    const auto note = [&now](ProblemNews problem) {
        const auto same = [&problem](const ProblemNews &other) { return isSame(problem, other); };
        if (std::none_of(now.begin(), now.end(), same))
            now.push_back(std::move(problem));
    };
    for (const Problem &problem : status.problems)
        note({status.name, problem, false, false});
    for (const AbsentSource &absent : status.absent) {
        if (absent.isDenied())
            note({status.name, {absent.name, absent.why}, false, true});
    }
    const std::lock_guard lock(m_mutex);
    std::vector<ProblemNews> &before = m_problems[key];
    const size_t waiting = m_problemNews.size();
    const auto tell = [this](const std::vector<ProblemNews> &from,
                             const std::vector<ProblemNews> &unless, bool over) {
        for (const ProblemNews &problem : from) {
            const auto same = [&](const ProblemNews &other) { return isSame(problem, other); };
            if (std::any_of(unless.begin(), unless.end(), same))
                continue;
            m_problemNews.push_back(problem);
            m_problemNews.back().over = over;
        }
    };
    tell(before, now, true);
    tell(now, before, false);
    before = std::move(now);
    if (waiting == 0 && !m_problemNews.empty())
        QMetaObject::invokeMethod(this, &EventMonitor::problemsChanged, Qt::QueuedConnection);
}

std::vector<EventMonitor::ProblemNews> EventMonitor::takeProblems()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_problemNews, {});
}

EventQueue::News EventMonitor::take(size_t most)
{
    return m_queue.take(most);
}

} // namespace lockmaster
