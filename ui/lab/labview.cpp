// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/labview.h"

#include "ui/lab/contentionpanel.h"
#include "ui/lab/electionpanel.h"
#include "ui/lab/recordingview.h"
#include "ui/kit/keyboardfocus.h"

#include <QApplication>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace lockmaster {

LabView::LabView(const Clock &clock, QWidget *parent)
    : QWidget(parent), m_all(new QStackedWidget(this)), m_tabs(new QTabBar(this)),
      m_open(new QPushButton(tr("Open run…"), this)),
      m_save(new QPushButton(tr("Save run…"), this)), m_pages(new QStackedWidget(this)),
      m_electionPages(new QStackedWidget(this)), m_setup(new ElectionSetupPage(this)),
      m_election(new ElectionPanel(clock, this)), m_contention(new ContentionPanel(this)),
      m_recording(new RecordingView(clock, this))
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
    m_open->setShortcut(Qt::CTRL | Qt::Key_O);
    m_open->setToolTip(tr("Play what was saved of an election or an experiment; no server is "
                          "needed for it (Ctrl+O)"));
    m_save->setShortcut(Qt::CTRL | Qt::Key_S);
    m_save->setToolTip(
        tr("Save what is shown here in a file that can be played anywhere (Ctrl+S)"));
    for (QPushButton *button : {m_open, m_save}) {
        button->setFlat(true);
        button->setAutoDefault(false);
    }
    auto *live = new QWidget(this);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 12, 0);
    row->addWidget(m_tabs);
    row->addStretch();
    row->addWidget(m_open);
    row->addWidget(m_save);
    auto *inner = new QVBoxLayout(live);
    inner->setContentsMargins({});
    inner->setSpacing(0);
    inner->addLayout(row);
    inner->addWidget(m_pages, 1);
    m_all->addWidget(live);
    m_all->addWidget(m_recording);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_all);
    orderTabs({m_tabs, m_open, m_save, m_pages});
    setSavable(false);
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_tabs, &QTabBar::currentChanged, this, &LabView::tabChanged);
    connect(m_open, &QPushButton::clicked, this, &LabView::openRequested);
    connect(m_save, &QPushButton::clicked, this, &LabView::saveRequested);
    connect(m_recording, &RecordingView::closed, this, [this] {
        m_all->setCurrentIndex(0);
        focusPart();
        emit tabChanged();
    });
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

void LabView::openRecording(LabRecording recording)
{
    m_recording->open(std::move(recording));
    m_all->setCurrentWidget(m_recording);
    m_recording->setFocus();
    emit tabChanged();
}

void LabView::setSavable(bool savable)
{
    m_save->setEnabled(savable);
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
    m_contention->setPresenting(on);
    m_recording->setPresenting(on);
}

void LabView::setLive(bool live)
{
    m_election->setLive(live);
    m_recording->setLive(live);
}

bool LabView::closesRecording(const QKeyEvent &event) const
{
    return m_recording->isOpen() && isVisible() && event.keyCombination() == (Qt::CTRL | Qt::Key_W);
}

/** Of the window that it is in, which may change. */
void LabView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_window == window())
        return;
    if (m_window)
        m_window->removeEventFilter(this);
    m_window = window();
    m_window->installEventFilter(this);
}

/**
 * The key that closes a window closes a recording first, wherever in that window the focus is, or
 * nowhere: there nobody has a use for it, so it comes to the window itself.
 */
bool LabView::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey =
        event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (watched != m_window || !isKey || !closesRecording(*static_cast<QKeyEvent *>(event)))
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        m_recording->closeButton().click();
    return true;
}

void LabView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    focusPart();
}

/** What one wants to press first. */
void LabView::focusPart()
{
    if (m_recording->isOpen())
        m_recording->setFocus();
    else if (tab() == Contention)
        m_contention->setFocus();
    else if (isElectionShown())
        m_election->setFocus();
    else
        m_setup->setFocus();
}

} // namespace lockmaster
