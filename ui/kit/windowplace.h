// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSize>

class QWidget;

namespace lockmaster {

/**
 * The window where it stood when `saveGeometry()` said `place`, or of that size, as much larger as
 * the text is than the desktop's, where it says nothing; never larger than its screen, nor beside
 * it: that may be smaller than when the place was remembered. Before the window is shown. GUI
 * thread.
 */
void restoreWindowPlace(QWidget &window, const QByteArray &place, QSize usual);

/** From now on windows of this program whose screen goes are put on one that there is. */
void keepWindowsOnScreens();

/** The window in which somebody works, where it is one of this program; `usual` otherwise. */
QWidget *frontWindow(QWidget *usual);

/** Seen and with the keys, also where it was minimised or is behind another. */
void bringForward(QWidget &window);

/**
 * Keeps the end of a dialog that grows while it is open on its screen, where its buttons are: it is
 * moved up as far as that takes and its begin allows. Also where it grew before the window manager
 * had put it somewhere; where the operator puts it, it stays until it grows again. Belongs to the
 * dialog. GUI thread.
 */
class GrowingDialog final : public QObject
{
    Q_OBJECT

public:
    explicit GrowingDialog(QWidget &dialog);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void keep();

    QWidget &m_dialog;
    int m_keptHeight = 0; ///< for which it stands where it stands
};

/** What a window manager may draw around a window, which is not known before it is shown. */
inline constexpr QSize windowFrameAllowance(8, 40);

} // namespace lockmaster
