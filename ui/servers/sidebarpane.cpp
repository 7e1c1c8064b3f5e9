// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/sidebarpane.h"

#include "ui/kit/actionname.h"
#include "ui/kit/icons.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "ui/servers/sidebar.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lockmaster {

SidebarPane::SidebarPane(Sidebar *sidebar, QWidget *parent)
    : QWidget(parent), m_sidebar(sidebar), m_line(new QLineEdit(this)),
      m_none(mutedLabel(tr("No server is called so."), this)), m_find(new QAction(this))
{
    const QString name = tr("Find a server");
    m_line->setPlaceholderText(name);
    m_line->setAccessibleName(tr("Find a server in the list below"));
    m_line->setClearButtonEnabled(true);
    m_line->setMaxLength(200);
    nameButtons(
        *m_line,
        m_line->addAction(symbolicIcon(QStringLiteral("search")), QLineEdit::LeadingPosition),
        name);
    m_line->installEventFilter(this);
    m_none->setContentsMargins(12, 4, 12, 4);
    nameAction(*m_find, [] { return tr("Find a server at the left"); });
    m_find->setShortcut(QKeySequence(tr("Ctrl+Shift+F")));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    auto *row = new QVBoxLayout;
    row->setContentsMargins(6, 4, 6, 0);
    row->addWidget(m_line);
    layout->addLayout(row);
    layout->addWidget(m_none);
    layout->addWidget(sidebar, 1);
    orderTabs({m_line, sidebar});
    connect(m_line, &QLineEdit::textChanged, this, &SidebarPane::seek);
    connect(m_find, &QAction::triggered, this, &SidebarPane::enter);
    connect(sidebar, &Sidebar::findWanted, this, &SidebarPane::enter);
    connect(sidebar, &Sidebar::findLeft, this, &SidebarPane::leave);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(sidebar->model(), signal, this, &SidebarPane::follow);
    follow();
}

/** Few servers are all in sight. */
void SidebarPane::follow()
{
    const bool offers = m_sidebar->offersFinding();
    if (!offers && !m_line->text().isEmpty())
        m_line->clear();
    if (!offers && m_line->hasFocus())
        m_sidebar->setFocus();
    m_line->setVisible(offers);
    m_find->setEnabled(offers);
    m_find->setToolTip(offers ? QString() : tr("There are few servers: all are in sight."));
    m_none->setVisible(offers && !m_line->text().isEmpty() && !m_sidebar->hasFound());
}

void SidebarPane::seek(const QString &typed)
{
    m_sidebar->setSought(TypedLetters(typed));
    follow();
}

void SidebarPane::enter()
{
    if (!m_find->isEnabled() || !isVisible())
        return;
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void SidebarPane::leave()
{
    m_line->clear();
    m_sidebar->setFocus(Qt::OtherFocusReason);
}

bool SidebarPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_line || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Escape: leave(); return true;
    case Qt::Key_Down:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_line->text().trimmed().isEmpty())
            m_sidebar->setFocus(Qt::OtherFocusReason);
        else if (m_sidebar->hasFound())
            m_sidebar->chooseBest();
        return true;
    default: return QWidget::eventFilter(watched, event);
    }
}

} // namespace lockmaster
