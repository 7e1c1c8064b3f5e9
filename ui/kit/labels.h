// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lockroles.h"

#include <QLabel>

class QAction;
class QLineEdit;

namespace lockmaster {

QFont titleFont(double scale, QFont font);
/** A line of plain text as large as `scale` times the usual. */
QLabel *titleLabel(double scale, const QString &text, QWidget *parent);
/** The small heading above a part of a page; the buddy takes the focus. */
QLabel *headingLabel(const QString &text, QWidget *buddy, QWidget *parent);
/** Plain wrapped text; a long word does not widen what it stands in. */
QLabel *textLabel(const QString &text, QWidget *parent);
/** Plain wrapped text that matters less. */
QLabel *mutedLabel(const QString &text, QWidget *parent);
/** For screen readers, which are told only where it is another text. */
void setSpokenName(QWidget *widget, const QString &text);
void setSpokenDescription(QWidget *widget, const QString &text);
/** Names the buttons within a line edit; `leading` is its icon's. */
void nameButtons(const QLineEdit &edit, QAction *leading, const QString &name);
/** A tooltip that reads no markup, and the same for screen readers without what protects it. */
void setPlainToolTip(QWidget *widget, const QString &text);
/** What a screen reader is to say for a tooltip that may be markup. */
QString spokenToolTip(const QString &toolTip);
/** Writes `label` in the colour of `tone`; nothing happens where it is that already. */
void setTone(QLabel *label, Tone tone);

} // namespace lockmaster
