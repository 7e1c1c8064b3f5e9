// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockid.h"

#include <QObject>

#include <vector>

class QSettings;

namespace lockmaster {

/**
 * The locks of which the operator said that they elect a leader. Kept in the settings from start to
 * start; at most `most` of them. GUI thread; the settings outlive it.
 */
class LeaderMarks final : public QObject
{
    Q_OBJECT

public:
    static constexpr size_t most = 200;

    explicit LeaderMarks(QSettings &settings, QObject *parent = nullptr);

    const std::vector<LockId> &marks() const { return m_marks; }
    bool contains(const LockId &id) const;
    bool isFull() const { return m_marks.size() >= most; }
    /** A lock of a leader table elects a leader by itself, and needs no mark. */
    static bool isLeaderTable(const LockId &id);

    /** Marks a lock, unless there are too many or it needs none; or takes its mark away. */
    void setMarked(const LockId &id, bool marked);

signals:
    void changed();

private:
    void restore();
    void save();

    QSettings &m_settings;
    std::vector<LockId> m_marks; ///< in the order of marking
};

} // namespace lockmaster
