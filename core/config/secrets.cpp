// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"

#include "core/config/keychain.h"
#include "core/config/specdraft.h"

#include <QCoreApplication>
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
    return failure(
        ErrorKind::Config,
        QCoreApplication::translate("lockmaster", "The password file %1 cannot be used: %2.")
            .arg(path, why),
        remedy);
}

QString systemText(int code)
{
    return QString::fromLocal8Bit(std::strerror(code));
}

QString expanded(const QString &path)
{
    return path.startsWith(QLatin1StringView("~/")) ? QDir::homePath() + path.sliced(1) : path;
}

/** Reads to the end, at most `longestPassword` and one more. False when the deadline passed. */
bool readAll(int fd, SteadyTime deadline, QByteArray &bytes)
{
    while (bytes.size() <= longestPassword) {
        const auto left = std::chrono::ceil<Millis>(deadline - systemClock().now());
        if (left.count() <= 0)
            return false;
        pollfd waited{fd, POLLIN, 0};
        const int ready = ::poll(&waited, 1, int(std::min<qint64>(left.count(), 60'000)));
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        char chunk[512];
        const ssize_t got = ::read(fd, chunk, sizeof chunk);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (got <= 0)
            return true;
        bytes.append(chunk, got);
    }
    return true;
}

Secret fromEnvironment(const BackendSpec &backend)
{
    for (const QString &variable :
         {passwordVariable(backend.name), QStringLiteral("LOCKMASTER_PASSWORD")}) {
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
    const Descriptor file(
        ::open(QFile::encodeName(expanded(path)).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat info {
    };
    if (file.fd < 0 || ::fstat(file.fd, &info) != 0)
        return fileRefused(path, systemText(errno), {});
    if (S_ISDIR(info.st_mode))
        return fileRefused(path, systemText(EISDIR), {});
    if (S_ISREG(info.st_mode) && (info.st_mode & S_IROTH)) {
        return fileRefused(
            path,
            QCoreApplication::translate("lockmaster", "everybody on this machine can read it"),
            QCoreApplication::translate("lockmaster", "Make it yours alone: chmod 600 %1.")
                .arg(path));
    }
    QByteArray bytes;
    if (!readAll(file.fd, deadline, bytes)) {
        return failure(
            ErrorKind::Timeout,
            QCoreApplication::translate("lockmaster", "The password file %1 gave nothing in time.")
                .arg(path));
    }
    Secret password = firstLine(std::move(bytes));
    if (password.isEmpty() || password.reveal().size() > longestPassword) {
        return fileRefused(path,
                           QCoreApplication::translate(
                               "lockmaster", "its first line is empty or longer than 4096 bytes"),
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
    if (Secret password = fromEnvironment(backend); !password.isEmpty())
        return password;
    if (Secret password = readKeychain(backend.name, deadline); !password.isEmpty())
        return password;
    return backend.urlPassword;
}

} // namespace lockmaster
