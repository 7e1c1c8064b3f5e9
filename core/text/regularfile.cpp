// SPDX-License-Identifier: Apache-2.0
#include "core/text/regularfile.h"

#include "core/text/words.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockmaster {

namespace {

QString noRegularFile()
{
    return Words::tr("it is not a file");
}

} // namespace

tl::expected<std::unique_ptr<QFile>, QString> openRegularFile(const QString &path)
{
    // What it is, is asked of what was opened: the name may stand for something else by then.
    const int descriptor =
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        const int error = errno;
        // Of a socket, and of a device that is not there.
        return tl::make_unexpected(error == ENXIO ? noRegularFile() : qt_error_string(error));
    }
    struct stat status {
    };
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return tl::make_unexpected(noRegularFile());
    }
    auto file = std::make_unique<QFile>();
    if (!file->open(descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)) {
        ::close(descriptor);
        return tl::make_unexpected(file->errorString());
    }
    return file;
}

tl::expected<QByteArray, QString> readRegularFile(const QString &path, qint64 most)
{
    auto file = openRegularFile(path);
    if (!file)
        return tl::make_unexpected(file.error());
    // Its size is not believed: those of /proc have none, and another may grow meanwhile.
    constexpr qint64 chunk = 64 << 10;
    QByteArray bytes;
    while (bytes.size() <= most) {
        const QByteArray more = (*file)->read(chunk);
        if (more.isEmpty())
            break;
        bytes += more;
    }
    if ((*file)->error() != QFile::NoError)
        return tl::make_unexpected((*file)->errorString());
    if (bytes.size() > most)
        return tl::make_unexpected(Words::tr("it is longer than %1 KB").arg(most >> 10));
    return bytes;
}

QString whyNotRegularFile(const QString &path)
{
    struct stat status {
    };
    if (::stat(QFile::encodeName(path).constData(), &status) != 0 || S_ISREG(status.st_mode))
        return {};
    return noRegularFile();
}

} // namespace lockmaster
