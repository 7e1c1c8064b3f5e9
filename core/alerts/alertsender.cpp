// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertsender.h"

namespace lockmaster {

AlertSender::AlertSender(QObject *parent) : QObject(parent) {}

void AlertSender::add(const QByteArray &json)
{
    if (m_waiting.size() >= AlertDelivery::mostWaiting) {
        m_waiting.pop_front();
        ++m_state.dropped;
        emit changed();
    }
    m_waiting.push_back(json);
    next();
}

void AlertSender::next()
{
    if (m_busy || m_waiting.empty())
        return;
    m_busy = true;
    const QByteArray json = std::move(m_waiting.front());
    m_waiting.pop_front();
    send(json);
}

void AlertSender::done(const QString &problem)
{
    ++(problem.isEmpty() ? m_state.delivered : m_state.failed);
    m_state.problem = problem;
    m_busy = false;
    emit changed();
    // From the event loop: what fails at once must not nest.
    QMetaObject::invokeMethod(this, &AlertSender::next, Qt::QueuedConnection);
}

} // namespace lockmaster
