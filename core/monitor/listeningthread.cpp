// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/listeningthread.h"

#include "core/monitor/readingthread.h"

#include <exception>
#include <utility>

namespace lockmaster {

struct ListeningThread::Shared : Mailbox {
    struct Wish {
        quint64 ticket = 0;
        Millis period{0};
    };

    Shared(BackendSpec theSpec, FeedFactory theFactory, Tell theTell)
        : spec(std::move(theSpec)), factory(std::move(theFactory)), tell(std::move(theTell))
    {
    }

    const BackendSpec spec;
    const FeedFactory factory;
    const Tell tell;

    std::optional<Wish> wish;
    ChangeFeed *feed = nullptr; ///< for `interrupt()`; owned by the thread
    quint64 current = 0;        ///< the ticket whose words are wanted; none: 0

    bool wants(quint64 ticket)
    {
        const std::lock_guard lock(mutex);
        return !stopping && current == ticket;
    }
    /** Whoever ends the listening from here on finds the feed. @return whether it is wanted. */
    bool show(ChangeFeed *made, quint64 ticket)
    {
        const std::lock_guard lock(mutex);
        feed = made;
        return !stopping && current == ticket;
    }
    /** With the mutex. */
    void close()
    {
        current = 0;
        wish.reset();
        if (feed)
            feed->interrupt();
    }
};

ListeningThread::ListeningThread(const BackendSpec &spec, FeedFactory factory, Tell tell)
    : m_shared(std::make_shared<Shared>(spec, std::move(factory), std::move(tell))),
      m_worker({spec.name, LeftBehind::Watching, endPatience}, m_shared,
               [shared = m_shared] { run(*shared); })
{
}

ListeningThread::~ListeningThread()
{
    requestStop();
}

void ListeningThread::run(Shared &shared)
{
    std::unique_lock lock(shared.mutex);
    while (true) {
        shared.changed.wait(lock, [&] { return shared.stopping || shared.wish; });
        if (shared.stopping)
            return;
        const Shared::Wish wish = *std::exchange(shared.wish, std::nullopt);
        shared.current = wish.ticket;
        lock.unlock();
        if (!listenOnce(shared, wish.ticket, wish.period))
            return;
        lock.lock();
    }
}

/** @return false: there is no feed, and a thread for one is not needed. */
bool ListeningThread::listenOnce(Shared &shared, quint64 ticket, Millis period)
{
    FeedEnded end;
    std::unique_ptr<ChangeFeed> feed;
    bool exists = true;
    try {
        feed = shared.factory(shared.spec);
        exists = feed != nullptr;
        if (feed && shared.show(feed.get(), ticket))
            end.error = follow(shared, *feed, ticket, period);
    } catch (const std::exception &problem) {
        // A server's word may be larger than the memory: that ends the feed, not the program.
        end.error = readerError(shared.spec, QString::fromUtf8(problem.what()));
    }
    shared.show(nullptr, ticket);
    feed.reset();
    if (shared.wants(ticket))
        shared.tell(ticket, std::move(end));
    return exists;
}

/** Listens until nobody wants it any more, or returns why it cannot. */
std::optional<Error> ListeningThread::follow(Shared &shared, ChangeFeed &feed, quint64 ticket,
                                             Millis period)
{
    using RealClock = std::chrono::steady_clock;
    const Millis timeout = shared.spec.timeout;
    const auto opened = feed.open(RealClock::now() + pollBudget(shared.spec, false));
    if (!opened)
        return opened.error();
    shared.tell(ticket, FeedOpened{*opened});
    auto checkAt = RealClock::now() + period;
    while (shared.wants(ticket)) {
        auto news = feed.next(checkAt, checkAt + timeout);
        if (!news)
            return news.error();
        if (news->everything || !news->observations.empty())
            shared.tell(ticket, std::move(*news));
        // However much there is to tell: what does not answer must not go unnoticed.
        const auto begun = RealClock::now();
        if (begun < checkAt)
            continue;
        if (const auto answered = feed.check(begun + timeout); !answered)
            return answered.error();
        // What had come before the answer may still wait to be read.
        const auto now = RealClock::now();
        news = feed.next(now, now + timeout);
        if (!news)
            return news.error();
        if (news->everything || !news->observations.empty())
            shared.tell(ticket, std::move(*news));
        shared.tell(ticket, FeedAnswered{begun});
        checkAt = RealClock::now() + period;
    }
    return std::nullopt;
}

void ListeningThread::listen(quint64 ticket, Millis period)
{
    m_shared->put([&] {
        m_shared->close();
        m_shared->wish = Shared::Wish{ticket, period};
    });
}

void ListeningThread::rest()
{
    m_shared->put([this] { m_shared->close(); });
}

void ListeningThread::requestStop()
{
    m_worker.requestStop([this] { m_shared->close(); });
}

bool ListeningThread::waitStopped(std::chrono::steady_clock::time_point until)
{
    return m_worker.waitEnded(until);
}

} // namespace lockmaster
