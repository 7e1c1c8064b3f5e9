// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "core/history/historyasker.h"

class QAction;

namespace lockmaster {

class HistoryView;
class LockPast;
class MainWindow;
class ReportDesk;

/**
 * Puts the history into the window: its page, what was seen of the chosen lock into the details,
 * and the way from there to the page. GUI thread; a child of the window; store and clock outlive
 * it.
 */
class HistoryController final : public QObject
{
    Q_OBJECT

public:
    HistoryController(const HistoryPlaces &places, MainWindow &window, LockStore &store,
                      const Clock &clock);

    HistoryView &view() { return *m_view; }
    /** The page on this lock. */
    QAction &show() { return *m_show; }
    /** What was seen of this lock in the last 24 hours, into the clipboard. */
    QAction &copyReport() { return *m_copyReport; }
    ReportDesk &reports() { return *m_reports; }
    /** The page on that lock. */
    void showLock(const LockId &id);

protected:
    /** What nobody sees is not asked for. */
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void copyReportOf(const LockId &id);

    MainWindow &m_window;
    const Clock &m_clock;
    HistoryView *m_view;
    LockPast *m_past;
    ReportDesk *m_reports;
    QAction *m_show;
    QAction *m_copyReport;
};

} // namespace lockmaster
