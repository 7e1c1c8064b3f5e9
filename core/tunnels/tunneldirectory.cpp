// SPDX-License-Identifier: Apache-2.0
#include "core/tunnels/tunneldirectory.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockmaster {

namespace {

constexpr QLatin1StringView prefix("lockmaster-tunnel-");
constexpr QLatin1StringView lockName("lock");

/** A socket's path has room for 107 bytes, and ssh appends 17 to it while it makes one. */
constexpr qsizetype longestBase = 60;

/** The session's own directory, which is on no disk; else where everybody's temporary files are. */
QString base()
{
    QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    struct stat info {
    };
    const QByteArray name = QFile::encodeName(runtime);
    // What ssh would take apart or expand has no place in the name.
    static const QRegularExpression plain(QStringLiteral("\\A/[A-Za-z0-9._/-]+\\z"));
    if (plain.match(runtime).hasMatch() && name.size() <= longestBase
        && ::stat(name.constData(), &info) == 0 && S_ISDIR(info.st_mode)
        && info.st_uid == ::geteuid() && (info.st_mode & 0077) == 0)
        return runtime;
    return QStringLiteral("/tmp");
}

int lockOf(const QString &directory, int flags)
{
    const QByteArray name = QFile::encodeName(directory + u'/' + lockName);
    const int fd = ::open(name.constData(), flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0 || ::flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    ::close(fd);
    return -1;
}

/** Nothing in it is a directory; somebody else's is left as it is. */
void removeAll(const QString &directory)
{
    QDir dir(directory);
    for (const QString &name : dir.entryList(QDir::Files | QDir::System | QDir::Hidden))
        dir.remove(name);
    ::rmdir(QFile::encodeName(directory).constData());
}

void removeLeftovers(const QString &base)
{
    const QStringList found =
        QDir(base).entryList({prefix + QStringLiteral("*")}, QDir::Dirs | QDir::NoSymLinks);
    for (const QString &name : found) {
        const QString path = base + u'/' + name;
        struct stat info {
        };
        if (::lstat(QFile::encodeName(path).constData(), &info) != 0 || !S_ISDIR(info.st_mode)
            || info.st_uid != ::geteuid())
            continue;
        if (const int lock = lockOf(path, 0); lock >= 0) {
            removeAll(path);
            ::close(lock);
        }
    }
}

} // namespace

TunnelDirectory::TunnelDirectory(QString path, int lock) : m_path(std::move(path)), m_lock(lock) {}

Result<std::unique_ptr<TunnelDirectory>> TunnelDirectory::make()
{
    const QString in = base();
    removeLeftovers(in);
    QByteArray pattern = QFile::encodeName(in + u'/' + prefix + QStringLiteral("XXXXXX"));
    const bool isMade = ::mkdtemp(pattern.data()) != nullptr;
    const QString path = QFile::decodeName(pattern);
    const int lock = isMade ? lockOf(path, O_CREAT) : -1;
    if (lock < 0)
        return failure(ErrorKind::Config,
                       Words::tr("There is no directory for a tunnel in %1: %2.")
                           .arg(literalText(in), QString::fromLocal8Bit(std::strerror(errno))),
                       Words::tr("Make room there, or set XDG_RUNTIME_DIR."));
    return std::unique_ptr<TunnelDirectory>(new TunnelDirectory(path, lock));
}

TunnelDirectory::~TunnelDirectory()
{
    removeAll(m_path);
    ::close(m_lock);
}

} // namespace lockmaster
