// SPDX-License-Identifier: Apache-2.0
#include "ui/window/pagewindow.h"

#include "ui/kit/elidedlabel.h"
#include "ui/kit/icons.h"
#include "ui/kit/productionstripe.h"
#include "ui/kit/wholescreen.h"
#include "ui/servers/sidebarmodel.h"

#include <QAction>
#include <QCloseEvent>
#include <QVBoxLayout>

namespace lockmaster {

PageWindow::PageWindow(PageId id, QWidget &page)
    : m_id(id), m_page(page), m_stripe(new ProductionStripe(this)), m_notice(new ElidedLabel(this)),
      m_wholeScreen(new WholeScreen(*this))
{
    // The program ends with the main window, whatever else is open.
    setAttribute(Qt::WA_QuitOnClose, false);
    setWindowIcon(applicationIcon());
    setWindowTitle(tr("%1 - Lockmaster").arg(SidebarModel::pageTitle(id)));
    m_notice->setContentsMargins(12, 4, 12, 4);
    m_notice->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_stripe);
    layout->addWidget(m_notice);
    layout->addWidget(&page, 1);
    page.show();
    connect(addKeys({QKeySequence(Qt::Key_F11)}), &QAction::triggered, m_wholeScreen,
            [this] { m_wholeScreen->set(!m_wholeScreen->isOn()); });
}

QAction *PageWindow::addKeys(const QList<QKeySequence> &keys)
{
    auto *action = new QAction(this);
    action->setShortcuts(keys);
    addAction(action);
    return action;
}

void PageWindow::setProduction(bool production)
{
    m_stripe->setVisible(production);
}

void PageWindow::setNotice(const QString &notice)
{
    m_notice->setText(notice);
    m_notice->setVisible(!notice.isEmpty());
}

void PageWindow::closeEvent(QCloseEvent *event)
{
    event->ignore();
    emit closing();
}

void PageWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        emit seenChanged();
}

} // namespace lockmaster
