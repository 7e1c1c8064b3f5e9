// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/backendmenu.h"

#include "ui/servers/sidebar.h"

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
}

const BackendStatus *BackendMenu::statusOf(const QString &name) const
{
    const BackendSnapshot *backend = m_store.view()->backend(name);
    return backend ? &backend->status : nullptr;
}

void BackendMenu::show(const QPoint &at)
{
    const QModelIndex index = m_sidebar.indexAt(at);
    if (!index.isValid()
        || index.data(SidebarModel::KindRole).value<SidebarModel::Kind>()
               != SidebarModel::Kind::Backend)
        return;
    const QString name = index.data(SidebarModel::ScopeRole).value<ViewScope>().backend;
    const BackendStatus *const status = statusOf(name);
    auto *menu = new QMenu(&m_sidebar);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Test connection"), this, [this, name] { emit testRequested(name); });
    if (status && isRefused(*status))
        menu->addAction(tr("Enter password…"), this,
                        [this, name] { emit passwordRequested(name); });
    if (m_lifted.contains(name))
        menu->addAction(tr("Make read-only now"), this,
                        [this, name] { emit readOnlyRequested(name); });
    else if (status && status->readOnly)
        menu->addAction(tr("Allow writes…"), this,
                        [this, name] { emit allowWritesRequested(name); });
    if (m_editable.contains(name)) {
        menu->addAction(tr("Edit %1…").arg(menuText(name)), this,
                        [this, name] { emit editRequested(name); });
        menu->addSeparator();
        menu->addAction(tr("Remove %1…").arg(menuText(name)), this,
                        [this, name] { emit removeRequested(name); });
    }
    menu->popup(m_sidebar.viewport()->mapToGlobal(at));
}

} // namespace lockmaster
