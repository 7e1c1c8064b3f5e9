// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolBar>

class QLabel;
class QMenu;
class QSettings;

namespace lockmaster {

class FilterEdit;
class RefreshControl;

/** Live control, refresh with the age of the data, filter with the count of what it leaves, menus.
 */
class MainToolBar final : public QToolBar
{
    Q_OBJECT

public:
    MainToolBar(QSettings &settings, QAction *refreshNow, QWidget *parent = nullptr);

    FilterEdit &filter() { return *m_filter; }
    RefreshControl &refresh() { return *m_refresh; }
    void setAge(const QString &age);
    void setCount(const QString &count);
    QString count() const;
    /** A button for what can be done with locks, before the filter. */
    void addLockAction(QAction *action);
    /** A button that opens `menu`, at the right end. */
    void addMenu(const QString &icon, const QString &text, QMenu *menu);

private:
    RefreshControl *m_refresh;
    QLabel *m_age;
    FilterEdit *m_filter;
    QAction *m_filterAction;
    QLabel *m_count;
};

} // namespace lockmaster
