// SPDX-License-Identifier: Apache-2.0
#include "tests/support/eventwatch.h"
#include "tests/support/urlpassword.h"

#include "core/systems/registry/registry.h"

#include <algorithm>

namespace lockmaster::test {

EventWatch::EventWatch(const BackendSpec &spec, const Clock &clock)
    : m_clock(clock),
      m_monitor(
          [&clock](const BackendSpec &each) { return makeReader(each, passwordOf(each), clock); },
          [&clock](const BackendSpec &each) { return makeFeed(each, passwordOf(each), clock); },
          clock)
{
    const auto note = [this](const ViewUpdate &update) {
        for (const Event &event : update.events) {
            if (const LockRecord *lock = event.lock())
                m_events << eventKindName(event.kind) + u':' + QString::fromUtf8(lock->id.name);
        }
    };
    QObject::connect(&m_monitor.store(), &LockStore::updated, &m_monitor, note);
    m_monitor.setBackends({spec});
}

QStringList EventWatch::events(const char *prefix) const
{
    return m_events.filter(u':' + QString::fromUtf8(prefix));
}

const BackendStatus *EventWatch::status() const
{
    const auto &backends = m_monitor.store().view()->backends;
    return backends.empty() ? nullptr : &backends.front()->status;
}

bool EventWatch::isOnline() const
{
    return status() && status()->state == BackendState::Online;
}

int EventWatch::count(const char *prefix, LockState state) const
{
    const auto &rows = m_monitor.store().view()->rows;
    return int(std::count_if(rows.begin(), rows.end(), [&](const ViewRow &row) {
        return row.lock.name().startsWith(prefix) && row.lock.state() == state;
    }));
}

std::optional<Micros> EventWatch::ttl(const char *name) const
{
    for (const ViewRow &row : m_monitor.store().view()->rows) {
        if (row.lock.name() == QByteArrayView(name))
            return row.lock.ttlAt(m_clock.now());
    }
    return {};
}

} // namespace lockmaster::test
