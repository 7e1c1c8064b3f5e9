// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockid.h"

#include <QAction>

#include <optional>

namespace lockmaster {

class LeaderMarks;

/**
 * What the menu and the details of one lock offer about leaders: to watch it as one, and to go
 * where it is shown as one. Invisible where it makes no sense. GUI thread; the marks outlive it.
 */
class LeaderActions final : public QObject
{
    Q_OBJECT

public:
    explicit LeaderActions(LeaderMarks &marks, QObject *parent = nullptr);

    /** Which lock they are about. */
    void setLock(const std::optional<LockId> &id);

    QAction &watch() { return *m_watch; }
    QAction &show() { return *m_show; }

signals:
    void showRequested(const lockmaster::LockId &id);

private:
    void update();

    LeaderMarks &m_marks;
    std::optional<LockId> m_lock;
    QAction *m_watch;
    QAction *m_show;
};

} // namespace lockmaster
