// SPDX-License-Identifier: Apache-2.0
#include "tests/support/gapmeter.h"

#include <QFile>

#include <algorithm>
#include <ctime>
#include <utility>

#include <unistd.h>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

constexpr Micros nap = 2ms;
/** One look tells of no more: in between, the thread may have slept and woken many times. */
constexpr Micros longestLook = 4ms;

/** What the calling thread has worked so far. */
Micros worked()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec)
           + std::chrono::duration_cast<Micros>(std::chrono::nanoseconds(time.tv_nsec));
}

/** It waits for something that is not a processor (behind the name in brackets: not `R`). */
bool sleeps(const QString &statPath)
{
    QFile file(statPath);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray stat = file.readAll();
    return stat.mid(stat.lastIndexOf(')') + 2, 1) != "R";
}

/** What the host has kept its processors from this machine so far. */
Micros stolen()
{
    constexpr qsizetype stealField = 8; // behind `cpu`: user nice system idle iowait irq softirq
    static const qint64 ticksASecond = ::sysconf(_SC_CLK_TCK);
    QFile file(QStringLiteral("/proc/stat"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArrayList fields = file.readLine().simplified().split(' ');
    return Micros(fields.value(stealField).toLongLong() * 1'000'000 / ticksASecond);
}

} // namespace

GapMeter::GapMeter() : m_worked(worked())
{
    m_beside = std::thread(
        [this, path = QStringLiteral("/proc/self/task/%1/stat").arg(::gettid())] { watch(path); });
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { tick(); });
    m_timer.start(5);
}

GapMeter::~GapMeter()
{
    m_ends = true;
    m_beside.join();
}

Millis GapMeter::worst() const
{
    return std::chrono::duration_cast<Millis>(m_worst);
}

Millis GapMeter::machineWorst() const
{
    return std::chrono::duration_cast<Millis>(Micros(m_machineWorst));
}

void GapMeter::forgive()
{
    m_slept = 0;
    m_stolen = 0;
    m_worked = worked();
}

void GapMeter::startOver()
{
    m_machineWorst = 0;
    forgive();
}

void GapMeter::tick()
{
    const Micros before = std::exchange(m_worked, worked());
    const Micros own = m_worked - before - Micros(m_stolen.exchange(0));
    const Micros work = countsWork ? std::max(own, Micros(0)) : Micros(0);
    m_worst = std::max(m_worst, work + Micros(m_slept.exchange(0)));
}

void GapMeter::watch(const QString &statPath)
{
    SteadyTime last = std::chrono::steady_clock::now();
    Micros lastStolen = stolen();
    while (!m_ends) {
        std::this_thread::sleep_for(nap);
        const SteadyTime now = std::chrono::steady_clock::now();
        const auto passed = std::chrono::duration_cast<Micros>(now - std::exchange(last, now));
        m_machineWorst = std::max(qint64(m_machineWorst), qint64((passed - nap).count()));
        const Micros nowStolen = stolen();
        m_stolen += (nowStolen - std::exchange(lastStolen, nowStolen)).count();
        if (sleeps(statPath))
            m_slept += std::min(passed, longestLook).count();
    }
}

} // namespace lockmaster::test
