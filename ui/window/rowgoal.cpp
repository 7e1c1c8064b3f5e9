// SPDX-License-Identifier: Apache-2.0
#include "ui/window/rowgoal.h"

#include "ui/locks/locktable.h"

#include <utility>

namespace lockmaster {

void RowGoal::toFirst()
{
    forget();
    m_first = true;
}

void RowGoal::toOnly(const QWidget &line)
{
    forget();
    m_typedIn = &line;
}

void RowGoal::toLock(const LockId &id)
{
    forget();
    m_lock = id;
}

void RowGoal::forget()
{
    m_first = false;
    m_typedIn.clear();
    m_lock.reset();
}

std::optional<LockId> RowGoal::goOn(const ViewQuery &shown, const ViewQuery &asked)
{
    if ((!m_first && !m_typedIn && !m_lock) || shown.filter.text() != asked.filter.text()
        || shown.scope != asked.scope)
        return std::nullopt;
    // Whoever is elsewhere by now, in a dialog for one, chose nothing.
    const QPointer<const QWidget> typedIn = std::exchange(m_typedIn, nullptr);
    if (typedIn) {
        if (typedIn->hasFocus() && !asked.focus && m_table.model()->rowCount() == 1)
            m_table.selectRow(0);
        return std::nullopt;
    }
    const bool first = std::exchange(m_first, false);
    auto lock = std::exchange(m_lock, std::nullopt);
    // A table that is not shown would take the focus once it is.
    if (m_table.model()->rowCount() == 0 || (lock && !m_table.selectLock(*lock)))
        return lock;
    m_table.setFocus(Qt::ShortcutFocusReason);
    if (first)
        m_table.selectRow(0);
    return std::nullopt;
}

} // namespace lockmaster
