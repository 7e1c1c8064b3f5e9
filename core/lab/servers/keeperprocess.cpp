// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/keeperprocess.h"

#include <QByteArrayList>
#include <QDir>
#include <QFile>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <map>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockmaster {

namespace {

namespace fs = std::filesystem;

constexpr char directoryPrefix[] = "lockmaster-lab-";
constexpr char lockFileName[] = "/keeper.lock";
constexpr char childrenFileName[] = "/keeper.children";

/** When a process began, in the kernel's ticks: with the pid, it names one process for ever. */
QByteArray startTimeOf(qint64 pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = stat.readAll();
    // The program's name, in parentheses, may hold anything; the fields after it do not.
    const QByteArrayList fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    constexpr qsizetype startTimeField = 19;
    return fields.value(startTimeField);
}

void killRecordedChildren(const QByteArray &directory)
{
    QFile record(QFile::decodeName(directory + childrenFileName));
    if (!record.open(QIODevice::ReadOnly))
        return;
    for (const QByteArray &line : record.readAll().split('\n')) {
        const QByteArrayList words = line.split(' ');
        const qint64 pid = words.first().toLongLong();
        const bool known = words.size() == 2 && pid > 1 && !words.last().isEmpty();
        if (known && startTimeOf(pid) == words.last())
            ::kill(static_cast<pid_t>(pid), SIGKILL);
    }
}

bool ownDirectory(const QByteArray &directory, struct stat &info)
{
    return ::lstat(directory.constData(), &info) == 0 && S_ISDIR(info.st_mode)
           && info.st_uid == ::geteuid();
}

void sweepOne(const QByteArray &directory)
{
    struct stat info = {};
    if (!ownDirectory(directory, info))
        return;
    const int lock =
        ::open((directory + lockFileName).constData(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (lock < 0) {
        constexpr time_t newbornSeconds = 60;
        if (errno == ENOENT && ::time(nullptr) - info.st_mtime > newbornSeconds)
            removeTree(directory);
        return;
    }
    if (::flock(lock, LOCK_EX | LOCK_NB) == 0) {
        killRecordedChildren(directory);
        removeTree(directory);
    }
    ::close(lock);
}

/** The keeper while it runs. */
class KeeperProcess
{
public:
    int run();

private:
    struct Child {
        pid_t pid = 0;
        bool ended = false;
    };

    bool makeDirectory();
    void serve(int signalSource);
    bool readRequests();
    void handle(const QByteArrayList &words);
    void runChild(int id, const QByteArray &log, const QByteArrayList &argv);
    void record(pid_t pid) const;
    void reap();
    void endAll();
    void answer(const QByteArrayList &words);

    QByteArray m_directory;
    int m_lock = -1;
    QByteArray m_input;
    std::map<int, Child> m_children;
};

void KeeperProcess::answer(const QByteArrayList &words)
{
    QByteArrayList encoded;
    for (const QByteArray &word : words)
        encoded += word.toPercentEncoding("/");
    const QByteArray line = encoded.join(' ') + '\n';
    // Nobody listening any more is noticed where requests are read.
    ::send(STDIN_FILENO, line.constData(), static_cast<size_t>(line.size()), MSG_NOSIGNAL);
}

bool KeeperProcess::makeDirectory()
{
    for (int attempt = 0; attempt < 10; ++attempt) {
        QByteArray name = keeperBaseDirectory() + '/' + directoryPrefix + "XXXXXX";
        if (::mkdtemp(name.data()) == nullptr)
            return false;
        const QByteArray lockPath = name + lockFileName;
        m_lock = ::open(lockPath.constData(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
        struct stat info = {};
        if (m_lock >= 0 && ::flock(m_lock, LOCK_EX | LOCK_NB) == 0 && ::fstat(m_lock, &info) == 0
            && info.st_nlink == 1) {
            m_directory = name;
            return true;
        }
        // A sweep took our newborn for a dead one: it removes that, we make another.
        if (m_lock >= 0)
            ::close(m_lock);
    }
    errno = EAGAIN;
    return false;
}

void KeeperProcess::record(pid_t pid) const
{
    QFile file(QFile::decodeName(m_directory + childrenFileName));
    if (file.open(QIODevice::Append))
        file.write(QByteArray::number(pid) + ' ' + startTimeOf(pid) + '\n');
}

[[noreturn]] void becomeChild(pid_t keeper, const QByteArray &directory, const QByteArray &log,
                              char *const *argv)
{
    // The keeper has one thread, so this signal comes when the keeper dies and not before.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != keeper)
        ::_exit(127);
    ::setpgid(0, 0);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const int null = ::open("/dev/null", O_RDONLY);
    const int output = ::open(log.constData(), O_CREAT | O_APPEND | O_WRONLY | O_NOFOLLOW, 0600);
    if (null < 0 || output < 0 || ::chdir(directory.constData()) != 0)
        ::_exit(127);
    ::dup2(null, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    ::close_range(STDERR_FILENO + 1, ~0U, 0);
    ::execv(argv[0], argv);
    ::_exit(127);
}

void KeeperProcess::runChild(int id, const QByteArray &log, const QByteArrayList &argv)
{
    std::vector<QByteArray> words(argv.begin(), argv.end());
    std::vector<char *> pointers;
    pointers.reserve(words.size() + 1);
    for (QByteArray &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const QByteArray logPath = m_directory + '/' + log;
    const pid_t keeper = ::getpid();
    const pid_t pid = ::fork();
    if (pid == 0)
        becomeChild(keeper, m_directory, logPath, pointers.data());
    if (pid < 0) {
        answer({"started", QByteArray::number(id), "0"});
        answer({"exited", QByteArray::number(id), "127"});
        return;
    }
    ::setpgid(pid, pid);
    m_children[id] = {pid, false};
    record(pid);
    answer({"started", QByteArray::number(id), QByteArray::number(pid)});
}

void KeeperProcess::handle(const QByteArrayList &words)
{
    const int id = words.value(1).toInt();
    if (words.first() == "run" && words.size() >= 4) {
        runChild(id, words.at(2), words.mid(3));
    } else if (words.first() == "signal" && words.size() == 3) {
        const auto child = m_children.find(id);
        if (child != m_children.end() && !child->second.ended)
            ::kill(-child->second.pid, words.at(2).toInt());
    }
}

bool KeeperProcess::readRequests()
{
    char buffer[4096];
    const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (count <= 0)
        return count < 0 && errno == EINTR;
    m_input.append(buffer, static_cast<qsizetype>(count));
    for (qsizetype end = m_input.indexOf('\n'); end >= 0; end = m_input.indexOf('\n')) {
        QByteArrayList words;
        for (const QByteArray &word : m_input.left(end).split(' '))
            words += QByteArray::fromPercentEncoding(word);
        m_input.remove(0, end + 1);
        handle(words);
    }
    return true;
}

void KeeperProcess::reap()
{
    int status = 0;
    for (pid_t pid = ::waitpid(-1, &status, WNOHANG); pid > 0;
         pid = ::waitpid(-1, &status, WNOHANG)) {
        for (auto &[id, child] : m_children) {
            if (child.pid != pid || child.ended)
                continue;
            child.ended = true;
            const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
            answer({"exited", QByteArray::number(id), QByteArray::number(code)});
        }
    }
}

void KeeperProcess::serve(int signalSource)
{
    for (;;) {
        pollfd watched[2] = {{STDIN_FILENO, POLLIN, 0}, {signalSource, POLLIN, 0}};
        if (::poll(watched, 2, -1) < 0 && errno != EINTR)
            return;
        if (watched[1].revents != 0) {
            signalfd_siginfo info = {};
            if (::read(signalSource, &info, sizeof info) == sizeof info
                && info.ssi_signo != SIGCHLD)
                return;
            reap();
        }
        if (watched[0].revents != 0 && !readRequests())
            return;
    }
}

void KeeperProcess::endAll()
{
    // Nothing in there is worth an orderly shutdown.
    for (const auto &[id, child] : m_children)
        ::kill(-child.pid, SIGKILL);
    while (::waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
    }
    removeTree(m_directory);
}

int KeeperProcess::run()
{
    ::umask(077);
    sigset_t handled;
    ::sigemptyset(&handled);
    for (const int number : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT})
        ::sigaddset(&handled, number);
    ::sigprocmask(SIG_BLOCK, &handled, nullptr);
    const int signalSource = ::signalfd(-1, &handled, SFD_CLOEXEC);
    // Descendants whose parent ended come to us and are waited for, too.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    sweepDeadKeepers(keeperBaseDirectory());
    if (signalSource < 0 || !makeDirectory()) {
        answer({"failed", QByteArray::number(errno)});
        return 1;
    }
    answer({"ready", m_directory});
    serve(signalSource);
    endAll();
    return 0;
}

} // namespace

void removeTree(const QByteArray &directory)
{
    // A dying grandchild may still write into it.
    for (int attempt = 0; attempt < 20; ++attempt) {
        std::error_code error;
        fs::remove_all(directory.toStdString(), error);
        if (!error && !fs::exists(fs::symlink_status(directory.toStdString(), error)))
            return;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

QByteArray keeperBaseDirectory()
{
    const QByteArray base = QFile::encodeName(QDir::tempPath());
    // Socket paths end at 107 bytes, and servers put theirs into our directory.
    constexpr qsizetype longest = 60;
    // Empty where TMPDIR names what is not there.
    return !base.isEmpty() && base.size() <= longest ? base : QByteArrayLiteral("/tmp");
}

void sweepDeadKeepers(const QByteArray &base)
{
    std::error_code error;
    for (const auto &entry : fs::directory_iterator(base.toStdString(), error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(directoryPrefix))
            sweepOne(QByteArray::fromStdString(entry.path().string()));
    }
}

int runKeeper()
{
    return KeeperProcess().run();
}

} // namespace lockmaster
