// SPDX-License-Identifier: Apache-2.0
#include "core/actions/writegate.h"

namespace lockmaster {

WriteGate::WriteGate(const Clock &clock) : m_clock(clock) {}

void WriteGate::allowAll()
{
    const std::lock_guard lock(m_mutex);
    m_allowAll = true;
}

void WriteGate::lift(const QString &backend, Millis time)
{
    const std::lock_guard lock(m_mutex);
    m_liftedUntil[backend] = m_clock.now() + std::min<Millis>(time, longestLift);
}

void WriteGate::restore(const QString &backend)
{
    const std::lock_guard lock(m_mutex);
    m_liftedUntil.remove(backend);
}

std::optional<Millis> WriteGate::remaining(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    const auto lifted = m_liftedUntil.constFind(backend);
    if (lifted == m_liftedUntil.constEnd() || *lifted <= m_clock.now())
        return std::nullopt;
    return std::chrono::ceil<Millis>(*lifted - m_clock.now());
}

std::optional<WritePermit> WriteGate::permit(const BackendSpec &backend) const
{
    if (backend.readOnly && !remaining(backend.name)) {
        const std::lock_guard lock(m_mutex);
        if (!m_allowAll)
            return std::nullopt;
    }
    return WritePermit(backend.name);
}

} // namespace lockmaster
