// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace lockmaster {

/**
 * Lets any thread end what another thread is waiting for on a socket, from the first connect on.
 *
 * The waiting thread attaches the descriptor while it owns one; what is kept is a duplicate, so
 * that closing the descriptor itself leaves no stranger's to be shut down. An interrupt that comes
 * between two calls ends the next one; `clear()` makes the socket's owner usable again.
 * Thread-safe.
 */
class SocketInterrupt
{
public:
    SocketInterrupt() = default;
    /** Of one socket among several: whatever comes to `all` comes to this one as well. */
    explicit SocketInterrupt(std::shared_ptr<SocketInterrupt> all);
    ~SocketInterrupt();
    SocketInterrupt(const SocketInterrupt &) = delete;
    SocketInterrupt &operator=(const SocketInterrupt &) = delete;

    /** Shuts the attached socket down, and is remembered. */
    void interrupt() noexcept;
    bool interrupted() const noexcept { return m_interrupted.load(std::memory_order_relaxed); }
    void clear() noexcept;

    void attach(int descriptor) noexcept;
    /** Closes the duplicate: the connection lasts until then. */
    void detach() noexcept;

private:
    std::mutex m_mutex;
    const std::shared_ptr<SocketInterrupt> m_all; ///< null: it stands by itself
    std::vector<SocketInterrupt *> m_others;      ///< whose `m_all` this is
    int m_descriptor = -1;                        ///< a duplicate
    std::atomic<bool> m_interrupted{false};
};

} // namespace lockmaster
