// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historywriter.h"

namespace lockmaster {

/**
 * Clears away what is older than is kept, and the oldest where the store has become too large, in
 * steps of some hundred rows: nobody who writes waits for long. Lives on one thread.
 */
class HistoryCleaner
{
public:
    HistoryCleaner(HistoryDb &db, HistoryWriter &writer, Micros keep, qint64 mostBytes);

    /** One step, a transaction of its own. @return whether there is more to do at once. */
    bool step(ServerTime now);

private:
    enum class Phase : quint8 { Idle, Holds, Waits, Events, Seen, Locks, Owners, File };

    bool decide(ServerTime now);
    qint64 usedBytes();
    void next(Phase phase);

    HistoryDb &m_db;
    HistoryWriter &m_writer;
    const Micros m_keep;
    const qint64 m_mostBytes;
    Phase m_phase = Phase::Idle;
    ServerTime m_cutoff{}; ///< what ended before goes
    int m_span = 0;
    qint64 m_cursor = 0;
};

} // namespace lockmaster
