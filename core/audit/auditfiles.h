// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/audit/auditchain.h"
#include "core/domain/result.h"

#include <QByteArrayList>
#include <QStringList>

#include <functional>

namespace lockmaster {

/// Where the log lies and how its files are read. Lines are told apart by `\n` alone.

/** `audit-2026-11.jsonl` */
QString auditFileName(const QString &month);
/** The months that have a file, oldest first. Errors: Config, for a directory that is unreadable.
 */
Result<QStringList> auditMonths(const QString &directory);

/** Longer than any that was written: what is not ours is not taken into memory. */
inline constexpr qsizetype longestAuditLine = 4 << 20;

/**
 * Calls `take` with each line of a file, without its line break. @return whether the last one has
 * an end; one without was cut off when its writer was killed. Errors: Config, for what cannot be
 * read, is no file, or has a longer line; those of `take`, with which it ends.
 */
Result<bool> eachAuditLine(const QString &directory, const QString &month,
                           const std::function<Result<void>(QByteArrayView)> &take);

/** Lines of a file. */
struct AuditText {
    QByteArrayList lines;   ///< without line breaks
    bool terminated = true; ///< false: the last line has no end: its writer was killed
};

/** The last lines of a file, at most `most`, without reading what stands before them. Errors: as
 * above.
 */
Result<AuditText> readAuditTail(const QString &directory, const QString &month, qsizetype most);

/** What the head says. */
struct AuditHead {
    enum class Kind : quint8 { None, Good, Unreadable };
    Kind kind = Kind::None;
    AuditPlace place; ///< with `Good`; else the place before the first line
};
AuditHead readAuditHead(const QString &directory);

inline constexpr char auditHeadName[] = "head";
inline constexpr char auditLockName[] = "lock";

/** The error of a file whose lines nobody of ours wrote. */
Error auditNotRead(const QString &path, const QString &why);
/** The error of a call that failed with `number`. */
Error auditFileError(const QString &path, int number);

/** A file descriptor that is closed with the object. */
class FileDescriptor
{
public:
    explicit FileDescriptor(int number) : m_number(number) {}
    ~FileDescriptor();
    FileDescriptor(FileDescriptor &&other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    FileDescriptor &operator=(FileDescriptor &&) = delete;

    int get() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }

private:
    int m_number;
};

/** Waits for the lock on the directory's lock file, so long as it must be. `exclusive`: to write.
 */
Result<void> lockAudit(const FileDescriptor &lock, const QString &path, bool exclusive);

} // namespace lockmaster
