// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QLabel>
#include <QObject>
#include <QPointer>

#include <functional>

class QAction;
class QMainWindow;
class QMenu;

namespace lockmaster {

class Centre;
class TextSize;

/**
 * What changes how the window is looked at: the size of its text, the lists below, and presenting:
 * the whole screen for the page, without sidebar, lists below and status. Belongs to the window.
 * GUI thread; all that is given outlives it.
 */
class ViewActions final : public QObject
{
    Q_OBJECT

public:
    ViewActions(QMainWindow &window, Centre &centre, TextSize &textSize);

    void addTo(QMenu &menu) const;
    bool isPresenting() const;
    /** While presenting: where the window stood before, as `saveGeometry()` says it. */
    const QByteArray &placeBefore() const { return m_place; }

signals:
    void presentingChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QAction *add(const std::function<QString()> &name, const QList<QKeySequence> &keys);
    void present(bool on);
    void followSize();
    void followDock();

    QPointer<QLabel> m_note; ///< how it ends
    QMainWindow &m_window;
    Centre &m_centre;
    TextSize &m_textSize;
    QAction *m_larger;
    QAction *m_smaller;
    QAction *m_usual;
    QAction *m_lists;
    QAction *m_fold;
    QAction *m_putAway;
    QAction *m_present;
    Qt::WindowStates m_before; ///< while presenting: how the window stood, and where
    QByteArray m_place;
};

} // namespace lockmaster
