// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/plaintable.h"

#include "ui/kit/lockdelegate.h"
#include "ui/kit/focusedcell.h"

#include <QHeaderView>
#include <QFontMetrics>
#include <QTableView>

namespace lockmaster {

void makePlainTable(QTableView &table, const QString &name)
{
    table.setAccessibleName(name);
    announceFocusedCell(table);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setTabKeyNavigation(false);
    QHeaderView *rows = table.verticalHeader();
    rows->hide();
    rows->setSectionResizeMode(QHeaderView::Fixed);
    rows->setMinimumSectionSize(LockDelegate::rowHeight);
    rows->setDefaultSectionSize(LockDelegate::rowHeight);
}

int figureWidth(const QWidget &table, const QString &widest)
{
    return table.fontMetrics().horizontalAdvance(widest) + 2 * LockDelegate::padding + 1;
}

int durationWidth(const QWidget &table)
{
    return figureWidth(table, QStringLiteral("\u2265 58 m 58 s"));
}

void selectQuietly(QTableView &table, int row)
{
    const QModelIndex current = table.currentIndex();
    table.selectionModel()->select(table.model()->index(current.isValid() ? current.row() : row, 0),
                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

} // namespace lockmaster
