// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/history/auditrecord.h"
#include "core/display/columnmodel.h"

namespace lockmaster {

/**
 * What the audit log says, newest first: the entries that a filter text leaves. Columns and roles
 * are those that the delegates of the lock table read. GUI thread.
 */
class AuditModel final : public ColumnModel<AuditRecord>
{
    Q_OBJECT

public:
    enum ColumnId { Time, User, Backend, Lock, Action, Reason, Outcome, HeldBy, columns };

    explicit AuditModel(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;

    void setEntries(std::vector<AuditRecord> entries);
    /** Every word must stand somewhere in an entry, in whatever case; empty: all. */
    void setFilter(const QString &text);

    const AuditRecord &entryAt(int row) const;
    /** How many there are without the filter. */
    int entryCount() const { return static_cast<int>(m_entries.size()); }

private:
    const AuditRecord &columnRow(int row) const override { return entryAt(row); }
    bool matches(size_t entry) const;
    void refilter();

    std::vector<AuditRecord> m_entries;
    std::vector<QString> m_searched; ///< what the filter looks through, for each entry
    std::vector<size_t> m_shown;     ///< entries by row
    QStringList m_words;
};

} // namespace lockmaster
