// SPDX-License-Identifier: Apache-2.0
#include "core/transport/socketpeer.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>

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

} // namespace

QString socketPeerProgram(int socket)
{
    int family = 0;
    socklen_t size = sizeof(family);
    if (::getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &size) != 0 || family != AF_UNIX)
        return {};
    ucred peer{};
    size = sizeof(peer);
    // 0: a process of a namespace that we do not see into.
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.pid <= 0)
        return {};
    const QString file = executable(peer.pid);
    return file.isEmpty() ? commonName(peer.pid) : file;
}

bool isSqlServerProgram(const QString &program)
{
    constexpr std::array servers = {QLatin1StringView("mysqld"), QLatin1StringView("mariadbd"),
                                    QLatin1StringView("mysqld-debug")};
    return std::find(servers.begin(), servers.end(), program) != servers.end();
}

} // namespace lockmaster
