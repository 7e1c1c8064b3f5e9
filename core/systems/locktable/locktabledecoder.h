// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqltablesource.h"
#include "core/systems/rows/tablerecord.h"

namespace lockmaster {

/**
 * The format of a lock table, after the published program for `dist_lock`: a row is a lock, `owner`
 * a text that its holder made up, `expiry` the end of the lease by the program's own clock. The row
 * stays when the lease is over; who finds it over takes it. Nothing releases, nothing renews.
 *
 * Held while expiry >= now by that clock; free where the expiry is at or before 1970-01-02, which
 * is what a release writes. NULL means no expiry.
 */
class LockTableDecoder final : public SqlTableDecoder
{
public:
    LockTableDecoder(const BackendSpec &backend, const TableSpec &table) : m_maker(backend, table)
    {
    }

    void decode(const SqlTableReading &reading, Observation &observation) override;
    void connectionChanged() override { m_maker.forget(); }

private:
    void fill(TableRecordMaker::Made &made, const SqlTableReading &reading,
              const ColumnClock &clock) const;
    QList<Finding> judgeRewrite(qint64 written, ServerTime expiresAt, ServerTime seenAt) const;

    TableRecordMaker m_maker;
};

} // namespace lockmaster
