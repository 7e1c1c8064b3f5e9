// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/readingthread.h"

#include "core/text/durationtext.h"
#include "core/text/words.h"

#include <exception>
#include <utility>

namespace lockmaster {

namespace {

BackendReading broken(const BackendSpec &spec, const QString &why)
{
    BackendReading reading;
    reading.failure = readerError(spec, why);
    return reading;
}

} // namespace

struct ReadingThread::Shared : Mailbox {
    Shared(BackendSpec theSpec, ReaderFactory theFactory, Answer theAnswer)
        : spec(std::move(theSpec)), factory(std::move(theFactory)), answer(std::move(theAnswer))
    {
    }

    const BackendSpec spec;
    const ReaderFactory factory;
    const Answer answer;

    std::optional<Request> next;
    BackendReader *reader = nullptr; ///< for `interrupt()`; owned by the thread
    bool busy = false;
};

ReadingThread::ReadingThread(const BackendSpec &spec, ReaderFactory factory, Answer answer)
    : m_shared(std::make_shared<Shared>(spec, std::move(factory), std::move(answer))),
      m_worker({spec.name, LeftBehind::Watching, endPatience}, m_shared,
               [shared = m_shared] { run(*shared); })
{
}

ReadingThread::~ReadingThread()
{
    requestStop();
}

void ReadingThread::run(Shared &shared)
{
    std::unique_ptr<BackendReader> reader;
    std::unique_lock lock(shared.mutex);
    while (true) {
        shared.changed.wait(lock, [&] { return shared.stopping || shared.next; });
        if (shared.stopping)
            break;
        const Request request = *std::exchange(shared.next, std::nullopt);
        shared.busy = true;
        lock.unlock();
        BackendReading reading = readOnce(shared, reader, request);
        lock.lock();
        shared.busy = false;
        lock.unlock();
        shared.answer(request.ticket, std::move(reading));
        lock.lock();
    }
    shared.reader = nullptr;
}

BackendReading ReadingThread::ask(BackendReader &reader, const Request &request)
{
    if (request.depth == BackendReader::Depth::Unfed)
        reader.told(request.names);
    else if (!request.names.empty())
        return reader.readNamed(request.names, request.deadline);
    return reader.read(request.depth, request.deadline);
}

/** A server's reply may be larger than the memory: that ends the reader, not the program. */
BackendReading ReadingThread::readOnce(Shared &shared, std::unique_ptr<BackendReader> &reader,
                                       const Request &request)
{
    const auto show = [&shared](BackendReader *made) {
        const std::lock_guard lock(shared.mutex);
        shared.reader = made;
        return !shared.stopping;
    };
    QString why = QStringLiteral("no reader");
    try {
        if (!reader)
            reader = shared.factory(shared.spec);
        // Whoever stops us now may not have found the reader to interrupt.
        if (show(reader.get()) && reader)
            return ask(*reader, request);
    } catch (const std::exception &problem) {
        why = QString::fromUtf8(problem.what());
    }
    show(nullptr);
    reader.reset();
    return broken(shared.spec, why);
}

void ReadingThread::request(Request request)
{
    m_shared->put([&] { m_shared->next = std::move(request); });
}

bool ReadingThread::isBusy() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->busy || m_shared->next;
}

void ReadingThread::interrupt()
{
    const std::lock_guard lock(m_shared->mutex);
    if (m_shared->reader && m_shared->busy)
        m_shared->reader->interrupt();
}

void ReadingThread::requestStop()
{
    m_worker.requestStop([this] {
        m_shared->next.reset();
        // One that rests says goodbye to its server by itself.
        if (m_shared->reader && m_shared->busy)
            m_shared->reader->interrupt();
    });
}

bool ReadingThread::waitStopped(std::chrono::steady_clock::time_point until)
{
    return m_worker.waitEnded(until);
}

Millis pollBudget(const BackendSpec &spec, bool connected)
{
    return connected ? spec.timeout : 2 * spec.timeout;
}

Error silenceError(const BackendSpec &spec, Millis budget)
{
    return {ErrorKind::Timeout, 0,
            Words::tr("%1 (%2) gave no complete answer within %3.")
                .arg(spec.name, spec.address(), durationText(budget)),
            Words::tr("Look whether the server hangs or is overloaded; if it is "
                      "only slow, allow a longer timeout.")};
}

Error readerError(const BackendSpec &spec, const QString &why)
{
    return {ErrorKind::Protocol,
            0,
            Words::tr("Reading %1 (%2) failed inside this program: %3")
                .arg(spec.name, spec.address(), why),
            {}};
}

} // namespace lockmaster
