// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditfiles.h"

#include "core/text/durationtext.h"
#include "core/text/regularfile.h"
#include "core/text/words.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cerrno>
#include <thread>

#include <sys/file.h>
#include <unistd.h>

namespace lockmaster {

namespace {

constexpr QLatin1StringView prefix("audit-");
constexpr QLatin1StringView suffix(".jsonl");

/** A turn is a few milliseconds; whoever has it longer hangs, or is stopped. */
constexpr std::chrono::seconds turnPatience(5);
constexpr Millis turnPause(2);

tl::unexpected<Error> notRead(const QString &path, const QString &why)
{
    return tl::make_unexpected(auditNotRead(path, why));
}

tl::unexpected<Error> tooLong(const QString &path)
{
    return notRead(path, Words::tr("it has a line of more than %1 MB").arg(longestAuditLine >> 20));
}

QString monthPath(const QString &directory, const QString &month)
{
    return QDir(directory).filePath(auditFileName(month));
}

Result<std::unique_ptr<QFile>> openForReading(const QString &path)
{
    auto file = openRegularFile(path);
    if (!file)
        return notRead(path, file.error());
    return std::move(*file);
}

bool hasLongLine(const QByteArray &bytes)
{
    if (bytes.size() <= longestAuditLine)
        return false;
    qsizetype begin = 0;
    for (qsizetype end; (end = bytes.indexOf('\n', begin)) >= 0; begin = end + 1) {
        if (end - begin > longestAuditLine)
            return true;
    }
    return bytes.size() - begin > longestAuditLine;
}

AuditText splitLines(const QByteArray &bytes)
{
    AuditText text;
    if (bytes.isEmpty())
        return text;
    text.lines = bytes.split('\n');
    text.terminated = text.lines.last().isEmpty();
    if (text.terminated)
        text.lines.removeLast();
    return text;
}

} // namespace

QString auditFileName(const QString &month)
{
    return prefix + month + suffix;
}

Result<QStringList> auditMonths(const QString &directory)
{
    QStringList months;
    const QDir dir(directory);
    if (::access(QFile::encodeName(directory).constData(), R_OK | X_OK) != 0) {
        const int error = errno;
        if (error != ENOENT) // ENOENT: nothing was done yet
            return notRead(directory, qt_error_string(error));
        return months;
    }
    for (const QString &name : dir.entryList(QDir::Files | QDir::System | QDir::Hidden)) {
        if (!name.startsWith(prefix) || !name.endsWith(suffix))
            continue;
        const QString month = name.sliced(prefix.size()).chopped(suffix.size());
        if (isAuditMonth(month))
            months.append(month);
    }
    std::sort(months.begin(), months.end());
    return months;
}

Result<bool> eachAuditLine(const QString &directory, const QString &month,
                           const std::function<Result<void>(QByteArrayView)> &take)
{
    const QString path = monthPath(directory, month);
    const auto file = openForReading(path);
    if (!file)
        return passOn(file);
    constexpr qint64 chunk = 64 << 10;
    QByteArray begun;
    for (;;) {
        const QByteArray bytes = (*file)->read(chunk);
        if (bytes.isEmpty())
            break;
        qsizetype begin = 0;
        for (qsizetype end; (end = bytes.indexOf('\n', begin)) >= 0; begin = end + 1) {
            begun += QByteArrayView(bytes).sliced(begin, end - begin);
            if (begun.size() > longestAuditLine)
                return tooLong(path);
            if (const Result<void> taken = take(begun); !taken)
                return passOn(taken);
            begun.resize(0); // and keeps its memory
        }
        begun += QByteArrayView(bytes).sliced(begin);
        if (begun.size() > longestAuditLine)
            return tooLong(path);
    }
    if ((*file)->error() != QFile::NoError)
        return notRead(path, (*file)->errorString());
    if (begun.isEmpty())
        return true;
    return take(begun).map([] { return false; });
}

Result<AuditText> readAuditTail(const QString &directory, const QString &month, qsizetype most)
{
    const QString path = monthPath(directory, month);
    const auto file = openForReading(path);
    if (!file)
        return passOn(file);
    const qint64 size = (*file)->size();
    for (qint64 chunk = qint64(64) * 1024;; chunk *= 4) {
        const qint64 begin = std::max<qint64>(0, size - chunk);
        (*file)->seek(begin);
        const QByteArray bytes = (*file)->read(size - begin);
        if (hasLongLine(bytes))
            return tooLong(path);
        if (begin > 0 && bytes.count('\n') <= most + 1)
            continue;
        AuditText text = splitLines(bytes);
        text.lines = text.lines.last(std::min(most, text.lines.size()));
        return text;
    }
}

AuditHead readAuditHead(const QString &directory)
{
    const QString path = QDir(directory).filePath(QLatin1StringView(auditHeadName));
    if (!QFile::exists(path))
        return {};
    AuditHead head;
    head.kind = AuditHead::Kind::Unreadable;
    constexpr qint64 longest = 4096;
    const auto bytes = readRegularFile(path, longest);
    if (!bytes)
        return head;
    const auto place = auditPlaceFrom(QJsonDocument::fromJson(*bytes).object());
    if (place) {
        head.kind = AuditHead::Kind::Good;
        head.place = *place;
    }
    return head;
}

Error auditNotRead(const QString &path, const QString &why)
{
    return {ErrorKind::Config, 0, Words::tr("The audit log cannot be read: %1: %2.").arg(path, why),
            Words::tr("Look at the file's owner and permissions.")};
}

Error auditFileError(const QString &path, int number)
{
    return {
        ErrorKind::Config, number,
        Words::tr("The audit log cannot be written: %1: %2.").arg(path, qt_error_string(number)),
        Words::tr("Look at the file's owner and permissions and at the free "
                  "space.")};
}

FileDescriptor::~FileDescriptor()
{
    if (m_number >= 0)
        ::close(m_number);
}

Result<void> lockAudit(const FileDescriptor &lock, const QString &path, bool exclusive)
{
    const SteadyTime end = systemClock().now() + turnPatience;
    while (::flock(lock.get(), (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return tl::make_unexpected(auditFileError(path, errno));
        if (systemClock().now() >= end) {
            return failure(ErrorKind::Config,
                           Words::tr("Another program has had the "
                                     "audit log to itself for %1 "
                                     "(%2).")
                               .arg(durationText(turnPatience), path),
                           Words::tr("Look which program of yours "
                                     "hangs."));
        }
        std::this_thread::sleep_for(turnPause);
    }
    return {};
}

} // namespace lockmaster
