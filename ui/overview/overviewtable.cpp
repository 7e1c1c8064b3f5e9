// SPDX-License-Identifier: Apache-2.0
#include "ui/overview/overviewtable.h"

#include "core/text/literaltext.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/statedelegates.h"
#include "ui/kit/textsize.h"
#include "ui/overview/overviewdelegates.h"
#include "ui/overview/overviewtext.h"

#include <QAction>
#include <QClipboard>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockmaster {

namespace {

/** Of a server's name so much is to be seen beside the figures. */
constexpr int leastServer = 160;
constexpr int leastFindings = 150;
constexpr int mostFindings = 360;
/** Left out, one after another, where there is too little room. */
constexpr std::array overviewGivenUp = {OverviewModel::Changes, OverviewModel::Longest,
                                        OverviewModel::Waiters};
/** A hand that rests so long is not about to click. */
constexpr auto handRests = std::chrono::seconds(10);

} // namespace

OverviewTable::OverviewTable(OverviewModel &model, const Clock &clock, QWidget *parent)
    : QTableView(parent), m_model(model), m_clock(clock)
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
    setMouseTracking(true);
    addMenu();
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&model, signal, this, &OverviewTable::keepChoice);
    connect(&model, &QAbstractItemModel::dataChanged, this, [this] {
        if (widestLocks() > m_locksWidth || widestHealth() > m_healthWidth
            || widestFindings() > m_findingsWidth)
            fitColumns();
    });
    // What it is sorted by is always shown.
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this] { fitColumns(); });
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

void OverviewTable::enter(Choice choice)
{
    if ((choice == Choice::First || !chosen()) && m_model.rowCount() > 0)
        selectRow(firstServer());
    setFocus(Qt::ShortcutFocusReason);
    touch();
}

/** Where all groups are folded the first of these. */
int OverviewTable::firstServer() const
{
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (!m_model.rowAt(row).isGroup)
            return row;
    }
    return 0;
}

/** One is chosen when there are some for the first time: Enter leads to its locks. */
void OverviewTable::keepChoice()
{
    if (!m_hasChosen && m_model.rowCount() > 0)
        selectQuietly(*this, firstServer());
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
    touch();
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
    touch();
    QTableView::mousePressEvent(event);
    if (const OverviewRow *group = groupWithSignAt(*event))
        fold(*group, !group->isFolded);
}

/** Two quick clicks on the sign fold and unfold. */
void OverviewTable::mouseDoubleClickEvent(QMouseEvent *event)
{
    touch();
    if (const OverviewRow *group = groupWithSignAt(*event))
        fold(*group, !group->isFolded);
    else if (event->button() == Qt::LeftButton)
        QTableView::mouseDoubleClickEvent(event);
}

/** Whose sign the left button is on; null: nobody's. */
const OverviewRow *OverviewTable::groupWithSignAt(const QMouseEvent &event) const
{
    const QPoint at = event.position().toPoint();
    const QModelIndex index = indexAt(at);
    if (event.button() != Qt::LeftButton || !index.isValid()
        || index.column() != OverviewModel::Server)
        return nullptr;
    const OverviewRow &row = m_model.rowAt(index.row());
    return row.isGroup && ServerDelegate::foldPlace(visualRect(index)).contains(at) ? &row
                                                                                    : nullptr;
}

// Keeping still

bool OverviewTable::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) {
        m_isHovered = event->type() == QEvent::Enter;
        followHand();
    }
    // The pointer moves; where only what is below it does, nobody is told.
    if (event->type() == QEvent::MouseMove)
        touch();
    return QTableView::viewportEvent(event);
}

void OverviewTable::focusInEvent(QFocusEvent *event)
{
    QTableView::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        touch();
    followHand();
}

void OverviewTable::focusOutEvent(QFocusEvent *event)
{
    QTableView::focusOutEvent(event);
    followHand();
}

void OverviewTable::wheelEvent(QWheelEvent *event)
{
    touch();
    QTableView::wheelEvent(event);
}

void OverviewTable::touch()
{
    m_touchedAt = m_clock.now();
    followHand();
}

/** A page that is only looked at has the keyboard as well, and a pointer may be parked on it. */
void OverviewTable::followHand()
{
    const bool isTouched = m_touchedAt && m_clock.now() - *m_touchedAt < handRests;
    m_model.keepOrder(isTouched && (m_isHovered || hasFocus()));
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

/** What a group says of several that fail, and an age, are longer than a word. */
int OverviewTable::widestHealth() const
{
    int widest = figureWidth(*this, tr("%1 of %2 offline").arg(99).arg(500));
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(bold); // as a sum is written, and what does not answer
    for (int row = 0; row < m_model.rowCount(); ++row)
        widest = std::max(widest, metrics.horizontalAdvance(
                                      OverviewText::health(m_model.rowAt(row), m_clock.now()))
                                      + 2 * LockDelegate::padding + 1);
    return widest + metrics.horizontalAdvance(QStringLiteral("✕  "));
}

/** Of each kind the number stands behind the name, and would be cut first. */
int OverviewTable::widestFindings() const
{
    int widest = 0;
    for (int row = 0; row < m_model.rowCount(); ++row)
        widest = std::max(widest, figureWidth(*this, OverviewText::findings(m_model.rowAt(row))));
    return std::min(widest, int(std::lround(mostFindings * TextSize::scale())));
}

/** Figures take what they need, findings what is wrong takes, the name what is left. */
void OverviewTable::fitColumns()
{
    const int width = viewport()->width();
    QHeaderView *header = horizontalHeader();
    std::array<int, OverviewModel::columns> widths{};
    widths[OverviewModel::Health] = m_healthWidth = widestHealth();
    widths[OverviewModel::Locks] = m_locksWidth = widestLocks();
    widths[OverviewModel::Waiters] = figureWidth(*this, QStringLiteral("≥ 9,999"));
    widths[OverviewModel::Longest] = durationWidth(*this);
    m_findingsWidth = widestFindings();
    widths[OverviewModel::Findings] = std::max(std::min(width / 6, 150), m_findingsWidth);
    widths[OverviewModel::Changes] = figureWidth(*this, QStringLiteral("≥ 99,999"));
    // What is hidden says of no heading how wide it is.
    for (const int column : overviewGivenUp)
        setColumnHidden(column, false);
    int room = width - leastServer;
    for (int column = 1; column < OverviewModel::columns; ++column) {
        widths[size_t(column)] = std::max(widths[size_t(column)], header->sectionSizeHint(column));
        room -= widths[size_t(column)];
    }
    int &findings = widths[OverviewModel::Findings];
    for (const int column : overviewGivenUp) {
        // Who waits is worth more than the last of several kinds of finding.
        if (column == OverviewModel::Waiters && room < 0) {
            const int given = std::min(-room, std::max(0, findings - leastFindings));
            findings -= given;
            room += given;
        }
        // Nobody could see any more what they are sorted by.
        if (room >= 0 || header->sortIndicatorSection() == column)
            continue;
        setColumnHidden(column, true);
        room += widths[size_t(column)];
    }
    // A number can do without its bars.
    if (const int bars = RateDelegate::barsWidth() + LockDelegate::padding; bars <= room)
        widths[OverviewModel::Changes] += bars;
    for (int column = 1; column < OverviewModel::columns; ++column) {
        if (!isColumnHidden(column))
            header->resizeSection(column, widths[size_t(column)]);
    }
}

} // namespace lockmaster
