// SPDX-License-Identifier: Apache-2.0
#include "core/platform/supervisedchild.h"

#include <QByteArrayList>
#include <QFile>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockmaster {

namespace {

constexpr int neverStarted = 127;

// From here to `runBetween()` all runs in a copy of a program with threads: nothing but system
// calls.

/** From `first` on: at once, or as soon as another program begins. */
void closeFrom(int first, bool atExec)
{
    constexpr unsigned closeAtExec = 4;
    if (::syscall(SYS_close_range, unsigned(first), ~0U, atExec ? closeAtExec : 0U) == 0)
        return;
    constexpr int enough = 4096;
    for (int fd = first; fd < enough; ++fd) {
        if (atExec)
            ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        else
            ::close(fd);
    }
}

void killChildren()
{
    const int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    char text[4096];
    pid_t number = 0;
    for (ssize_t got = 0; (got = ::read(file, text, sizeof text)) > 0;) {
        for (ssize_t i = 0; i < got; ++i) {
            if (text[i] >= '0' && text[i] <= '9') {
                number = number * 10 + (text[i] - '0');
            } else if (number > 0) {
                ::kill(number, SIGKILL);
                number = 0;
            }
        }
    }
    ::close(file);
}

/**
 * Children of those that are killed come to us, until nobody is left. Who may not be killed, as a
 * program that runs as somebody else, is given up. `group`: 0 once nothing guards its number.
 */
void endAll(pid_t group)
{
    constexpr int mostTries = 2000;
    constexpr timespec pause{0, 2'000'000};
    for (int i = 0; i < mostTries; ++i) {
        if (group > 0)
            ::kill(-group, SIGKILL);
        killChildren();
        pid_t reaped = 0;
        while ((reaped = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
        }
        if (reaped < 0 && errno == ECHILD)
            return;
        ::nanosleep(&pause, nullptr);
    }
}

/** Ends as the command did. */
[[noreturn]] void endAs(int status)
{
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        ::prctl(PR_SET_DUMPABLE, 0);
        ::signal(number, SIG_DFL);
        sigset_t only;
        ::sigemptyset(&only);
        ::sigaddset(&only, number);
        ::kill(::getpid(), number);
        ::sigprocmask(SIG_UNBLOCK, &only, nullptr);
    }
    ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : neverStarted);
}

/** Takes in who has ended. Does not return once that is the command. */
void reap(pid_t command, SupervisedChild::Leftovers leftovers)
{
    for (;;) {
        siginfo_t ended = {};
        if (::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == 0)
            return;
        int status = 0;
        // Until it is reaped, nobody else gets its number.
        if (ended.si_pid == command && leftovers != SupervisedChild::Leftovers::Stay)
            ::kill(-command, SIGKILL);
        ::waitpid(ended.si_pid, &status, 0);
        if (ended.si_pid != command)
            continue;
        if (leftovers == SupervisedChild::Leftovers::EndAll)
            endAll(0);
        endAs(status);
    }
}

/** What the copy is given. */
struct Launch {
    SupervisedChild::Leftovers leftovers;
    pid_t parent;
    char *const *arguments;
    char *const *environment;
    const char *directory; ///< null: where we run
    int standard[3];       ///< what the command gets as its input, output and error
    int failure;           ///< is told why it did not start
    int life;              ///< stays open as long as we are here
};

[[noreturn]] void supervise(pid_t command, const Launch &launch)
{
    // Its pipes are the command's: whoever reads them waits for their last holder.
    ::dup2(launch.life, 0);
    closeFrom(1, /*atExec=*/false);
    sigset_t wanted;
    ::sigemptyset(&wanted);
    ::sigaddset(&wanted, SIGCHLD);
    ::sigaddset(&wanted, SIGTERM);
    for (;;) {
        const int number = ::sigwaitinfo(&wanted, nullptr);
        if (number == SIGCHLD)
            reap(command, launch.leftovers);
        if (number == SIGTERM) {
            endAll(command);
            ::kill(::getpid(), SIGKILL);
        }
    }
}

[[noreturn]] void become(const Launch &launch, const sigset_t &mask)
{
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = 0; i < 3; ++i)
        ::dup2(launch.standard[i], i);
    closeFrom(3, /*atExec=*/true);
    ::signal(SIGPIPE, SIG_DFL);
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    if (!launch.directory || ::chdir(launch.directory) == 0)
        ::execvpe(launch.arguments[0], launch.arguments, launch.environment);
    const int why = errno;
    [[maybe_unused]] const ssize_t written = ::write(launch.failure, &why, sizeof why);
    ::_exit(neverStarted);
}

[[noreturn]] void runBetween(const Launch &launch)
{
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, &before);
    ::signal(SIGCHLD, SIG_DFL);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != launch.parent)
        ::_exit(neverStarted);
    const pid_t command = ::_Fork();
    if (command == 0)
        become(launch, before);
    if (command < 0) {
        const int why = errno;
        [[maybe_unused]] const ssize_t written = ::write(launch.failure, &why, sizeof why);
        ::_exit(neverStarted);
    }
    supervise(command, launch);
}

struct Pipe {
    int read = -1;
    int write = -1;

    Pipe()
    {
        int ends[2];
        // Above what the command will have as its own, whatever of those we have.
        if (::pipe2(ends, O_CLOEXEC) == 0) {
            read = ::fcntl(ends[0], F_DUPFD_CLOEXEC, 3);
            write = ::fcntl(ends[1], F_DUPFD_CLOEXEC, 3);
            ::close(ends[0]);
            ::close(ends[1]);
        }
    }
    ~Pipe()
    {
        drop(read);
        drop(write);
    }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;

    static void drop(int &fd)
    {
        if (fd >= 0)
            ::close(fd);
        fd = -1;
    }
    static int kept(int &fd)
    {
        ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
        return std::exchange(fd, -1);
    }
};

std::vector<char *> pointers(QByteArrayList &texts)
{
    std::vector<char *> out;
    for (QByteArray &text : texts)
        out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

/** A command need not read what it is told; Qt's own sockets and processes do the same. */
void ignoreBrokenPipes()
{
    static const auto before = ::signal(SIGPIPE, SIG_IGN);
    Q_UNUSED(before)
}

/** Whether the command began: its pipe is closed by that. */
bool began(int failure)
{
    int why = 0;
    ssize_t got = 0;
    while ((got = ::read(failure, &why, sizeof why)) < 0 && errno == EINTR) {
    }
    return got == 0;
}

} // namespace

SupervisedChild::SupervisedChild(const Order &order)
{
    // Who does not want to be told is found out by writing to it.
    if (order.isTold)
        ignoreBrokenPipes();
    QByteArrayList words;
    for (const QString &word : order.command)
        words.append(QFile::encodeName(word));
    QByteArrayList variables;
    for (const QString &variable : order.environment.toStringList())
        variables.append(QFile::encodeName(variable));
    const std::vector<char *> arguments = pointers(words);
    const std::vector<char *> environment = pointers(variables);

    Pipe in;
    Pipe out;
    Pipe errors;
    Pipe failure;
    Pipe life;
    const int opened = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    int nothing = ::fcntl(opened, F_DUPFD_CLOEXEC, 3);
    ::close(opened);
    const Launch launch{order.leftovers,
                        ::getpid(),
                        arguments.data(),
                        environment.data(),
                        order.directory,
                        {order.isTold ? in.read : nothing, order.isHeard ? out.write : nothing,
                         order.areErrorsHeard ? errors.write : nothing},
                        failure.write,
                        life.write};
    const pid_t pid = ::fork();
    if (pid == 0)
        runBetween(launch);
    Pipe::drop(nothing);
    for (int *fd : {&in.read, &out.write, &errors.write, &failure.write, &life.write})
        Pipe::drop(*fd);
    if (pid < 0)
        return;
    if (!began(failure.read)) {
        ::waitpid(pid, nullptr, 0);
        return;
    }
    m_pid = pid;
    m_ending = Pipe::kept(life.read);
    if (order.isTold)
        m_input = Pipe::kept(in.write);
    if (order.isHeard)
        m_output = Pipe::kept(out.read);
    if (order.areErrorsHeard)
        m_errors = Pipe::kept(errors.read);
}

SupervisedChild::~SupervisedChild()
{
    constexpr int patienceMs = 1000;
    if (hasStarted() && !status()) {
        end();
        waitForEnd(patienceMs);
        status();
    }
    for (int *fd : {&m_input, &m_output, &m_errors, &m_ending})
        Pipe::drop(*fd);
}

void SupervisedChild::closeInput()
{
    Pipe::drop(m_input);
}

std::optional<int> SupervisedChild::status()
{
    int status = 0;
    // Its descriptors go a moment before it can be reaped.
    if (!m_status && hasStarted() && waitForEnd(0) && ::waitpid(m_pid, &status, 0) == m_pid)
        m_status = status;
    return m_status;
}

void SupervisedChild::end()
{
    // Until it is reaped, nobody else gets its number.
    if (hasStarted() && !m_status)
        ::kill(m_pid, SIGTERM);
}

bool SupervisedChild::waitForEnd(int patienceMs)
{
    pollfd waited{m_ending, POLLIN, 0};
    return ::poll(&waited, 1, patienceMs) > 0;
}

} // namespace lockmaster
