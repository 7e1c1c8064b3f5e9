// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertwatch.h"

#include "core/alerts/alertengine.h"
#include "core/alerts/alertmemory.h"

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

} // namespace

struct AlertWatch::Shared : Mailbox {
    Shared(AlertSettings theSettings, Places thePlaces, Listener theListener, const Clock &theClock)
        : settings(std::move(theSettings)), places(std::move(thePlaces)), clock(theClock),
          listener(std::move(theListener))
    {
    }

    const AlertSettings settings; ///< to begin with
    const Places places;
    const Clock &clock;

    const Listener listener;
    CallGate gate;

    std::map<quint64, std::shared_ptr<const BackendSnapshot>> newest;
    std::set<quint64> over; ///< what still comes of them is late
    std::vector<quint64> toEnd;
    std::vector<std::function<void(AlertEngine &)>> orders;
    std::shared_ptr<const AlertBoard> board = std::make_shared<AlertBoard>();

    bool hasNews() const { return !newest.empty() || !toEnd.empty() || !orders.empty(); }
    void order(std::function<void(AlertEngine &)> what)
    {
        put([&] { orders.push_back(std::move(what)); });
    }
};

/** What the thread does. */
class AlertWatch::Work
{
public:
    explicit Work(Shared &shared)
        : m_shared(shared), m_norms(shared.places.history, shared.clock),
          m_rhythms(shared.places.history, shared.clock), m_checks(shared.clock),
          m_engine(shared.settings, m_norms, m_rhythms, m_checks, shared.clock),
          m_memory(shared.places.memory)
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
    HistoryRhythms m_rhythms;
    CommandChecks m_checks;
    AlertEngine m_engine;
    AlertMemoryFile m_memory;
    QString m_problemTold;
    bool m_unwritten = false; ///< what is to be remembered
    std::optional<SteadyTime> m_written;
};

void AlertWatch::Work::run()
{
    m_engine.restore(m_memory.read(m_shared.clock.wallNow()));
    std::unique_lock lock(m_shared.mutex);
    while (!m_shared.stopping) {
        m_shared.round(lock, [this] { step(); });
        m_shared.changed.wait_for(lock, rest(), [this] {
            return m_shared.stopping || m_shared.hasNews() || m_shared.isRoundWanted();
        });
    }
    lock.unlock();
    m_memory.write(m_engine.memory());
}

Millis AlertWatch::Work::rest() const
{
    std::optional<SteadyTime> due = m_engine.nextDue();
    if (m_unwritten && m_written)
        due = std::min(due.value_or(SteadyTime::max()), *m_written + memoryPace);
    if (!due)
        return longestRest;
    const auto left = std::chrono::ceil<Millis>(*due - m_shared.clock.now());
    return std::clamp(left, shortestRest, longestRest);
}

void AlertWatch::Work::step()
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

void AlertWatch::Work::tell()
{
    const std::vector<AlertNews> news = m_engine.takeNews();
    const bool changed = m_engine.takeChanged() || !news.empty();
    m_unwritten = m_unwritten || changed;
    remember();
    const QString problem = m_memory.problem().isEmpty() ? m_engine.problem() : m_memory.problem();
    if (!changed && problem == m_problemTold)
        return;
    AlertBoard board = m_engine.board();
    m_problemTold = problem;
    board.problem = m_problemTold;
    const auto shared = std::make_shared<const AlertBoard>(std::move(board));
    {
        const std::lock_guard lock(m_shared.mutex);
        m_shared.board = shared;
    }
    m_shared.gate.pass([&] {
        if (m_shared.listener)
            m_shared.listener(news, shared);
    });
}

void AlertWatch::Work::remember()
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
    : m_shared(std::make_shared<Shared>(settings, places, std::move(listener), clock)),
      m_worker({QStringLiteral("alerts"), LeftBehind::Alerting, watchEndPatience}, m_shared,
               [shared = m_shared] { Work(*shared).run(); })
{
}

AlertWatch::~AlertWatch()
{
    m_shared->gate.close();
}

void AlertWatch::take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
                      const std::vector<Event> & /*events*/)
{
    auto next = snapshot; // the one that it replaces is freed without the lock
    m_shared->put([&] {
        if (!m_shared->over.contains(key))
            m_shared->newest[key].swap(next);
    });
}

void AlertWatch::end(quint64 key)
{
    m_shared->put([&] {
        if (!m_shared->over.insert(key).second)
            return;
        m_shared->newest.erase(key);
        m_shared->toEnd.push_back(key);
    });
}

void AlertWatch::setSettings(const AlertSettings &settings)
{
    m_shared->order([settings](AlertEngine &engine) { engine.setSettings(settings); });
}

void AlertWatch::acknowledge(const AlertSubject &subject)
{
    m_shared->order([subject](AlertEngine &engine) { engine.acknowledge(subject); });
}

void AlertWatch::acknowledge(const QString &rule, const std::vector<AlertSubject> &subjects)
{
    m_shared->order([rule, subjects](AlertEngine &engine) { engine.acknowledge(rule, subjects); });
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
    m_shared->awaitRound();
}

} // namespace lockmaster
