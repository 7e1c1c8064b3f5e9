// SPDX-License-Identifier: Apache-2.0
#include "ui/window/historycontroller.h"

#include "core/display/lockpast.h"
#include "ui/details/detailspane.h"
#include "ui/history/historyview.h"
#include "ui/history/reportdesk.h"
#include "ui/kit/actionname.h"
#include "ui/leaders/leadersview.h"
#include "ui/leaders/leadertable.h"
#include "ui/locks/lockactions.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QEvent>

namespace lockmaster {

HistoryController::HistoryController(const HistoryPlaces &places, MainWindow &window,
                                     LockStore &store, const Clock &clock)
    : QObject(&window), m_window(window), m_clock(clock),
      m_view(new HistoryView(places, store, clock)),
      m_past(new LockPast({places.store, {}}, clock, this)),
      m_reports(new ReportDesk(places, clock, window.details())), m_show(new QAction(this)),
      m_copyReport(new QAction(this))
{
    nameAction(*m_show, [] { return tr("Show in History"); });
    nameAction(*m_copyReport, [] { return tr("Copy as report of 24 hours"); });
    window.addPage(PageId::History, m_view);
    window.details().setTools({m_show});
    window.details().installEventFilter(this);
    window.lockActions().addSingle(m_show);
    window.lockActions().addSingle(m_copyReport);
    LeadersView &leaders = window.leadersView();
    auto *const showLeader = new QAction(this);
    nameAction(*showLeader, [] { return tr("Show in History"); });
    leaders.table().addAction(showLeader);
    connect(showLeader, &QAction::triggered, this, [this, &leaders] {
        if (const auto id = leaders.chosen())
            showLock(*id);
    });
    m_show->setVisible(false);
    m_copyReport->setVisible(false);
    m_past->setLive(window.details().isVisible());
    connect(&window, &MainWindow::liveChanged, m_view, &HistoryView::setLive);
    connect(&window, &MainWindow::presentingChanged, m_view,
            [this, &window] { m_view->setPresenting(window.isPresenting(PageId::History)); });
    connect(m_view, &HistoryView::narrowRequested, &window, &MainWindow::narrowLocks);
    connect(&window, &MainWindow::liveChanged, m_past, &LockPast::setLive);
    connect(&window, &MainWindow::focusChanged, m_past, [this](const std::optional<LockId> &id) {
        m_show->setVisible(id.has_value());
        m_copyReport->setVisible(id.has_value());
        m_past->setLock(id);
    });
    connect(m_past, &LockPast::changed, this,
            [this] { m_window.setPast(m_past->lock(), m_past->section()); });
    connect(m_show, &QAction::triggered, this, [this] {
        if (m_past->lock())
            showLock(*m_past->lock());
    });
    connect(m_copyReport, &QAction::triggered, this, [this] {
        if (m_past->lock())
            copyReportOf(*m_past->lock());
    });
}

void HistoryController::copyReportOf(const LockId &id)
{
    constexpr std::chrono::hours shown(24);
    const ServerTime now = m_clock.wallNow();
    const SourceId &source = *id.source;
    m_reports->copy({{source.backend, source.system, source.name, id.name}, now - shown, now});
}

void HistoryController::showLock(const LockId &id)
{
    m_view->showLock({id.source->backend, id.source->system, id.source->name, id.name});
    m_window.showPage(PageId::History);
}

bool HistoryController::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide)
        m_past->setLive(event->type() == QEvent::Show);
    return QObject::eventFilter(watched, event);
}

} // namespace lockmaster
