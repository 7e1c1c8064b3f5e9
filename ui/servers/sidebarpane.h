// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;

namespace lockmaster {

class Sidebar;

/**
 * The list at the left and, with many servers, a line above it that finds one by a few letters:
 * what is typed narrows the list, Down and Return lead to the server that fits best, Esc shows all
 * again. GUI thread.
 */
class SidebarPane final : public QWidget
{
    Q_OBJECT

public:
    /** Takes `sidebar`. */
    explicit SidebarPane(Sidebar *sidebar, QWidget *parent = nullptr);

    QLineEdit &line() { return *m_line; }
    QLabel &none() { return *m_none; }
    /** To the line; cannot be done where there are so few servers that there is none. */
    QAction &findAction() { return *m_find; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow();
    void seek(const QString &typed);
    void leave();
    void enter();

    Sidebar *m_sidebar;
    QLineEdit *m_line;
    QLabel *m_none;
    QAction *m_find;
};

} // namespace lockmaster
