// SPDX-License-Identifier: Apache-2.0
#include "ui/views/maintoolbar.h"

#include "ui/theme/icons.h"
#include "ui/views/filteredit.h"
#include "ui/views/refreshcontrol.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace lockmaster {

namespace {

QLabel *mutedLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setContentsMargins(8, 0, 8, 0);
    return label;
}

} // namespace

MainToolBar::MainToolBar(QSettings &settings, QAction *refreshNow, QWidget *parent)
    : QToolBar(parent), m_refresh(new RefreshControl(this)), m_age(mutedLabel(this)),
      m_filter(new FilterEdit(settings, this)), m_filterAction(nullptr), m_count(mutedLabel(this))
{
    setWindowTitle(tr("Tools"));
    setObjectName(QStringLiteral("tools"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize({16, 16});
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);

    addWidget(m_refresh);
    auto *refreshButton = new QToolButton(this);
    refreshButton->setDefaultAction(refreshNow);
    refreshButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    refreshButton->setFocusPolicy(Qt::StrongFocus);
    addWidget(refreshButton);
    m_age->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("00 m 00 s")) + 8);
    m_age->setToolTip(tr("How old the oldest data shown are"));
    addWidget(m_age);
    m_filterAction = addWidget(m_filter);
    addWidget(m_count);
}

void MainToolBar::setAge(const QString &age)
{
    m_age->setText(age);
}

void MainToolBar::setCount(const QString &count)
{
    m_count->setText(count);
}

QString MainToolBar::count() const
{
    return m_count->text();
}

void MainToolBar::addLockAction(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    insertWidget(m_filterAction, button);
}

void MainToolBar::addMenu(const QString &icon, const QString &text, QMenu *menu)
{
    auto *button = new QToolButton(this);
    button->setIcon(symbolicIcon(icon));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    // Not `setMenu`: that draws an arrow over a bare icon.
    connect(button, &QToolButton::clicked, menu, [button, menu] {
        const QPoint corner = button->mapToGlobal(button->rect().bottomRight());
        menu->popup(corner - QPoint(menu->sizeHint().width(), 0));
    });
    addWidget(button);
}

} // namespace lockmaster
