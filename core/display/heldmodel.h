// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/holdcontroller.h"
#include "core/display/columnmodel.h"
#include "core/display/systemnames.h"

namespace lockmaster {

/**
 * The locks that this program holds, waits for or has lost, one row for each, in the order of
 * asking. What a row says is translated, plain and literal; columns and roles are those that the
 * delegates of the lock table read, with `SignRole` and `NoteRole` for the state.
 *
 * One thread; the clock outlives it.
 */
class HeldModel final : public ColumnModel<HeldLock>
{
    Q_OBJECT

public:
    enum ColumnId { Name, Place, Owner, Lease, Length, Renewals, Progress, columns };

    HeldModel(SystemNames names, const Clock &clock, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;

    /** A new lock becomes the last row; one that is there already keeps its row. */
    void put(const HeldLock &lock);
    void remove(int id);

    const HeldLock &lockAt(int row) const { return m_locks[static_cast<size_t>(row)]; }
    /** -1: not there. */
    int rowOf(int id) const;
    /** Held or waited for. */
    int liveCount() const;

    /** The leases have moved on. */
    void tick();

    static QString nameText(const HeldLock &lock);

private:
    const HeldLock &columnRow(int row) const override { return lockAt(row); }
    QVariant rowData(const HeldLock &lock, int role) const override;
    QString place(const HeldLock &lock) const;
    QString leaseText(const HeldLock &lock) const;
    QString leaseToolTip(const HeldLock &lock) const;
    std::optional<Micros> left(const HeldLock &lock) const;
    std::optional<double> leaseShare(const HeldLock &lock) const;
    Tone leaseTone(const HeldLock &lock) const;
    QString progressToolTip(const HeldLock &lock) const;

    SystemNames m_names;
    const Clock &m_clock;
    std::vector<HeldLock> m_locks;
};

} // namespace lockmaster
