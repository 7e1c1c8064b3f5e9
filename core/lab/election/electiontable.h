// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labplace.h"
#include "core/sql/sqlconnection.h"

namespace lockmaster {

/**
 * The table of one experiment with an election, in the place's database: there between `create` and
 * `drop`, which are for one thread. Its name is settled at once: `lab_leader` in a sandbox (with a
 * number where another experiment has that one), a random one on a backend of the operator's.
 *
 * There, it is also dropped when the program was killed: as long as the experiment lives, a session
 * holds the user-level lock of the table's name, and the next experiment in the same database drops
 * the tables of experiments whose lock nobody holds. The table's comment tells it from others.
 */
class ElectionTable
{
public:
    explicit ElectionTable(LabPlace place);
    ~ElectionTable();
    ElectionTable(const ElectionTable &) = delete;
    ElectionTable &operator=(const ElectionTable &) = delete;

    const QString &name() const { return m_name; }

    /**
     * With so many digits of a second. Errors: those of `SqlConnection`; `Denied` also where the
     * account might make the table but not drop it again: then there is none.
     */
    Result<void> create(int precision);
    /** Whether the server rounds what the column has no room for, or cuts it off; see `create`. */
    bool rounds() const { return m_rounds; }
    /**
     * Call it now and then: once a minute it makes sure that the claim lasts, and claims anew where
     * its session went. Errors: another program has the claim, and will drop the table.
     */
    Result<void> keep(SteadyTime now);
    /** Tried for some seconds. Errors: why it stays, by name; none where there is no table. */
    Result<void> drop();

private:
    Result<void> connect(SteadyTime deadline);
    Result<void> ask(SteadyTime deadline);
    Result<void> claim(SteadyTime deadline);
    Result<void> sweep(SteadyTime deadline);
    Result<bool> lock(const QString &table, SteadyTime deadline);
    Result<void> makeRoom(SteadyTime deadline);
    Result<void> run(const QString &sql, SteadyTime deadline);

    const LabPlace m_place;
    const int m_number; ///< among those of this program
    const QString m_name;
    std::unique_ptr<SqlConnection> m_session; ///< has the lock
    qint64 m_claimant = 0;                    ///< that session's number
    SteadyTime m_keepAt{};
    bool m_created = false;
    bool m_rounds = false;
};

} // namespace lockmaster
