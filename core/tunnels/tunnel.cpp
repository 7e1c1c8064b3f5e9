// SPDX-License-Identifier: Apache-2.0
#include "core/tunnels/tunnel.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/tunnels/tunnelprocess.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr qsizetype mostLines = 50;
constexpr qsizetype longestLine = 1000;
constexpr qsizetype mostSaid = 4096;
constexpr int manyLines = 500;
constexpr auto floodPause = 50ms;
constexpr auto idleFor = 30s;
constexpr auto firstPause = 1s;
constexpr auto longestPause = 30s;

SteadyTime now()
{
    return std::chrono::steady_clock::now();
}

/** Lines of a pipe whose writer is not to be trusted: bounded, and never waited for. */
class LineReader
{
public:
    /** So much of what is there, in parts; false once there will be no more. */
    template<class Take>
    bool read(int fd, int parts, Take take)
    {
        std::array<char, 4096> chunk; // NOLINT(cppcoreguidelines-pro-type-member-init)
        for (int part = 0; part < parts; ++part) {
            const ssize_t got = ::read(fd, chunk.data(), chunk.size());
            if (got <= 0)
                return got < 0 && (errno == EAGAIN || errno == EINTR);
            for (const char byte : QByteArrayView(chunk.data(), got)) {
                if (byte == '\n' || byte == '\r') {
                    if (!m_line.isEmpty())
                        take(QString::fromUtf8(std::exchange(m_line, {})));
                } else if (m_line.size() < longestLine) {
                    m_line += byte;
                }
            }
        }
        return true;
    }
    template<class Take>
    void finish(Take take)
    {
        if (!m_line.isEmpty())
            take(QString::fromUtf8(std::exchange(m_line, {})));
    }

private:
    QByteArray m_line;
};

} // namespace

struct Tunnel::State : Mailbox {
    struct Way {
        TunnelTarget target;
        std::optional<TunnelNearEnd> end;
        std::optional<Error> failure; ///< of this one alone
    };

    explicit State(std::unique_ptr<TunnelProcess> given)
        : process(std::move(given)), bell(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    {
    }
    ~State()
    {
        if (bell >= 0)
            ::close(bell);
    }
    State(const State &) = delete;
    State &operator=(const State &) = delete;

    const std::unique_ptr<TunnelProcess> process; ///< the tunnel's thread alone
    const int bell;                               ///< wakes that thread out of its wait
    TunnelReport::Phase phase = TunnelReport::Phase::Down;
    std::optional<Error> failure;
    std::optional<Millis> startTook;
    std::vector<Way> ways;
    TunnelComplaints complaints;
    int waiting = 0; ///< calls that wait for it
    int held = 0;    ///< ends that somebody has
    SteadyTime neededUntil{};
    SteadyTime upSince{};
    SteadyTime retryAt{};
    int failures = 0; ///< in a row

    /// All with the lock.
    Way &wayTo(const TunnelTarget &target)
    {
        const auto known = std::find_if(ways.begin(), ways.end(),
                                        [&](const Way &way) { return way.target == target; });
        return known != ways.end() ? *known : ways.emplace_back(Way{target, {}, {}});
    }
    bool isNeeded() const { return waiting > 0 || held > 0 || now() < neededUntil; }
    bool mayStart() const { return waiting > 0 && now() >= retryAt; }
    void note(const QString &line)
    {
        complaints.lines << line;
        if (complaints.lines.size() > mostLines)
            complaints.lines.removeFirst();
        ++complaints.count;
    }
    void ring() const
    {
        const quint64 one = 1;
        [[maybe_unused]] const ssize_t written = ::write(bell, &one, sizeof one);
    }
    void wentDown(std::optional<Error> why)
    {
        // One that is dropped right after each login is no success.
        const bool stood = phase == TunnelReport::Phase::Up && now() - upSince >= idleFor;
        phase = TunnelReport::Phase::Down;
        for (Way &way : ways)
            way.end.reset();
        failures = stood || !why ? 0 : failures + 1;
        const auto pause = std::min<std::chrono::seconds>(
            longestPause, firstPause * (1 << std::clamp(failures - 1, 0, 5)));
        retryAt = why ? now() + pause : SteadyTime{};
        failure = std::move(why);
        changed.notify_all();
    }

    void work();
    void startAndStay();
    void serve(SupervisedChild &child, SteadyTime started);
    struct Hearing {
        bool output = true; ///< false: there will be no more
        bool errors = true;
    };
    bool waitForNews(const SupervisedChild &child, const Hearing &hears, bool isUp);
    void leadToAll();
};

/** The tunnel's thread. */
void Tunnel::State::work()
{
    std::unique_lock lock(mutex);
    while (!stopping) {
        if (mayStart()) {
            phase = TunnelReport::Phase::Starting;
            failure.reset();
            complaints = {};
            for (Way &way : ways)
                way.failure.reset();
            changed.notify_all();
            lock.unlock();
            startAndStay();
            lock.lock();
        } else if (waiting > 0) {
            changed.wait_until(lock, retryAt);
        } else {
            changed.wait(lock);
        }
    }
}

void Tunnel::State::startAndStay()
{
    const SteadyTime started = now();
    const auto order = process->order();
    if (!order) {
        put([&] { wentDown(order.error()); });
        return;
    }
    if (SupervisedChild child(*order); child.hasStarted()) {
        serve(child, started);
    } else {
        put([&] {
            wentDown(Error{ErrorKind::Config, 0,
                           Words::tr("The program %1 could not be started.")
                               .arg(literalText(order->command.value(0))),
                           Words::tr("Install it, or check its name and the PATH.")});
        });
    }
    process->ended();
}

/** False where it is to end: nobody needs it any more. */
bool Tunnel::State::waitForNews(const SupervisedChild &child, const Hearing &hears, bool isUp)
{
    constexpr int watchEveryMs = 50;
    constexpr int lookEveryMs = 5000;
    std::array<pollfd, 5> waited = {{{hears.output ? child.output() : -1, POLLIN, 0},
                                     {hears.errors ? child.errors() : -1, POLLIN, 0},
                                     {child.ending(), POLLIN, 0},
                                     {bell, POLLIN, 0},
                                     {process->questions(), POLLIN, 0}}};
    ::poll(waited.data(), waited.size(),
           !isUp && process->isToBeWatched() ? watchEveryMs : lookEveryMs);
    quint64 rings = 0;
    [[maybe_unused]] const ssize_t read = ::read(bell, &rings, sizeof rings);
    const bool isAsked = (waited[4].revents & POLLIN) != 0 && process->takeQuestion();
    const std::lock_guard lock(mutex);
    if (isAsked && phase == TunnelReport::Phase::Starting) {
        phase = TunnelReport::Phase::Asking;
        changed.notify_all();
    }
    return !stopping && isNeeded();
}

void Tunnel::State::serve(SupervisedChild &child, SteadyTime started)
{
    LineReader errors;
    QByteArray said;
    Hearing hears;
    bool isUp = false;
    int lines = 0;
    const auto take = [this, &lines](const QString &line) {
        lines = std::min(lines + 1, manyLines + 1);
        put([&] { note(line); });
    };
    while (waitForNews(child, hears, isUp)) {
        if (hears.output && child.output() >= 0) {
            std::array<char, 1024> chunk; // NOLINT(cppcoreguidelines-pro-type-member-init)
            const ssize_t got = ::read(child.output(), chunk.data(), chunk.size());
            if (got > 0 && said.size() < mostSaid)
                said.append(chunk.data(), got);
            hears.output = got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
        }
        // Who closes it and goes on has nothing more to say.
        hears.errors = hears.errors && errors.read(child.errors(), 1, take);
        // More than a program has to say need not be read as fast as it is written.
        if (hears.errors && lines > manyLines)
            std::this_thread::sleep_for(floodPause);
        if (const auto status = child.status()) {
            constexpr int lastParts = 16;
            errors.read(child.errors(), lastParts, take);
            errors.finish(take);
            put([&] { wentDown(process->ending(*status, complaints)); });
            return;
        }
        if (!isUp && process->isReady(child, said)) {
            isUp = true;
            put([&] {
                phase = TunnelReport::Phase::Up;
                upSince = now();
                startTook = std::chrono::ceil<Millis>(now() - started);
            });
        }
        if (isUp)
            leadToAll();
    }
    put([&] { wentDown({}); });
}

void Tunnel::State::leadToAll()
{
    std::unique_lock lock(mutex);
    for (size_t i = 0; i < ways.size(); ++i) {
        if (ways[i].end || ways[i].failure)
            continue;
        const TunnelTarget target = ways[i].target;
        lock.unlock();
        const auto end = process->lead(target);
        lock.lock();
        if (end)
            ways[i].end = *end;
        else
            ways[i].failure = end.error();
        changed.notify_all();
    }
}

Tunnel::Tunnel(std::unique_ptr<TunnelProcess> process)
    : m_state(std::make_shared<State>(std::move(process)))
{
    const auto state = m_state;
    m_worker = std::make_unique<WorkerThread>(
        WorkerThread::Traits{state->process->threadName(), LeftBehind::Tunnelling, 1500ms}, state,
        [state] { state->work(); });
}

Tunnel::~Tunnel()
{
    m_worker->requestStop([this] { m_state->ring(); });
}

Result<std::shared_ptr<const TunnelEnd>> Tunnel::reach(const TunnelTarget &target,
                                                       SteadyTime deadline,
                                                       const std::function<bool()> &isGivenUp)
{
    State &state = *m_state;
    std::unique_lock lock(state.mutex);
    {
        State::Way &way = state.wayTo(target);
        way.failure.reset();
    }
    // What failed a moment ago is not tried again for each of those who ask.
    if (state.failure && now() < state.retryAt)
        return tl::make_unexpected(*state.failure);
    state.failure.reset();
    ++state.waiting;
    state.changed.notify_all();
    state.ring();
    const auto outcome = [&]() -> std::optional<Result<std::shared_ptr<const TunnelEnd>>> {
        const State::Way &way = state.wayTo(target);
        if (way.end) {
            ++state.held;
            const TunnelNearEnd end = *way.end;
            lock.unlock();
            auto made =
                std::make_shared<const TunnelEnd>(shared_from_this(), end.socketPath, end.port);
            lock.lock();
            return made;
        }
        if (way.failure)
            return tl::make_unexpected(*way.failure);
        if (state.failure)
            return tl::make_unexpected(*state.failure);
        return std::nullopt;
    };
    auto result = outcome();
    while (!result && now() < deadline && !isGivenUp()) {
        state.changed.wait_until(lock, std::min(deadline, now() + 50ms));
        result = outcome();
    }
    --state.waiting;
    state.neededUntil = now() + idleFor;
    if (result)
        return *result;
    if (state.phase == TunnelReport::Phase::Asking)
        return failure(ErrorKind::Timeout, Words::tr("ssh asks a question before it goes on."),
                       Words::tr("Answer it."));
    return failure(ErrorKind::Timeout, Words::tr("The tunnel is still being set up."),
                   Words::tr("It goes on, and is tried again."));
}

TunnelReport Tunnel::report() const
{
    const std::lock_guard lock(m_state->mutex);
    return {m_state->phase, m_state->failure, m_state->startTook, qsizetype(m_state->ways.size())};
}

void Tunnel::forgetFailure()
{
    m_state->put([this] {
        m_state->retryAt = {};
        m_state->failure.reset();
        m_state->ring();
    });
}

void Tunnel::letGo()
{
    m_state->put([this] {
        --m_state->held;
        m_state->neededUntil = now() + idleFor;
    });
}

quint64 Tunnel::heardLines() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->complaints.count;
}

std::optional<Error> Tunnel::complaintSince(quint64 line, Millis patience) const
{
    State &state = *m_state;
    const SteadyTime until = now() + patience;
    std::unique_lock lock(state.mutex);
    for (;;) {
        if (state.phase == TunnelReport::Phase::Down && state.failure)
            return state.failure;
        const TunnelComplaints &heard = state.complaints;
        const auto fresh = qsizetype(std::min<quint64>(heard.count - std::min(heard.count, line),
                                                       quint64(heard.lines.size())));
        for (qsizetype i = 1; i <= fresh; ++i) {
            if (auto found = state.process->complaint(heard.lines[heard.lines.size() - i]))
                return found;
        }
        if (state.changed.wait_until(lock, until) == std::cv_status::timeout)
            return std::nullopt;
    }
}

TunnelEnd::TunnelEnd(std::shared_ptr<Tunnel> tunnel, QString socketPath, quint16 port)
    : m_tunnel(std::move(tunnel)), m_socketPath(std::move(socketPath)), m_port(port),
      m_heardBefore(m_tunnel->heardLines())
{
}

TunnelEnd::~TunnelEnd()
{
    m_tunnel->letGo();
}

Error TunnelEnd::explained(Error error) const
{
    if (error.kind != ErrorKind::Network && error.kind != ErrorKind::Timeout)
        return error;
    // What is said while it is waited for may be of another server behind the same host.
    const auto said = error.kind == ErrorKind::Network
                          ? m_tunnel->complaintSince(m_heardBefore, 200ms)
                          : m_tunnel->report().failure;
    if (!said)
        return error;
    error.kind = said->kind;
    error.message += u' ' + said->message;
    if (!said->remedy.isEmpty())
        error.remedy = said->remedy;
    return error;
}

} // namespace lockmaster
