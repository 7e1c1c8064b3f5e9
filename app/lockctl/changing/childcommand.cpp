// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/childcommand.h"

#include "app/lockctl/shell/output.h"
#include "core/platform/childenvironment.h"
#include "core/text/literaltext.h"

#include <QDir>
#include <QTimer>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** What a command gets to end by itself. */
constexpr auto endPatience = 5s;

/** Descriptors above this are ours for certain: nobody hands so many down. */
constexpr int highestDescriptor = 4096;

QList<int> openDescriptors()
{
    QList<int> numbers;
    const QDir directory(QStringLiteral("/proc/self/fd"));
    for (const QString &name : directory.entryList(QDir::AllEntries | QDir::System)) {
        bool isNumber = false;
        const int number = name.toInt(&isNumber);
        if (isNumber && number > STDERR_FILENO)
            numbers.append(number);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

std::vector<char *> pointers(QList<QByteArray> &texts)
{
    std::vector<char *> out;
    for (QByteArray &text : texts)
        out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

/** Passwords are no business of the command's, nor is the lock that we may run under ourselves. */
bool staysBehind(const QByteArray &name)
{
    return isPasswordVariable(name) || name == "LOCKMASTER_LOCK" || name == "LOCKMASTER_OWNER"
           || name == "LOCKMASTER_FENCING_TOKEN";
}

QList<QByteArray> childEnvironment(const QList<QByteArray> &variables)
{
    QList<QByteArray> all = variables;
    for (char **entry = environ; *entry; ++entry) {
        const QByteArray setting(*entry);
        if (!staysBehind(setting.left(setting.indexOf('='))))
            all.append(setting);
    }
    return all;
}

bool inForegroundOfTerminal()
{
    return ::isatty(STDIN_FILENO) && ::tcgetpgrp(STDIN_FILENO) == ::getpgrp();
}

/** What the child does before it becomes the command; only what is safe after a fork. */
struct BeforeExec {
    pid_t parent;
    bool ownGroup;
    const int *inherited;
    qsizetype inheritedCount;

    void run() const
    {
        if (ownGroup)
            ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent)
            ::_exit(127);
        ::signal(SIGPIPE, SIG_DFL);
        // A server's socket in the command's hands would keep a session, and its lock, alive.
        for (int fd = STDERR_FILENO + 1; fd < highestDescriptor; ++fd) {
            if (!std::binary_search(inherited, inherited + inheritedCount, fd))
                ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        }
    }
};

/** Forks and becomes the command. @return its id; 0 and `error` where it did not. */
pid_t launch(const std::vector<char *> &arguments, const std::vector<char *> &environment,
             const BeforeExec &before, int &error)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        error = errno;
        return 0;
    }
    const pid_t pid = ::fork();
    if (pid == 0) {
        before.run();
        ::execvpe(arguments.front(), arguments.data(), environment.data());
        const int why = errno;
        [[maybe_unused]] const ssize_t written = ::write(ends[1], &why, sizeof why);
        ::_exit(127);
    }
    error = pid < 0 ? errno : 0;
    ::close(ends[1]);
    ssize_t got = -1;
    int why = 0;
    while (pid > 0 && (got = ::read(ends[0], &why, sizeof why)) < 0 && errno == EINTR) {
    }
    ::close(ends[0]);
    if (pid <= 0)
        return 0;
    if (got == sizeof why) {
        error = why;
        ::waitpid(pid, nullptr, 0);
        return 0;
    }
    return pid;
}

int exitCodeOf(int status)
{
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace

ChildCommand::ChildCommand(QObject *parent) : QObject(parent), m_inherited(openDescriptors()) {}

ChildCommand::~ChildCommand()
{
    if (isRunning())
        ::kill(m_ownGroup ? -m_pid : m_pid, SIGKILL);
    if (m_waiter.joinable())
        m_waiter.join();
    if (isRunning())
        ::waitpid(m_pid, nullptr, 0);
}

std::optional<int> ChildCommand::start(QList<QByteArray> command,
                                       const QList<QByteArray> &variables)
{
    QList<QByteArray> settings = childEnvironment(variables);
    m_ownGroup = !inForegroundOfTerminal();
    int error = 0;
    m_pid = launch(pointers(command), pointers(settings),
                   {::getpid(), m_ownGroup, m_inherited.constData(), m_inherited.size()}, error);
    if (m_pid == 0) {
        say(QStringLiteral("%1 was not run: %2.")
                .arg(literalText(command.first()), QString::fromLocal8Bit(std::strerror(error))));
        return error == ENOENT ? 127 : 126;
    }
    m_waiter = std::thread([this, pid = m_pid] {
        siginfo_t info = {};
        // It stays a zombie until it is reaped, so that nobody else gets its number.
        while (::waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
        }
        QMetaObject::invokeMethod(this, &ChildCommand::reap, Qt::QueuedConnection);
    });
    return std::nullopt;
}

void ChildCommand::send(int number, bool fromTerminal) const
{
    if (!isRunning() || (fromTerminal && !m_ownGroup))
        return;
    ::kill(m_ownGroup ? -m_pid : m_pid, number);
}

void ChildCommand::end()
{
    if (!isRunning())
        return;
    m_ending = true;
    send(SIGTERM, false);
    // Stopped, it would not see that it is to end.
    send(SIGCONT, false);
    QTimer::singleShot(endPatience, this, [this] { send(SIGKILL, false); });
}

void ChildCommand::reap()
{
    m_waiter.join();
    // What it leaves behind would go on working without the lock.
    if (m_ending && m_ownGroup)
        send(SIGKILL, false);
    int status = 0;
    ::waitpid(m_pid, &status, 0);
    m_pid = 0;
    emit ended(exitCodeOf(status));
}

} // namespace lockmaster
