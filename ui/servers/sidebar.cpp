// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/sidebar.h"

#include "ui/servers/sidebardelegate.h"
#include "ui/kit/icons.h"
#include "ui/kit/keyboardfocus.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Behind a heading: its other half is the heading's. */
QWidget *addButton(Sidebar &sidebar, const QString &heading, const std::function<void()> &add)
{
    auto *place = new QWidget;
    auto *button = new QToolButton(place);
    button->setIcon(symbolicIcon(QStringLiteral("plus")));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus); // the menu of the heading has it for the keyboard
    const QString name = Sidebar::tr("Add a server: %1", "1: a group of servers").arg(heading);
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setFixedSize(SidebarDelegate::addRoom, SidebarDelegate::addRoom);
    auto *row = new QHBoxLayout(place);
    row->setContentsMargins(0, 2, 6, 0);
    row->addStretch();
    row->addWidget(button);
    QObject::connect(button, &QToolButton::clicked, &sidebar, add);
    return place;
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
    setAccessibleName(tr("Views, servers and findings"));
    announceFocusedCell(*this);
    viewport()->setBackgroundRole(QPalette::Window);
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this] {
        unfold();
        showChosen();
    });
    // A group may have become a heading that nothing would open.
    connect(&model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &entry) {
        if (!entry.parent().isValid())
            unfold();
    });
    connect(&model, &QAbstractItemModel::rowsRemoved, this, [this] {
        unfold();
        showChosen();
    });
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
        setExpanded(heading, !isFolded(heading));
        offerServers(heading);
        for (int child = 0; child < m_model.rowCount(heading); ++child) {
            const QModelIndex entry = m_model.index(child, 0, heading);
            const auto scope = entry.data(SidebarModel::ScopeRole).value<ViewScope>();
            setExpanded(entry, !many || scope.backend == m_scope.backend);
        }
    }
    narrow();
}

/** Hidden, and not taken out: what is chosen stays chosen. */
void Sidebar::narrow()
{
    using Kind = SidebarModel::Kind;
    const auto fitOf = [this](const QModelIndex &entry) {
        const auto scope = entry.data(SidebarModel::ScopeRole).value<ViewScope>();
        return m_sought.fit(scope.backend);
    };
    const auto isServer = [](const QModelIndex &entry) {
        return entry.data(SidebarModel::KindRole).value<Kind>() == Kind::Backend;
    };
    m_best = QModelIndex();
    Fit best = Fit::None;
    for (int row = 0; row < m_model.rowCount() && !m_sought.isEmpty(); ++row) {
        const QModelIndex heading = m_model.index(row, 0);
        for (int child = 0; child < m_model.rowCount(heading); ++child) {
            const QModelIndex entry = m_model.index(child, 0, heading);
            if (!isServer(entry) || fitOf(entry) >= best)
                continue;
            best = fitOf(entry);
            m_best = entry;
        }
    }
    // Letters that stand anywhere are for where nothing fits better.
    const Fit worst = best < Fit::Letters ? Fit::Inside : Fit::Letters;
    const auto hide = [this](const QModelIndex &entry, bool hidden) {
        if (isRowHidden(entry.row(), entry.parent()) != hidden)
            setRowHidden(entry.row(), entry.parent(), hidden);
    };
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QModelIndex heading = m_model.index(row, 0);
        bool isShown = m_sought.isEmpty();
        for (int child = 0; child < m_model.rowCount(heading); ++child) {
            const QModelIndex entry = m_model.index(child, 0, heading);
            const bool fits = m_sought.isEmpty() || (isServer(entry) && fitOf(entry) <= worst);
            hide(entry, !fits);
            isShown = isShown || fits;
        }
        hide(heading, !isShown);
    }
}

void Sidebar::setSought(const TypedLetters &letters)
{
    m_sought = letters;
    unfold();
    if (m_sought.isEmpty() && currentIndex().isValid())
        scrollTo(currentIndex());
    else if (m_best.isValid())
        scrollTo(m_best);
}

void Sidebar::chooseBest()
{
    setFocus(Qt::OtherFocusReason);
    setCurrentIndex(m_best);
}

bool Sidebar::isFolded(const QModelIndex &heading) const
{
    const auto scope = heading.data(SidebarModel::ScopeRole).value<ViewScope>();
    return scope.environment && m_folded.contains(*scope.environment) && m_sought.isEmpty();
}

void Sidebar::setFolded(Environment environment, bool folded)
{
    ViewScope group;
    group.environment = environment;
    const QModelIndex heading = m_model.indexOf(group);
    if (folded)
        m_folded.insert(environment);
    else
        m_folded.erase(environment);
    // What is chosen is in sight: of a group that is folded over it, the group.
    for (QModelIndex entry = currentIndex().parent(); folded && entry.isValid();
         entry = entry.parent()) {
        if (entry == heading)
            setCurrentIndex(heading);
    }
    unfold();
}

void Sidebar::offerServers(const QModelIndex &heading)
{
    const bool adds = heading.data(SidebarModel::AddsRole).toBool();
    if (!adds || indexWidget(heading))
        return;
    const QPersistentModelIndex where = heading;
    setIndexWidget(heading, addButton(*this, heading.data().toString(), [this, where] {
                       const auto scope = where.data(SidebarModel::ScopeRole).value<ViewScope>();
                       emit addRequested(scope.environment.value_or(Environment::Unset));
                   }));
}

/** As trees do: to the left closes, and then goes to what it is in. */
void Sidebar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Slash && offersFinding()) {
        emit findWanted();
        return;
    }
    if (event->key() == Qt::Key_Escape && !m_sought.isEmpty()) {
        emit findLeft();
        return;
    }
    const QModelIndex entry = currentIndex();
    const bool isLeft = event->key() == Qt::Key_Left;
    if ((!isLeft && event->key() != Qt::Key_Right) || event->modifiers() != Qt::NoModifier) {
        QTreeView::keyPressEvent(event);
        return;
    }
    const auto scope = entry.data(SidebarModel::ScopeRole).value<ViewScope>();
    if (scope.environment)
        setFolded(*scope.environment, isLeft);
    else if (isLeft && entry.parent().data(SidebarModel::ScopeRole).isValid())
        setCurrentIndex(entry.parent());
}

/** On its sign a group folds; on its name it is chosen. */
void Sidebar::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex entry = indexAt(event->pos());
    const auto scope = entry.data(SidebarModel::ScopeRole).value<ViewScope>();
    if (event->button() == Qt::LeftButton && scope.environment
        && event->pos().x() < SidebarDelegate::foldRoom) {
        setFolded(*scope.environment, !isFolded(entry));
        return;
    }
    QTreeView::mousePressEvent(event);
}

QSize Sidebar::sizeHint() const
{
    constexpr int letters = 30;
    return {std::max(208, fontMetrics().averageCharWidth() * letters), 400};
}

/** By the keyboard a menu is the current entry's, wherever the pointer is. */
bool Sidebar::event(QEvent *event)
{
    if (event->type() == QEvent::ContextMenu
        && static_cast<QContextMenuEvent *>(event)->reason() == QContextMenuEvent::Keyboard) {
        emit customContextMenuRequested(visualRect(currentIndex()).center());
        return true;
    }
    // Elsewhere it leads to the filter.
    if (event->type() == QEvent::ShortcutOverride && offersFinding()
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Slash) {
        event->accept();
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
    QModelIndex index =
        m_page == PageId::Locks ? m_model.indexOf(m_scope) : m_model.indexOf(m_page, m_apart);
    if (m_page == PageId::Locks && !index.isValid())
        index = m_model.indexOf(m_scope.whole());
    if (!index.isValid() || index == currentIndex())
        return;
    for (QModelIndex group = index.parent(); group.isValid(); group = group.parent()) {
        if (isFolded(group)) {
            m_folded.erase(*group.data(SidebarModel::ScopeRole).value<ViewScope>().environment);
            setExpanded(group, true);
        }
    }
    m_shows = true;
    setCurrentIndex(index);
    m_shows = false;
}

/** What is selected already is no change. */
void Sidebar::chooseAgain(const QModelIndex &entry)
{
    const auto scope = entry.data(SidebarModel::ScopeRole).value<ViewScope>();
    if (m_page != PageId::Locks || entry != currentIndex() || scope == m_scope)
        return;
    m_scope = scope;
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
