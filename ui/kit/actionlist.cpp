// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/actionlist.h"

#include "core/display/locktext.h"
#include "ui/kit/labels.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/toolline.h"

#include <QAction>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <utility>

namespace lockmaster {

ActionList::ActionList(QAbstractItemModel &model, const QString &title,
                       std::chrono::milliseconds period, QWidget *parent)
    : QWidget(parent), m_period(period), m_table(new QTableView(this)), m_tools(new ToolLine(this)),
      m_tick(new QTimer(this))
{
    buildTable(model, title);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_tools);
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);
    m_tick->setTimerType(Qt::CoarseTimer);
    connect(m_tick, &QTimer::timeout, this, &ActionList::ticked);
}

void ActionList::buildTable(QAbstractItemModel &model, const QString &title)
{
    m_table->setModel(&model);
    makePlainTable(*m_table, title);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->viewport()->installEventFilter(this);
    m_table->setItemDelegate(new LockDelegate(m_effects, this));
    QHeaderView *header = m_table->horizontalHeader();
    header->hide();
    header->setStretchLastSection(true);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { updateActions(); });
    connect(m_table, &QWidget::customContextMenuRequested, this, &ActionList::showMenu);
}

QAction *ActionList::addAction(const QString &text, const QString &toolTip,
                               const QKeySequence &shortcut, Shown shown)
{
    auto *action = new QAction(text, this);
    action->setToolTip(toolTip);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table->addAction(action);
    m_actions.append(action);
    if (shown == Shown::AsButton) {
        auto *button = new QToolButton(m_tools);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        m_tools->add(button);
    }
    return action;
}

void ActionList::setLive(bool live)
{
    m_live = live;
    updateTick();
}

bool ActionList::revealRow(int row)
{
    if (row < 0)
        return false;
    emit wanted();
    m_table->selectRow(row);
    m_table->scrollTo(m_table->model()->index(row, 0));
    m_table->setFocus(Qt::OtherFocusReason);
    return true;
}

std::vector<int> ActionList::selectedRows() const
{
    std::vector<int> rows;
    const QModelIndexList selected = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &index : selected)
        rows.push_back(index.row());
    return rows;
}

void ActionList::followRows(const QString &count, int first)
{
    const int rows = m_table->model()->rowCount();
    m_table->setVisible(rows > 0);
    if (rows > 0 && first >= 0 && !m_table->selectionModel()->hasSelection())
        selectQuietly(*m_table, first);
    updateActions();
    updateTick();
    if (std::exchange(m_countText, count) != count)
        emit countChanged();
}

bool ActionList::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_table->viewport() || event->type() != QEvent::ToolTip)
        return QWidget::eventFilter(watched, event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    const QModelIndex at = m_table->indexAt(help->pos());
    const QString tip = spokenToolTip(at.data(Qt::ToolTipRole).toString());
    // What goes across all columns is of none.
    if (tip.isEmpty() || m_table->columnSpan(at.row(), at.column()) > 1)
        return false;
    const QString heading = m_table->model()->headerData(at.column(), Qt::Horizontal).toString();
    QToolTip::showText(help->globalPos(), plainToolTip(heading + u'\n' + tip), m_table->viewport(),
                       m_table->visualRect(at));
    return true;
}

void ActionList::updateTick()
{
    if (!m_live || !ticks())
        m_tick->stop();
    else if (!m_tick->isActive())
        m_tick->start(m_period);
}

void ActionList::showMenu(const QPoint &at)
{
    if (selectedRows().empty())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(m_actions);
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

} // namespace lockmaster
