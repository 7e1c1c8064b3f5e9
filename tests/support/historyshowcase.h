// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historydb.h"
#include "core/history/historyfilelocks.h"
#include "core/history/historywriter.h"
#include "tests/support/manualclock.h"

#include <QTemporaryDir>

namespace lockmaster::test {

/**
 * A store that tells of the hour until `clock`, of two backends of which one was not looked at for
 * a while, and an audit log with one release. It is as if it were being recorded.
 */
class HistoryShowcase
{
public:
    HistoryShowcase();

    ManualClock clock;

    QString store() const { return m_directory.filePath(QStringLiteral("history.sqlite")); }
    QString audit() const { return m_directory.filePath(QStringLiteral("audit")); }

    /** A hold that began and ended so long before `clock`; no end: it is open. */
    qint64 hold(const QByteArray &lock, const QByteArray &owner, Micros began,
                std::optional<Micros> ended, HistoryEnd end = HistoryEnd::Released,
                HistoryWriter::Counts counts = {}, HistoryBegin how = HistoryBegin::Watched);
    /** One that was open is let go of. */
    void end(qint64 hold, Micros began, Micros ended);
    /** A wait that was watched from its beginning, likewise. */
    void wait(const QByteArray &lock, const QByteArray &waiter, Micros began,
              std::optional<Micros> ended, WaitEnd end);
    /** So many holds of one lock, a few seconds each, by owners in turn. */
    void busy(const QByteArray &lock, int count, Micros step);
    /** Keys that were wanted by more at some hours of the last two days than at others. */
    void contended();
    /** What was added is in the store. */
    void commit();

private:
    qint64 lockRow(const QByteArray &lock);
    void release(const QByteArray &lock);
    ServerTime ago(Micros time) const { return clock.wallNow() - time; }

    QTemporaryDir m_directory;
    std::unique_ptr<HistoryDb> m_db;
    std::unique_ptr<HistoryWriter> m_writer;
    std::unique_ptr<HistoryFileLocks> m_turns;
    qint64 m_tables = 0;
    qint64 m_keys = 0;
};

} // namespace lockmaster::test
