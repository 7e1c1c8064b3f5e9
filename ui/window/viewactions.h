// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>

#include <functional>

class QAction;
class QMainWindow;
class QMenu;

namespace lockmaster {

class Centre;
class PageWindows;
class TextSize;
class WholeScreen;

/**
 * What changes how the window is looked at: the size of its text, the lists below, a window of its
 * own for a page, and presenting: the whole screen for the page, without sidebar, lists below and
 * status. Belongs to the window.
 * GUI thread; all that is given outlives it.
 */
class ViewActions final : public QObject
{
    Q_OBJECT

public:
    ViewActions(QMainWindow &window, Centre &centre, PageWindows &pageWindows, TextSize &textSize);

    void addTo(QMenu &menu) const;
    /** Those that mean the same in every window. */
    QList<QAction *> everywhere() const { return {m_larger, m_smaller, m_usual}; }
    bool isPresenting() const;
    /** Where the window stands while nobody presents, as `saveGeometry()` says it. */
    QByteArray place() const;

signals:
    void presentingChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QAction *add(const std::function<QString()> &name, const QList<QKeySequence> &keys);
    void present(bool on);
    void followSize();
    void followScreen();
    void followDock();
    void followPage();

    QMainWindow &m_window;
    Centre &m_centre;
    PageWindows &m_pageWindows;
    TextSize &m_textSize;
    QAction *m_larger;
    QAction *m_smaller;
    QAction *m_usual;
    QAction *m_lists;
    QAction *m_fold;
    QAction *m_putAway;
    QAction *m_present;
    QAction *m_alone;
    WholeScreen *m_wholeScreen;
};

} // namespace lockmaster
