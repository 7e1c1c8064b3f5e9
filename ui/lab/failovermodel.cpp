// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/failovermodel.h"

#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "ui/lab/labwords.h"
#include "core/display/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

bool isSameFailover(const MeasuredFailover &a, const MeasuredFailover &b)
{
    return a.killedAt == b.killedAt && a.killed == b.killed && a.next == b.next
           && a.vacancy == b.vacancy && a.watched == b.watched;
}

QString whoText(const MeasuredFailover &failover)
{
    if (failover.killed == failover.next)
        return FailoverModel::tr("%1 → %1 again").arg(failover.killed);
    return QStringLiteral("%1 → %2").arg(failover.killed).arg(failover.next);
}

} // namespace

FailoverModel::FailoverModel(QObject *parent) : ColumnModel(parent)
{
    const auto muted = [](const MeasuredFailover &) { return Tone::Muted; };
    setColumns({
        // From 1, in the order in which they happened.
        column(tr("#"),
               [this](const MeasuredFailover &failover) {
                   return QString::number(&failover - m_failovers.data() + 1);
               })
            .number()
            .tone(muted),
        column(tr("Killed at"),
               [](const MeasuredFailover &failover) {
                   return clockText(localTimeOf(failover.at), TimeDetail::ToMilli);
               })
            .tone(muted),
        column(tr("Lead"), whoText),
        column(tr("No leader"),
               [](const MeasuredFailover &failover) { return briefDurationText(failover.vacancy); })
            .number(),
        column(tr("As watched"),
               [](const MeasuredFailover &failover) {
                   return failover.watched ? briefDurationText(*failover.watched)
                                           : LockText::none();
               })
            .number()
            .tone(muted),
    });
    Q_ASSERT(columnCount() == columns);
}

int FailoverModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_failovers.size());
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

} // namespace lockmaster
