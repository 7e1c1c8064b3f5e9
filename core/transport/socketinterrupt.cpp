// SPDX-License-Identifier: Apache-2.0
#include "core/transport/socketinterrupt.h"

#include <sys/socket.h>

namespace lockmaster {

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
    m_descriptor = descriptor;
}

void SocketInterrupt::detach() noexcept
{
    attach(-1);
}

} // namespace lockmaster
