// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyfilelocks.h"

#include <QCryptographicHash>
#include <QFile>

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace lockmaster {

namespace {

constexpr qint64 openingPlace = 0;
constexpr qint64 usePlace = 1;
constexpr qint64 cleaningPlace = 2;
constexpr qint64 firstBackendPlace = 16;

/** The same in every process; 40 bits, so that two names hardly ever share one. */
qint64 placeOf(const QString &backend)
{
    const QByteArray hash = QCryptographicHash::hash(backend.toUtf8(), QCryptographicHash::Sha256);
    qint64 place = 0;
    for (int i = 0; i < 5; ++i)
        place = place << 8 | uchar(hash[i]);
    return firstBackendPlace + place;
}

struct flock range(qint64 place, short type)
{
    struct flock lock = {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = place;
    lock.l_len = 1;
    return lock;
}

} // namespace

HistoryFileLocks::HistoryFileLocks(const QString &storePath, bool create)
{
    const QByteArray path = QFile::encodeName(storePath + QStringLiteral("-turns"));
    // Locks of open file descriptions: those of a process would be lost with the first close.
    m_file = ::open(path.constData(), (create ? O_RDWR | O_CREAT : O_RDWR) | O_CLOEXEC, 0600);
}

HistoryFileLocks::~HistoryFileLocks()
{
    if (m_file >= 0)
        ::close(m_file);
}

bool HistoryFileLocks::lock(qint64 place, Kind kind) const
{
    const short type = kind == Kind::Shared ? F_RDLCK : kind == Kind::Exclusive ? F_WRLCK : F_UNLCK;
    struct flock wanted = range(place, type);
    if (m_file < 0)
        return false;
    // Some network file systems know no such locks: then nobody takes turns.
    return ::fcntl(m_file, F_OFD_SETLK, &wanted) == 0 || (errno != EAGAIN && errno != EACCES);
}

bool HistoryFileLocks::beginOpening()
{
    constexpr int tries = 100;
    for (int i = 0; isOpen() && i < tries; ++i) {
        if (lock(openingPlace, Kind::Exclusive))
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

void HistoryFileLocks::endOpening()
{
    lock(openingPlace, Kind::None);
}

bool HistoryFileLocks::takeUse()
{
    return lock(usePlace, Kind::Shared);
}

void HistoryFileLocks::dropUse()
{
    lock(usePlace, Kind::None);
}

bool HistoryFileLocks::isUsedByNobodyElse()
{
    // A lock of our own is no obstacle, and becomes the kind that is asked for.
    const bool alone = lock(usePlace, Kind::Exclusive);
    if (alone)
        dropUse();
    return alone;
}

bool HistoryFileLocks::takeCleaning()
{
    return lock(cleaningPlace, Kind::Exclusive);
}

bool HistoryFileLocks::takeBackend(const QString &name)
{
    if (m_backends.contains(name))
        return true;
    if (!lock(placeOf(name), Kind::Exclusive))
        return false;
    m_backends.insert(name);
    return true;
}

void HistoryFileLocks::dropBackend(const QString &name)
{
    if (m_backends.erase(name) > 0)
        lock(placeOf(name), Kind::None);
}

void HistoryFileLocks::dropBackends()
{
    while (!m_backends.empty())
        dropBackend(*m_backends.begin());
}

bool HistoryFileLocks::isRecordedElsewhere(const QString &name) const
{
    struct flock asked = range(placeOf(name), F_WRLCK);
    return m_file >= 0 && ::fcntl(m_file, F_OFD_GETLK, &asked) == 0 && asked.l_type != F_UNLCK;
}

} // namespace lockmaster
