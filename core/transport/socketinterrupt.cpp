// SPDX-License-Identifier: Apache-2.0
#include "core/transport/socketinterrupt.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

namespace lockmaster {

SocketInterrupt::SocketInterrupt(std::shared_ptr<SocketInterrupt> all) : m_all(std::move(all))
{
    const std::lock_guard lock(m_all->m_mutex);
    m_all->m_others.push_back(this);
    m_interrupted = m_all->interrupted();
}

SocketInterrupt::~SocketInterrupt()
{
    if (m_all) {
        const std::lock_guard lock(m_all->m_mutex);
        std::erase(m_all->m_others, this);
    }
    detach();
}

void SocketInterrupt::interrupt() noexcept
{
    const std::lock_guard lock(m_mutex);
    m_interrupted.store(true, std::memory_order_relaxed);
    if (m_descriptor >= 0)
        ::shutdown(m_descriptor, SHUT_RDWR);
    for (SocketInterrupt *other : m_others)
        other->interrupt();
}

void SocketInterrupt::clear() noexcept
{
    const std::lock_guard lock(m_mutex);
    m_interrupted.store(false, std::memory_order_relaxed);
    for (SocketInterrupt *other : m_others)
        other->clear();
}

void SocketInterrupt::attach(int descriptor) noexcept
{
    const std::lock_guard lock(m_mutex);
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    m_descriptor = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

void SocketInterrupt::detach() noexcept
{
    const std::lock_guard lock(m_mutex);
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    m_descriptor = -1;
}

} // namespace lockmaster
