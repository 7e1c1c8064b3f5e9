// SPDX-License-Identifier: Apache-2.0
#include "ui/owners/ownerstable.h"

#include "ui/kit/lockheader.h"
#include "ui/kit/plaintable.h"
#include "ui/owners/ownertext.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

/** Of the owner's name so much is to be seen beside the figures. */
constexpr int leastOwner = 170;
/** Left to the tooltips, one after another, where there is too little room. */
constexpr std::array ownersGivenUp = {OwnersModel::SeenAs, OwnersModel::KnownBy,
                                      OwnersModel::Backends, OwnersModel::Oldest};

} // namespace

OwnersTable::OwnersTable(OwnersModel &model, QWidget *parent) : QTableView(parent), m_model(model)
{
    setHorizontalHeader(new LockHeader(this));
    setModel(&model);
    setItemDelegate(new LockDelegate(m_effects, this));
    makeSortedTable(*this, tr("Owners"), OwnersModel::Name, 48);
    sortByColumn(OwnersModel::Lives, Qt::AscendingOrder);
    setSortingEnabled(true);
    addMenu();
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&model, signal, this, &OwnersTable::keepChoice);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OwnersTable::rowChosen);
    connect(this, &QTableView::doubleClicked, this, &OwnersTable::locksWanted);
}

void OwnersTable::addMenu()
{
    setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *locks = new QAction(tr("Show its locks"), this);
    connect(locks, &QAction::triggered, this, &OwnersTable::locksWanted);
    auto *held = new QAction(tr("Show what it holds"), this);
    connect(held, &QAction::triggered, this, &OwnersTable::heldWanted);
    auto *copy = new QAction(tr("Copy its name"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this] {
        if (const OwnerEntry *owner = chosen())
            QGuiApplication::clipboard()->setText(owner->id.name());
    });
    addActions({locks, held, copy});
    addAction(sortMenu(*this)->menuAction());
}

const OwnerEntry *OwnersTable::chosen() const
{
    const QModelIndexList rows = selectionModel()->selectedRows();
    return rows.isEmpty() ? nullptr : &m_model.rowAt(rows.constFirst().row());
}

/**
 * One is chosen when there are some for the first time: Enter leads to its locks. Where the chosen
 * one has gone nobody is, until somebody is chosen: Enter is not to lead to its neighbour.
 */
void OwnersTable::keepChoice()
{
    if (!m_hasChosen && m_model.rowCount() > 0)
        selectQuietly(*this, 0);
    m_hasChosen = m_model.rowCount() > 0;
    emit rowChosen();
}

void OwnersTable::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (chosen())
            emit locksWanted();
        return;
    }
    QTableView::keyPressEvent(event);
}

void OwnersTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

/** Figures take what they need, names share the rest. */
void OwnersTable::fitColumns()
{
    const int width = viewport()->width();
    QHeaderView *header = horizontalHeader();
    std::array<int, OwnersModel::columns> widths{};
    widths[OwnersModel::KnownBy] = 0;
    for (const OwnerBasis basis : {OwnerBasis::Rule, OwnerBasis::Host, OwnerBasis::Process,
                                   OwnerBasis::Address, OwnerBasis::Session, OwnerBasis::Text})
        widths[OwnersModel::KnownBy] =
            std::max(widths[OwnersModel::KnownBy], figureWidth(*this, OwnerText::basis(basis)));
    widths[OwnersModel::Holds] = figureWidth(*this, QStringLiteral("999 + 99?"));
    widths[OwnersModel::Waits] = figureWidth(*this, QStringLiteral("9,999"));
    widths[OwnersModel::Oldest] = durationWidth(*this);
    widths[OwnersModel::Lives] = std::clamp(width / 5, 150, 320);
    widths[OwnersModel::Backends] = std::clamp(width / 7, 110, 260);
    widths[OwnersModel::SeenAs] = std::clamp(width / 7, 140, 360);
    // What is hidden says of no heading how wide it is.
    for (const int column : ownersGivenUp)
        setColumnHidden(column, false);
    int room = width - leastOwner;
    for (int column = 0; column < OwnersModel::columns; ++column) {
        if (column == OwnersModel::Name)
            continue;
        widths[size_t(column)] = std::max(widths[size_t(column)], header->sectionSizeHint(column));
        room -= widths[size_t(column)];
    }
    for (const int column : ownersGivenUp) {
        setColumnHidden(column, room < 0);
        if (room < 0)
            room += widths[size_t(column)];
    }
    // For a wide one that went, one that is narrow may have room again.
    for (const int column : ownersGivenUp) {
        if (!isColumnHidden(column) || widths[size_t(column)] > room)
            continue;
        setColumnHidden(column, false);
        room -= widths[size_t(column)];
    }
    for (int column = 0; column < OwnersModel::columns; ++column) {
        if (column != OwnersModel::Name && !isColumnHidden(column))
            header->resizeSection(column, widths[size_t(column)]);
    }
}

} // namespace lockmaster
