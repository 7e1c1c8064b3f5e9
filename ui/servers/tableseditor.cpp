// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/tableseditor.h"

#include "core/config/tablereader.h"
#include "core/domain/systemtraits.h"
#include "core/formats/formatcatalogue.h"
#include "core/text/words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

enum Column {
    KindColumn,
    TableColumn,
    NameColumn,
    OwnerColumn,
    TimeColumn,
    ClockColumn,
    LeaseColumn,
    ColumnCount
};

QString qualified(const TableSpec &table)
{
    return table.schema.isEmpty() ? table.table : table.schema + QLatin1Char('.') + table.table;
}

} // namespace

TablesEditor::TablesEditor(QWidget *parent)
    : QWidget(parent), m_grid(new QTableWidget(0, ColumnCount, this))
{
    m_grid->setHorizontalHeaderLabels({tr("Kind"), tr("Table"), tr("Name column"),
                                       tr("Owner column"), tr("Time column"), tr("Clock"),
                                       tr("Lease (ms)")});
    m_grid->setAccessibleName(tr("Tables to watch"));
    m_grid->horizontalHeader()->setStretchLastSection(true);
    m_grid->horizontalHeader()->setHighlightSections(false);
    m_grid->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_grid->verticalHeader()->hide();
    m_grid->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_grid->setTabKeyNavigation(false);

    auto *buttons = new QHBoxLayout;
    for (const SystemTraits *system : tableSystems()) {
        auto *add = new QPushButton(Words::tr(system->addLabel), this);
        buttons->addWidget(add);
        connect(add, &QPushButton::clicked, this, [this, system] {
            this->add(system->table());
            emit edited();
        });
    }
    auto *remove = new QPushButton(tr("&Remove"), this);
    buttons->addStretch();
    buttons->addWidget(remove);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_grid);
    layout->addLayout(buttons);

    connect(remove, &QPushButton::clicked, this, &TablesEditor::removeSelected);
    connect(m_grid, &QTableWidget::cellChanged, this, &TablesEditor::edited);
}

void TablesEditor::setTables(const std::vector<TableSpec> &tables)
{
    m_grid->setRowCount(0);
    for (const TableSpec &table : tables)
        add(table);
}

std::vector<TableSpec> TablesEditor::tables() const
{
    std::vector<TableSpec> tables;
    tables.reserve(size_t(m_grid->rowCount()));
    for (int row = 0; row < m_grid->rowCount(); ++row)
        tables.push_back(tableAt(row));
    return tables;
}

QString TablesEditor::problem() const
{
    for (int row = 0; row < m_grid->rowCount(); ++row) {
        const TableSpec table = tableAt(row);
        if (table.table.isEmpty()
            || (!table.format
                && (table.nameColumn.isEmpty() || table.ownerColumn.isEmpty()
                    || table.timeColumn.isEmpty())))
            return tr("Table row %1: the table and its three columns need a name.").arg(row + 1);
        if (!clockSpecFromText(cell(row, ClockColumn))) {
            return tr("Table row %1: the clock is one of server, utc, a zone such as Asia/Seoul, "
                      "or an offset such as +09:00.")
                .arg(row + 1);
        }
        if (kindAt(row).lease && (!table.lease || table.lease->count() <= 0))
            return tr("Table row %1: a leader table needs a lease in milliseconds.").arg(row + 1);
    }
    return {};
}

void TablesEditor::add(const TableSpec &table)
{
    const QSignalBlocker quiet(m_grid);
    const int row = m_grid->rowCount();
    m_grid->insertRow(row);
    auto *kind = new QComboBox(m_grid);
    for (const SystemTraits *system : tableSystems()) {
        kind->addItem(Words::tr(system->tableLabel), QString(system->id));
        if (system->id == table.system)
            kind->setCurrentIndex(kind->count() - 1);
    }
    for (const LockFormatPointer &format : knownTableFormats()) {
        kind->addItem(format->title, format->id);
        if (table.format == format)
            kind->setCurrentIndex(kind->count() - 1);
    }
    kind->setAccessibleDescription(tr("Kind"));
    connect(kind, &QComboBox::currentIndexChanged, this, [this, kind] {
        for (int at = 0; at < m_grid->rowCount(); ++at) {
            if (m_grid->cellWidget(at, KindColumn) == kind)
                takeKind(at);
        }
        emit edited();
    });
    m_grid->setCellWidget(row, KindColumn, kind);
    // What is under the box says to screen readers what the box does.
    auto *under = new QTableWidgetItem;
    under->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    under->setData(Qt::AccessibleTextRole, kind->currentText());
    m_grid->setItem(row, KindColumn, under);
    connect(kind, &QComboBox::currentTextChanged, m_grid,
            [under](const QString &text) { under->setData(Qt::AccessibleTextRole, text); });
    const auto set = [this, row](int column, const QString &text) {
        m_grid->setItem(row, column, new QTableWidgetItem(text));
    };
    set(TableColumn, qualified(table));
    set(NameColumn, table.nameColumn);
    set(OwnerColumn, table.ownerColumn);
    set(TimeColumn, table.timeColumn);
    set(ClockColumn, clockSpecText(table.clock));
    set(LeaseColumn, table.lease ? QString::number(table.lease->count() / 1000) : QString());
    showColumns(row);
    m_grid->resizeColumnsToContents();
}

TableSpec TablesEditor::kindAt(int row) const
{
    const auto *kind = qobject_cast<const QComboBox *>(m_grid->cellWidget(row, KindColumn));
    const QString id = kind->currentData().toString();
    const auto format = formatTable(id);
    return format ? *format : *tablePreset(id);
}

/** A format knows its columns, and what the table is usually called. */
void TablesEditor::takeKind(int row)
{
    const QSignalBlocker quiet(m_grid);
    const TableSpec kind = kindAt(row);
    const bool hadFormat = cell(row, NameColumn).isEmpty();
    if (kind.format || hadFormat) {
        const auto write = [&](int column, const QString &text) {
            m_grid->item(row, column)->setText(text);
        };
        write(TableColumn, kind.table);
        write(NameColumn, kind.nameColumn);
        write(OwnerColumn, kind.ownerColumn);
        write(TimeColumn, kind.timeColumn);
        write(ClockColumn, clockSpecText(kind.clock));
        write(LeaseColumn, kind.lease ? QString::number(kind.lease->count() / 1000) : QString());
    }
    showColumns(row);
}

/** What a format says itself is not to be written here. */
void TablesEditor::showColumns(int row)
{
    const QSignalBlocker quiet(m_grid);
    const bool isFree = !kindAt(row).format;
    for (const int column : {NameColumn, OwnerColumn, TimeColumn, LeaseColumn})
        m_grid->item(row, column)
            ->setFlags(isFree ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable
                              : Qt::NoItemFlags);
}

void TablesEditor::removeSelected()
{
    const int row = m_grid->currentRow();
    if (row < 0)
        return;
    m_grid->removeRow(row);
    emit edited();
}

TableSpec TablesEditor::tableAt(int row) const
{
    TableSpec table = kindAt(row);
    const QString whole = cell(row, TableColumn);
    const qsizetype dot = whole.indexOf(QLatin1Char('.'));
    table.schema = dot < 0 ? QString() : whole.first(dot);
    table.table = whole.mid(dot + 1);
    table.clock = clockSpecFromText(cell(row, ClockColumn)).value_or(ClockSpec{});
    table.named = true;
    if (table.format)
        return table;
    table.nameColumn = cell(row, NameColumn);
    table.ownerColumn = cell(row, OwnerColumn);
    table.timeColumn = cell(row, TimeColumn);
    const QString lease = cell(row, LeaseColumn);
    if (lease.isEmpty())
        table.lease.reset();
    else if (table.lease)
        table.lease = Millis(lease.toLongLong());
    return table;
}

QString TablesEditor::cell(int row, int column) const
{
    const QTableWidgetItem *item = m_grid->item(row, column);
    return item ? item->text().trimmed() : QString();
}

} // namespace lockmaster
