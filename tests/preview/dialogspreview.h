// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/window/mainwindow.h"

#include <memory>

namespace lockmaster::test {

/** A part that is a window of its own: the guide, the welcome; null: `state` is none. */
std::unique_ptr<QWidget> partPreview(const QString &state);

/** Opens the dialog of `state` over the window: audit, password, test, exit, shortcuts, about. */
void showDialogState(MainWindow &window, const QString &state);

/** "Held by you", below the pages. */
void showHeldState(MainWindow &window);

} // namespace lockmaster::test
