// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"

#include <set>
#include <tuple>

namespace lockmaster {

class SqlConnection;

/**
 * Which sessions keep which waiting for rows and tables, on the whole server, as far as server and
 * account allow:
 *
 * - rows: performance_schema.data_lock_waits (MySQL), INNODB_LOCK_WAITS (MariaDB, with PROCESS);
 * - tables: performance_schema.metadata_locks where it is kept; else, on MariaDB, whoever has a
 *   table that somebody is about to change, from METADATA_LOCK_INFO and the process list.
 *
 * Each list is read by itself and joined here: a server's own joins over them are quadratic. Who is
 * only further ahead in the queue is no blocker: it waits for the same. Lives with its reader; what
 * an account may not see is not asked for again on the same connection.
 */
class SqlWaitFinder
{
public:
    /**
     * Empty where nobody has to wait, by what was `seen` in the same read: then nothing is asked.
     * Null where it is not known. What was found up to five seconds ago where looking again would
     * take more than one part in twenty of the time.
     */
    SessionWaits look(SqlConnection &connection, const std::vector<Observation> &seen,
                      SteadyTime deadline);

    void connectionChanged();

private:
    /** What sessions are numbered by: performance_schema counts threads of its own. */
    enum class Ids : quint8 { Threads, Connections };
    struct Wait {
        SessionWait::On on;
        QString table;
        qint64 waiter;
        std::optional<qint64> blocker; ///< none: it is not told
        bool certain = true;
        std::optional<Micros> waiting = {};
    };

    bool findRowWaits(SqlConnection &connection, SteadyTime deadline);
    bool findInnodbWaits(SqlConnection &connection, SteadyTime deadline);
    bool findTableWaits(SqlConnection &connection, SteadyTime deadline);
    bool findChangedTables(SqlConnection &connection, SteadyTime deadline);
    static std::set<qint64> usersOf(SqlConnection &connection, const QString &table,
                                    SteadyTime deadline);
    void add(Ids ids, const Wait &wait);
    bool nameSessions(SqlConnection &connection, std::vector<SessionWait> waits, Ids ids,
                      SteadyTime deadline);

    std::vector<SessionWait> m_byThread; ///< of this look, not named yet
    std::vector<SessionWait> m_byConnection;
    ToldWaits m_found;
    std::set<std::tuple<Ids, SessionWait::On, QString, qint64, qint64>> m_known; ///< likewise
    SessionWaits m_last;   ///< what was found last, whole
    SteadyTime m_lastAt{}; ///< when that was begun
    bool m_rowsDenied = false;
    bool m_tablesDenied = false;
    SteadyTime m_notBefore{};
};

} // namespace lockmaster
