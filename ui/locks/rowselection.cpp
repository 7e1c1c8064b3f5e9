// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/rowselection.h"

#include "core/display/locktablemodel.h"
#include "ui/locks/selectedrows.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QSignalBlocker>

#include <cstring>
#include <utility>

namespace lockmaster {

namespace {

/** Whether a view may look at its selection because of it. */
bool asksForSelection(const QEvent &event)
{
    switch (event.type()) {
    case QEvent::HoverEnter:
    case QEvent::HoverMove:
    case QEvent::HoverLeave: return false;
    case QEvent::FocusIn:
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::Drop:
    case QEvent::InputMethod: return true;
    default: return event.isInputEvent();
    }
}

} // namespace

RowSelection::RowSelection(LockTableModel &model, QObject *parent)
    : QItemSelectionModel(nullptr, parent), m_model(model)
{
    connect(&model, &QAbstractItemModel::layoutAboutToBeChanged, this, &RowSelection::hold);
    connect(&model, &QAbstractItemModel::layoutChanged, this, &RowSelection::restore);
    const auto forget = [this] {
        m_known = false;
        m_owesRanges = false;
    };
    connect(&model, &QAbstractItemModel::rowsAboutToBeInserted, this, &RowSelection::makeRanges);
    connect(&model, &QAbstractItemModel::rowsAboutToBeRemoved, this, &RowSelection::makeRanges);
    connect(&model, &QAbstractItemModel::rowsInserted, this, forget);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, forget);
    connect(&model, &QAbstractItemModel::modelReset, this, forget);
    // Only now: the base class follows the model behind us.
    setModel(&model);
    connect(this, &QItemSelectionModel::selectionChanged, this, [this] { m_known = false; });
    QAccessible::installActivationObserver(this);
}

RowSelection::~RowSelection()
{
    QAccessible::removeActivationObserver(this);
}

void RowSelection::serve(QAbstractItemView &view)
{
    const QItemSelectionModel *const own = view.selectionModel();
    view.setSelectionModel(this);
    delete own;
    view.installEventFilter(this);
    view.viewport()->installEventFilter(this);
}

const std::vector<int> &RowSelection::rows() const
{
    read();
    return m_rows;
}

bool RowSelection::contains(int row) const
{
    read();
    return static_cast<size_t>(row) < m_isSelected.size()
           && m_isSelected[static_cast<size_t>(row)] != 0;
}

void RowSelection::read() const
{
    if (std::exchange(m_known, true))
        return;
    m_rows = lockmaster::selectedRows(*this);
    m_isSelected.assign(m_rows.empty() ? 0 : static_cast<size_t>(m_rows.back()) + 1, 0);
    for (const int row : m_rows)
        m_isSelected[static_cast<size_t>(row)] = 1;
}

// Through a change of layout

void RowSelection::hold()
{
    read();
    if (m_rows.empty() || m_owesRanges)
        return;
    const QSignalBlocker silence(this);
    QItemSelectionModel::select(QItemSelection(), Clear);
}

void RowSelection::restore()
{
    if (m_rows.empty())
        return;
    m_isSelected.assign(static_cast<size_t>(m_model.rowCount()), 0);
    for (const int old : m_rows) {
        if (const int row = m_model.newRowOf(old); row >= 0)
            m_isSelected[static_cast<size_t>(row)] = 1;
    }
    m_rows.clear();
    // In order, without sorting.
    const char *const all = m_isSelected.data();
    const char *const end = all + m_isSelected.size();
    for (const char *row = all; row != end; ++row) {
        const void *found = std::memchr(row, 1, static_cast<size_t>(end - row));
        if (!found)
            break;
        row = static_cast<const char *>(found);
        m_rows.push_back(static_cast<int>(row - all));
    }
    m_owesRanges = !m_rows.empty();
    if (QAccessible::isActive())
        makeRanges();
}

void RowSelection::makeRanges()
{
    if (!std::exchange(m_owesRanges, false))
        return;
    QItemSelection ranges;
    for (size_t top = 0; top < m_rows.size();) {
        size_t below = top + 1;
        while (below < m_rows.size() && m_rows[below] == m_rows[below - 1] + 1)
            ++below;
        ranges.append(
            {m_model.index(m_rows[top], 0), m_model.index(m_rows[below - 1], lockColumnCount - 1)});
        top = below;
    }
    const QSignalBlocker silence(this);
    QItemSelectionModel::select(ranges, Select);
    // What is extended next adds to them, and does not take their place.
    QItemSelectionModel::select(QItemSelection(), Select);
}

// Who asks

void RowSelection::select(const QItemSelection &ranges, SelectionFlags command)
{
    makeRanges();
    QItemSelectionModel::select(ranges, command);
}

void RowSelection::clear()
{
    makeRanges();
    QItemSelectionModel::clear();
}

bool RowSelection::eventFilter(QObject *watched, QEvent *event)
{
    if (m_owesRanges && asksForSelection(*event))
        makeRanges();
    return QItemSelectionModel::eventFilter(watched, event);
}

void RowSelection::accessibilityActiveChanged(bool active)
{
    if (active)
        makeRanges();
}

} // namespace lockmaster
