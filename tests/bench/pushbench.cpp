// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privateredis.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/bench/benchmark.h"

#include <QEventLoop>
#include <QTimer>

#include <hiredis/hiredis.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;
using RawConnection = std::unique_ptr<redisContext, decltype(&redisFree)>;
using RawReply = std::unique_ptr<redisReply, decltype(&freeReplyObject)>;
using RealClock = std::chrono::steady_clock;

constexpr int otherKeys = 100'000;
constexpr int locks = 10'000;
constexpr int busyLocks = 1'000; ///< those that change
constexpr double shownWithin = 50;
/** "Almost nothing": of what polling every second costs. */
constexpr double idleShare = 0.1;
constexpr auto reconcileEvery = 30s;

RawConnection connectRaw(const PrivateRedis &server)
{
    return {redisConnect("127.0.0.1", server.port()), &redisFree};
}

RawReply next(redisContext *context)
{
    void *reply = nullptr;
    if (redisGetReply(context, &reply) != REDIS_OK)
        reply = nullptr;
    return {static_cast<redisReply *>(reply), &freeReplyObject};
}

bool fill(redisContext *context)
{
    for (int i = 0; i < otherKeys; ++i)
        redisAppendCommand(context, "SET cache:page:%d some-cached-value", i);
    for (int i = 0; i < locks; ++i)
        redisAppendCommand(context, "SET lock:%d first PX 3600000", i);
    for (int i = 0; i < otherKeys + locks; ++i) {
        if (!next(context))
            return false;
    }
    return true;
}

void runLoop(Millis time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

bool waitUntil(const std::function<bool()> &holds)
{
    for (int i = 0; i < 2'000 && !holds(); ++i)
        runLoop(10ms);
    return holds();
}

/**
 * Changes locks at a pace: takes one, lets go of it, takes it for another owner, ... The number of
 * a change is the owner that it leaves behind; its moment is noted before it is sent.
 */
class Writer
{
public:
    Writer(const PrivateRedis &server, int perSecond, Millis time)
        : m_run(++runs), m_perSecond(perSecond),
          m_count(countFor(size_t(perSecond * time.count() / 1000))), m_sentAt(m_count),
          m_thread([this, raw = connectRaw(server)] { run(raw.get()); })
    {
    }
    ~Writer() { m_thread.join(); }

    bool isDone() const { return m_done; }
    size_t count() const { return m_count; }
    RealClock::time_point sentAt(size_t change) const
    {
        return RealClock::time_point(RealClock::duration(m_sentAt[change].load()));
    }
    /** The change that an owner was written by; none for owners of another run. */
    std::optional<size_t> changeOf(QByteArrayView owner) const
    {
        const QByteArrayList parts = owner.toByteArray().split(':');
        if (parts.size() != 2 || parts.front().toInt() != m_run)
            return std::nullopt;
        return parts.back().toULongLong();
    }
    static int lockOf(size_t change) { return int(change % busyLocks); }
    /** Every other round over the locks lets go of them. */
    static bool takes(size_t change) { return (change / busyLocks) % 2 == 0; }

private:
    /** Whole rounds, the last of which takes the locks: what stands at the end has to be shown. */
    static size_t countFor(size_t wanted)
    {
        const size_t rounds = wanted / busyLocks;
        return rounds == 0 ? wanted : (rounds | 1) * busyLocks;
    }

    void run(redisContext *context)
    {
        const auto begun = RealClock::now();
        for (size_t sent = 0; sent < m_count;) {
            const auto elapsed = RealClock::now() - begun;
            const auto due = std::min(m_count, size_t(elapsed / 1us * m_perSecond / 1'000'000 + 1));
            for (size_t i = sent; i < due; ++i)
                send(context, i);
            for (; sent < due; ++sent)
                next(context);
            std::this_thread::sleep_for(std::min<Micros>(1ms, 500'000us / m_perSecond));
        }
        m_done = true;
    }

    void send(redisContext *context, size_t change)
    {
        m_sentAt[change] = RealClock::now().time_since_epoch().count();
        const int lock = lockOf(change);
        if (takes(change))
            redisAppendCommand(context, "SET lock:%d %d:%d PX 3600000", lock, m_run, int(change));
        else
            redisAppendCommand(context, "DEL lock:%d", lock);
        int done = 0;
        while (done == 0 && redisBufferWrite(context, &done) == REDIS_OK) {
        }
    }

    inline static int runs = 0;
    const int m_run;
    const int m_perSecond;
    const size_t m_count;
    std::vector<std::atomic<qint64>> m_sentAt;
    std::atomic<bool> m_done{false};
    std::thread m_thread;
};

/** Follows in the store's views which changes are shown, and how late. */
class Latencies
{
public:
    explicit Latencies(const Writer &writer)
        : m_writer(writer), m_next(busyLocks), m_there(busyLocks), m_inView(busyLocks)
    {
        for (size_t i = 0; i < m_next.size(); ++i)
            m_next[i] = i;
    }

    void take(const ViewSnapshot &view)
    {
        const auto now = RealClock::now();
        std::fill(m_inView.begin(), m_inView.end(), false);
        for (const ViewRow &row : view.rows) {
            const auto lock = row.mark == RowMark::Gone ? std::nullopt : busyLock(row.lock);
            if (!lock)
                continue;
            m_inView[*lock] = true;
            m_there[*lock] = m_writer.changeOf(row.lock.firstHolder()->raw);
            if (m_there[*lock])
                showUpTo(*lock, *m_there[*lock], now);
        }
        for (size_t lock = 0; lock < m_there.size(); ++lock) {
            // An owner that went shows the change after the one that it came with.
            if (!m_inView[lock] && m_there[lock])
                showUpTo(lock, *std::exchange(m_there[lock], std::nullopt) + busyLocks, now);
        }
    }

    bool isComplete() const { return m_late.size() == m_writer.count(); }
    double quantileMs(double share) const { return quantile(m_late, share); }

private:
    static std::optional<size_t> busyLock(const PackedLock &lock)
    {
        const auto index = lock.name().toByteArray().mid(qstrlen("lock:")).toULongLong();
        return index < busyLocks ? std::optional(size_t(index)) : std::nullopt;
    }

    void showUpTo(size_t lock, size_t change, RealClock::time_point now)
    {
        for (size_t &due = m_next[lock]; due <= change && due < m_writer.count(); due += busyLocks)
            m_late.push_back(
                std::chrono::duration<double, std::milli>(now - m_writer.sentAt(due)).count());
    }

    const Writer &m_writer;
    std::vector<size_t> m_next; ///< for each lock the first change that was not shown
    std::vector<std::optional<size_t>> m_there; ///< by which change it is held, as shown
    std::vector<bool> m_inView;
    std::vector<double> m_late;
};

/** A monitor on the private server, and whoever listens to its store. */
class Watch
{
public:
    Watch(const PrivateRedis &server, bool push)
        : m_password(server.adminPassword()),
          m_monitor([this](const BackendSpec &spec) { return makeReader(spec, password()); },
                    [this](const BackendSpec &spec) { return makeFeed(spec, password()); })
    {
        BackendSpec spec = server.spec();
        spec.patterns = {"lock:*"};
        spec.systems = {QStringLiteral("redis_string")};
        spec.push = push;
        m_monitor.setBackends({spec});
    }

    Monitor &monitor() { return m_monitor; }
    const BackendStatus *status()
    {
        const auto &backends = m_monitor.store().view()->backends;
        return backends.empty() ? nullptr : &backends.front()->status;
    }
    bool isPushed() { return status() && status()->updates != UpdateKind::Polled; }
    bool showsAll() { return m_monitor.store().view()->totalLocks >= locks - busyLocks; }

private:
    PasswordSource password() const
    {
        return [password = m_password](SteadyTime) -> Result<Secret> { return password; };
    }

    const Secret m_password;
    Monitor m_monitor;
};

Error noFeed(Watch &watch)
{
    return {ErrorKind::Unsupported, 0, QStringLiteral("No feed of the private server opened."),
            watch.status() ? watch.status()->polledBecause : QString()};
}

Result<Figures> latencies(const PrivateRedis &server, Watch &watch, int perSecond, Millis time,
                          bool polls)
{
    Writer writer(server, perSecond, time);
    Latencies late(writer);
    const auto connection =
        QObject::connect(&watch.monitor().store(), &LockStore::updated, &watch.monitor(),
                         [&late](const ViewUpdate &update) { late.take(*update.view); });
    QTimer refresh;
    QObject::connect(&refresh, &QTimer::timeout, &watch.monitor(), &Monitor::refresh);
    if (polls)
        refresh.start(1ms);
    waitUntil([&writer] { return writer.isDone(); });
    const bool complete = waitUntil([&late] { return late.isComplete(); });
    refresh.stop();
    QObject::disconnect(connection);
    if (!complete)
        return failure(ErrorKind::Timeout, QStringLiteral("Some changes were never shown."));
    const auto name = [perSecond, polls](const char *what) {
        return QStringLiteral("push-%1-%2%3")
            .arg(perSecond)
            .arg(QLatin1StringView(what), polls ? QStringLiteral("-while-polling") : QString());
    };
    const auto ms = QStringLiteral("ms");
    return Figures{{name("p50"), ms, late.quantileMs(0.5), {}, shownWithin / 2},
                   {name("p99"), ms, late.quantileMs(0.99), {}, shownWithin}};
}

/** What a server has done so far, by its own account. */
struct Work {
    double commands = 0;
    double cpuMs = 0;
    double bytes = 0;

    Work operator-(const Work &other) const
    {
        return {commands - other.commands, cpuMs - other.cpuMs, bytes - other.bytes};
    }
    Work times(double factor) const { return {commands * factor, cpuMs * factor, bytes * factor}; }
    Work operator+(const Work &other) const
    {
        return {commands + other.commands, cpuMs + other.cpuMs, bytes + other.bytes};
    }
};

double numberIn(const QByteArray &info, const QByteArray &key)
{
    const qsizetype at = info.indexOf(key + ':');
    return at < 0 ? 0 : info.mid(at + key.size() + 1, 24).split('\r').front().toDouble();
}

Work workOf(redisContext *context)
{
    redisAppendCommand(context, "INFO all");
    const RawReply reply = next(context);
    if (!reply || reply->type != REDIS_REPLY_STRING)
        return {};
    const QByteArray info(reply->str, qsizetype(reply->len));
    return {numberIn(info, "total_commands_processed"),
            1000 * (numberIn(info, "used_cpu_sys") + numberIn(info, "used_cpu_user")),
            numberIn(info, "total_net_input_bytes") + numberIn(info, "total_net_output_bytes")};
}

/** Per second, less what an idle server does by itself. */
Work workOver(redisContext *context, Millis time)
{
    const Work before = workOf(context);
    runLoop(time);
    return (workOf(context) - before).times(1000.0 / double(time.count()));
}

Figures idleFigures(const Work &pushed, const Work &polled)
{
    const auto name = [](const char *what) {
        return QStringLiteral("push-idle-%1").arg(QLatin1StringView(what));
    };
    return {{name("commands"), QStringLiteral("commands/s"), pushed.commands, polled.commands,
             idleShare},
            {name("server-cpu"), QStringLiteral("ms/s"), pushed.cpuMs, polled.cpuMs, idleShare},
            {name("network"), QStringLiteral("bytes/s"), pushed.bytes, polled.bytes, idleShare}};
}

/** While nothing changes: news cost nothing, checks little, and a poll reconciles now and then. */
Work pushedIdle(redisContext *context, Watch &watch)
{
    const Work checks = workOver(context, 5s);
    const Work before = workOf(context);
    watch.monitor().refresh();
    runLoop(1s);
    const Work poll = workOf(context) - before - checks;
    return checks + poll.times(1.0 / (reconcileEvery / 1s));
}

} // namespace

Result<Figures> pushedChanges()
{
    auto server = PrivateRedis::start({.password = false});
    if (!server)
        return tl::make_unexpected(server.error());
    const RawConnection raw = connectRaw(**server);
    if (!raw || raw->err != 0 || !fill(raw.get()))
        return failure(ErrorKind::Network, QStringLiteral("The raw client cannot connect."));
    const Work nothing = workOver(raw.get(), 3s);

    Figures figures;
    Work pushed;
    {
        Watch watch(**server, true);
        if (!waitUntil([&watch] { return watch.isPushed() && watch.showsAll(); }))
            return tl::make_unexpected(noFeed(watch));
        struct Round {
            int perSecond;
            bool polls;
        };
        for (const Round round :
             {Round{100, false}, Round{1'000, false}, Round{10'000, false}, Round{1'000, true}}) {
            auto some = latencies(**server, watch, round.perSecond, 5s, round.polls);
            if (!some)
                return some;
            figures.insert(figures.end(), some->begin(), some->end());
        }
        runLoop(1s);
        pushed = pushedIdle(raw.get(), watch) - nothing;
    }
    Watch watch(**server, false);
    if (!waitUntil([&watch] { return watch.showsAll(); }))
        return failure(ErrorKind::Timeout, QStringLiteral("Polling did not show all locks."));
    runLoop(2s);
    const Work polled = workOver(raw.get(), 5s) - nothing;
    const Figures idle = idleFigures(pushed, polled);
    figures.insert(figures.end(), idle.begin(), idle.end());
    return figures;
}

} // namespace lockmaster::bench
