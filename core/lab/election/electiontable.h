// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labplace.h"
#include "core/transport/sqlconnection.h"

namespace lockmaster {

/**
 * The table of one experiment with an election, in the place's database: there between `create` and
 * `drop`, which are for one thread. Its name is settled at once: `lab_leader` in a sandbox (with a
 * number where another experiment has that one), a random one on a backend of the operator's.
 */
class ElectionTable
{
public:
    explicit ElectionTable(LabPlace place);
    ~ElectionTable();
    ElectionTable(const ElectionTable &) = delete;
    ElectionTable &operator=(const ElectionTable &) = delete;

    const QString &name() const { return m_name; }

    /** With so many digits of a second. Errors: those of `SqlConnection`. */
    Result<void> create(int precision);
    /** Whether the server rounds what the column has no room for, or cuts it off; see `create`. */
    bool rounds() const { return m_rounds; }
    /** What cannot be dropped within some seconds stays. */
    void drop();

private:
    Result<std::unique_ptr<SqlConnection>> connect(SteadyTime deadline) const;

    const LabPlace m_place;
    const int m_number; ///< among those of this program
    const QString m_name;
    bool m_created = false;
    bool m_rounds = false;
};

} // namespace lockmaster
