// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QPointer>

class QLabel;
class QWidget;

namespace lockmaster {

/**
 * Gives a window the whole screen for a room to look at, and back the place that it had. A window
 * manager ends it, too, and Esc where nothing in the window takes that. Belongs to the window. GUI
 * thread.
 */
class WholeScreen final : public QObject
{
    Q_OBJECT

public:
    explicit WholeScreen(QWidget &window);

    bool isOn() const { return m_on; }
    void set(bool on);
    /** The window's place as `saveGeometry()` says it, before it had the whole screen. */
    QByteArray place() const;

signals:
    void changed(bool on);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showNote();
    void placeNote();
    void endNote();

    QWidget &m_window;
    bool m_on = false;
    Qt::WindowStates m_before; ///< while it is on: how the window stood, and where
    QByteArray m_place;
    QPointer<QLabel> m_note; ///< how it ends
};

} // namespace lockmaster
