// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

#include <QPointer>
#include <QWidget>

namespace lockmaster {

class LockTable;

/**
 * To which row of the lock table somebody wants to get who may have asked for another filter or
 * scope as well: there is none before the view follows. GUI thread; the table outlives it.
 */
class RowGoal
{
public:
    explicit RowGoal(LockTable &table) : m_table(table) {}

    void toFirst();
    /** To the only one, where one is left of what is typed in `line`, which keeps the focus. */
    void toOnly(const QWidget &line);
    void toLock(const LockId &id);
    void forget();

    /**
     * Goes there if `shown` is what was `asked`, and wants nothing more then. @return the lock that
     * was wanted and is not there.
     */
    std::optional<LockId> goOn(const ViewQuery &shown, const ViewQuery &asked);

private:
    LockTable &m_table;
    bool m_first = false;
    QPointer<const QWidget> m_typedIn; ///< none: the only one is not wanted
    std::optional<LockId> m_lock;
};

} // namespace lockmaster
