// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/keeper.h"

#include "core/lab/servers/keeperprocess.h"
#include "core/platform/childenvironment.h"
#include "core/text/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace lockmaster {

namespace {

bool trusted(const QString &program)
{
    struct stat info = {};
    return ::stat(QFile::encodeName(program).constData(), &info) == 0 && S_ISREG(info.st_mode)
           && (info.st_uid == 0 || info.st_uid == ::geteuid()) && (info.st_mode & S_IWOTH) == 0
           && ::access(QFile::encodeName(program).constData(), X_OK) == 0;
}

QString findLabProgram()
{
    const QString named = qEnvironmentVariable("LOCKMASTER_LAB");
    if (!named.isEmpty())
        return QFileInfo(named).isExecutable() ? named : QString();
    const QFileInfo self(QFile::symLinkTarget(QStringLiteral("/proc/self/exe")));
    QDir parent = self.dir();
    constexpr int levels = 6;
    for (int level = 0; level < levels; ++level) {
        QString program = parent.filePath(QStringLiteral("libexec/lockmaster/lockmaster-lab"));
        if (trusted(program))
            return program;
        if (!parent.cdUp())
            break;
    }
    return {};
}

/** Our environment without passwords: they are for us, not for what we start. */
std::vector<char *> childEnvironment()
{
    std::vector<char *> kept;
    for (char **variable = environ; *variable != nullptr; ++variable) {
        if (!isPasswordVariable(*variable))
            kept.push_back(*variable);
    }
    kept.push_back(nullptr);
    return kept;
}

/** Starts the keeper with `socket` as its standard input and output. @return its pid, or 0. */
pid_t spawnKeeper(const QString &program, int socket)
{
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    // What our own parent left open must not stay open because of the keeper.
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes,
                               static_cast<short>(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK));
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);

    QByteArray path = QFile::encodeName(program);
    QByteArray mode = QByteArrayLiteral("keep");
    std::array<char *, 3> argv = {path.data(), mode.data(), nullptr};
    const std::vector<char *> environment = childEnvironment();
    pid_t pid = 0;
    if (::posix_spawn(&pid, path.constData(), &actions, &attributes, argv.data(),
                      environment.data())
        != 0)
        pid = 0;
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    return pid;
}

Millis remaining(SteadyTime deadline)
{
    const auto left = std::chrono::ceil<Millis>(deadline - std::chrono::steady_clock::now());
    return std::max(left, Millis(0));
}

} // namespace

Result<std::shared_ptr<Keeper>> Keeper::start(Millis timeout)
{
    const QString program = findLabProgram();
    if (program.isEmpty()) {
        return failure(ErrorKind::NotFound,
                       Words::tr("The helper program lockmaster-lab was not found."),
                       Words::tr("Install Lockmaster completely, or name it in LOCKMASTER_LAB."));
    }
    std::array<int, 2> sockets = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
        return failure(ErrorKind::Denied, QString::fromLocal8Bit(std::strerror(errno)), {}, errno);
    }
    const pid_t pid = spawnKeeper(program, sockets[1]);
    ::close(sockets[1]);
    if (pid == 0) {
        ::close(sockets[0]);
        return failure(ErrorKind::NotFound, Words::tr("%1 cannot be started.").arg(program));
    }
    std::shared_ptr<Keeper> keeper(new Keeper(program, sockets[0], pid));
    const SteadyTime deadline = std::chrono::steady_clock::now() + timeout;
    while (keeper->m_directory.isEmpty() && !keeper->gone() && remaining(deadline) > Millis(0))
        keeper->receive(remaining(deadline));
    if (keeper->m_directory.isEmpty()) {
        return failure(
            keeper->gone() ? ErrorKind::Denied : ErrorKind::Timeout,
            Words::tr("No temporary directory could be made in %1.").arg(QDir::tempPath()),
            Words::tr("Check its permissions and free space."));
    }
    return keeper;
}

Keeper::Keeper(QString labProgram, int socket, qint64 pid)
    : m_labProgram(std::move(labProgram)), m_socket(socket), m_pid(pid)
{
}

Keeper::~Keeper()
{
    ::close(m_socket);
    awaitEnd();
    if (!m_directory.isEmpty())
        removeTree(QFile::encodeName(m_directory));
}

void Keeper::awaitEnd()
{
    // It kills what it runs before it waits for it, so this is short, unless somebody stopped it.
    const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    const auto pid = static_cast<pid_t>(m_pid);
    for (;;) {
        const pid_t ended = ::waitpid(pid, nullptr, WNOHANG);
        if (ended == pid || (ended < 0 && errno != EINTR))
            return;
        if (remaining(deadline) == Millis(0))
            ::kill(pid, SIGKILL);
        std::this_thread::sleep_for(Millis(2));
    }
}

bool Keeper::send(const QByteArrayList &words)
{
    QByteArrayList encoded;
    for (const QByteArray &word : words)
        encoded += word.toPercentEncoding("/");
    const QByteArray line = encoded.join(' ') + '\n';
    const std::lock_guard lock(m_mutex);
    qsizetype sent = 0;
    while (sent < line.size()) {
        const ssize_t count = ::send(m_socket, line.constData() + sent,
                                     static_cast<size_t>(line.size() - sent), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            m_gone = true;
            return false;
        }
        sent += count;
    }
    return true;
}

/** What another thread waits for may come to this one: nobody waits for long in one go. */
void Keeper::receive(Millis wait)
{
    constexpr Millis slice(10);
    pollfd watched = {m_socket, POLLIN, 0};
    if (gone() || ::poll(&watched, 1, static_cast<int>(std::min(wait, slice).count())) <= 0)
        return;
    const std::lock_guard lock(m_mutex);
    char buffer[4096];
    const ssize_t count = ::recv(m_socket, buffer, sizeof buffer, MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) {
        m_gone = true;
        return;
    }
    if (count > 0)
        m_input.append(buffer, static_cast<qsizetype>(count));
    for (qsizetype end = m_input.indexOf('\n'); end >= 0; end = m_input.indexOf('\n')) {
        handle(m_input.left(end));
        m_input.remove(0, end + 1);
    }
}

void Keeper::handle(const QByteArray &line)
{
    QByteArrayList words;
    for (const QByteArray &word : line.split(' '))
        words += QByteArray::fromPercentEncoding(word);
    if (words.first() == "ready")
        m_directory = QFile::decodeName(words.value(1));
    else if (words.first() == "failed")
        m_gone = true;
    else if (words.first() == "started")
        m_children[words.value(1).toInt()].pid = words.value(2).toLongLong();
    else if (words.first() == "exited")
        m_children[words.value(1).toInt()].exitCode = words.value(2).toInt();
}

bool Keeper::gone() const
{
    const std::lock_guard lock(m_mutex);
    return m_gone;
}

std::optional<Keeper::Child> Keeper::known(int id) const
{
    const std::lock_guard lock(m_mutex);
    const auto child = m_children.find(id);
    return child != m_children.end() ? std::optional(*child) : std::nullopt;
}

int Keeper::nextId()
{
    const std::lock_guard lock(m_mutex);
    return m_nextId++;
}

Result<int> Keeper::run(const QString &program, const QStringList &arguments,
                        const QString &logName)
{
    const int id = nextId();
    QByteArrayList words = {"run", QByteArray::number(id), QFile::encodeName(logName),
                            QFile::encodeName(program)};
    for (const QString &argument : arguments)
        words += QFile::encodeName(argument);
    send(words);
    const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!gone() && !known(id) && remaining(deadline) > Millis(0))
        receive(remaining(deadline));
    if (known(id))
        return id;
    return failure(gone() ? ErrorKind::Network : ErrorKind::Timeout,
                   Words::tr("The process that keeps the private servers is gone."));
}

Result<int> Keeper::runLab(const QStringList &arguments, const QString &logName)
{
    return run(m_labProgram, arguments, logName);
}

Keeper::Child Keeper::child(int id)
{
    receive(Millis(0));
    Child child = known(id).value_or(Child());
    if (gone() && !child.exitCode)
        child.exitCode = 128 + SIGKILL;
    return child;
}

std::optional<int> Keeper::waitForExit(int id, SteadyTime deadline)
{
    for (;;) {
        if (const auto code = child(id).exitCode)
            return code;
        if (remaining(deadline) == Millis(0))
            return std::nullopt;
        receive(remaining(deadline));
    }
}

void Keeper::signal(int id, int signalNumber)
{
    send({"signal", QByteArray::number(id), QByteArray::number(signalNumber)});
}

Result<QString> Keeper::writeFile(const QString &name, const QByteArray &bytes) const
{
    const QString path = m_directory + u'/' + name;
    const int descriptor = ::open(QFile::encodeName(path).constData(),
                                  O_CREAT | O_TRUNC | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
    QFile file;
    if (descriptor < 0 || !file.open(descriptor, QIODevice::WriteOnly, QFile::AutoCloseHandle)
        || file.write(bytes) != bytes.size() || !file.flush()) {
        return failure(ErrorKind::Denied, Words::tr("%1 cannot be written.").arg(path));
    }
    return path;
}

QString Keeper::lastWords(const QString &logName) const
{
    QFile log(m_directory + u'/' + logName);
    if (!log.open(QIODevice::ReadOnly))
        return {};
    constexpr qint64 tail = 16000;
    log.seek(std::max<qint64>(0, log.size() - tail));
    const QStringList all =
        QString::fromUtf8(log.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    const QStringList errors = all.filter(QLatin1String("ERROR"));
    const QStringList &telling = errors.isEmpty() ? all : errors;
    return telling.mid(std::max<qsizetype>(0, telling.size() - 2)).join(QLatin1Char('\n'));
}

QByteArray randomPassword()
{
    std::array<quint32, 6> bits = {};
    QRandomGenerator::system()->fillRange(bits.data(), static_cast<qsizetype>(bits.size()));
    return QByteArray::fromRawData(reinterpret_cast<const char *>(bits.data()), sizeof bits)
        .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

quint16 freeLoopbackPort()
{
    const int probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto *const generic = reinterpret_cast<sockaddr *>(&address);
    const bool bound = probe >= 0 && ::bind(probe, generic, size) == 0
                       && ::getsockname(probe, generic, &size) == 0;
    if (probe >= 0)
        ::close(probe);
    return bound ? ntohs(address.sin_port) : quint16(0);
}

} // namespace lockmaster
