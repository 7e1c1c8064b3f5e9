// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

#include <QWidget>

class QTableWidget;

namespace lockmaster {

/**
 * Edits the lock and leader tables of a MySQL backend: one row a table, one column for each part
 * of its mapping. Empty means the presets. GUI thread.
 */
class TablesEditor : public QWidget
{
    Q_OBJECT

public:
    explicit TablesEditor(QWidget *parent = nullptr);

    void setTables(const std::vector<TableSpec> &tables);
    /** One more, which is not told as edited. */
    void add(const TableSpec &table);
    std::vector<TableSpec> tables() const;

    /** What keeps the rows from being used, in words; empty when all is well. */
    QString problem() const;

signals:
    void edited();

private:
    void removeSelected();
    TableSpec tableAt(int row) const;
    TableSpec kindAt(int row) const;
    void takeKind(int row);
    void showColumns(int row);
    QString cell(int row, int column) const;

    QTableWidget *m_grid = nullptr;
};

} // namespace lockmaster
