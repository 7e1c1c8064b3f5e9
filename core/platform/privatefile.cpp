// SPDX-License-Identifier: Apache-2.0
#include "core/platform/privatefile.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockmaster {

namespace {

bool writeWhole(int file, const QByteArray &bytes)
{
    for (qsizetype at = 0; at < bytes.size();) {
        const ssize_t written = ::write(file, bytes.constData() + at, size_t(bytes.size() - at));
        if (written < 0 && errno != EINTR)
            return false;
        at += std::max<ssize_t>(0, written);
    }
    return ::fsync(file) == 0;
}

/** Not every file system can rename to a name that must be free; nearly all others have links. */
bool moveToFreeName(const QByteArray &from, const QByteArray &to)
{
    if (::renameat2(AT_FDCWD, from.constData(), AT_FDCWD, to.constData(), RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    return ::link(from.constData(), to.constData()) == 0 && ::unlink(from.constData()) == 0;
}

/** What is no file of bytes, or leads to one, is not replaced by one; 0: it may be. */
int problemOfReplacing(const QByteArray &target)
{
    struct stat there {
    };
    if (::lstat(target.constData(), &there) != 0)
        return errno == ENOENT ? 0 : errno;
    if (S_ISREG(there.st_mode))
        return 0;
    return S_ISDIR(there.st_mode) ? EISDIR : EEXIST;
}

} // namespace

tl::expected<void, QString> writePrivateFile(const QString &path, const QByteArray &bytes,
                                             bool replace)
{
    const QByteArray target = QFile::encodeName(path);
    if (const int refused = replace ? problemOfReplacing(target) : 0; refused != 0)
        return tl::make_unexpected(qt_error_string(refused));
    QByteArray place = QFile::encodeName(QFileInfo(path).path()) + "/.lockmaster-XXXXXX";
    const int file = ::mkostemp(place.data(), O_CLOEXEC); // mode 0600
    if (file < 0)
        return tl::make_unexpected(qt_error_string(errno));
    bool works = writeWhole(file, bytes);
    int problem = errno;
    ::close(file);
    if (works) {
        works = replace ? ::rename(place.constData(), target.constData()) == 0
                        : moveToFreeName(place, target);
        problem = errno;
    }
    if (works)
        return {};
    ::unlink(place.constData());
    return tl::make_unexpected(qt_error_string(problem));
}

} // namespace lockmaster
