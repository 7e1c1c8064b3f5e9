// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/backendmenu.h"

#include "core/text/literaltext.h"
#include "ui/servers/sidebar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include <algorithm>

namespace lockmaster {

namespace {

/** A name as a menu shows it: an `&` in it is not a mnemonic. */
QString menuText(QString text)
{
    return text.replace(u'&', QStringLiteral("&&"));
}

/** The server does not take the account or its password. */
bool isRefused(const BackendStatus &status)
{
    return std::any_of(status.problems.begin(), status.problems.end(), [](const Problem &problem) {
        return problem.error.kind == ErrorKind::Auth;
    });
}

} // namespace

BackendMenu::BackendMenu(Sidebar &sidebar, const LockStore &store)
    : QObject(&sidebar), m_sidebar(sidebar), m_store(store)
{
    connect(&sidebar, &QWidget::customContextMenuRequested, this, &BackendMenu::show);
    connect(&sidebar, &Sidebar::addRequested, this, &BackendMenu::addRequested);
}

const BackendStatus *BackendMenu::statusOf(const QString &name) const
{
    const BackendSnapshot *backend = m_store.view()->backend(name);
    return backend ? &backend->status : nullptr;
}

void BackendMenu::show(const QPoint &at)
{
    const QModelIndex index = m_sidebar.indexAt(at);
    const auto kind = index.data(SidebarModel::KindRole).value<SidebarModel::Kind>();
    const auto scope = index.data(SidebarModel::ScopeRole).value<ViewScope>();
    auto *menu = new QMenu(&m_sidebar);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (index.isValid() && kind == SidebarModel::Kind::Backend)
        addBackendActions(*menu, scope.backend);
    else if (index.isValid() && kind == SidebarModel::Kind::Page)
        menu->addAction(tr("Give it a window of its own"), this,
                        [this, id = index.data(SidebarModel::PageRole).value<PageId>()] {
                            emit pageWindowRequested(id);
                        });
    else if (m_offersServers && (!index.isValid() || index.data(SidebarModel::AddsRole).toBool()))
        addProfileActions(*menu, scope.environment.value_or(Environment::Unset));
    if (menu->isEmpty())
        delete menu;
    else
        menu->popup(m_sidebar.viewport()->mapToGlobal(at));
}

void BackendMenu::addProfileActions(QMenu &menu, Environment environment)
{
    menu.addAction(tr("Add a server…"), this,
                   [this, environment] { emit addRequested(environment); });
    menu.addAction(tr("Import servers…"), this, &BackendMenu::importRequested);
    menu.addSeparator();
    menu.addAction(tr("Open the profile's file"), this, &BackendMenu::openProfileRequested);
    menu.addAction(tr("Reload the profile"), this, &BackendMenu::reloadRequested);
}

void BackendMenu::addBackendActions(QMenu &menu, const QString &name)
{
    const BackendStatus *const status = statusOf(name);
    menu.addAction(tr("Test connection"), this, [this, name] { emit testRequested(name); });
    menu.addAction(tr("Copy its name"), this,
                   [name] { QGuiApplication::clipboard()->setText(literalText(name)); });
    if (status && isRefused(*status))
        menu.addAction(tr("Enter password…"), this, [this, name] { emit passwordRequested(name); });
    if (m_lifted.contains(name))
        menu.addAction(tr("Make read-only now"), this,
                       [this, name] { emit readOnlyRequested(name); });
    else if (status && status->readOnly)
        menu.addAction(tr("Allow writes…"), this,
                       [this, name] { emit allowWritesRequested(name); });
    if (!m_editable.contains(name))
        return;
    menu.addAction(tr("Edit %1…").arg(menuText(name)), this,
                   [this, name] { emit editRequested(name); });
    menu.addAction(tr("Duplicate %1…").arg(menuText(name)), this,
                   [this, name] { emit duplicateRequested(name); });
    menu.addSeparator();
    menu.addAction(tr("Remove %1…").arg(menuText(name)), this,
                   [this, name] { emit removeRequested(name); });
}

} // namespace lockmaster
