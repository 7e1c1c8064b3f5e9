// SPDX-License-Identifier: Apache-2.0
#include "ui/views/sidebar.h"

#include "ui/delegates/sidebardelegate.h"

#include <QTimer>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

} // namespace

Sidebar::Sidebar(SidebarModel &model, QWidget *parent)
    : QTreeView(parent), m_model(model), m_tick(new QTimer(this))
{
    setModel(&model);
    setItemDelegate(new SidebarDelegate(this));
    setHeaderHidden(true);
    setRootIsDecorated(false);
    setItemsExpandable(false);
    setIndentation(0);
    setFrameShape(NoFrame);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerPixel);
    setMouseTracking(true);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setAccessibleName(tr("Views, backends and findings"));
    viewport()->setBackgroundRole(QPalette::Window);
    expandAll();
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this] {
        expandAll();
        showScope(m_scope);
    });
    connect(&model, &QAbstractItemModel::rowsRemoved, this, [this] { showScope(m_scope); });
    connect(m_tick, &QTimer::timeout, &model, &SidebarModel::tick);
    m_tick->setTimerType(Qt::CoarseTimer);
    m_tick->start(1s);
    showScope({});
}

QSize Sidebar::sizeHint() const
{
    return {208, 400};
}

void Sidebar::setLive(bool live)
{
    if (live)
        m_tick->start(1s);
    else
        m_tick->stop();
}

void Sidebar::showScope(const ViewScope &scope)
{
    m_scope = scope;
    const QModelIndex index = m_model.indexOf(scope);
    if (index.isValid() && index != currentIndex())
        setCurrentIndex(index);
}

void Sidebar::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTreeView::currentChanged(current, previous);
    const QVariant scope = current.data(SidebarModel::ScopeRole);
    if (!scope.isValid() || scope.value<ViewScope>() == m_scope)
        return;
    m_scope = scope.value<ViewScope>();
    emit scopeChosen(m_scope);
}

} // namespace lockmaster
