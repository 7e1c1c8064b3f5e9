// SPDX-License-Identifier: Apache-2.0
#include "ui/leaders/leaderactions.h"

#include "ui/leaders/leadermarks.h"
#include "ui/kit/actionname.h"

namespace lockmaster {

LeaderActions::LeaderActions(LeaderMarks &marks, QObject *parent)
    : QObject(parent), m_marks(marks), m_watch(new QAction(this)), m_show(new QAction(this))
{
    nameAction(*m_show, [] { return tr("Show in Leaders"); });
    connect(m_watch, &QAction::triggered, this, [this] {
        if (m_lock)
            m_marks.setMarked(*m_lock, !m_marks.contains(*m_lock));
    });
    connect(m_show, &QAction::triggered, this, [this] {
        if (m_lock)
            emit showRequested(*m_lock);
    });
    connect(&marks, &LeaderMarks::changed, this, &LeaderActions::update);
    update();
}

void LeaderActions::setLock(const std::optional<LockId> &id)
{
    if (m_lock == id)
        return;
    m_lock = id;
    update();
}

void LeaderActions::update()
{
    const bool inTable = m_lock && LeaderMarks::isLeaderTable(*m_lock);
    const bool marked = m_lock && m_marks.contains(*m_lock);
    m_watch->setVisible(m_lock && !inTable);
    nameAction(*m_watch,
               [marked] { return marked ? tr("Stop watching as leader") : tr("Watch as leader"); });
    m_watch->setEnabled(marked || !m_marks.isFull());
    m_watch->setToolTip(
        m_watch->isEnabled()
            ? tr("A lock that elects a leader has its place in Leaders")
            : tr("At most %1 locks are watched as leaders.").arg(LeaderMarks::most));
    m_show->setVisible(inTable || marked);
}

} // namespace lockmaster
