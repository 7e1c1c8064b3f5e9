// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace lockmaster {

/**
 * A symbolic icon of our own (`resources/icons/NAME.svg`), drawn in the palette's text colour of
 * the moment and in any size. An unknown name is a null icon. GUI thread.
 */
QIcon symbolicIcon(const QString &name);

/** The same, always in `color`. */
QIcon symbolicIcon(const QString &name, const QColor &color);

/** The program's own icon, in colour. */
QIcon applicationIcon();

} // namespace lockmaster
