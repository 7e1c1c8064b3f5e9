// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historytable.h"

#include "ui/kit/plaintable.h"
#include "ui/kit/textsize.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/narrowactions.h"

#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lockmaster {

namespace {

/** Of the lock's name something is to be seen beside the figures. */
constexpr int leastName = 150;
/** Left to the tooltips, one after another, where there is too little room. */
constexpr std::array givenUp = {HistoryModel::Backend, HistoryModel::Renewals,
                                HistoryModel::Waiters, HistoryModel::Until, HistoryModel::End};
/** Of several servers the row itself has to say which is meant. */
constexpr std::array givenUpOfSeveral = {HistoryModel::Renewals, HistoryModel::Waiters,
                                         HistoryModel::Until, HistoryModel::End,
                                         HistoryModel::Owner};

} // namespace

HistoryTable::HistoryTable(HistoryModel &model, QWidget *parent)
    : QTableView(parent), m_model(model)
{
    setHorizontalHeader(new LockHeader(this));
    setModel(&model);
    setItemDelegate(new LockDelegate(m_effects, this));
    makeSortedTable(*this, tr("Holds"), HistoryModel::Lock, 48);
    sortByColumn(HistoryModel::Since, Qt::DescendingOrder);
    setSortingEnabled(true);
    addMenu();
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&model, signal, this, &HistoryTable::followBackends);
    connect(&model, &QAbstractItemModel::modelReset, this, &HistoryTable::followBackends);
    connect(this, &QTableView::doubleClicked, this, &HistoryTable::lockWanted);
}

void HistoryTable::addMenu()
{
    setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *lock = new QAction(tr("Only this lock"), this);
    connect(lock, &QAction::triggered, this, &HistoryTable::lockWanted);
    auto *owner = new QAction(tr("Everything of this owner"), this);
    connect(owner, &QAction::triggered, this, &HistoryTable::ownerWanted);
    auto *copy = new QAction(tr("Copy as report"), this);
    connect(copy, &QAction::triggered, this, &HistoryTable::reportCopyWanted);
    auto *save = new QAction(tr("Save report…"), this);
    connect(save, &QAction::triggered, this, &HistoryTable::reportFileWanted);
    addActions({lock, owner, copy, save});
    // With its rows the choice is gone, and the view tells nobody.
    connect(&m_model, &QAbstractItemModel::modelReset, this, &HistoryTable::rowChosen);
    for (QAction *report : {copy, save}) {
        report->setEnabled(false);
        connect(this, &HistoryTable::rowChosen, report,
                [this, report] { report->setEnabled(chosen() != nullptr); });
    }
    auto *narrow = new NarrowActions(*this, [this]() -> std::optional<NarrowedLock> {
        const HistoryRow *row = chosen();
        return row ? std::optional(
                   NarrowedLock{row->hold.lock.name, row->hold.ownerRaw, row->hold.lock.backend})
                   : std::nullopt;
    });
    auto *live = new QMenu(tr("Live locks"), this);
    live->addActions(narrow->actions());
    addAction(live->menuAction());
    connect(narrow, &NarrowActions::narrowRequested, this, &HistoryTable::narrowRequested);
    addAction(sortMenu(*this)->menuAction());
}

const HistoryRow *HistoryTable::chosen() const
{
    return currentIndex().isValid() ? &m_model.rowAt(currentIndex().row()) : nullptr;
}

void HistoryTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    emit rowChosen();
}

void HistoryTable::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (chosen())
            emit lockWanted();
        return;
    }
    QTableView::keyPressEvent(event);
}

void HistoryTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void HistoryTable::followBackends()
{
    const bool several = m_model.hasSeveralBackends();
    if (std::exchange(m_ofSeveral, several) != several)
        fitColumns();
}

/** Figures take what they need, names share the rest. */
void HistoryTable::fitColumns()
{
    const int width = viewport()->width();
    QHeaderView *header = horizontalHeader();
    const int moment = figureWidth(*this, QStringLiteral("\u2265 12-30 00:00:00"));
    std::array<int, HistoryModel::columns> widths{};
    widths[HistoryModel::Owner] = std::clamp(width / 5, 110, 320);
    widths[HistoryModel::Since] = moment;
    widths[HistoryModel::Until] = moment;
    widths[HistoryModel::Length] = durationWidth(*this);
    widths[HistoryModel::End] = int(std::lround(112 * TextSize::scale()));
    widths[HistoryModel::Renewals] = 64;
    widths[HistoryModel::Waiters] = 60;
    widths[HistoryModel::Backend] = std::clamp(width / 9, 96, 200);
    int room = width - leastName;
    // What is hidden says of no heading how wide it is.
    for (int column = 0; column < HistoryModel::columns; ++column)
        setColumnHidden(column, false);
    for (int column = 0; column < HistoryModel::columns; ++column) {
        if (column == HistoryModel::Lock)
            continue;
        widths[size_t(column)] = std::max(widths[size_t(column)], header->sectionSizeHint(column));
        room -= widths[size_t(column)];
    }
    for (const int column : m_model.hasSeveralBackends() ? givenUpOfSeveral : givenUp) {
        setColumnHidden(column, room < 0);
        if (room < 0)
            room += widths[size_t(column)];
    }
    for (int column = 0; column < HistoryModel::columns; ++column) {
        if (column != HistoryModel::Lock && !isColumnHidden(column))
            header->resizeSection(column, widths[size_t(column)]);
    }
}

} // namespace lockmaster
