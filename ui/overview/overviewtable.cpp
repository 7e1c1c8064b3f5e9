// SPDX-License-Identifier: Apache-2.0
#include "ui/overview/overviewtable.h"

#include "core/text/literaltext.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/statedelegates.h"
#include "ui/overview/overviewdelegates.h"
#include "ui/overview/overviewtext.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

/** Of a server's name so much is to be seen beside the figures. */
constexpr int leastServer = 160;
/** Left out, one after another, where there is too little room. */
constexpr std::array overviewGivenUp = {OverviewModel::Changes, OverviewModel::Longest,
                                        OverviewModel::Waiters};

} // namespace

OverviewTable::OverviewTable(OverviewModel &model, QWidget *parent)
    : QTableView(parent), m_model(model)
{
    setHorizontalHeader(new LockHeader(this));
    setModel(&model);
    setItemDelegate(new LockDelegate(m_effects, this));
    setItemDelegateForColumn(OverviewModel::Server, new ServerDelegate(m_effects, this));
    setItemDelegateForColumn(OverviewModel::Health, new HeldStateDelegate(m_effects, this));
    setItemDelegateForColumn(OverviewModel::Changes, new RateDelegate(m_effects, this));
    makeSortedTable(*this, tr("Servers"), OverviewModel::Server, 48);
    sortByColumn(OverviewModel::Health, Qt::AscendingOrder);
    setSortingEnabled(true);
    addMenu();
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&model, signal, this, &OverviewTable::keepChoice);
    connect(&model, &QAbstractItemModel::dataChanged, this, [this] {
        if (widestLocks() > m_locksWidth)
            fitColumns();
    });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OverviewTable::rowChosen);
    connect(this, &QTableView::doubleClicked, this, &OverviewTable::locksWanted);
}

void OverviewTable::addMenu()
{
    setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *locks = new QAction(tr("Show its locks"), this);
    connect(locks, &QAction::triggered, this, &OverviewTable::locksWanted);
    auto *copy = new QAction(tr("Copy its name"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this] {
        if (const OverviewRow *row = chosen(); row && !row->isGroup)
            QGuiApplication::clipboard()->setText(literalText(row->server.name));
    });
    connect(this, &OverviewTable::rowChosen, this, [this, locks, copy] {
        const OverviewRow *row = chosen();
        locks->setEnabled(row);
        copy->setEnabled(row && !row->isGroup);
    });
    addActions({locks, copy});
    addAction(sortMenu(*this)->menuAction());
}

const OverviewRow *OverviewTable::chosen() const
{
    const QModelIndexList rows = selectionModel()->selectedRows();
    return rows.isEmpty() ? nullptr : &m_model.rowAt(rows.constFirst().row());
}

void OverviewTable::enter()
{
    if (!chosen() && m_model.rowCount() > 0) {
        const bool isGroup = m_model.rowAt(0).isGroup && m_model.rowCount() > 1;
        selectRow(isGroup ? 1 : 0);
    }
    setFocus(Qt::ShortcutFocusReason);
}

/** One is chosen when there are some for the first time: Enter leads to its locks. */
void OverviewTable::keepChoice()
{
    if (!m_hasChosen && m_model.rowCount() > 0)
        selectQuietly(*this, m_model.rowAt(0).isGroup && m_model.rowCount() > 1 ? 1 : 0);
    m_hasChosen = m_model.rowCount() > 0;
    fitColumns();
    emit rowChosen();
}

void OverviewTable::fold(const OverviewRow &row, bool folded)
{
    m_model.setFolded(row.server.environment, folded);
}

void OverviewTable::keyPressEvent(QKeyEvent *event)
{
    const OverviewRow *row = chosen();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (row)
            emit locksWanted();
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (row && row->isGroup) {
            fold(*row, event->key() == Qt::Key_Left);
            return;
        }
        break;
    default: break;
    }
    QTableView::keyPressEvent(event);
}

void OverviewTable::mousePressEvent(QMouseEvent *event)
{
    QTableView::mousePressEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    if (!index.isValid() || index.column() != OverviewModel::Server)
        return;
    const OverviewRow &row = m_model.rowAt(index.row());
    if (row.isGroup
        && ServerDelegate::foldPlace(visualRect(index)).contains(event->position().toPoint()))
        fold(row, !row.isFolded);
}

// Keeping still

bool OverviewTable::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) {
        m_isHovered = event->type() == QEvent::Enter;
        followHand();
    }
    return QTableView::viewportEvent(event);
}

void OverviewTable::focusInEvent(QFocusEvent *event)
{
    QTableView::focusInEvent(event);
    followHand();
}

void OverviewTable::focusOutEvent(QFocusEvent *event)
{
    QTableView::focusOutEvent(event);
    followHand();
}

void OverviewTable::followHand()
{
    m_model.keepOrder(m_isHovered || hasFocus());
}

// Widths

void OverviewTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

/** Of a sum there are more digits than of any server. */
int OverviewTable::widestLocks() const
{
    int widest = figureWidth(*this, QStringLiteral("99,999"));
    for (int row = 0; row < m_model.rowCount(); ++row)
        widest = std::max(widest, figureWidth(*this, OverviewText::locks(m_model.rowAt(row))));
    return widest;
}

/** Figures take what they need, findings a share, the name what is left. */
void OverviewTable::fitColumns()
{
    const int width = viewport()->width();
    QHeaderView *header = horizontalHeader();
    std::array<int, OverviewModel::columns> widths{};
    widths[OverviewModel::Health] =
        figureWidth(*this, tr("%1 of %2 offline").arg(99).arg(500)) + 14;
    widths[OverviewModel::Locks] = m_locksWidth = widestLocks();
    widths[OverviewModel::Waiters] = figureWidth(*this, QStringLiteral("≥ 9,999"));
    widths[OverviewModel::Longest] = durationWidth(*this);
    widths[OverviewModel::Findings] = std::max(width / 6, 150);
    widths[OverviewModel::Changes] = figureWidth(*this, QStringLiteral("≥ 99,999"));
    // What is hidden says of no heading how wide it is.
    for (const int column : overviewGivenUp)
        setColumnHidden(column, false);
    int room = width - leastServer;
    for (int column = 1; column < OverviewModel::columns; ++column) {
        widths[size_t(column)] = std::max(widths[size_t(column)], header->sectionSizeHint(column));
        room -= widths[size_t(column)];
    }
    for (const int column : overviewGivenUp) {
        setColumnHidden(column, room < 0);
        if (room < 0)
            room += widths[size_t(column)];
    }
    // A number can do without its bars.
    if (const int bars = RateDelegate::barsWidth() + LockDelegate::padding; bars <= room) {
        widths[OverviewModel::Changes] += bars;
        room -= bars;
    }
    constexpr int mostFindings = 420;
    if (room > 0)
        widths[OverviewModel::Findings] =
            std::min(mostFindings, widths[OverviewModel::Findings] + room / 2);
    for (int column = 1; column < OverviewModel::columns; ++column) {
        if (!isColumnHidden(column))
            header->resizeSection(column, widths[size_t(column)]);
    }
}

} // namespace lockmaster
