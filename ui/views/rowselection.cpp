// SPDX-License-Identifier: Apache-2.0
#include "ui/views/rowselection.h"

#include "ui/models/locktablemodel.h"
#include "ui/views/selectedrows.h"

#include <QItemSelectionModel>
#include <QSignalBlocker>

#include <cstring>
#include <utility>

namespace lockmaster {

RowSelection::RowSelection(LockTableModel &model) : m_model(model)
{
    connect(&model, &QAbstractItemModel::layoutAboutToBeChanged, this, &RowSelection::hold);
    connect(&model, &QAbstractItemModel::layoutChanged, this, &RowSelection::restore);
    const auto forget = [this] { m_known = false; };
    connect(&model, &QAbstractItemModel::rowsInserted, this, forget);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, forget);
    connect(&model, &QAbstractItemModel::modelReset, this, forget);
}

RowSelection::~RowSelection() = default;

void RowSelection::follow(QItemSelectionModel &selection)
{
    m_selection = &selection;
    m_known = false;
    connect(&selection, &QItemSelectionModel::selectionChanged, this, [this] { m_known = false; });
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
    m_rows = m_selection ? selectedRows(*m_selection) : std::vector<int>();
    m_isSelected.assign(m_rows.empty() ? 0 : static_cast<size_t>(m_rows.back()) + 1, 0);
    for (const int row : m_rows)
        m_isSelected[static_cast<size_t>(row)] = 1;
}

void RowSelection::hold()
{
    read();
    if (m_rows.empty())
        return;
    const QSignalBlocker silence(m_selection);
    m_selection->clearSelection();
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
    select(readRanges());
}

/** Rows and ranges out of `m_isSelected`: in order, without sorting. */
QItemSelection RowSelection::readRanges()
{
    m_rows.clear();
    QItemSelection ranges;
    const char *const all = m_isSelected.data();
    const char *const end = all + m_isSelected.size();
    const auto next = [end](const char *from, char value) {
        const void *found = std::memchr(from, value, static_cast<size_t>(end - from));
        return found ? static_cast<const char *>(found) : end;
    };
    for (const char *top = next(all, 1); top != end;) {
        const char *const below = next(top, 0);
        for (const char *row = top; row != below; ++row)
            m_rows.push_back(static_cast<int>(row - all));
        ranges.append({m_model.index(static_cast<int>(top - all), 0),
                       m_model.index(m_rows.back(), lockColumnCount - 1)});
        top = next(below, 1);
    }
    return ranges;
}

void RowSelection::select(const QItemSelection &ranges)
{
    const QSignalBlocker silence(m_selection);
    m_selection->select(ranges, QItemSelectionModel::Select);
    // What is extended next adds to them, and does not take their place.
    m_selection->select(QItemSelection(), QItemSelectionModel::Select);
}

} // namespace lockmaster
