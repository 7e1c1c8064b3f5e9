// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"

#include <functional>
#include <mutex>
#include <vector>

namespace lockmaster {

/** Readers of several servers that are asked at the same time, and nobody waits for one for long.
 */
class ReadersTogether
{
public:
    explicit ReadersTogether(std::vector<std::unique_ptr<BackendReader>> readers);

    size_t size() const { return m_readers.size(); }

    /**
     * `ask` for each in `which`, on threads of their own; true: it answered. Once `enough` have,
     * the others have as long again, and at least `patience`; then they are interrupted. What one
     * throws comes out here, once all are done.
     * @return of which of `which` that was so, in their order; none: an `interrupt()` came before.
     */
    std::optional<std::vector<bool>> ask(const std::vector<size_t> &which, size_t enough,
                                         Millis patience,
                                         const std::function<bool(size_t, BackendReader &)> &ask);

    /** It was interrupted when it may have been done already: its next call may end at once. Told
     * once. */
    bool mayEndAtOnce(size_t number);

    /** Ends those that are asked, and else the next `ask`. Any thread. */
    void interrupt() noexcept;

private:
    void endOne(size_t number) noexcept;

    const std::vector<std::unique_ptr<BackendReader>> m_readers;
    std::mutex m_mutex;
    std::vector<bool> m_busy;
    std::vector<bool> m_ended; ///< was interrupted in its last call
    bool m_interrupted = false;
};

} // namespace lockmaster
