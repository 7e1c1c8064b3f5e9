// SPDX-License-Identifier: Apache-2.0
#include "core/tunnels/sockettable.h"

#include <QByteArrayList>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <vector>

#include <unistd.h>

namespace lockmaster {

namespace {

constexpr qsizetype mostDescendants = 1000;

QByteArrayList linesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QByteArrayList();
}

/** Listening sockets of 127.0.0.1, or of all addresses, at that port. */
QSet<QByteArray> listenersOnPort(quint16 port)
{
    constexpr auto listening = "0A";
    const QByteArray suffix = ':' + QByteArray::number(port, 16).toUpper().rightJustified(4, '0');
    // As the kernel writes them: every four bytes turned round.
    static const QSet<QByteArray> here = {"0100007F", "00000000",
                                          "00000000000000000000000000000000",
                                          "0000000000000000FFFF00000100007F"};
    QSet<QByteArray> inodes;
    for (const auto *table : {"/proc/self/net/tcp", "/proc/self/net/tcp6"}) {
        for (const QByteArray &line : linesOf(QString::fromLatin1(table))) {
            const QByteArrayList fields = line.simplified().split(' ');
            constexpr int inode = 9;
            if (fields.size() > inode && fields[3] == listening && fields[1].endsWith(suffix)
                && here.contains(fields[1].chopped(suffix.size())))
                inodes.insert(fields[inode]);
        }
    }
    return inodes;
}

QSet<QByteArray> listenersAtPath(const QByteArray &path)
{
    constexpr auto accepts = "00010000";
    QSet<QByteArray> inodes;
    for (const QByteArray &line : linesOf(QStringLiteral("/proc/self/net/unix"))) {
        const QByteArrayList fields = line.simplified().split(' ');
        constexpr int inode = 6;
        if (fields.size() > inode + 1 && fields[3] == accepts && fields[inode + 1] == path)
            inodes.insert(fields[inode]);
    }
    return inodes;
}

/** Its children on every thread of its. */
void appendChildren(pid_t process, std::vector<pid_t> &all)
{
    const QDir tasks(QStringLiteral("/proc/%1/task").arg(process));
    for (const QString &task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QByteArrayList lines = linesOf(tasks.filePath(task) + QStringLiteral("/children"));
        for (const QByteArray &child : lines.value(0).simplified().split(' ')) {
            if (const pid_t number = child.toInt(); number > 0)
                all.push_back(number);
        }
    }
}

bool hasOneOf(pid_t process, const QSet<QByteArray> &inodes)
{
    const QDir descriptors(QStringLiteral("/proc/%1/fd").arg(process));
    for (const QString &name : descriptors.entryList(QDir::Files | QDir::System)) {
        char target[64];
        const QByteArray path = QFile::encodeName(descriptors.filePath(name));
        const ssize_t size = ::readlink(path.constData(), target, sizeof target);
        const QByteArrayView link(target, std::max<ssize_t>(size, 0));
        if (link.startsWith("socket:[") && link.endsWith(']')
            && inodes.contains(link.sliced(8, link.size() - 9).toByteArray()))
            return true;
    }
    return false;
}

bool isOfDescendant(pid_t parent, const QSet<QByteArray> &inodes)
{
    if (inodes.isEmpty())
        return false;
    std::vector<pid_t> all;
    appendChildren(parent, all);
    for (size_t i = 0; i < all.size() && qsizetype(all.size()) < mostDescendants; ++i) {
        if (hasOneOf(all[i], inodes))
            return true;
        appendChildren(all[i], all);
    }
    return false;
}

} // namespace

bool listensOnPort(pid_t parent, quint16 port)
{
    return isOfDescendant(parent, listenersOnPort(port));
}

bool listensAtPath(pid_t parent, const QString &path)
{
    return isOfDescendant(parent, listenersAtPath(QFile::encodeName(path)));
}

} // namespace lockmaster
