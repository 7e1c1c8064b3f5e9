// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

#include <QToolBar>

class QMenu;
class QSettings;
class QToolButton;

namespace lockmaster {

class FilterEdit;
class RefreshControl;
class ScopeChips;
class SteadyLabel;

/**
 * Live control, refresh with the age of the data, what the sidebar narrows the table to, filter
 * with the count of what it leaves, menus.
 * What concerns the lock table alone is hidden where another page is shown. GUI thread.
 */
class MainToolBar final : public QToolBar
{
    Q_OBJECT

public:
    MainToolBar(QSettings &settings, QAction *refreshNow, QWidget *parent = nullptr);

    FilterEdit &filter() { return *m_filter; }
    RefreshControl &refresh() { return *m_refresh; }
    ScopeChips &chips() { return *m_chips; }
    /** Shows count, ages and periods of `view`. */
    void follow(const ViewSnapshot &view, SteadyTime now);
    /** Lets the age of the data grow. */
    void followAge(const ViewSnapshot &view, SteadyTime now);
    QString count() const;

    /** What a tool concerns. */
    enum class Concerns : quint8 { LockTable, EveryPage };
    /** A button for what can be done with locks, before the filter. */
    void addLockAction(QAction *action, Concerns concerns);
    /** A button that opens `menu`, at the right end. */
    void addMenu(const QString &icon, const QString &text, QMenu *menu, Concerns concerns);
    void setLockTableShown(bool shown);
    /** The button of the views, before the filter, opens `menu`. */
    void setViews(QMenu *menu);
    /** `name` of the view that is shown, empty: none; `changed`: it departs from it. */
    void showView(const QString &name, bool changed);
    QToolButton &viewsButton() { return *m_views; }

private:
    void makeRoomForAge(Micros age);
    void keep(QAction *tool, Concerns concerns);
    void showTools();

    RefreshControl *m_refresh;
    SteadyLabel *m_age;
    ScopeChips *m_chips;
    QAction *m_chipsAction;
    QToolButton *m_views;
    QAction *m_viewsAction = nullptr;
    FilterEdit *m_filter;
    QAction *m_filterAction;
    SteadyLabel *m_count;
    QAction *m_spacer; ///< in the place of the filter
    std::vector<QAction *> m_lockTools;
    bool m_lockTableShown = true;
};

} // namespace lockmaster
