// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertwatch.h"

#include "core/alerts/alertengine.h"
#include "core/alerts/alertmemory.h"
#include "core/platform/threadsleftbehind.h"

#include <QThread>

#include <condition_variable>
#include <mutex>
#include <set>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr Millis watchEndPatience = 1s;
/** Between two looks where nothing is known to be due, and at least between any two. */
constexpr Millis longestRest = 10s;
constexpr Millis shortestRest = 100ms;
/** What is remembered is written at most so often: a crash loses so much of it. */
constexpr Millis memoryPace = 1s;

ThreadsLeftBehind &stuckWatches()
{
    static ThreadsLeftBehind &list = ThreadsLeftBehind::ofProgram();
    return list;
}

} // namespace

struct AlertWatch::Shared {
    Shared(AlertSettings theSettings, Places thePlaces, Listener theListener, const Clock &theClock)
        : settings(std::move(theSettings)), places(std::move(thePlaces)), clock(theClock),
          listener(std::move(theListener))
    {
    }

    const AlertSettings settings; ///< to begin with
    const Places places;
    const Clock &clock;

    std::mutex callMutex;
    Listener listener; ///< nobody is called once the watch is gone

    mutable std::mutex mutex;
    std::condition_variable woken;
    std::map<quint64, std::shared_ptr<const BackendSnapshot>> newest;
    std::set<quint64> ended; ///< what still comes of them is late
    std::vector<quint64> toEnd;
    std::vector<std::function<void(AlertEngine &)>> orders;
    bool stopping = false;
    bool stopped = false;
    quint64 flushWanted = 0;
    quint64 flushed = 0;
    std::shared_ptr<const AlertBoard> board = std::make_shared<AlertBoard>();

    bool hasNews() const { return !newest.empty() || !toEnd.empty() || !orders.empty(); }
    void order(std::function<void(AlertEngine &)> what)
    {
        const std::lock_guard lock(mutex);
        orders.push_back(std::move(what));
        woken.notify_all();
    }
};

/** What the thread does. */
class AlertWatch::Worker
{
public:
    explicit Worker(Shared &shared)
        : m_shared(shared), m_norms(shared.places.history, shared.clock),
          m_engine(shared.settings, m_norms, shared.clock), m_memory(shared.places.memory)
    {
    }

    void run();

private:
    void step();
    void tell();
    void remember();
    Millis rest() const;

    Shared &m_shared;
    HistoryNorms m_norms;
    AlertEngine m_engine;
    AlertMemoryFile m_memory;
    QString m_problemTold;
    bool m_unwritten = false; ///< what is to be remembered
    std::optional<SteadyTime> m_written;
};

void AlertWatch::Worker::run()
{
    m_engine.restore(m_memory.read(m_shared.clock.wallNow()));
    std::unique_lock lock(m_shared.mutex);
    while (!m_shared.stopping) {
        const quint64 flush = m_shared.flushWanted;
        lock.unlock();
        step();
        lock.lock();
        m_shared.flushed = flush;
        m_shared.woken.notify_all();
        const auto isWanted = [this] {
            return m_shared.stopping || m_shared.hasNews()
                   || m_shared.flushWanted > m_shared.flushed;
        };
        m_shared.woken.wait_for(lock, rest(), isWanted);
    }
    lock.unlock();
    m_memory.write(m_engine.memory());
    lock.lock();
    m_shared.stopped = true;
    m_shared.woken.notify_all();
}

Millis AlertWatch::Worker::rest() const
{
    std::optional<SteadyTime> due = m_engine.nextDue();
    if (m_unwritten && m_written)
        due = std::min(due.value_or(SteadyTime::max()), *m_written + memoryPace);
    if (!due)
        return longestRest;
    const auto left = std::chrono::ceil<Millis>(*due - m_shared.clock.now());
    return std::clamp(left, shortestRest, longestRest);
}

void AlertWatch::Worker::step()
{
    std::map<quint64, std::shared_ptr<const BackendSnapshot>> newest;
    std::vector<quint64> toEnd;
    std::vector<std::function<void(AlertEngine &)>> orders;
    {
        const std::lock_guard lock(m_shared.mutex);
        newest.swap(m_shared.newest);
        toEnd.swap(m_shared.toEnd);
        orders.swap(m_shared.orders);
    }
    for (const quint64 key : toEnd)
        m_engine.end(key);
    for (const auto &[key, snapshot] : newest)
        m_engine.take(key, snapshot);
    for (const auto &order : orders)
        order(m_engine);
    m_engine.step();
    tell();
}

void AlertWatch::Worker::tell()
{
    const std::vector<AlertNews> news = m_engine.takeNews();
    const bool changed = m_engine.takeChanged() || !news.empty();
    m_unwritten = m_unwritten || changed;
    remember();
    if (!changed && m_memory.problem() == m_problemTold)
        return;
    AlertBoard board = m_engine.board();
    m_problemTold = m_memory.problem();
    board.problem = m_problemTold;
    const auto shared = std::make_shared<const AlertBoard>(std::move(board));
    {
        const std::lock_guard lock(m_shared.mutex);
        m_shared.board = shared;
    }
    const std::lock_guard call(m_shared.callMutex);
    if (m_shared.listener)
        m_shared.listener(news, shared);
}

void AlertWatch::Worker::remember()
{
    const SteadyTime now = m_shared.clock.now();
    if (!m_unwritten || (m_written && now < *m_written + memoryPace))
        return;
    m_memory.write(m_engine.memory());
    m_unwritten = false;
    m_written = now;
}

AlertWatch::AlertWatch(const AlertSettings &settings, const Places &places, Listener listener,
                       const Clock &clock)
    : m_shared(std::make_shared<Shared>(settings, places, std::move(listener), clock))
{
    m_thread = QThread::create([shared = m_shared] { Worker(*shared).run(); });
    m_thread->setObjectName(QStringLiteral("alerts"));
    m_thread->start();
}

AlertWatch::~AlertWatch()
{
    {
        const std::lock_guard call(m_shared->callMutex);
        m_shared->listener = nullptr;
    }
    std::unique_lock lock(m_shared->mutex);
    m_shared->stopping = true;
    m_shared->woken.notify_all();
    const bool ended =
        m_shared->woken.wait_for(lock, watchEndPatience, [this] { return m_shared->stopped; });
    lock.unlock();
    if (ended) {
        m_thread->wait();
        delete m_thread;
    } else {
        stuckWatches().add(m_thread);
    }
}

void AlertWatch::take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
                      const std::vector<Event> & /*events*/)
{
    auto next = snapshot;
    const std::lock_guard lock(m_shared->mutex);
    if (m_shared->ended.contains(key))
        return;
    m_shared->newest[key].swap(next);
    m_shared->woken.notify_all();
}

void AlertWatch::end(quint64 key)
{
    const std::lock_guard lock(m_shared->mutex);
    if (!m_shared->ended.insert(key).second)
        return;
    m_shared->newest.erase(key);
    m_shared->toEnd.push_back(key);
    m_shared->woken.notify_all();
}

void AlertWatch::setSettings(const AlertSettings &settings)
{
    m_shared->order([settings](AlertEngine &engine) { engine.setSettings(settings); });
}

void AlertWatch::acknowledge(const AlertSubject &subject)
{
    m_shared->order([subject](AlertEngine &engine) { engine.acknowledge(subject); });
}

void AlertWatch::snooze(const AlertSubject &subject, Micros length)
{
    const ServerTime until = m_shared->clock.wallNow() + length;
    m_shared->order([subject, until](AlertEngine &engine) { engine.snooze(subject, until); });
}

void AlertWatch::wake(const AlertSubject &subject)
{
    m_shared->order([subject](AlertEngine &engine) { engine.wake(subject); });
}

std::shared_ptr<const AlertBoard> AlertWatch::board() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->board;
}

void AlertWatch::flush()
{
    std::unique_lock lock(m_shared->mutex);
    const quint64 wanted = ++m_shared->flushWanted;
    m_shared->woken.notify_all();
    m_shared->woken.wait(lock, [&] { return m_shared->flushed >= wanted || m_shared->stopped; });
}

} // namespace lockmaster
