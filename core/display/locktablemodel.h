// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "core/display/columnmodel.h"
#include "core/display/systemnames.h"

namespace lockmaster {

/**
 * The newest view of the store as a table: one row for each `ViewRow`, columns as `LockColumn`.
 *
 * A new view is swapped in as a whole: where its rows are those of the view before, only what
 * changed is announced; otherwise under one `layoutChanged`, with persistent indexes following
 * their locks. It is never reset, so selection and scrolling survive. Filtering and sorting are not
 * done here. Texts that count down are made when they are asked for; the view asks for what it
 * shows.
 *
 * Lives on one thread; store and clock outlive it.
 */
class LockTableModel final : public ColumnModel<ViewRow>
{
    Q_OBJECT

public:
    LockTableModel(LockStore &store, SystemNames names, const Clock &clock,
                   QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    /** Carries a number of its row's own, so that Qt's hash of many rows' indexes is spread. */
    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex sibling(int row, int column, const QModelIndex &of) const override;

    /** Where and when what is shown of a lock was read. */
    ServerMoment looked(const LockRecord &lock) const { return lookedAt(view(), lock); }

    /** One name may stand for several locks then. */
    bool hasSeveralBackends() const;

    const ViewRow &rowAt(int row) const { return view().rows[static_cast<size_t>(row)]; }
    /** Everything known of the lock of `row`; valid until that of another row is asked for. */
    const LockRecord &lockAt(int row) const { return unpacked(rowAt(row).lock); }
    /** -1 where the view does not show it. Walks all rows: for what a person asks for. */
    int rowOf(const LockId &id) const;
    /** Where a row of before is now, or -1; while `layoutChanged` is told. */
    int newRowOf(int oldRow) const { return (*m_newRowOfOld)[static_cast<size_t>(oldRow)]; }

    /** How old the data of a row are, once they are older than two polls. */
    std::optional<Micros> overdueAge(const ViewRow &row) const;
    /** Whether time alone makes the state of a row look other than it did at `then`. */
    bool stateAgedSince(int row, SteadyTime then) const;

    const SystemNames &names() const { return m_names; }
    const Clock &clock() const { return m_clock; }

    /** A column's heading, e.g. `Held for`. */
    QString columnTitle(LockColumn of) const { return columnAt(int(of)).title; }

private:
    enum class Change : quint8 { Content, Filled, Layout };

    void prepare(const ViewUpdate &update);
    void follow(const ViewUpdate &update);
    static Change changeOf(const ViewSnapshot &before, const ViewUpdate &update);
    void noteChangedRows(const ViewSnapshot &before, const ViewSnapshot &after);
    void remapPersistentIndexes();

    const ViewSnapshot &view() const { return *m_store.view(); }
    const LockRecord &unpacked(const PackedLock &lock) const;
    const ViewRow &columnRow(int row) const override { return rowAt(row); }
    QVariant rowData(const ViewRow &row, int role) const override;
    std::vector<Column<ViewRow>> makeColumns();
    Environment environment(const ViewRow &row) const;
    const BackendStatus *statusOf(const ViewRow &row) const;
    std::optional<SeenChanges> changes(const ViewRow &row) const;
    QString systemText(const ViewRow &row) const;
    QString heldText(const ViewRow &row) const;
    QString stateText(const ViewRow &row) const;
    bool isAlarmed(const ViewRow &row) const;
    static QString withAlert(const QString &state);
    QString stateToolTip(const ViewRow &row) const;
    QString spokenState(const ViewRow &row) const;
    /** Of what is not there any more nothing matters. */
    Tone toneOf(const ViewRow &row, Tone tone) const
    {
        return row.mark == RowMark::Gone ? Tone::Muted : tone;
    }
    /** Of what may be no lock at all less does. */
    Tone nameTone(const ViewRow &row) const;

    LockStore &m_store;
    SystemNames m_names;
    const Clock &m_clock;
    Change m_change = Change::Content;
    const std::vector<qint32> *m_newRowOfOld = nullptr;
    int m_firstChanged = -1;
    int m_lastChanged = -1;
    // A row is asked for column after column and role after role.
    mutable PackedLock m_lastAsked;
    mutable LockRecord m_lastRecord;
};

} // namespace lockmaster
