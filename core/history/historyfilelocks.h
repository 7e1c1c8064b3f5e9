// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <set>

namespace lockmaster {

/**
 * Who may do what with the store, between processes: byte ranges of a file beside it that are
 * locked, each for one thing. The kernel lets go of them however a process ends. One thread.
 *
 * A backend is recorded by one Lockmaster at a time, so that no hold is written down twice.
 */
class HistoryFileLocks
{
public:
    /** The file is made where it is missing; without one nothing can be taken. */
    explicit HistoryFileLocks(const QString &storePath, bool create = true);
    ~HistoryFileLocks();
    HistoryFileLocks(const HistoryFileLocks &) = delete;
    HistoryFileLocks &operator=(const HistoryFileLocks &) = delete;

    bool isOpen() const { return m_file >= 0; }

    /** Waits for whoever opens the store at this moment, at most a second. */
    bool beginOpening();
    void endOpening();

    /** Notes that the store is open here. */
    bool takeUse();
    void dropUse();
    /** Nobody has it open but, maybe, this object: it may be set aside. */
    bool isUsedByNobodyElse();

    /** To clear old things away. */
    bool takeCleaning();

    /** To record that backend; true also where it is taken already. */
    bool takeBackend(const QString &name);
    void dropBackend(const QString &name);
    void dropBackends();
    /** Whether another object, of whatever process, records it now. */
    bool isRecordedElsewhere(const QString &name) const;

private:
    enum class Kind : quint8 { Shared, Exclusive, None };
    bool lock(qint64 place, Kind kind) const;

    int m_file = -1;
    std::set<QString> m_backends;
};

} // namespace lockmaster
