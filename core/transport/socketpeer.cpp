// SPDX-License-Identifier: Apache-2.0
#include "core/transport/socketpeer.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>

namespace lockmaster {

namespace {

/** The target of `/proc/N/exe`; empty where that may not be read, which it may of one's own. */
QString executable(pid_t process)
{
    const QByteArray link = "/proc/" + QByteArray::number(process) + "/exe";
    std::array<char, PATH_MAX> target{};
    const ssize_t size = ::readlink(link.constData(), target.data(), target.size());
    if (size <= 0)
        return {};
    QString path = QFile::decodeName(QByteArray(target.data(), size));
    // After an upgrade: the process goes on without its file.
    if (const QString gone = QStringLiteral(" (deleted)"); path.endsWith(gone))
        path.chop(gone.size());
    return QFileInfo(path).fileName();
}

/** The name by which everybody may know it. */
QString commonName(pid_t process)
{
    QFile file(QStringLiteral("/proc/%1/comm").arg(process));
    return file.open(QIODevice::ReadOnly) ? QFile::decodeName(file.readAll().trimmed()) : QString();
}

bool isOurs(uid_t user)
{
    return user == 0 || user == ::geteuid();
}

bool isTheirs(const struct stat &file, const SocketPeer &peer)
{
    return isOurs(file.st_uid) || file.st_uid == peer.user;
}

/**
 * Whether others can neither make nor move what stands as `entry` in this directory. In one that
 * everybody may write to, as /tmp, what stands there stays where it is, but may be anybody's.
 */
bool isEntryGuarded(const struct stat &directory, const struct stat &entry, const SocketPeer &peer)
{
    // Whoever listens there is of its group, also one of its members who is not the server: the
    // server's own group is only trusted in a directory that is the server's.
    const bool isServersGroup = directory.st_gid == peer.group && directory.st_uid == peer.user;
    const bool byGroup =
        (directory.st_mode & S_IWGRP) != 0 && directory.st_gid != 0 && !isServersGroup;
    if (byGroup || (directory.st_mode & S_IWOTH) != 0)
        return isOurs(directory.st_uid) && (directory.st_mode & S_ISVTX) != 0
               && isOurs(entry.st_uid);
    return isTheirs(directory, peer);
}

/** The same for all that leads to `path`; a link has to be guarded as well as where it leads. */
bool isWayGuarded(const QByteArray &path, const SocketPeer &peer)
{
    if (!path.startsWith('/'))
        return false;
    struct stat directory {
    };
    if (::lstat("/", &directory) != 0)
        return false;
    QByteArray way;
    for (const QByteArray &name : path.split('/')) {
        if (name.isEmpty())
            continue;
        way += '/' + name;
        struct stat entry {
        };
        // A link's own directory has been seen to be guarded, so what it leads to may be followed.
        if (name == ".." || ::lstat(way.constData(), &entry) != 0
            || !isEntryGuarded(directory, entry, peer))
            return false;
        if (S_ISLNK(entry.st_mode) && (!isTheirs(entry, peer) || ::stat(way.constData(), &entry)))
            return false;
        directory = entry;
    }
    return true;
}

} // namespace

SocketPeer SocketPeer::of(int socket)
{
    int family = 0;
    socklen_t size = sizeof(family);
    if (::getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &size) != 0 || family != AF_UNIX)
        return {};
    ucred credentials{};
    size = sizeof(credentials);
    // 0: a process of a namespace that we do not see into.
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0
        || credentials.pid <= 0)
        return {};
    const QString file = executable(credentials.pid);
    return {file.isEmpty() ? commonName(credentials.pid) : file, credentials.uid, credentials.gid};
}

bool SocketPeer::isSqlServer() const
{
    constexpr std::array servers = {QLatin1StringView("mysqld"), QLatin1StringView("mariadbd"),
                                    QLatin1StringView("mysqld-debug")};
    return std::find(servers.begin(), servers.end(), program) != servers.end();
}

bool isGuardedFromOthers(const QByteArray &path, const SocketPeer &peer)
{
    if (isOurs(peer.user))
        return true;
    std::array<char, PATH_MAX> real{};
    // Both: the way that was written down, and the one that its links lead to.
    return isWayGuarded(path, peer) && ::realpath(path.constData(), real.data())
           && isWayGuarded(real.data(), peer);
}

} // namespace lockmaster
