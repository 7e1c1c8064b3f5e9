// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QSize>

class QWidget;

namespace lockmaster {

/**
 * The window where it stood when `saveGeometry()` said `place`, or of that size where it says
 * nothing; never larger than its screen, nor beside it: that may be smaller than when the place was
 * remembered. Before the window is shown. GUI thread.
 */
void restoreWindowPlace(QWidget &window, const QByteArray &place, QSize usual);

/** What a window manager may draw around a window, which is not known before it is shown. */
inline constexpr QSize windowFrameAllowance(8, 40);

} // namespace lockmaster
