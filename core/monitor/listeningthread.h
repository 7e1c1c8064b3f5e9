// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/worker.h"
#include "core/sources/changefeed.h"

#include <functional>
#include <memory>
#include <variant>

namespace lockmaster {

/** What listening to a backend's feed brings. */
struct FeedOpened {
    UpdateKind kind = UpdateKind::Polled;
};
/** The server answered a check that was begun at this moment; what came before it was told. */
struct FeedAnswered {
    std::chrono::steady_clock::time_point begun;
};
/** It is over. Without an error: this backend has no feed. */
struct FeedEnded {
    std::optional<Error> error;
};
using FeedWord = std::variant<FeedOpened, FeedNews, FeedAnswered, FeedEnded>;

/**
 * One backend's feed on a thread of its own, beside its `ReadingThread` and with the same promises:
 * it may block as long as it likes, nothing here waits for it except the destructor, for a moment,
 * and a thread that is stuck in the system is left behind.
 *
 * A feed that ended stays so until `listen()` is called again.
 */
class ListeningThread
{
public:
    /** Gets each word, on the listening thread; also late ones, also after this object is gone. */
    using Tell = std::function<void(quint64 ticket, FeedWord word)>;

    ListeningThread(const BackendSpec &spec, FeedFactory factory, Tell tell);
    ~ListeningThread();
    ListeningThread(const ListeningThread &) = delete;
    ListeningThread &operator=(const ListeningThread &) = delete;

    /** Opens a new feed and follows it, with a check at least once in `period`. */
    void listen(quint64 ticket, Millis period);

    /** Closes the feed; what it has still to tell is dropped. */
    void rest();

    /** As `ReadingThread` has them. */
    void requestStop();
    bool waitStopped(std::chrono::steady_clock::time_point until);

private:
    struct Shared;
    static void run(Shared &shared);
    static bool listenOnce(Shared &shared, quint64 ticket, Millis period);
    static std::optional<Error> follow(Shared &shared, ChangeFeed &feed, quint64 ticket,
                                       Millis period);

    std::shared_ptr<Shared> m_shared;
    WorkerThread m_worker;
};

} // namespace lockmaster
