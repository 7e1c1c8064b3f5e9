// SPDX-License-Identifier: Apache-2.0
#include "core/transport/socketinterrupt.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockmaster {

SocketInterrupt::~SocketInterrupt()
{
    detach();
}

void SocketInterrupt::interrupt() noexcept
{
    const std::lock_guard lock(m_mutex);
    m_interrupted.store(true, std::memory_order_relaxed);
    if (m_descriptor >= 0)
        ::shutdown(m_descriptor, SHUT_RDWR);
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
