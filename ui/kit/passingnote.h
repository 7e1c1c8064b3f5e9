// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace lockmaster {

/**
 * Tells in a note above `widget`, at its right, and to screen readers, that something was done; it
 * goes by itself after a while. Text is plain. Belongs to the window. GUI thread.
 */
QLabel *showPassingNote(QWidget &widget, const QString &text);

} // namespace lockmaster
