// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/windowstage.h"

#include "tests/support/fakereader.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QEventLoop>
#include <QTimer>

#include <ctime>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;

constexpr int mixedShare = 100;   ///< one in so many is another at each read
constexpr int handsShare = 80;    ///< likewise: 625 of 50,000
constexpr int aboutToExpire = 60; ///< the first ones: they count down in tenths of a second

double threadCpuMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * double(time.tv_sec) + 1e-6 * double(time.tv_nsec);
}

} // namespace

Stopwatch::Stopwatch() : m_cpuMs(threadCpuMs())
{
    m_wall.start();
}

Spent Stopwatch::spent() const
{
    return {1e-6 * double(m_wall.nsecsElapsed()), threadCpuMs() - m_cpuMs};
}

SliceMeter::SliceMeter()
{
    qApp->installEventFilter(this);
    connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, this,
            [this] {
                if (m_running)
                    m_slices.push_back(m_running->spent());
                m_running.reset();
            });
}

bool SliceMeter::eventFilter(QObject *, QEvent *)
{
    if (!m_running)
        m_running.emplace();
    return false;
}

/** Reads from `Backends`. */
class StageReader final : public BackendReader
{
public:
    StageReader(std::shared_ptr<Backends> backends, QString name)
        : m_backends(std::move(backends)), m_name(std::move(name)),
          m_source(test::fakeSource(m_name))
    {
        for (int i = 0; i < m_backends->m_locksEach; ++i)
            m_locks.push_back(lock(i));
    }

    BackendReading read(Depth depth, SteadyTime) override
    {
        if (depth == Depth::Leaders || depth == Depth::Unfed)
            return {};
        if (const auto failed = misbehaved())
            return *failed;
        if (m_backends->m_changes != Changes::None)
            change();
        return test::fakeReading({test::fakeObservation(m_source, m_locks)});
    }

    Examination examine(SteadyTime) override { return {}; }

    void interrupt() noexcept override
    {
        const std::lock_guard guard(m_backends->m_mutex);
        m_wasInterrupted = true;
        m_backends->m_interrupted.notify_all();
    }

private:
    std::optional<BackendReading> misbehaved()
    {
        std::unique_lock guard(m_backends->m_mutex);
        m_backends->m_polls[m_name].push_back(std::chrono::steady_clock::now());
        m_wasInterrupted = false;
        switch (m_backends->m_manners[m_name]) {
        case Manner::Answers: return std::nullopt;
        case Manner::Refuses: return test::fakeFailure();
        case Manner::Freezes:
            m_backends->m_interrupted.wait(guard, [this] { return m_wasInterrupted; });
            return test::fakeFailure(ErrorKind::Cancelled, QStringLiteral("interrupted"));
        }
        Q_UNREACHABLE();
    }

    QByteArray owner(int number) const
    {
        return "web-" + QByteArray::number((number * 7 + m_round) % 97) + " (9f1c7a20)";
    }

    LockRecord lock(int number) const
    {
        const QByteArray name = "order:" + QByteArray::number(number).rightJustified(7, '0') + ':'
                                + QByteArray::number(m_round);
        return renewed(number, test::fakeLock(m_source, name, owner(number)));
    }

    LockRecord renewed(int number, LockRecord lock) const
    {
        const Micros ttl = number < aboutToExpire ? Micros(9s) : 10min + Millis(number % 60'000);
        lock.lease = test::fakeLock(m_source, {}, {}, ttl, systemClock().now()).lease;
        lock.lease.granted = 11min;
        return lock;
    }

    void change()
    {
        ++m_round;
        const bool onlyHands = m_backends->m_changes == Changes::Hands;
        const int share = onlyHands ? handsShare : mixedShare;
        const auto count = static_cast<int>(m_locks.size());
        for (int i = m_round % share; i < count; i += share) {
            LockRecord &changed = m_locks[static_cast<size_t>(i)];
            const int kind = (i / share) % 10;
            if (kind == 0)
                changed = lock(i); // another name
            else if (onlyHands || kind == 1)
                changed.holders.front().raw = owner(i);
            else
                changed = renewed(i, std::move(changed));
        }
        for (int i = 0; i < std::min(count, aboutToExpire); ++i)
            m_locks[static_cast<size_t>(i)] = renewed(i, m_locks[static_cast<size_t>(i)]);
    }

    std::shared_ptr<Backends> m_backends;
    QString m_name;
    std::shared_ptr<const SourceId> m_source;
    std::vector<LockRecord> m_locks;
    int m_round = 0;
    bool m_wasInterrupted = false;
};

ReaderFactory Backends::factory()
{
    return [self = shared_from_this()](const BackendSpec &spec) {
        return std::make_unique<StageReader>(self, spec.name);
    };
}

void Backends::setManner(const QString &backend, Manner manner)
{
    const std::lock_guard guard(m_mutex);
    m_manners[backend] = manner;
}

Backends::Moments Backends::polls(const QString &backend) const
{
    const std::lock_guard guard(m_mutex);
    const auto found = m_polls.find(backend);
    return found == m_polls.end() ? Moments() : found->second;
}

WindowStage::WindowStage(int backends, std::shared_ptr<Backends> servers,
                         const std::function<void(WindowStage &)> &prepare)
    : m_settings(m_directory.filePath(QStringLiteral("window.ini"))), m_servers(std::move(servers)),
      m_monitor(m_servers->factory()),
      m_first(QObject::connect(&m_monitor.store(), &LockStore::aboutToUpdate,
                               [this] { m_updating.emplace(); })),
      m_window(m_monitor.store(), SystemNames(), systemClock(), m_settings.values(), {})
{
    QObject::connect(&m_monitor.store(), &LockStore::updated, [this] {
        m_updates.push_back(m_updating->spent());
        m_updating.reset();
    });
    QObject::connect(&m_window, &MainWindow::queryChanged, &m_monitor, &Monitor::setQuery);
    QObject::connect(&m_window, &MainWindow::liveChanged, &m_monitor, &Monitor::setAttention);
    m_monitor.setQuery(m_window.query());
    if (prepare)
        prepare(*this);
    std::vector<BackendSpec> watched;
    for (int i = 0; i < backends; ++i)
        watched.push_back(spec(i));
    m_monitor.setBackends(watched);
    m_window.resize(1280, 720);
    m_window.show();
}

QString WindowStage::backendName(int number)
{
    return QStringLiteral("shard-%1").arg(number, 2, 10, QLatin1Char('0'));
}

BackendSpec WindowStage::spec(int number)
{
    BackendSpec made;
    made.name = backendName(number);
    made.timeout = 1s;
    return made;
}

void WindowStage::run(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

bool WindowStage::runUntil(const std::function<bool()> &done, std::chrono::milliseconds most)
{
    bool reached = done();
    QEventLoop loop;
    const auto watching =
        QObject::connect(&m_monitor.store(), &LockStore::updated, &loop, [&loop, &reached, &done] {
            reached = done();
            if (reached)
                loop.quit();
        });
    QTimer::singleShot(most, &loop, &QEventLoop::quit);
    if (!reached)
        loop.exec();
    QObject::disconnect(watching);
    return reached;
}

bool WindowStage::fill(int locks)
{
    return runUntil([this, locks] { return view().rows.size() >= static_cast<size_t>(locks); },
                    60s);
}

} // namespace lockmaster::bench
