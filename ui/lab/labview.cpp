// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/labview.h"

#include "ui/lab/contentionpanel.h"
#include "ui/lab/electionpanel.h"
#include "ui/kit/keyboardfocus.h"

#include <QApplication>
#include <QFocusEvent>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace lockmaster {

LabView::LabView(const Clock &clock, QWidget *parent)
    : QWidget(parent), m_tabs(new QTabBar(this)), m_pages(new QStackedWidget(this)),
      m_electionPages(new QStackedWidget(this)), m_setup(new ElectionSetupPage(this)),
      m_election(new ElectionPanel(clock, this)), m_contention(new ContentionPanel(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_tabs->setDocumentMode(true);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->setAccessibleName(tr("Experiments of the lab"));
    m_tabs->insertTab(Elections, tr("Leader &election"));
    m_tabs->insertTab(Contention, tr("Locks &under contention"));
    m_electionPages->addWidget(m_setup);
    m_electionPages->addWidget(m_election);
    m_pages->addWidget(m_electionPages);
    m_pages->addWidget(m_contention);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tabs);
    layout->addWidget(m_pages, 1);
    orderTabs({m_tabs, m_pages});
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
}

void LabView::showElection()
{
    showPart(m_election);
}

void LabView::showSetup()
{
    showPart(m_setup);
}

/** Takes the focus along, but only from what is replaced: elections begin and end by themselves. */
void LabView::showPart(QWidget *part)
{
    const QWidget *replaced = m_electionPages->currentWidget();
    if (part == replaced)
        return;
    const QWidget *focused = QApplication::focusWidget();
    const bool hadFocus = isVisible() && (!focused || replaced->isAncestorOf(focused));
    m_electionPages->setCurrentWidget(part);
    if (hadFocus)
        focusPart();
}

bool LabView::isElectionShown() const
{
    return m_electionPages->currentWidget() == m_election;
}

void LabView::setTab(Tab tab)
{
    m_tabs->setCurrentIndex(tab);
}

LabView::Tab LabView::tab() const
{
    return static_cast<Tab>(m_tabs->currentIndex());
}

void LabView::setPresenting(bool on)
{
    m_election->setPresenting(on);
}

void LabView::setLive(bool live)
{
    m_election->setLive(live);
}

void LabView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    focusPart();
}

/** What one wants to press first. */
void LabView::focusPart()
{
    if (tab() == Contention)
        m_contention->setFocus();
    else if (isElectionShown())
        m_election->setFocus();
    else
        m_setup->setFocus();
}

} // namespace lockmaster
