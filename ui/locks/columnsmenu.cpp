// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/columnsmenu.h"

#include <QHeaderView>

namespace lockmaster {

ColumnsMenu::ColumnsMenu(LockTable &table) : QMenu(&table)
{
    for (int i = 0; i < lockColumnCount; ++i)
        addColumn(table, static_cast<LockColumn>(i));
    addSeparator();
    QMenu *sort = addMenu(tr("Sort by"));
    for (int i = 0; i < lockColumnCount; ++i) {
        const auto column = static_cast<LockColumn>(i);
        sort->addAction(table.columnTitle(column), &table,
                        [&table, column] { table.sortBy(column); });
    }
    addAction(tr("Reset columns"), &table, &LockTable::resetColumns);
    const QHeaderView *header = table.horizontalHeader();
    connect(header, &QWidget::customContextMenuRequested, this,
            [this, header](const QPoint &at) { popup(header->mapToGlobal(at)); });
}

void ColumnsMenu::addColumn(LockTable &table, LockColumn column)
{
    QAction *action = addAction(table.columnTitle(column));
    action->setCheckable(true);
    action->setChecked(table.isColumnShown(column));
    action->setEnabled(column != LockColumn::Name);
    connect(action, &QAction::toggled, &table,
            [&table, column](bool shown) { table.setColumnShown(column, shown); });
    connect(&table, &LockTable::columnsChanged, action,
            [&table, action, column] { action->setChecked(table.isColumnShown(column)); });
}

} // namespace lockmaster
