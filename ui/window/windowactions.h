// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/window/mainwindow.h"

#include <QAction>

namespace lockmaster {

/**
 * What the window offers beside its pages: its keys, and the main menu. All of it is among the
 * window's own `actions()`, where whoever looks for an action finds it. Belongs to the window. GUI
 * thread; all that is given outlives it.
 */
class WindowActions final : public QObject
{
    Q_OBJECT

public:
    WindowActions(MainWindow &window, const MainWindow::Offers &offers, const ViewActions &view);

    QAction &refresh() { return *m_refresh; }
    /** Null where locks cannot be acquired; the second, for the menu of one lock, likewise. */
    QAction *acquire() { return m_acquire; }
    QAction *acquireNamed() { return m_acquireNamed; }
    QMenu &menu() { return *m_menu; }
    /** Those that mean the same in every window. */
    QList<QAction *> everywhere() const { return {m_refresh, m_guide, m_keys, m_quit}; }
    void setPaused(bool paused);

signals:
    void filterWanted();
    void acquireWanted();
    void saveWanted();

private:
    using Name = std::function<QString()>;

    static Name pauseName(bool paused);
    QAction *add(const Name &name, const QList<QKeySequence> &keys = {});
    void buildMenu(const MainWindow::Offers &offers, const ViewActions &view);
    void buildHelp(QMenu &menu);
    void showShortcuts();

    MainWindow &m_window;
    QAction *m_refresh;
    QAction *m_pause;
    QAction *m_acquire = nullptr;
    QAction *m_acquireNamed = nullptr;
    QMenu *m_menu;
    QAction *m_guide = nullptr;
    QAction *m_keys = nullptr;
    QAction *m_quit = nullptr;
    bool m_paused = false;
};

} // namespace lockmaster
