// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/userlockrows.h"

#include <QSet>

namespace lockmaster {

class SqlConnection;

/**
 * Reads what a server knows of its user-level locks: one plain statement for each list, never a
 * join (the server's joins over these lists are quadratic). Knows rows, not locks.
 *
 * Lives on the reader's thread. Remembers what cannot change while a connection lives (what a
 * client said of itself) and, for three seconds, what the server offers.
 */
class UserLockSource
{
public:
    /**
     * Every list once. Only the sessions of those that hold or wait are kept, or all of them with
     * `everySession` and where the server lists no holders. Errors: what ends the read as a whole;
     * what is missing or denied stands in the place of its list.
     */
    Result<UserLockRows> read(SqlConnection &connection, bool everySession, SteadyTime deadline);

    /** The holders again, alone: cheap, to tell a change under way from a name that is cut. */
    Result<std::vector<UserLockRow>> readHolders(SqlConnection &connection, SteadyTime deadline);

    /** What the clients of `connections` said of themselves; others may be in it as well. */
    Result<QHash<qint64, ConnectAttributes>>
    attributes(SqlConnection &connection, const QSet<qint64> &connections, SteadyTime deadline);

    /** `IS_USED_LOCK` for each of `names`, all of which the server must be able to take. */
    Result<QHash<QByteArray, UserLockAnswer>>
    ask(SqlConnection &connection, const std::vector<QByteArray> &names, SteadyTime deadline);

    /** Another server may answer from now on. */
    void forget();

private:
    Result<void> readClock(SqlConnection &connection, UserLockRows &rows, SteadyTime deadline);
    Result<void> readOffer(SqlConnection &connection, SteadyTime deadline);
    Result<std::vector<UserLockRow>> readPlugin(SqlConnection &connection, SteadyTime deadline);
    Result<std::vector<UserLockRow>> readMetadata(SqlConnection &connection, bool withHolders,
                                                  SteadyTime deadline);
    void readSessions(SqlConnection &connection, UserLockRows &rows, bool everySession,
                      SteadyTime deadline);
    void readThreads(SqlConnection &connection, UserLockRows &rows, bool everySession,
                     SteadyTime deadline);
    void readProcessList(SqlConnection &connection, UserLockRows &rows, bool everySession,
                         SteadyTime deadline);
    bool readShortProcessList(SqlConnection &connection, UserLockRows &rows, SteadyTime deadline);
    void readTransactions(SqlConnection &connection, UserLockRows &rows, SteadyTime deadline);

    UserLockOffer m_offer;
    std::optional<SteadyTime> m_offerAskedAt;
    SteadyTime m_longStatementsUntil{}; ///< the short list does not do before
    qsizetype m_sessionCount = 0;       ///< in the last list that was read
    QHash<qint64, ConnectAttributes> m_attributes;
};

} // namespace lockmaster
