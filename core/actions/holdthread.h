// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/holdoperation.h"
#include "core/platform/worker.h"

namespace lockmaster {

/**
 * A `HoldOperation` on a thread of its own. All functions may be called from any one thread and
 * never wait, except where they say so.
 */
class HoldThread
{
public:
    using Ended = std::function<void(tl::expected<HoldEnd, NotDone> end)>;

    /** `watcher` and `ended` are called on the hold's thread, and not after the destructor began.
     */
    HoldThread(const HoldOrder &order, const ActionTools &tools, const HoldSeams &seams,
               HoldWatcher watcher, Ended ended);
    /** A thread that has not ended by now is told to, and left behind with what it needs. */
    ~HoldThread();
    HoldThread(const HoldThread &) = delete;
    HoldThread &operator=(const HoldThread &) = delete;

    /** Ends the wait, or lets go. */
    void stop() noexcept;
    void renewNow() noexcept;
    /** Also ends what it waits for on the network. */
    void abandon() noexcept;

    /** Waits for the end at most until `until`. @return whether it ended. */
    bool waitEnded(std::chrono::steady_clock::time_point until);

private:
    struct Shared;
    static void run(Shared &shared);

    std::shared_ptr<Shared> m_shared;
    WorkerThread m_worker;
};

/**
 * Tells all of them to let go and gives them until `until`; what then still waits for its server is
 * interrupted shortly before. Blocks.
 */
void letGoOfAll(const std::vector<HoldThread *> &threads,
                std::chrono::steady_clock::time_point until);

} // namespace lockmaster
