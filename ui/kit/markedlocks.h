// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockid.h"

#include <QObject>

#include <vector>

class QSettings;

namespace lockmaster {

/**
 * Locks that the operator marked, kept in the settings from start to start; at most `most` of them.
 * GUI thread; the settings outlive it.
 */
class MarkedLocks : public QObject
{
    Q_OBJECT

public:
    static constexpr size_t most = 200;

    /** `key` is where in the settings; what `mayBe` refuses is never marked. */
    MarkedLocks(QSettings &settings, QString key, bool (*mayBe)(const LockId &) = nullptr,
                QObject *parent = nullptr);

    /** In the order of marking. */
    const std::vector<LockId> &marks() const { return m_marks; }
    bool contains(const LockId &id) const;
    bool isFull() const { return m_marks.size() >= most; }

    /** Marks a lock, unless there are too many or it may not be; or takes its mark away. */
    void setMarked(const LockId &id, bool marked) { setMarked(std::vector<LockId>{id}, marked); }
    /** The same of several, as far as there is room. */
    void setMarked(const std::vector<LockId> &ids, bool marked);

signals:
    void changed();

private:
    void restore();
    void save();

    QSettings &m_settings;
    QString m_key;
    bool (*m_mayBe)(const LockId &);
    std::vector<LockId> m_marks;
};

} // namespace lockmaster
