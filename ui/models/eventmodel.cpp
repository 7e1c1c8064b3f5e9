// SPDX-License-Identifier: Apache-2.0
#include "ui/models/eventmodel.h"

#include "ui/models/eventtext.h"
#include "ui/models/locktext.h"

namespace lockmaster {

EventModel::EventModel(LockStore &store, QObject *parent) : QAbstractListModel(parent)
{
    connect(&store, &LockStore::updated, this,
            [this](const ViewUpdate &update) { append(update); });
}

int EventModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant EventModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Line &line = m_lines[static_cast<size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return line.text;
    case Qt::AccessibleTextRole: return QStringLiteral("%1 %2").arg(line.time, line.text);
    case Qt::ToolTipRole: return plainToolTip(line.text);
    case TimeRole: return line.time;
    case EventToneRole: return QVariant::fromValue(line.tone);
    case EventPointerRole: return QVariant::fromValue(line.lock);
    default: return {};
    }
}

void EventModel::setRenewalsShown(bool shown)
{
    m_renewalsShown = shown;
}

void EventModel::append(const ViewUpdate &update)
{
    std::vector<Line> lines;
    if (update.droppedEvents > 0) {
        lines.push_back({{},
                         tr("%1 more left out: too many at once").arg(update.droppedEvents),
                         Tone::Expiring,
                         nullptr});
    }
    // What would be pushed out again at once is not put into words at all.
    const auto total = static_cast<qsizetype>(update.events.size());
    for (qsizetype at = std::max<qsizetype>(0, total - capacity); at < total; ++at) {
        const Event &event = update.events[static_cast<size_t>(at)];
        if (event.kind == EventKind::Renewed && !m_renewalsShown)
            continue;
        lines.push_back({EventText::time(event), EventText::sentence(event),
                         EventText::tone(event.kind), event.after ? event.after : event.before});
    }
    append(std::move(lines));
}

void EventModel::append(std::vector<Line> lines)
{
    if (lines.empty())
        return;
    if (lines.size() > capacity)
        lines.erase(lines.begin(), lines.end() - capacity);
    const int added = static_cast<int>(lines.size());
    const int overflow = rowCount() + added - capacity;
    if (overflow > 0) {
        beginRemoveRows({}, 0, overflow - 1);
        m_lines.erase(m_lines.begin(), m_lines.begin() + overflow);
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount() + added - 1);
    std::move(lines.begin(), lines.end(), std::back_inserter(m_lines));
    endInsertRows();
}

} // namespace lockmaster
