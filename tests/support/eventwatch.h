// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/monitor.h"

#include <QStringList>

namespace lockmaster::test {

/** A monitor on one backend, as the window has it, and all events of its locks. */
class EventWatch
{
public:
    explicit EventWatch(const BackendSpec &spec, const Clock &clock = systemClock());

    /** `kind:lock`, of all locks whose names begin so, oldest first. */
    QStringList events(const char *prefix) const;
    /** Null before the first view. */
    const BackendStatus *status() const;
    bool isOnline() const;
    /** Locks whose names begin so, by what is said of them. */
    int count(const char *prefix, LockState state) const;
    /** What is left of this lock's lease; none where it is not shown or has no end. */
    std::optional<Micros> ttl(const char *name) const;
    Monitor &monitor() { return m_monitor; }

private:
    QStringList m_events;
    const Clock &m_clock;
    mutable Monitor m_monitor;
};

} // namespace lockmaster::test
