// SPDX-License-Identifier: Apache-2.0
#include "ui/leaders/leadertable.h"

#include "core/text/durationtext.h"
#include "ui/kit/statedelegates.h"
#include "ui/kit/ttldelegate.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/textsize.h"

#include <QScrollBar>
#include <QMenu>
#include <QSettings>

#include <algorithm>
#include <array>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr int fewestRows = 3;
constexpr int shareOfRoom = 4;
/** Below it, the backends are left to the tooltips. */
constexpr int wide = 760;

/** As the settings call the columns: their places may be others one day. */
constexpr std::array columnNames = {"service", "server", "leader", "heartbeat", "changes", "state"};
static_assert(columnNames.size() == LeadersModel::columns);

const QString orderKey = QStringLiteral("leaders/sort");
const QString descendingKey = QStringLiteral("leaders/sort-descending");

} // namespace

LeaderTable::LeaderTable(LeadersModel &model, QWidget *parent) : QTableView(parent), m_model(model)
{
    setHorizontalHeader(new LockHeader(this));
    setModel(&model);
    setItemDelegate(new LockDelegate(m_effects, this));
    setItemDelegateForColumn(LeadersModel::Heartbeat, new TtlDelegate(m_effects, this));
    setItemDelegateForColumn(LeadersModel::State, new StateDelegate(m_effects, this));
    makeSortedTable(*this, tr("Leaders"), LeadersModel::Leader, 60);
    sortByColumn(LeadersModel::State, Qt::AscendingOrder); // trouble first
    setSortingEnabled(true);
    addAction(sortMenu(*this)->menuAction());
    connect(&model, &QAbstractItemModel::rowsInserted, this, &LeaderTable::keepChoice);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &LeaderTable::keepChoice);
    keepChoice();
}

void LeaderTable::rememberOrder(QSettings &settings)
{
    const QString kept = settings.value(orderKey).toString();
    const auto *const named =
        std::find_if(columnNames.begin(), columnNames.end(),
                     [&kept](const char *name) { return kept == QLatin1StringView(name); });
    if (named != columnNames.end())
        sortByColumn(int(named - columnNames.begin()), settings.value(descendingKey).toBool()
                                                           ? Qt::DescendingOrder
                                                           : Qt::AscendingOrder);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
            [&settings](int column, Qt::SortOrder order) {
                if (column < 0 || column >= int(columnNames.size()))
                    return;
                settings.setValue(orderKey, QLatin1StringView(columnNames.at(size_t(column))));
                settings.setValue(descendingKey, order == Qt::DescendingOrder);
            });
}

int LeaderTable::chosenRow() const
{
    return currentIndex().isValid() ? currentIndex().row() : -1;
}

bool LeaderTable::choose(const LockId &id)
{
    const int row = m_model.rowOf(id);
    if (row < 0)
        return false;
    m_wanted = id;
    selectRow(row);
    scrollTo(m_model.index(row, 0));
    return true;
}

void LeaderTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (current.isValid() && !m_chosenForThem)
        m_wanted = m_model.entryAt(current.row()).id();
    emit chosen();
}

void LeaderTable::rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last)
{
    // The row beside the chosen one becomes current when that goes.
    m_chosenForThem = true;
    QTableView::rowsAboutToBeRemoved(parent, first, last);
    m_chosenForThem = false;
}

void LeaderTable::keepChoice()
{
    m_chosenForThem = true;
    const int wanted = m_wanted ? m_model.rowOf(*m_wanted) : -1;
    if (wanted >= 0 && wanted != chosenRow())
        selectRow(wanted);
    else if (m_model.rowCount() > 0 && (chosenRow() < 0 || (!m_wanted && !m_wasSeen)))
        selectRow(rowToStartWith());
    m_chosenForThem = false;
    m_wasSeen = m_wasSeen || (isVisible() && m_model.rowCount() > 0);
    fitHeight();
    emit chosen();
}

/** Where nobody leads is why somebody looks. */
int LeaderTable::rowToStartWith() const
{
    const auto urgencyOf = [this](int row) {
        return LeaderText::urgency(LeaderText::state(m_model.entryAt(row)));
    };
    int first = 0;
    for (int row = 1; row < m_model.rowCount(); ++row) {
        if (urgencyOf(row) < urgencyOf(first))
            first = row;
    }
    return first;
}

void LeaderTable::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    keepChoice();
}

void LeaderTable::tick()
{
    const int first = rowAt(0);
    const int last = rowAt(viewport()->height() - 1);
    m_model.tick(first, last >= 0 ? last : m_model.rowCount() - 1);
}

void LeaderTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

/** Figures take what they need, names share the rest. */
void LeaderTable::fitColumns()
{
    const bool roomy = viewport()->width() >= wide;
    setColumnHidden(LeadersModel::Backend, !roomy);
    QHeaderView *header = horizontalHeader();
    const auto headed = [header](int column, int least) {
        return std::max(least, header->sectionSizeHint(column));
    };
    header->resizeSection(LeadersModel::Heartbeat,
                          headed(LeadersModel::Heartbeat,
                                 figureWidth(*this, tickingText(59min + 59s) + QStringLiteral(" / ")
                                                        + exactDurationText(1002ms))));
    header->resizeSection(LeadersModel::Changes, headed(LeadersModel::Changes, scaledByText(70)));
    header->resizeSection(
        LeadersModel::State,
        std::max(scaledByText(112), figureWidth(*this, LeaderText::stateWord(LeaderState::Unknown))
                                        + scaledByText(40)));
    const auto shareOf = [this](int part, int most) {
        return std::clamp(viewport()->width() / part, 110, scaledByText(most));
    };
    header->resizeSection(LeadersModel::Service, shareOf(5, 400));
    header->resizeSection(LeadersModel::Backend, shareOf(7, 220));
}

void LeaderTable::setRoom(int height)
{
    m_room = height;
    fitHeight();
}

void LeaderTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitHeight();
        fitColumns();
    }
}

void LeaderTable::fitHeight()
{
    const int most = std::max(fewestRows, m_room / shareOfRoom / LockDelegate::rowHeight());
    const int rows = std::clamp(m_model.rowCount(), 1, most);
    setFixedHeight(horizontalHeader()->sizeHint().height() + rows * LockDelegate::rowHeight());
}

} // namespace lockmaster
