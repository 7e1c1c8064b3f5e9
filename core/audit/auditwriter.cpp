// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditwriter.h"

#include "core/audit/auditentry.h"
#include "core/audit/auditfiles.h"
#include "core/text/momenttext.h"
#include "core/text/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockmaster {

namespace {

constexpr mode_t fileMode = 0600;
constexpr mode_t directoryMode = 0700;

tl::unexpected<Error> notWritten(const QString &path, int number)
{
    return tl::make_unexpected(auditFileError(path, number));
}

/** Nobody else may have a hand in it: what they write would pass for ours. */
Result<void> checkOwn(int descriptor, const QString &path)
{
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return notWritten(path, errno);
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return notWritten(path, EINVAL);
    if (status.st_uid != ::geteuid()) {
        return failure(ErrorKind::Config,
                       Words::tr("The audit log belongs to another user: %1.").arg(path),
                       Words::tr("Set XDG_STATE_HOME to a directory of your "
                                 "own."));
    }
    if (status.st_mode & (S_IWGRP | S_IWOTH)) {
        return failure(ErrorKind::Config,
                       Words::tr("Others may write to the audit log: %1.").arg(path),
                       Words::tr("Take that away: chmod go-w %1").arg(path));
    }
    return {};
}

/** A new name in a directory is on the disk once the directory is. */
Result<void> syncDirectory(const QString &path)
{
    const FileDescriptor directory(
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory.isOpen())
        return notWritten(path, errno);
    // Some network file systems know no such thing and say so.
    if (::fsync(directory.get()) != 0 && errno != EINVAL)
        return notWritten(path, errno);
    return {};
}

Result<void> makeDirectory(const QString &path)
{
    const QString parent = QFileInfo(path).absolutePath();
    if (QFileInfo::exists(path))
        return {};
    if (parent != path) {
        if (Result<void> made = makeDirectory(parent); !made)
            return made;
    }
    if (::mkdir(QFile::encodeName(path).constData(), directoryMode) != 0 && errno != EEXIST)
        return notWritten(path, errno);
    return syncDirectory(parent);
}

Result<void> writeAll(int descriptor, QByteArrayView data, const QString &path)
{
    while (!data.isEmpty()) {
        const ssize_t written = ::write(descriptor, data.data(), size_t(data.size()));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return notWritten(path, written < 0 ? errno : ENOSPC);
        data = data.sliced(written);
    }
    return {};
}

/** All of `data` at the end of a file and on the disk, or nothing of it. */
Result<void> appendWhole(int descriptor, QByteArrayView data, const QString &path)
{
    const off_t size = ::lseek(descriptor, 0, SEEK_END);
    Result<void> done = size < 0 ? notWritten(path, errno) : writeAll(descriptor, data, path);
    if (done && ::fsync(descriptor) != 0)
        done = notWritten(path, errno);
    // Where even that fails the next writer finds a torn line, and ends it.
    if (!done && size >= 0 && ::ftruncate(descriptor, size) == 0)
        ::fsync(descriptor);
    return done;
}

/** One writer's turn at a directory. */
class Turn
{
public:
    static Result<Turn> take(const QString &directory);

    Result<void> append(AuditLine line);

private:
    Turn(QString directory, FileDescriptor lock)
        : m_directory(std::move(directory)), m_lock(std::move(lock))
    {
    }

    QString pathOf(const QString &name) const { return QDir(m_directory).filePath(name); }
    Result<void> findEnd();
    Result<void> terminate();
    Result<void> checkHead();
    Result<void> prepareHead(const AuditPlace &place);
    Result<void> commitHead();
    Result<FileDescriptor> openMonth(const QString &month);

    QString m_directory;
    FileDescriptor m_lock;
    AuditPlace m_last;       ///< the newest line
    AuditPlace m_beforeLast; ///< the line before it
    bool m_terminated = true;
    std::optional<AuditPlace> m_headSaid; ///< what it said, where it did not know the newest line
};

Result<FileDescriptor> openOwn(const QString &path, int flags)
{
    FileDescriptor file(::open(QFile::encodeName(path).constData(),
                               flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, fileMode));
    if (!file.isOpen())
        return notWritten(path, errno);
    if (const Result<void> own = checkOwn(file.get(), path); !own)
        return passOn(own);
    return file;
}

Result<Turn> Turn::take(const QString &directory)
{
    if (const Result<void> made = makeDirectory(directory); !made)
        return passOn(made);
    const FileDescriptor opened(
        ::open(QFile::encodeName(directory).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!opened.isOpen())
        return notWritten(directory, errno);
    if (const Result<void> own = checkOwn(opened.get(), directory); !own)
        return passOn(own);

    const QString path = QDir(directory).filePath(QLatin1StringView(auditLockName));
    Result<FileDescriptor> lock = openOwn(path, O_RDWR | O_CREAT);
    if (!lock)
        return passOn(lock);
    if (const Result<void> locked = lockAudit(*lock, path, true); !locked)
        return passOn(locked);
    return Turn(directory, std::move(*lock));
}

/** Finds the newest line and the one before it, wherever the months begin. */
Result<void> Turn::findEnd()
{
    const Result<QStringList> months = auditMonths(m_directory);
    if (!months)
        return passOn(months);
    std::vector<AuditPlace> found; // the newest first
    for (auto month = months->rbegin(); month != months->rend() && found.size() < 2; ++month) {
        const Result<AuditText> tail = readAuditTail(m_directory, *month, 2);
        if (!tail)
            return passOn(tail);
        if (tail->lines.isEmpty())
            continue;
        if (found.empty())
            m_terminated = tail->terminated;
        const auto entry = auditEntryFrom(tail->lines.last());
        quint64 number = entry ? entry->line.number : 0;
        if (!entry) {
            const auto whole = eachAuditLine(m_directory, *month, [&number](QByteArrayView) {
                ++number;
                return Result<void>();
            });
            if (!whole)
                return passOn(whole);
        }
        for (qsizetype i = tail->lines.size() - 1; i >= 0 && found.size() < 2; --i)
            found.push_back({*month, number--, auditHash(tail->lines[i])});
    }
    if (!found.empty())
        m_last = found[0];
    if (found.size() > 1)
        m_beforeLast = found[1];
    return {};
}

/**
 * Ends a line whose writer was killed: it stays in the chain as it is. After another such line it
 * is taken away instead: no readable line would vouch for the one before.
 */
Result<void> Turn::terminate()
{
    if (m_terminated)
        return {};
    const QString path = pathOf(auditFileName(m_last.month));
    const Result<FileDescriptor> file = openOwn(path, O_WRONLY | O_APPEND);
    if (!file)
        return passOn(file);
    const Result<AuditText> tail = readAuditTail(m_directory, m_last.month, 2);
    if (!tail)
        return passOn(tail);
    if (tail->lines.size() < 2 || auditEntryFrom(tail->lines.first()))
        return appendWhole(file->get(), "\n", path);
    const off_t size = ::lseek(file->get(), 0, SEEK_END);
    if (::ftruncate(file->get(), size - off_t(tail->lines.last().size())) != 0
        || ::fsync(file->get()) != 0)
        return notWritten(path, errno);
    return findEnd();
}

/**
 * A writer that was killed leaves the head one line behind, at most; it is set right here. Any
 * other difference is somebody else's work, and the next line tells of it for good.
 */
Result<void> Turn::checkHead()
{
    const AuditHead head = readAuditHead(m_directory);
    const bool readable = head.kind != AuditHead::Kind::Unreadable;
    if (readable && head.place.hash == m_last.hash)
        return {};
    if (!readable || head.place.hash != m_beforeLast.hash) {
        m_headSaid = head.place;
        return {};
    }
    const Result<void> prepared = prepareHead(m_last);
    return prepared ? commitHead() : prepared;
}

Result<void> Turn::prepareHead(const AuditPlace &place)
{
    const QString path = pathOf(QLatin1StringView(auditHeadName) + QStringLiteral(".new"));
    const Result<FileDescriptor> file = openOwn(path, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file)
        return passOn(file);
    QByteArray text;
    JsonWriter json(text);
    writeAuditPlace(json, place);
    return appendWhole(file->get(), text + '\n', path);
}

Result<void> Turn::commitHead()
{
    const QString path = pathOf(QLatin1StringView(auditHeadName));
    if (::rename(QFile::encodeName(path + QStringLiteral(".new")).constData(),
                 QFile::encodeName(path).constData())
        != 0)
        return notWritten(path, errno);
    return {};
}

Result<FileDescriptor> Turn::openMonth(const QString &month)
{
    const QString path = pathOf(auditFileName(month));
    const bool isNew = !QFileInfo::exists(path);
    Result<FileDescriptor> file = openOwn(path, O_WRONLY | O_APPEND | O_CREAT);
    if (file && isNew) {
        if (const Result<void> kept = syncDirectory(m_directory); !kept)
            return passOn(kept);
    }
    return file;
}

Result<void> Turn::append(AuditLine line)
{
    for (const auto step : {&Turn::findEnd, &Turn::terminate, &Turn::checkHead}) {
        if (Result<void> done = (this->*step)(); !done)
            return done;
    }
    line.month = std::max(utcText(line.time).first(7), m_last.month);
    const bool beginsMonth = line.month != m_last.month;
    line.number = beginsMonth ? 1 : m_last.number + 1;
    AuditEntry entry{line, m_last.hash, {}, m_headSaid};
    if (beginsMonth && !m_last.month.isEmpty())
        entry.after = m_last;
    const QByteArray text = auditText(entry);
    // Nobody could read it, nor write one behind it.
    if (text.size() > longestAuditLine)
        return notWritten(pathOf(auditFileName(line.month)), EFBIG);

    const Result<FileDescriptor> file = openMonth(line.month);
    if (!file)
        return passOn(file);
    // Before the line: whether there is room for it is known before anything is written.
    if (Result<void> prepared = prepareHead({line.month, line.number, auditHash(text)}); !prepared)
        return prepared;
    const off_t before = ::lseek(file->get(), 0, SEEK_END);
    Result<void> done = appendWhole(file->get(), text + '\n', pathOf(auditFileName(line.month)));
    if (!done)
        return done;
    done = commitHead();
    if (!done && ::ftruncate(file->get(), before) == 0)
        ::fsync(file->get());
    return done ? syncDirectory(m_directory) : done;
}

} // namespace

Result<void> appendAudit(const QString &directory, AuditLine line)
{
    Result<Turn> turn = Turn::take(directory);
    return turn ? turn->append(std::move(line)) : passOn(turn);
}

} // namespace lockmaster
