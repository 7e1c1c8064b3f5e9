// SPDX-License-Identifier: Apache-2.0
#include "core/trust/acceptedlines.h"

#include "core/platform/privatedirectory.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <filesystem>
#include <system_error>

#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSaveFile>

namespace lockmaster {

namespace {

constexpr qint64 largestFile = 4 << 20;

Error cannotBeWritten(const QString &path, const QString &why)
{
    return {ErrorKind::Config, 0,
            Words::tr("%1 cannot be written: %2.").arg(literalText(path), why),
            Words::tr("Check its permissions, and the disk's space.")};
}

Error isBusy(const QString &path, const QString &lock)
{
    return {ErrorKind::Config, 0,
            Words::tr("%1 is being written by another program, which holds the lock %2.")
                .arg(literalText(path), literalText(lock)),
            Words::tr("Try again; remove the lock where no such program runs.")};
}

} // namespace

/** What cannot be read may hold anything, and is never written over. */
Result<QByteArrayList> AcceptedLines::read() const
{
    QFile file(path);
    std::error_code error;
    const auto status = std::filesystem::status(QFile::encodeName(path).constData(), error);
    if (status.type() == std::filesystem::file_type::not_found)
        return QByteArrayList();
    const auto unreadable = [this](const QString &why, const QString &remedy) {
        return failure(
            ErrorKind::Config,
            Words::tr("%1 cannot be read from %2: %3.").arg(what, literalText(path), why), remedy);
    };
    // Opening a pipe waits for somebody who writes into it.
    if (status.type() != std::filesystem::file_type::regular
        && status.type() != std::filesystem::file_type::none)
        return unreadable(Words::tr("it is not a file"),
                          Words::tr("Check its path and its permissions."));
    QByteArray content;
    if (file.open(QIODevice::ReadOnly))
        content = file.read(largestFile + 1);
    if (file.error() != QFile::NoError)
        return unreadable(file.errorString(), Words::tr("Check its path and its permissions."));
    if (content.size() > largestFile)
        return unreadable(Words::tr("it is longer than 4 MB"),
                          Words::tr("Remove the lines that are of no use any more."));
    QByteArrayList lines = content.split('\n');
    lines.removeAll(QByteArray());
    return lines;
}

Result<void> AcceptedLines::update(const std::function<void(QByteArrayList &)> &change) const
{
    makePrivateDirectories(QFileInfo(path).path());
    constexpr int patienceMs = 2000;
    const QString lock = path + QStringLiteral(".lock");
    QLockFile turn(lock);
    if (!turn.tryLock(patienceMs)) {
        const bool busy = turn.error() == QLockFile::LockFailedError;
        return tl::make_unexpected(
            busy ? isBusy(path, lock)
                 : cannotBeWritten(lock, Words::tr("no permission, or no room")));
    }
    auto lines = read();
    if (!lines)
        return passOn(lines);
    change(*lines);
    const QByteArray content = lines->join('\n') + '\n';
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly)
                         && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
                         && file.write(content) == content.size() && file.commit();
    if (!written)
        return tl::make_unexpected(cannotBeWritten(path, file.errorString()));
    return {};
}

} // namespace lockmaster
