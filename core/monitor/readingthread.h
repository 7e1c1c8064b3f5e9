// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/worker.h"
#include "core/sources/backendreader.h"

#include <functional>
#include <memory>

namespace lockmaster {

/**
 * One backend's reader on a thread of its own, where it may block as long as it likes.
 *
 * All functions may be called from any one thread and never wait, except the destructor, which
 * gives the thread a moment to end; a thread that is stuck in the system is left behind and keeps
 * what it needs alive.
 */
class ReadingThread
{
public:
    /** Gets each answer, on the reading thread; also late ones, also after this object is gone. */
    using Answer = std::function<void(quint64 ticket, BackendReading reading)>;

    ReadingThread(const BackendSpec &spec, ReaderFactory factory, Answer answer);
    ~ReadingThread();
    ReadingThread(const ReadingThread &) = delete;
    ReadingThread &operator=(const ReadingThread &) = delete;

    struct Request {
        quint64 ticket = 0;
        BackendReader::Depth depth = BackendReader::Depth::Routine;
        /** These alone, whatever the depth; for `Unfed` what a feed told of. None: as it says. */
        std::vector<QByteArray> names;
        SteadyTime deadline{};
    };
    /** Reads once; a request that has not begun yet is replaced. */
    void request(Request request);

    /** Whether a request is under way. */
    bool isBusy() const;

    /** Makes a blocked read return, if the reader can. */
    void interrupt();

    /** No more requests; what blocks is interrupted. Does not wait. */
    void requestStop();

    /** Waits for the end at most until `until`. @return whether it ended. */
    bool waitStopped(std::chrono::steady_clock::time_point until);

private:
    struct Shared;
    static void run(Shared &shared);
    static BackendReading readOnce(Shared &shared, std::unique_ptr<BackendReader> &reader,
                                   const Request &request);
    static BackendReading ask(BackendReader &reader, const Request &request);

    std::shared_ptr<Shared> m_shared;
    WorkerThread m_worker;
};

/** How long one poll may take; longer while a connection has still to be made. */
Millis pollBudget(const BackendSpec &spec, bool connected);

/** What is said of a backend that gave no answer within `budget`. */
Error silenceError(const BackendSpec &spec, Millis budget);

/** What is said where the reader itself failed, with an exception or for not being there. */
Error readerError(const BackendSpec &spec, const QString &why);

/** How long after it was told to end a thread is waited for. */
inline constexpr Millis endPatience{500};

/** How long past a poll's deadline an answer is waited for before it counts as lost. */
inline constexpr Millis answerGrace{300};

} // namespace lockmaster
