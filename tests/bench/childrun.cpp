// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/childrun.h"

#include <QByteArrayList>

#include <array>
#include <cerrno>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockmaster::bench {

namespace {

double millisSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

double millis(const timeval &time)
{
    return double(time.tv_sec) * 1000 + double(time.tv_usec) / 1000;
}

/** @return the process, or -1. */
pid_t start(const QString &program, const QStringList &arguments, int output)
{
    QByteArrayList words{program.toLocal8Bit()};
    for (const QString &argument : arguments)
        words.append(argument.toLocal8Bit());
    std::vector<char *> pointers;
    for (QByteArray &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    pid_t child = -1;
    if (::posix_spawn(&child, pointers.front(), &actions, nullptr, pointers.data(), environ) != 0)
        child = -1;
    posix_spawn_file_actions_destroy(&actions);
    return child;
}

} // namespace

QString lockctlProgram()
{
    return QStringLiteral(LOCKCTL_PROGRAM);
}

Result<ChildRun> runChild(const QString &program, const QStringList &arguments,
                          const OnOutput &onOutput, const std::function<void(int pid)> &onStart)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return failure(ErrorKind::Config, QStringLiteral("There is no pipe."));
    const auto begun = std::chrono::steady_clock::now();
    const pid_t child = start(program, arguments, ends[1]);
    ::close(ends[1]);
    if (child < 0) {
        ::close(ends[0]);
        return failure(ErrorKind::NotFound, QStringLiteral("%1 cannot be run.").arg(program));
    }
    if (onStart)
        onStart(child);

    ChildRun run;
    std::vector<char> buffer(256 * 1024);
    while (true) {
        const ssize_t size = ::read(ends[0], buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            break;
        if (run.bytes == 0)
            run.firstOutputMs = millisSince(begun);
        run.bytes += size;
        if (onOutput)
            onOutput(QByteArrayView(buffer.data(), size));
    }
    ::close(ends[0]);
    int status = 0;
    rusage usage{};
    while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    run.wallMs = millisSince(begun);
    run.cpuMs = millis(usage.ru_utime) + millis(usage.ru_stime);
    run.peakMiB = double(usage.ru_maxrss) / 1024;
    run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return run;
}

} // namespace lockmaster::bench
