// SPDX-License-Identifier: Apache-2.0
#include "ui/history/auditmodel.h"

#include "core/text/literaltext.h"
#include "core/display/locktext.h"

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

AuditModel::AuditModel(QObject *parent) : ColumnModel(parent)
{
    const auto muted = [](const AuditRecord &) { return Tone::Muted; };
    setColumns({
        column(tr("Time"), AuditWords::localTime)
            .width(146)
            .tone(muted)
            .toolTip([](const AuditRecord &entry) {
                return AuditWords::localTime(entry) + u'\n' + AuditWords::utcTime(entry);
            }),
        column(tr("User"), AuditWords::user).width(60).tone(muted),
        column(tr("Server"), AuditWords::backend).width(92).tone(muted),
        column(tr("Lock"), AuditWords::lock).width(124),
        column(tr("Action"), AuditWords::action).width(84),
        column(tr("Reason"), AuditWords::reason),
        column(tr("Outcome"), AuditWords::outcome).width(138).tone(AuditWords::outcomeTone),
        column(tr("Held by then"), AuditWords::heldBy).width(120).tone(muted),
    });
    Q_ASSERT(columnCount() == columns);
}

int AuditModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

const AuditRecord &AuditModel::entryAt(int row) const
{
    return m_entries[m_shown[static_cast<size_t>(row)]];
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
