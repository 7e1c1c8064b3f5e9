// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqlrowlocks.h"
#include "core/systems/sessions/sessionticket.h"
#include "core/systems/tableformat/formatdecoder.h"

namespace lockmaster {

/**
 * Lets go of a lock that is the row's own in the only way there is for another's: by ending the
 * session whose transaction has the row. It is done where the server names that session and its
 * transaction, the witness' look, the opening's and the one right before saw the same, and the
 * first of them is ten seconds old. Comparing and ending are two statements, which the warnings
 * say.
 *
 * Source of the recipe: the manuals' chapters on KILL, INNODB_LOCKS and data_locks.
 */
class RowSessionTicket final : public SessionTicket
{
public:
    /**
     * `refusal`: why nothing may be ended here, whatever is found. Errors: also Unsupported, where
     * the table is of a shape whose rows are let go of otherwise.
     */
    static Result<std::unique_ptr<ReleaseTicket>>
    open(const ReleaseRequest &request, const ActionContext &context, const TableSpec &table,
         std::optional<ReleaseOutcome> refusal, SteadyTime deadline);

    QString command(Compare compare) const override;

private:
    /** Looks at one row as the monitor does, who has it included. */
    class Sight
    {
    public:
        Sight(const BackendSpec &backend, const TableSpec &table);

        struct Look {
            std::optional<LockRecord> lock;
            std::optional<SqlRowHolder> holder; ///< none: nobody, or nobody who is known
            ClockReading clock;
            bool isFresh = false;  ///< of a moment after it was asked for
            bool isUnused = false; ///< nobody has any row, for certain
            bool prepared = false; ///< a transaction is prepared by XA, or that is not told
        };
        Result<Look> look(SqlConnection &connection, const QByteArray &name, SteadyTime deadline);
        /** How long the session has had the table, where the server tells; live, and of no picture.
         */
        Result<std::optional<Micros>> usedFor(SqlConnection &connection, qint64 session,
                                              SteadyTime deadline) const;
        const FormatTable &format() const
        {
            return m_table.format->tables[size_t(m_shape->layout->table)];
        }

    private:
        const TableSpec m_table;
        const QString m_database;
        SqlRowLockFinder m_finder;
        FormatDecoder m_decoder;
        std::optional<SqlTableShape> m_shape;
    };

    RowSessionTicket(ReleaseRequest request, ActionContext context,
                     std::unique_ptr<SqlConnection> connection, const Sight::Look &look,
                     std::unique_ptr<Sight> sight);

    Result<void> prepare(const Witness &witness, const Sight::Look &look, SteadyTime deadline);
    Result<void> tellLosses(SteadyTime deadline);
    Result<ReleaseOutcome> carryOut(Compare compare, SteadyTime deadline) override;
    Result<std::optional<LockRecord>> lookAgain(SteadyTime deadline) override;
    Result<ReleaseOutcome> refusedByServer(const Error &error, SteadyTime deadline);
    /** Why it is not the transaction that was looked at; none: it is. */
    std::optional<ReleaseOutcome> changeOf(const Sight::Look &look, bool sent) const;
    std::optional<ReleaseOutcome> changeOfUse(bool sent, SteadyTime deadline);
    Result<ReleaseOutcome> hasItNoMore(bool sent, SteadyTime deadline);
    bool outlivesItsSession(SteadyTime deadline);
    Result<ReleaseOutcome> untilEnded(SteadyTime deadline);

    std::unique_ptr<Sight> m_sight;
    quint64 m_transaction = 0;
    SessionFacts m_facts;
    SteadyTime m_openedAt{}; ///< after the look that found it with the row
};

} // namespace lockmaster
