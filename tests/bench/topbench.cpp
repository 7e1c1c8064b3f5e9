// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privateredis.h"
#include "tests/bench/benchmark.h"
#include "tests/bench/childrun.h"

#include <hiredis/hiredis.h>

#include <QFile>
#include <QTemporaryDir>

#include <csignal>
#include <ctime>
#include <memory>

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;

constexpr int locks = 1000;
constexpr auto settles = 4s;
constexpr auto measured = 15s;

/** Of one core, with every lease ticking. */
constexpr double cpuBudget = 2;
/** What a line of the last century carries. */
constexpr double bytesBudget = 10'000;

/** `lockctl top` on a terminal of that size, which reads all that comes. */
class OnPty
{
public:
    OnPty(unsigned short columns, unsigned short rows, quint16 port)
    {
        winsize size = {};
        size.ws_col = columns;
        size.ws_row = rows;
        const QByteArray program = QFile::encodeName(lockctlProgram());
        const QByteArray home = QFile::encodeName(m_home.path());
        const QByteArray url =
            "redis://127.0.0.1:" + QByteArray::number(port) + "/0?match=lock:*&name=redis";
        m_pid = ::forkpty(&m_terminal, nullptr, nullptr, &size);
        if (m_pid != 0)
            return;
        ::setenv("TERM", "xterm-256color", 1);
        ::setenv("LANG", "C.UTF-8", 1);
        ::setenv("HOME", home.constData(), 1);
        ::setenv("XDG_STATE_HOME", home.constData(), 1);
        ::execl(program.constData(), "lockctl", "top", "--url", url.constData(), nullptr);
        ::_exit(127);
    }
    ~OnPty()
    {
        if (m_pid <= 0)
            return;
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
        ::close(m_terminal);
    }

    /** @return how many bytes came. */
    qint64 readFor(std::chrono::steady_clock::duration length) const
    {
        const auto end = std::chrono::steady_clock::now() + length;
        qint64 bytes = 0;
        std::array<char, 65'536> buffer;
        while (std::chrono::steady_clock::now() < end) {
            pollfd waiting = {m_terminal, POLLIN, 0};
            if (::poll(&waiting, 1, 100) <= 0)
                continue;
            const ssize_t count = ::read(m_terminal, buffer.data(), buffer.size());
            if (count <= 0)
                return -1;
            bytes += count;
        }
        return bytes;
    }
    /** Of all its threads. */
    double cpuSeconds() const
    {
        clockid_t clock = {};
        timespec time = {};
        if (::clock_getcpuclockid(m_pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
            return -1;
        return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
    }

private:
    const QTemporaryDir m_home;
    pid_t m_pid = -1;
    int m_terminal = -1;
};

/** Leases that are renewed by nobody and last longer than the run, so that each of them ticks. */
bool fill(quint16 port)
{
    const std::unique_ptr<redisContext, decltype(&redisFree)> context(
        redisConnect("127.0.0.1", port), &redisFree);
    if (!context || context->err != 0)
        return false;
    for (int i = 0; i < locks; ++i)
        redisAppendCommand(context.get(), "SET lock:order:%d web-%d PX %d", i, i % 40,
                           1'500'003 + i * 977);
    for (int i = 0; i < locks; ++i) {
        void *reply = nullptr;
        if (redisGetReply(context.get(), &reply) != REDIS_OK)
            return false;
        freeReplyObject(reply);
    }
    return true;
}

} // namespace

Result<Figures> topCommand()
{
    auto server = PrivateRedis::start({.password = false});
    if (!server)
        return tl::make_unexpected(server.error());
    if (!fill((*server)->port()))
        return failure(ErrorKind::Network, QStringLiteral("The raw client cannot write."));
    Figures figures;
    for (const auto &[columns, rows] : {std::pair<ushort, ushort>(80, 24), {400, 100}}) {
        const OnPty top(columns, rows, (*server)->port());
        if (top.readFor(settles) <= 0)
            return failure(ErrorKind::Protocol, QStringLiteral("lockctl top shows nothing."));
        const double before = top.cpuSeconds();
        const qint64 bytes = top.readFor(measured);
        const double cpu = top.cpuSeconds() - before;
        if (bytes < 0)
            return failure(ErrorKind::Protocol, QStringLiteral("lockctl top has ended."));
        const double took = std::chrono::duration<double>(measured).count();
        const QString name = QStringLiteral("top-1000-%1x%2-").arg(columns).arg(rows);
        figures.push_back({name + QStringLiteral("cpu"), QStringLiteral("%"), 100 * cpu / took,
                           std::nullopt, cpuBudget});
        figures.push_back({name + QStringLiteral("bytes"), QStringLiteral("bytes/s"),
                           double(bytes) / took, std::nullopt, bytesBudget});
    }
    return figures;
}

} // namespace lockmaster::bench
