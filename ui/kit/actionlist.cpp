// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/actionlist.h"

#include "ui/kit/plaintable.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

ActionList::ActionList(QAbstractItemModel &model, const QString &title, int mostRows,
                       std::chrono::milliseconds period, QWidget *parent)
    : QWidget(parent), m_mostRows(mostRows), m_period(period), m_table(new QTableView(this)),
      m_count(new QLabel(this)), m_tick(new QTimer(this))
{
    buildTable(model, title);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    auto *line = new QFrame(this);
    line->setFrameShape(QFrame::HLine);
    line->setForegroundRole(QPalette::Mid);
    line->setFrameShadow(QFrame::Plain);
    layout->addWidget(line);
    layout->addWidget(buildHead(title));
    layout->addWidget(m_table);
    setFocusProxy(m_table);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_tick->setTimerType(Qt::CoarseTimer);
    connect(m_tick, &QTimer::timeout, this, &ActionList::ticked);
}

void ActionList::buildTable(QAbstractItemModel &model, const QString &title)
{
    m_table->setModel(&model);
    makePlainTable(*m_table, title);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setItemDelegate(new LockDelegate(m_effects, this));
    QHeaderView *header = m_table->horizontalHeader();
    header->hide();
    header->setStretchLastSection(true);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { updateActions(); });
    connect(m_table, &QWidget::customContextMenuRequested, this, &ActionList::showMenu);
}

QWidget *ActionList::buildHead(const QString &title)
{
    auto *head = new QWidget(this);
    auto *label = new QLabel(title, head);
    QFont font = label->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setCapitalization(QFont::AllUppercase);
    label->setFont(font);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(m_table);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_count->setTextFormat(Qt::PlainText);
    m_buttons = new QHBoxLayout(head);
    m_buttons->setContentsMargins(12, 2, 8, 2);
    m_buttons->setSpacing(4);
    m_buttons->addWidget(label);
    m_buttons->addSpacing(4);
    m_buttons->addWidget(m_count);
    m_buttons->addStretch();
    return head;
}

QAction *ActionList::addAction(const QString &text, const QString &toolTip,
                               const QKeySequence &shortcut)
{
    auto *action = new QAction(text, this);
    action->setToolTip(toolTip);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table->addAction(action);
    m_actions.append(action);
    auto *button = new QToolButton(m_count->parentWidget());
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    m_buttons->addWidget(button);
    return action;
}

QString ActionList::countText() const
{
    return m_count->text();
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
    m_count->setText(count);
    m_count->setVisible(rows > 0);
    m_table->setVisible(rows > 0);
    if (rows > 0 && !m_table->selectionModel()->hasSelection())
        selectQuietly(*m_table, first);
    fitHeight();
    updateActions();
    updateTick();
}

void ActionList::updateTick()
{
    if (!m_live || !ticks())
        m_tick->stop();
    else if (!m_tick->isActive())
        m_tick->start(m_period);
}

void ActionList::fitHeight()
{
    const int shown = std::min(m_table->model()->rowCount(), m_mostRows);
    m_table->setFixedHeight(shown * LockDelegate::rowHeight());
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

void ActionList::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitHeight();
}

} // namespace lockmaster
