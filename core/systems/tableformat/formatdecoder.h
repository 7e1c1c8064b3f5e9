// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"
#include "core/sql/sqltablesource.h"
#include "core/systems/rows/formatrow.h"
#include "core/systems/rows/tablerecord.h"

namespace lockmaster {

/**
 * Makes locks of the rows of a table as its format file says. What is new at each acquisition is
 * the record's `session`, so that it tells one instance from the next; `variant` is the version of
 * the library that has such a table.
 */
class FormatDecoder final : public SqlTableDecoder
{
public:
    FormatDecoder(const BackendSpec &backend, const TableSpec &table)
        : m_database(backend.database), m_maker(backend, table)
    {
    }

    void decode(const SqlTableReading &reading, Observation &observation) override;
    void connectionChanged() override { m_maker.forget(); }

private:
    void electAmong(const std::vector<LockRecord> &nodes, const SqlTableReading &reading,
                    const FormatTable &table, Observation &observation) const;
    void fill(const TableRecordMaker::Made &made, const FormatTable &table,
              const SqlTableReading &reading, const ColumnClock &clock) const;
    void noteProcess(const TableRecordMaker::Made &made, const FormatTable &table,
                     const FormatRow &row) const;
    void fillLease(LockRecord &record, const SqlTableRow &row, const FormatTable &table,
                   const SqlTableReading &reading, const ColumnClock &clock) const;

    const QString m_database;
    TableRecordMaker m_maker;
};

} // namespace lockmaster
