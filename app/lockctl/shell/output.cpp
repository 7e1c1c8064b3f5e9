// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/output.h"

#include "core/text/literaltext.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace lockmaster {

namespace {

constexpr int usualPipe = 64 * 1024;
constexpr int widePipe = 1024 * 1024;

bool failed = false;

thread_local QString lastLine;

bool writeAll(int fd, QByteArrayView data)
{
    while (!data.isEmpty()) {
        const ssize_t written = ::write(fd, data.data(), size_t(data.size()));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        data = data.sliced(written);
    }
    return true;
}

/** A pipe that holds little makes whoever renders much wait for whoever reads. */
bool widenPipe()
{
    const int size = ::fcntl(STDOUT_FILENO, F_GETPIPE_SZ); // -1: a file, a terminal
    const bool isNarrow = size > 0 && size < widePipe;
    return isNarrow && ::fcntl(STDOUT_FILENO, F_SETPIPE_SZ, widePipe) > 0;
}

} // namespace

bool writeOut(QByteArrayView data)
{
    if (data.size() > usualPipe) {
        [[maybe_unused]] static const bool once = widenPipe();
    }
    if (writeAll(STDOUT_FILENO, data))
        return true;
    if (errno != EPIPE && !failed) {
        failed = true;
        say(QStringLiteral("Standard output cannot be written: %1.")
                .arg(QString::fromLocal8Bit(std::strerror(errno))));
    }
    return false;
}

bool BufferedOut::pass()
{
    constexpr qsizetype enough = qsizetype(64) * 1024;
    return m_buffer.size() < enough ? m_works : flush();
}

bool BufferedOut::flush()
{
    m_works = m_works && writeOut(m_buffer);
    m_buffer.resize(0); // keeps its memory
    return m_works;
}

bool outputFailed()
{
    return failed;
}

int terminalWidth()
{
    winsize size{};
    if (!::isatty(STDOUT_FILENO) || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}

void appendLine(QByteArray &out, const QString &line)
{
    out += literalText(line).toUtf8();
    out += '\n';
}

void say(const QString &line)
{
    lastLine = line;
    writeAll(STDERR_FILENO, "lockctl: " + literalText(line).toUtf8() + '\n');
}

void sayLines(const QString &text)
{
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts))
        say(line);
}

QString lastSaid()
{
    return lastLine;
}

void sayProblem(const QString &backend, const Problem &problem)
{
    QString line = errorText(problem.error);
    if (!problem.source.isEmpty())
        line.prepend(problem.source + QLatin1StringView(": "));
    say(backend + QLatin1StringView(": ") + line);
}

} // namespace lockmaster
