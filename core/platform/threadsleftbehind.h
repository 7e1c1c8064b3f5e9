// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <functional>
#include <optional>

class QThread;

namespace lockmaster {

/** What a thread that was left behind is at. */
enum class LeftBehind : quint8 {
    Watching,
    Examining,
    Holding,
    Releasing,
    Recording,
    Alerting,
    Tunnelling
};

/**
 * The threads that nobody waits for any more, because something that they called may not come back.
 * A program that ends must not wait for them, nor be taken apart while there are any. Those that
 * have ended are cleared away at the next look. Any thread.
 */
class ThreadsLeftBehind
{
public:
    using Busy = std::function<bool()>;

    /** Takes the thread over; `isBusy` is asked on the thread of `busyCount()`, and may be empty.
     */
    static void add(QThread *thread, LeftBehind kind, Busy isBusy = {});

    /** How many have not ended; of one kind, or of all. */
    static int count(std::optional<LeftBehind> kind = {});
    /** How many of these say that they are busy. */
    static int busyCount(LeftBehind kind);
};

} // namespace lockmaster
