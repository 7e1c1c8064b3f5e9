// SPDX-License-Identifier: Apache-2.0
#include "ui/models/eventmodel.h"

#include "ui/models/eventtext.h"
#include "ui/models/locktext.h"

#include <QThreadPool>

#include <iterator>
#include <memory>
#include <utility>

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
    return line.leftOut > 0 ? leftOutData(line.leftOut, role) : eventData(line.event, role);
}

QVariant EventModel::leftOutData(qint64 count, int role)
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: return tr("%1 more left out: too many at once").arg(count);
    case EventToneRole: return QVariant::fromValue(Tone::Expiring);
    case EventPointerRole: return QVariant::fromValue(LockPointer());
    default: return {};
    }
}

QVariant EventModel::eventData(const Event &event, int role)
{
    switch (role) {
    case Qt::DisplayRole: return EventText::sentence(event);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1 %2").arg(EventText::time(event), EventText::sentence(event));
    case Qt::ToolTipRole: return plainToolTip(EventText::sentence(event));
    case TimeRole: return EventText::time(event);
    case EventToneRole: return QVariant::fromValue(EventText::tone(event.kind));
    case EventPointerRole:
        return QVariant::fromValue<LockPointer>(event.after ? event.after : event.before);
    default: return {};
    }
}

void EventModel::setRenewalsShown(bool shown)
{
    m_renewalsShown = shown;
}

void EventModel::setLive(bool live)
{
    m_live = live;
    if (live)
        append(std::exchange(m_kept, {}));
}

void EventModel::append(const ViewUpdate &update)
{
    std::vector<Line> lines;
    if (update.droppedEvents > 0)
        lines.push_back({{}, update.droppedEvents});
    // What would be pushed out again at once is not taken in at all.
    const auto total = static_cast<qsizetype>(update.events.size());
    for (qsizetype at = std::max<qsizetype>(0, total - capacity); at < total; ++at) {
        const Event &event = update.events[static_cast<size_t>(at)];
        if (event.kind != EventKind::Renewed || m_renewalsShown)
            lines.push_back({event, 0});
    }
    if (m_live) {
        append(std::move(lines));
        return;
    }
    std::move(lines.begin(), lines.end(), std::back_inserter(m_kept));
    dropOldest(m_kept, std::ssize(m_kept) - capacity);
}

/** Often nobody else has the locks of these any more: to free a thousand is felt. */
template<class Lines>
void EventModel::dropOldest(Lines &lines, qsizetype count)
{
    constexpr qsizetype few = 50;
    if (count <= 0)
        return;
    const auto end = lines.begin() + count;
    if (count > few) {
        auto gone = std::make_shared<std::vector<Line>>(std::make_move_iterator(lines.begin()),
                                                        std::make_move_iterator(end));
        QThreadPool::globalInstance()->start([gone = std::move(gone)] { gone->clear(); });
    }
    lines.erase(lines.begin(), end);
}

void EventModel::append(std::vector<Line> lines)
{
    if (lines.empty())
        return;
    dropOldest(lines, std::ssize(lines) - capacity);
    const int added = static_cast<int>(lines.size());
    const int overflow = rowCount() + added - capacity;
    if (overflow > 0) {
        beginRemoveRows({}, 0, overflow - 1);
        dropOldest(m_lines, overflow);
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount() + added - 1);
    std::move(lines.begin(), lines.end(), std::back_inserter(m_lines));
    endInsertRows();
}

} // namespace lockmaster
