// SPDX-License-Identifier: Apache-2.0
#include "tests/support/smalldisk.h"

#include <QFile>

#include <cerrno>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

namespace lockmaster::test {

namespace {

constexpr int pageBytes = 4096;

bool writeFile(const char *path, const QByteArray &text)
{
    QFile file(QString::fromLatin1(path));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.flush();
}

/** Everybody stays who they are. */
bool mapOurselves(uid_t user, gid_t group)
{
    const auto same = [](quint32 id) {
        return QByteArray::number(id) + ' ' + QByteArray::number(id) + " 1\n";
    };
    return writeFile("/proc/self/setgroups", "deny") && writeFile("/proc/self/uid_map", same(user))
           && writeFile("/proc/self/gid_map", same(group));
}

bool enterNamespace()
{
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    if (user == 0 && ::unshare(CLONE_NEWNS) == 0)
        return true;
    return ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && mapOurselves(user, group);
}

} // namespace

std::unique_ptr<SmallDisk> SmallDisk::make(qint64 bytes, QString *why)
{
    std::unique_ptr<SmallDisk> disk(new SmallDisk);
    const QByteArray size = "mode=700,size=" + QByteArray::number(bytes);
    // What is mounted from here on is not seen outside.
    if (enterNamespace() && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
        && ::mount("none", QFile::encodeName(disk->path()).constData(), "tmpfs",
                   MS_NOSUID | MS_NODEV, size.constData())
               == 0)
        return disk;
    *why = QStringLiteral("no file system can be mounted here: %1").arg(qt_error_string(errno));
    return nullptr;
}

SmallDisk::~SmallDisk()
{
    // The directory goes afterwards.
    ::umount2(QFile::encodeName(path()).constData(), MNT_DETACH);
}

QByteArray SmallDisk::ballast() const
{
    return QFile::encodeName(m_directory.filePath(QStringLiteral("ballast")));
}

bool SmallDisk::fill(int pagesLeft)
{
    const int file = ::open(ballast().constData(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    const QByteArray page(pageBytes, 'x');
    while (::write(file, page.constData(), size_t(page.size())) == pageBytes)
        ;
    const bool full = errno == ENOSPC;
    const off_t size = ::lseek(file, 0, SEEK_END);
    const bool done = full && ::ftruncate(file, size - off_t(pagesLeft) * pageBytes) == 0;
    ::close(file);
    return done;
}

void SmallDisk::clear()
{
    ::unlink(ballast().constData());
}

} // namespace lockmaster::test
