// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/failovermodel.h"

#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "ui/lab/labwords.h"
#include "ui/kit/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

bool isSameFailover(const MeasuredFailover &a, const MeasuredFailover &b)
{
    return a.killedAt == b.killedAt && a.killed == b.killed && a.next == b.next
           && a.vacancy == b.vacancy && a.watched == b.watched;
}

} // namespace

int FailoverModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_failovers.size());
}

int FailoverModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant FailoverModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), column);
    case Qt::AccessibleTextRole:
        return spokenCell(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                          text(index.row(), column));
    case Qt::TextAlignmentRole: {
        const bool words = column == At || column == Who;
        return QVariant::fromValue(Qt::Alignment(words ? Qt::AlignLeft : Qt::AlignRight));
    }
    case ToneRole:
        return QVariant::fromValue(column == Vacancy || column == Who ? Tone::Plain : Tone::Muted);
    default: return {};
    }
}

QVariant FailoverModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = static_cast<Column>(section);
    if (role == Qt::TextAlignmentRole) {
        const bool words = column == At || column == Who;
        return QVariant::fromValue(
            Qt::Alignment((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Count: return tr("#");
    case At: return tr("Killed at");
    case Who: return tr("Lead");
    case Vacancy: return tr("No leader");
    case Watched: return tr("As watched");
    case columns: break;
    }
    return {};
}

void FailoverModel::setFailovers(const std::vector<MeasuredFailover> &failovers)
{
    if (std::equal(failovers.begin(), failovers.end(), m_failovers.begin(), m_failovers.end(),
                   isSameFailover))
        return;
    const bool grew =
        failovers.size() > m_failovers.size()
        && std::equal(m_failovers.begin(), m_failovers.end(), failovers.begin(), isSameFailover);
    if (grew) { // the newest are the first rows
        beginInsertRows({}, 0, int(failovers.size() - m_failovers.size()) - 1);
        m_failovers = failovers;
        endInsertRows();
        return;
    }
    beginResetModel();
    m_failovers = failovers;
    endResetModel();
}

QString FailoverModel::text(int row, Column column) const
{
    const MeasuredFailover &failover = m_failovers[m_failovers.size() - 1 - size_t(row)];
    switch (column) {
    case Count: return QString::number(numberOf(row));
    case At: return clockText(localTimeOf(failover.at), TimeDetail::ToMilli);
    case Who:
        if (failover.killed == failover.next)
            return tr("%1 → %1 again").arg(failover.killed);
        return QStringLiteral("%1 → %2").arg(failover.killed).arg(failover.next);
    case Vacancy: return briefDurationText(failover.vacancy);
    case Watched: return failover.watched ? briefDurationText(*failover.watched) : LockText::none();
    case columns: break;
    }
    return {};
}

} // namespace lockmaster
