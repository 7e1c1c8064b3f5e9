// SPDX-License-Identifier: Apache-2.0
#include "ui/history/auditmodel.h"

#include "core/text/literaltext.h"
#include "ui/kit/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** All that a filter may find: the cells, and what only the details show. */
QString searchText(const AuditRecord &entry)
{
    QStringList parts;
    const Details details = AuditWords::details(entry);
    parts << details.title << details.subtitle << AuditWords::heldBy(entry);
    for (const DetailSection &section : details.sections) {
        for (const DetailRow &row : section.rows)
            parts << row.value;
    }
    return parts.join(u'\n');
}

} // namespace

int AuditModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int AuditModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

const AuditRecord &AuditModel::entryAt(int row) const
{
    return m_entries[m_shown[static_cast<size_t>(row)]];
}

QVariant AuditModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const AuditRecord &entry = entryAt(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(entry, column);
    case Qt::ToolTipRole:
        return plainToolTip(column == Time ? text(entry, Time) + u'\n' + AuditWords::utcTime(entry)
                                           : text(entry, column));
    case Qt::AccessibleTextRole:
        return spokenCell(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                          text(entry, column));
    case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft));
    case ToneRole: {
        if (column == Outcome)
            return QVariant::fromValue(AuditWords::outcomeTone(entry));
        const bool matters = column == Lock || column == Action || column == Reason;
        return QVariant::fromValue(matters ? Tone::Plain : Tone::Muted);
    }
    default: return {};
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Time: return tr("Time");
    case User: return tr("User");
    case Backend: return tr("Backend");
    case Lock: return tr("Lock");
    case Action: return tr("Action");
    case Reason: return tr("Reason");
    case Outcome: return tr("Outcome");
    case HeldBy: return tr("Held by then");
    case columns: break;
    }
    return {};
}

QString AuditModel::text(const AuditRecord &entry, Column column)
{
    switch (column) {
    case Time: return AuditWords::localTime(entry);
    case User: return AuditWords::user(entry);
    case Backend: return AuditWords::backend(entry);
    case Lock: return AuditWords::lock(entry);
    case Action: return AuditWords::action(entry);
    case Reason: return AuditWords::reason(entry);
    case Outcome: return AuditWords::outcome(entry);
    case HeldBy: return AuditWords::heldBy(entry);
    case columns: break;
    }
    return {};
}

void AuditModel::setEntries(std::vector<AuditRecord> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    m_searched.clear();
    m_searched.reserve(m_entries.size());
    for (const AuditRecord &entry : m_entries)
        m_searched.push_back(searchText(entry));
    refilter();
    endResetModel();
}

void AuditModel::setFilter(const QString &text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    beginResetModel();
    m_words = words;
    refilter();
    endResetModel();
}

bool AuditModel::matches(size_t entry) const
{
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString &word) {
        return m_searched[entry].contains(word, Qt::CaseInsensitive);
    });
}

void AuditModel::refilter()
{
    m_shown.clear();
    for (size_t entry = 0; entry < m_entries.size(); ++entry) {
        if (matches(entry))
            m_shown.push_back(entry);
    }
}

} // namespace lockmaster
