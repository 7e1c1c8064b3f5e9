// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/locktable.h"

#include "ui/locks/backenddelegate.h"
#include "ui/locks/namedelegate.h"
#include "ui/kit/statedelegates.h"
#include "ui/kit/ttldelegate.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/textsize.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lockmaster {

namespace {

/** Elastic columns: wide enough to tell names apart, and still one row to the eye on a 4K screen.
 */
constexpr int locktableNarrowest = 110;
constexpr int widest = 520;
/** Two servers can be told apart by the begin and the end of their names. */
constexpr int leastBackend = 84;
/** A name of so much room can be told from the next; an owner's end says less than that. */
constexpr int nameFirst = 180;

struct ColumnDefault {
    LockColumn column;
    int width;
    bool shown;
};
/** In the order of `LockColumn`. */
constexpr std::array columnDefaults = {
    ColumnDefault{LockColumn::Name, 220, true},     ColumnDefault{LockColumn::System, 112, true},
    ColumnDefault{LockColumn::Backend, 124, false}, ColumnDefault{LockColumn::Owner, 180, true},
    ColumnDefault{LockColumn::Ttl, 92, true},       ColumnDefault{LockColumn::Held, 80, true},
    ColumnDefault{LockColumn::Waiters, 72, true},   ColumnDefault{LockColumn::Changes, 104, false},
    ColumnDefault{LockColumn::State, 104, true},
};

/**
 * Where there is too little room, these go one after another: the details tell them. Where there
 * are several servers names alone do not tell their rows apart.
 */
constexpr std::array givenUpFirst = {LockColumn::System, LockColumn::Waiters, LockColumn::Changes,
                                     LockColumn::Held,   LockColumn::Owner,   LockColumn::Backend};

constexpr bool isElastic(LockColumn column)
{
    return column == LockColumn::Name || column == LockColumn::Owner;
}

int widthOf(const QWidget &table, const ColumnDefault &entry)
{
    const bool lasts = entry.column == LockColumn::Ttl || entry.column == LockColumn::Held;
    const int usual = scaledByText(entry.width);
    return lasts ? std::max(usual, durationWidth(table)) : usual;
}

} // namespace

QString LockTable::columnTitle(LockColumn column) const
{
    return m_model.columnTitle(column);
}

LockTable::LockTable(LockTableModel &model, QSettings &settings, QWidget *parent)
    : QTableView(parent), m_model(model), m_selected(model), m_settings(settings)
{
    setHorizontalHeader(new LockHeader(this));
    setModel(&model);
    setItemDelegate(new LockDelegate(m_effects, this));
    setItemDelegateForColumn(section(LockColumn::Name), new NameDelegate(m_effects, this));
    setItemDelegateForColumn(section(LockColumn::Backend), new BackendDelegate(m_effects, this));
    setItemDelegateForColumn(section(LockColumn::Ttl), new TtlDelegate(m_effects, this));
    setItemDelegateForColumn(section(LockColumn::State), new StateDelegate(m_effects, this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setShowGrid(false);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setFrameShape(NoFrame);
    setTabKeyNavigation(false);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setAccessibleName(tr("Locks"));
    announceFocusedCell(*this);
    m_selected.serve(*this);
    setUpHeader();
    followModel();
    m_tick.setTimerType(Qt::CoarseTimer);
    m_tick.setSingleShot(true);
    connect(&m_tick, &QTimer::timeout, this, &LockTable::tick);
    m_glow.setSingleShot(true);
    connect(&m_glow, &QTimer::timeout, this, &LockTable::fadeGlow);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &LockTable::armTick);
}

LockTable::~LockTable() = default;

void LockTable::setUpHeader()
{
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    followTextSize(*this, Columns::AreTheirs);
    QHeaderView *header = horizontalHeader();
    header->setSectionsMovable(true);
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setHighlightSections(false);
    header->setMinimumSectionSize(44);
    header->setStretchLastSection(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setAccessibleName(tr("Columns"));
    restoreColumns();
    connect(header, &QHeaderView::sectionClicked, this,
            [this](int clicked) { sortBy(static_cast<LockColumn>(clicked)); });
    connect(header, &QHeaderView::sectionMoved, this, &LockTable::saveColumns);
    connect(header, &QHeaderView::sectionResized, this, [this](int resized) {
        if (m_fitting)
            return;
        if (resized == section(LockColumn::Backend))
            m_fullBackendWidth = 0; // what was drawn by hand is its width now
        saveColumns();
    });
}

void LockTable::followModel()
{
    connect(&m_model, &QAbstractItemModel::layoutAboutToBeChanged, this, &LockTable::saveAnchor);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_model, signal, this, &LockTable::followBackends);
    connect(&m_model, &QAbstractItemModel::layoutChanged, this, &LockTable::followBackends);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &LockTable::followBackends);
    connect(&m_model, &QAbstractItemModel::layoutChanged, this, [this] {
        restoreAnchor();
        startGlow();
        armTick();
    });
    connect(&m_model, &QAbstractItemModel::dataChanged, this, [this] {
        startGlow();
        armTick();
    });
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &LockTable::armTick);
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &LockTable::armTick);
}

// Columns

void LockTable::sortBy(LockColumn column)
{
    m_descending = column == m_sortColumn ? !m_descending : false;
    m_sortColumn = column;
    horizontalHeader()->setSortIndicator(section(column),
                                         m_descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    fitElasticColumns(); // what they are sorted by is not left out
    saveColumns();
    emit sortRequested(m_sortColumn, m_descending);
}

void LockTable::setColumnShown(LockColumn column, bool shown)
{
    // Without its name a row says nothing.
    if (column == LockColumn::Name || isColumnShown(column) == shown)
        return;
    if (column == LockColumn::Backend)
        m_backendChosen = true;
    m_chosen[size_t(section(column))] = shown;
    fitElasticColumns();
    saveColumns();
    emit columnsChanged();
}

/** Rows of several servers may have the same names: their server is shown, unless chosen otherwise.
 */
void LockTable::followBackends()
{
    const bool shown = m_model.hasSeveralBackends();
    if (m_backendChosen || isColumnShown(LockColumn::Backend) == shown)
        return;
    m_chosen[size_t(section(LockColumn::Backend))] = shown;
    fitElasticColumns();
    emit columnsChanged();
}

bool LockTable::isColumnShown(LockColumn column) const
{
    return m_chosen[size_t(section(column))];
}

void LockTable::applyDefaultWidths()
{
    for (const ColumnDefault &entry : columnDefaults) {
        setColumnWidth(section(entry.column), widthOf(*this, entry));
        m_chosen[size_t(section(entry.column))] = entry.shown;
    }
    hideColumns();
}

void LockTable::hideColumns()
{
    for (int column = 0; column < lockColumnCount; ++column)
        setColumnHidden(column, !m_chosen[size_t(column)] || m_givenUp[size_t(column)]);
}

void LockTable::resetColumns()
{
    applyDefaultWidths();
    m_backendChosen = false;
    followBackends();
    orderColumns({});
    fitElasticColumns();
    saveColumns();
    emit columnsChanged();
}

/** These from the left, all others behind them in their natural order. */
void LockTable::orderColumns(const std::vector<LockColumn> &first)
{
    int position = 0;
    const auto place = [this, &position](LockColumn column) {
        const int at = horizontalHeader()->visualIndex(section(column));
        if (at >= position)
            horizontalHeader()->moveSection(at, position++);
    };
    for (const LockColumn column : first)
        place(column);
    for (const ColumnDefault &entry : columnDefaults) {
        if (std::find(first.begin(), first.end(), entry.column) == first.end())
            place(entry.column);
    }
}

LockTable::Arrangement LockTable::arrangement() const
{
    Arrangement now{{}, m_sortColumn, m_descending};
    for (int visual = 0; visual < lockColumnCount; ++visual) {
        const auto column = static_cast<LockColumn>(horizontalHeader()->logicalIndex(visual));
        const bool byItself = column == LockColumn::Backend && !m_backendChosen;
        if (isColumnShown(column) && !byItself)
            now.columns.push_back(column);
    }
    return now;
}

void LockTable::arrange(const Arrangement &wanted)
{
    m_isArranged = true;
    if (!wanted.columns.empty()) {
        m_chosen = {};
        for (const LockColumn column : wanted.columns)
            m_chosen[size_t(section(column))] = true;
        m_chosen[size_t(section(LockColumn::Name))] = true;
        m_backendChosen = isColumnShown(LockColumn::Backend);
        orderColumns(wanted.columns);
    }
    m_sortColumn = wanted.sort;
    m_descending = wanted.descending;
    horizontalHeader()->setSortIndicator(section(m_sortColumn),
                                         m_descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    followBackends();
    fitElasticColumns();
    emit columnsChanged();
    emit sortRequested(m_sortColumn, m_descending);
}

void LockTable::arrangeAsRemembered()
{
    if (!m_isArranged)
        return;
    orderColumns({});
    restoreColumns();
    m_isArranged = false;
    fitElasticColumns();
    emit columnsChanged();
    emit sortRequested(m_sortColumn, m_descending);
}

void LockTable::restoreColumns()
{
    m_scale = TextSize::scale();
    applyDefaultWidths();
    m_settings.beginGroup(QStringLiteral("columns"));
    std::vector<LockColumn> order;
    const QStringList keys = m_settings.value(QStringLiteral("order")).toStringList();
    for (const QString &key : keys) {
        if (const auto column = lockColumnFromName(key))
            order.push_back(*column);
    }
    orderColumns(order);
    for (const ColumnDefault &entry : columnDefaults) {
        const QString key = lockColumnName(entry.column);
        const int usual = widthOf(*this, entry);
        // Remembered as of text that is as the desktop has it.
        const int told = m_settings.value(key + QStringLiteral("_width"), 0).toInt();
        const int width = int(std::lround(std::min(told, 4000) * m_scale));
        setColumnWidth(section(entry.column), told < 30 ? usual : width);
        const bool shown = m_settings.value(key + QStringLiteral("_shown"), entry.shown).toBool();
        m_chosen[size_t(section(entry.column))] = shown || entry.column == LockColumn::Name;
        // Until there was a choice its absence was written down as well.
        if (entry.column == LockColumn::Backend)
            m_backendChosen =
                shown || m_settings.value(key + QStringLiteral("_chosen"), false).toBool();
    }
    hideColumns();
    const QString sort = m_settings.value(QStringLiteral("sort")).toString();
    m_sortColumn = lockColumnFromName(sort).value_or(LockColumn::State);
    m_descending = m_settings.value(QStringLiteral("descending"), false).toBool();
    m_settings.endGroup();
    horizontalHeader()->setSortIndicator(section(m_sortColumn),
                                         m_descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    followBackends();
}

void LockTable::saveColumns()
{
    if (m_isArranged)
        return;
    m_settings.beginGroup(QStringLiteral("columns"));
    QStringList order;
    for (int visual = 0; visual < lockColumnCount; ++visual) {
        const int logical = horizontalHeader()->logicalIndex(visual);
        order << lockColumnName(static_cast<LockColumn>(logical));
    }
    m_settings.setValue(QStringLiteral("order"), order);
    for (const ColumnDefault &entry : columnDefaults) {
        const QString key = lockColumnName(entry.column);
        const bool shown = isColumnShown(entry.column);
        if (entry.column == LockColumn::Backend)
            m_settings.setValue(key + QStringLiteral("_chosen"), m_backendChosen);
        if (entry.column == LockColumn::Backend && !m_backendChosen)
            m_settings.remove(key + QStringLiteral("_shown"));
        else
            m_settings.setValue(key + QStringLiteral("_shown"), shown);
        // One that had to give way has no width now, and keeps what it had.
        const bool isNarrowed = entry.column == LockColumn::Backend && m_fullBackendWidth > 0;
        if (shown && !isColumnHidden(section(entry.column)) && !isNarrowed)
            m_settings.setValue(key + QStringLiteral("_width"),
                                int(std::lround(columnWidth(section(entry.column)) / m_scale)));
    }
    m_settings.setValue(QStringLiteral("sort"), lockColumnName(m_sortColumn));
    m_settings.setValue(QStringLiteral("descending"), m_descending);
    m_settings.endGroup();
}

/** As much wider or narrower as the text became; nobody drew them so. */
void LockTable::scaleColumns()
{
    const double scale = TextSize::scale();
    const double ratio = scale / std::exchange(m_scale, scale);
    if (ratio == 1)
        return;
    const auto scaled = [ratio](int width) { return int(std::lround(width * ratio)); };
    const int last = lastShown();
    m_fitting = true;
    for (const ColumnDefault &entry : columnDefaults) {
        const int column = section(entry.column);
        setColumnHidden(column, false); // a hidden one tells no width; the fitting hides it again
        // The last one is as wide as what is left, and that became no more.
        if (column != last)
            setColumnWidth(column, scaled(columnWidth(column)));
    }
    m_fullBackendWidth = scaled(m_fullBackendWidth);
    m_fitting = false;
    fitElasticColumns();
}

/** Names and owners take the room that is there, in the proportion they were given. */
void LockTable::fitElasticColumns()
{
    m_fitting = true;
    m_givenUp = {};
    hideColumns();
    const auto elastic = [this](const auto &widthOfOne) {
        int sum = 0;
        for (const LockColumn column : {LockColumn::Name, LockColumn::Owner})
            sum += isColumnHidden(section(column)) ? 0 : widthOfOne(section(column));
        return sum;
    };
    const int least = scaledByText(locktableNarrowest);
    const auto isRoom = [&] { return roomForNames() >= elastic([least](int) { return least; }); };
    const int backend = section(LockColumn::Backend);
    if (const int full = std::exchange(m_fullBackendWidth, 0); full > 0)
        setColumnWidth(backend, full);
    for (const LockColumn column : givenUpFirst) {
        if (isRoom())
            break;
        if (column == LockColumn::Backend && !isColumnHidden(backend)
            && columnWidth(backend) > scaledByText(leastBackend)) {
            m_fullBackendWidth = columnWidth(backend);
            setColumnWidth(backend, scaledByText(leastBackend));
            if (isRoom())
                break;
        }
        // Nobody could see any more what they are sorted by.
        if (m_sortColumn == column)
            continue;
        m_givenUp[size_t(section(column))] = true;
        hideColumns();
    }
    const int room = roomForNames();
    const int widths = std::max(1, elastic([this](int column) { return columnWidth(column); }));
    // The name takes what the owner leaves: each by its share alone, a least width of the one would
    // push the last column out of sight.
    const int owner = section(LockColumn::Owner);
    int forName = room;
    if (!isColumnHidden(owner)) {
        const int most = std::clamp(room - scaledByText(nameFirst), least, scaledByText(widest));
        setColumnWidth(owner, std::clamp(room * columnWidth(owner) / widths, least, most));
        forName -= columnWidth(owner);
    }
    setColumnWidth(section(LockColumn::Name), std::clamp(forName, least, scaledByText(widest)));
    stretchLast();
    m_fitting = false;
}

int LockTable::lastShown() const
{
    int last = lockColumnCount - 1;
    while (isColumnHidden(horizontalHeader()->logicalIndex(last)))
        --last;
    return horizontalHeader()->logicalIndex(last);
}

/** The header does so itself only when its own width changes. */
void LockTable::stretchLast()
{
    const int last = lastShown();
    int left = viewport()->width();
    for (const ColumnDefault &entry : columnDefaults) {
        const int column = section(entry.column);
        if (column != last && !isColumnHidden(column))
            left -= columnWidth(column);
    }
    const auto &entry = columnDefaults.at(size_t(last));
    setColumnWidth(last, std::max(left, widthOf(*this, entry)));
}

/** What the other columns leave; of the last one, which the header stretches, what it needs. */
int LockTable::roomForNames() const
{
    const int last = lastShown();
    int room = viewport()->width();
    for (const ColumnDefault &entry : columnDefaults) {
        const int column = section(entry.column);
        if (isElastic(entry.column) || isColumnHidden(column))
            continue;
        room -= column == last ? widthOf(*this, entry) : columnWidth(column);
    }
    return room;
}

void LockTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitElasticColumns();
    armTick();
}

// Selection

QItemSelectionModel *LockTable::selectionModel()
{
    m_selected.makeRanges();
    return &m_selected;
}

void LockTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (current.row() == previous.row() && current.isValid() == previous.isValid())
        return;
    emit currentLockChanged(current.isValid() ? m_model.rowAt(current.row()).lock.record()
                                              : nullptr);
}

void LockTable::focusInEvent(QFocusEvent *event)
{
    const bool byKey = event->reason() == Qt::TabFocusReason
                       || event->reason() == Qt::BacktabFocusReason
                       || event->reason() == Qt::ShortcutFocusReason;
    if (!byKey && !currentIndex().isValid()) {
        // The base class would make the first row current: nobody has asked for it.
        // NOLINTNEXTLINE(bugprone-parent-virtual-call): which is why it is left out here
        QAbstractScrollArea::focusInEvent(event);
        viewport()->update();
        return;
    }
    QTableView::focusInEvent(event);
    // What is current is to be seen.
    if (currentIndex().isValid() && !selectionModel()->hasSelection())
        selectRow(currentIndex().row());
}

void LockTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        scaleColumns();
}

/** A name is found by typing it; what is a key of the window belongs to it meanwhile. */
bool LockTable::event(QEvent *event)
{
    const bool isTyping =
        m_searched.isValid() && m_searched.elapsed() < QApplication::keyboardInputInterval();
    if (event->type() == QEvent::ShortcutOverride && isTyping
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Slash) {
        event->accept();
        return true;
    }
    return QTableView::event(event);
}

void LockTable::keyboardSearch(const QString &text)
{
    m_searched.start();
    QTableView::keyboardSearch(text);
}

void LockTable::keyPressEvent(QKeyEvent *event)
{
    const auto vertical = [this](int row) {
        const QModelIndex target = m_model.index(row, section(LockColumn::Name));
        if (target.isValid())
            setCurrentIndex(target);
    };
    // In a table of rows, Home and End mean the first and the last row.
    if (event->key() == Qt::Key_Home && event->modifiers() == Qt::NoModifier)
        vertical(0);
    else if (event->key() == Qt::Key_End && event->modifiers() == Qt::NoModifier)
        vertical(m_model.rowCount() - 1);
    else
        QTableView::keyPressEvent(event);
}

std::vector<LockPointer> LockTable::selectedLocks(size_t most) const
{
    const std::vector<int> &rows = m_selected.rows();
    const size_t count = std::min(rows.size(), most);
    std::vector<LockPointer> locks;
    locks.reserve(count);
    for (size_t i = 0; i < count; ++i)
        locks.push_back(m_model.rowAt(rows[i]).lock.record());
    return locks;
}

ServerMoment LockTable::looked(const LockRecord &lock) const
{
    return m_model.looked(lock);
}

QString LockTable::selectedText() const
{
    QStringList lines;
    for (const int row : m_selected.rows()) {
        QStringList cells;
        for (int visual = 0; visual < lockColumnCount; ++visual) {
            const int logical = horizontalHeader()->logicalIndex(visual);
            if (m_chosen[size_t(logical)])
                cells << m_model.index(row, logical).data().toString();
        }
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

bool LockTable::selectLock(const LockId &id)
{
    const int row = m_model.rowOf(id);
    if (row < 0)
        return false;
    const QModelIndex index = m_model.index(row, section(LockColumn::Name));
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect
                                                 | QItemSelectionModel::Rows);
    scrollTo(index);
    return true;
}

// Scrolling

bool LockTable::orderIsTimeless() const
{
    return m_sortColumn == LockColumn::Name || m_sortColumn == LockColumn::System
           || m_sortColumn == LockColumn::Backend || m_sortColumn == LockColumn::Owner
           || m_sortColumn == LockColumn::State;
}

void LockTable::saveAnchor()
{
    m_anchor = QPersistentModelIndex();
    const int top = verticalScrollBar()->value();
    // At the very top one wants to see what arrives; in an order by time every row wanders.
    if (top == 0 || !orderIsTimeless())
        return;
    m_anchor = QPersistentModelIndex(m_model.index(rowAt(0), section(LockColumn::Name)));
    m_anchorOffset = top - m_anchor.row() * LockDelegate::rowHeight();
}

void LockTable::restoreAnchor()
{
    if (!m_anchor.isValid())
        return;
    executeDelayedItemsLayout();
    verticalScrollBar()->setValue(m_anchor.row() * LockDelegate::rowHeight() + m_anchorOffset);
    m_anchor = QPersistentModelIndex();
}

} // namespace lockmaster
