// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/locktable.h"

#include <QHeaderView>
#include <QPaintEvent>
#include <QPainter>
#include <QStyle>

#include <algorithm>

// What a lock table paints, and when: the rows, the countdown and the blink.

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto fastTick = 100ms;
constexpr auto slowTick = 1000ms;
constexpr auto glowStep = 110ms;
constexpr qreal glowDecay = 0.3;

} // namespace

// Painting

/** As the base class does it, but for the selection: that asks all its ranges for each cell. */
void LockTable::paintEvent(QPaintEvent *event)
{
    QStyleOptionViewItem style;
    initViewItemOption(&style);
    style.palette.setCurrentColorGroup(isActiveWindow() ? QPalette::Active : QPalette::Inactive);
    QPainter painter(viewport());
    for (const QRect &dirty : event->region())
        paintRows(painter, style, dirty);
}

void LockTable::paintRows(QPainter &painter, const QStyleOptionViewItem &style,
                          const QRect &dirty) const
{
    std::vector<int> columns;
    for (int column = 0; column < lockColumnCount; ++column) {
        const int left = columnViewportPosition(column);
        if (!isColumnHidden(column) && left <= dirty.right()
            && left + columnWidth(column) > dirty.left())
            columns.push_back(column);
    }
    const int first = rowAt(dirty.top());
    const int last = rowAt(dirty.bottom());
    const int end = last < 0 ? m_model.rowCount() : last + 1;
    for (int row = first; row >= 0 && row < end; ++row)
        paintRow(painter, style, row, columns);
}

void LockTable::paintRow(QPainter &painter, const QStyleOptionViewItem &style, int row,
                         const std::vector<int> &columns) const
{
    QStyleOptionViewItem cell(style);
    cell.state.setFlag(QStyle::State_Selected, m_selected.contains(row));
    const int top = rowViewportPosition(row);
    for (const int column : columns) {
        const QModelIndex index = m_model.index(row, column);
        cell.rect = QRect(columnViewportPosition(column), top, columnWidth(column), rowHeight(row));
        cell.state.setFlag(QStyle::State_HasFocus, hasFocus() && index == currentIndex());
        itemDelegateForIndex(index)->paint(&painter, cell, index);
    }
}

// Countdown

std::pair<int, int> LockTable::visibleRows() const
{
    const int first = rowAt(0);
    if (first < 0)
        return {0, -1};
    const int last = rowAt(viewport()->height() - 1);
    return {first, last < 0 ? m_model.rowCount() - 1 : last};
}

bool LockTable::changesFast(int row) const
{
    const PackedLock &lock = m_model.rowAt(row).lock;
    const auto left = lock.ttlAt(m_model.clock().now());
    return isHeld(lock.state()) && left && *left > Micros(0) && *left < 10s;
}

void LockTable::armTick()
{
    if (!m_live || !isVisible() || m_model.rowCount() == 0) {
        m_tick.stop();
        return;
    }
    const auto [first, last] = visibleRows();
    bool fast = false;
    for (int row = first; row <= last && !fast; ++row)
        fast = changesFast(row);
    const auto interval = fast && isColumnShown(LockColumn::Ttl) ? fastTick : slowTick;
    if (!m_tick.isActive() || interval < m_tick.intervalAsDuration())
        m_tick.start(interval);
}

std::chrono::milliseconds LockTable::tickInterval() const
{
    return m_tick.isActive() ? m_tick.intervalAsDuration() : 0ms;
}

void LockTable::tick()
{
    const SteadyTime now = std::chrono::steady_clock::now();
    if (now - m_lastSlowTick >= slowTick - fastTick / 2) {
        m_lastSlowTick = now;
        updateColumn(LockColumn::Ttl);
        updateColumn(LockColumn::Held);
        updateAgedStates();
    } else {
        const auto [first, last] = visibleRows();
        for (int row = first; row <= last; ++row) {
            if (changesFast(row))
                update(m_model.index(row, section(LockColumn::Ttl)));
        }
    }
    armTick();
}

/** Most states stay as they are from second to second. */
void LockTable::updateAgedStates()
{
    const SteadyTime then = std::exchange(m_statesSeenAt, m_model.clock().now());
    const auto [first, last] = visibleRows();
    for (int row = first; row <= last; ++row) {
        if (m_model.stateAgedSince(row, then))
            update(m_model.index(row, section(LockColumn::State)));
    }
}

void LockTable::updateColumn(LockColumn column)
{
    if (isColumnShown(column))
        viewport()->update(columnViewportPosition(section(column)), 0, columnWidth(section(column)),
                           viewport()->height());
}

void LockTable::setLive(bool live)
{
    m_live = live;
    if (!live) {
        m_glow.stop();
        m_effects.glow = 0;
    }
    armTick();
}

void LockTable::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    armTick();
}

void LockTable::hideEvent(QHideEvent *event)
{
    QTableView::hideEvent(event);
    m_tick.stop();
}

// The blink

void LockTable::startGlow()
{
    if (!m_live || !isVisible()
        || style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0)
        return;
    const auto [first, last] = visibleRows();
    for (int row = first; row <= last; ++row) {
        const RowMark mark = m_model.rowAt(row).mark;
        if (mark == RowMark::None || mark == RowMark::Gone)
            continue;
        m_effects.glow = 1;
        m_glow.start(glowStep);
        return;
    }
}

void LockTable::fadeGlow()
{
    m_effects.glow = std::max(0.0, m_effects.glow - glowDecay);
    updateMarkedRows();
    if (m_effects.glow > 0)
        m_glow.start(glowStep);
}

void LockTable::updateMarkedRows()
{
    const auto [first, last] = visibleRows();
    for (int row = first; row <= last; ++row) {
        if (m_model.rowAt(row).mark != RowMark::None)
            viewport()->update(0, rowViewportPosition(row), viewport()->width(), rowHeight(row));
    }
}

} // namespace lockmaster
