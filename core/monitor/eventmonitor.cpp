// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/eventmonitor.h"

#include <QMetaObject>

namespace lockmaster {

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

void EventMonitor::take(quint64 /*key*/,
                        const std::shared_ptr<const BackendSnapshot> & /*snapshot*/,
                        const std::vector<Event> &events)
{
    m_queue.push(events);
}

EventQueue::News EventMonitor::take(size_t most)
{
    return m_queue.take(most);
}

} // namespace lockmaster
