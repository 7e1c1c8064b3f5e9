// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"

#include "core/config/keychain.h"
#include "core/config/specdraft.h"
#include "core/text/words.h"

#include <QDir>
#include <QFile>

#include <cerrno>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockmaster {

namespace {

constexpr qsizetype longestPassword = 4096;
constexpr Millis longestWithoutWriter{2000};

/** Closes a descriptor when it goes. */
struct Descriptor {
    int fd = -1;
    explicit Descriptor(int opened) : fd(opened) {}
    ~Descriptor()
    {
        if (fd >= 0)
            ::close(fd);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
};

tl::unexpected<Error> fileRefused(const QString &path, const QString &why, const QString &remedy)
{
    return failure(ErrorKind::Config,
                   Words::tr("The password file %1 cannot be used: %2.").arg(path, why), remedy);
}

QString systemText(int code)
{
    return QString::fromLocal8Bit(std::strerror(code));
}

QString expanded(const QString &path)
{
    return path.startsWith(QLatin1StringView("~/")) ? QDir::homePath() + path.sliced(1) : path;
}

enum class Reading { Done, TooLate, NobodyWrites };

/**
 * Reads to the end of the first line, at most `longestPassword` and one more. Whoever writes into a
 * pipe may take its time; but somebody has to have it open soon.
 */
Reading readAll(int fd, bool isPipe, SteadyTime deadline, QByteArray &bytes)
{
    const SteadyTime writerDue = std::min(deadline, systemClock().now() + longestWithoutWriter);
    bool begun = !isPipe;
    while (bytes.size() <= longestPassword) {
        char chunk[512];
        const ssize_t got = ::read(fd, chunk, sizeof chunk);
        const bool waits = got < 0 && (errno == EAGAIN || errno == EINTR);
        begun = begun || got > 0 || waits;
        if (got > 0) {
            bytes.append(chunk, got);
            // Whoever wrote it may have more to say, or keep the pipe open.
            if (QByteArrayView(chunk, got).contains('\n'))
                return Reading::Done;
            continue;
        }
        if (begun && !waits)
            return Reading::Done;
        const auto left =
            std::chrono::ceil<Millis>((begun ? deadline : writerDue) - systemClock().now());
        if (left.count() <= 0)
            return begun ? Reading::TooLate : Reading::NobodyWrites;
        // Nobody is told of a first writer.
        constexpr qint64 lookAgain = 20;
        constexpr qint64 longestWait = 60'000;
        pollfd waited{fd, POLLIN, 0};
        ::poll(&waited, begun ? 1 : 0,
               int(std::min<qint64>(left.count(), begun ? longestWait : lookAgain)));
    }
    return Reading::Done;
}

Secret fromEnvironment(const BackendSpec &backend, QLatin1StringView general)
{
    for (const QString &variable : {passwordVariable(backend.name, general), QString(general)}) {
        const QByteArray value = qgetenv(variable.toLatin1().constData());
        if (!value.isEmpty())
            return Secret(value);
    }
    return {};
}

} // namespace

Secret firstLine(QByteArray text)
{
    const qsizetype end = text.indexOf('\n');
    if (end >= 0)
        text.truncate(end);
    if (text.endsWith('\r'))
        text.chop(1);
    return Secret(std::move(text));
}

Result<Secret> readPasswordFile(const QString &path, SteadyTime deadline)
{
    const Descriptor file(::open(QFile::encodeName(expanded(path)).constData(),
                                 O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    struct stat info {
    };
    if (file.fd < 0 || ::fstat(file.fd, &info) != 0)
        return fileRefused(path, systemText(errno), {});
    if (S_ISDIR(info.st_mode))
        return fileRefused(path, systemText(EISDIR), {});
    const bool isPipe = S_ISFIFO(info.st_mode);
    if (!S_ISREG(info.st_mode) && !isPipe) {
        return fileRefused(path, Words::tr("it is neither a file nor a pipe"), {});
    }
    if (S_ISREG(info.st_mode) && (info.st_mode & S_IROTH)) {
        return fileRefused(path, Words::tr("everybody on this machine can read it"),
                           Words::tr("Make it yours alone: chmod 600 %1.").arg(path));
    }
    QByteArray bytes;
    const Reading reading = readAll(file.fd, isPipe, deadline, bytes);
    if (reading == Reading::NobodyWrites) {
        return fileRefused(path, Words::tr("it is a pipe that nobody writes to"), {});
    }
    if (reading == Reading::TooLate) {
        return failure(ErrorKind::Timeout,
                       Words::tr("The password file %1 gave nothing in time.").arg(path));
    }
    Secret password = firstLine(std::move(bytes));
    if (password.isEmpty() || password.reveal().size() > longestPassword) {
        return fileRefused(path, Words::tr("its first line is empty or longer than 4096 bytes"),
                           {});
    }
    return password;
}

Result<Secret> resolvePassword(const BackendSpec &backend, SteadyTime deadline)
{
    if (!backend.passwordFile.isEmpty())
        return readPasswordFile(backend.passwordFile, deadline);
    if (!backend.passwordCommand.isEmpty())
        return runPasswordCommand(backend.passwordCommand, deadline);
    if (Secret password = fromEnvironment(backend, anyPasswordVariable); !password.isEmpty())
        return password;
    if (!backend.name.isEmpty()) {
        // Those of the name alone are of earlier versions, or made by hand.
        Secret password = readKeychain({keychainEntry(backend), backend.name}, deadline);
        if (!password.isEmpty())
            return password;
    }
    return backend.urlPassword;
}

Result<Secret> resolveSentinelPassword(const BackendSpec &backend, SteadyTime deadline)
{
    const SentinelSpec &sentinel = backend.sentinel;
    if (!sentinel.passwordFile.isEmpty())
        return readPasswordFile(sentinel.passwordFile, deadline);
    if (!sentinel.passwordCommand.isEmpty())
        return runPasswordCommand(sentinel.passwordCommand, deadline);
    return fromEnvironment(backend, anySentinelPasswordVariable);
}

PasswordSource passwordsOf(const BackendSpec &backend)
{
    return {[backend](SteadyTime deadline) { return resolvePassword(backend, deadline); },
            [backend](SteadyTime deadline) { return resolveSentinelPassword(backend, deadline); }};
}

} // namespace lockmaster
