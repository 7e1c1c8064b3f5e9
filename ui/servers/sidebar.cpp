// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/sidebar.h"

#include "ui/servers/sidebardelegate.h"
#include "ui/kit/keyboardfocus.h"

#include <QContextMenuEvent>
#include <QTimer>

#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** An owner and an environment have no entry. */
bool isListed(const ViewScope &scope)
{
    return !scope.owner && !scope.environment;
}

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
    announceFocusedCell(*this);
    viewport()->setBackgroundRole(QPalette::Window);
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this] {
        unfold();
        showChosen();
    });
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &Sidebar::showChosen);
    connect(this, &QTreeView::clicked, this, &Sidebar::chooseAgain);
    connect(this, &QTreeView::activated, this, &Sidebar::chooseAgain);
    connect(m_tick, &QTimer::timeout, &model, &SidebarModel::tick);
    m_tick->setTimerType(Qt::CoarseTimer);
    m_tick->start(1s);
    showScope({});
    unfold();
}

/** Of many backends, only the one that is looked at shows its sources. */
void Sidebar::unfold()
{
    const bool many = m_model.hasManyBackends();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QModelIndex heading = m_model.index(row, 0);
        setExpanded(heading, true);
        for (int child = 0; child < m_model.rowCount(heading); ++child) {
            const QModelIndex entry = m_model.index(child, 0, heading);
            const auto scope = entry.data(SidebarModel::ScopeRole).value<ViewScope>();
            setExpanded(entry, !many || scope.backend == m_scope.backend);
        }
    }
}

QSize Sidebar::sizeHint() const
{
    return {208, 400};
}

/** By the keyboard a menu is the current entry's, wherever the pointer is. */
bool Sidebar::event(QEvent *event)
{
    if (event->type() == QEvent::ContextMenu
        && static_cast<QContextMenuEvent *>(event)->reason() == QContextMenuEvent::Keyboard) {
        emit customContextMenuRequested(visualRect(currentIndex()).center());
        return true;
    }
    return QTreeView::event(event);
}

void Sidebar::setLive(bool live)
{
    m_model.setLive(live);
    if (live)
        m_tick->start(1s);
    else
        m_tick->stop();
}

void Sidebar::showScope(const ViewScope &scope)
{
    m_page = PageId::Locks;
    m_scope = scope;
    showChosen();
}

void Sidebar::showPage(PageId page, bool apart)
{
    m_page = page;
    m_apart = apart;
    showChosen();
}

void Sidebar::showChosen()
{
    const ViewScope &listed = isListed(m_scope) ? m_scope : m_scope.whole();
    const QModelIndex index =
        m_page == PageId::Locks ? m_model.indexOf(listed) : m_model.indexOf(m_page, m_apart);
    if (!index.isValid() || index == currentIndex())
        return;
    m_shows = true;
    setCurrentIndex(index);
    m_shows = false;
}

/** What is selected already is no change. */
void Sidebar::chooseAgain(const QModelIndex &entry)
{
    if (m_page != PageId::Locks || isListed(m_scope) || entry != currentIndex())
        return;
    m_scope = entry.data(SidebarModel::ScopeRole).value<ViewScope>();
    emit scopeChosen(m_scope);
}

void Sidebar::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTreeView::currentChanged(current, previous);
    if (m_shows || !current.data(SidebarModel::PageRole).isValid())
        return;
    const auto page = current.data(SidebarModel::PageRole).value<PageId>();
    const bool samePage = std::exchange(m_page, page) == page;
    if (page != PageId::Locks) {
        const bool apart = current.data(SidebarModel::ApartRole).toBool();
        const bool samePart = std::exchange(m_apart, apart) == apart;
        if (!samePage || !samePart)
            emit pageChosen(page, apart);
        return;
    }
    const auto scope = current.data(SidebarModel::ScopeRole).value<ViewScope>();
    const bool sameScope = std::exchange(m_scope, scope) == scope;
    // Not while the view is still about to move there.
    if (!sameScope && m_model.hasManyBackends())
        QMetaObject::invokeMethod(this, &Sidebar::unfold, Qt::QueuedConnection);
    if (!samePage || !sameScope)
        emit scopeChosen(scope);
}

} // namespace lockmaster
