// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/viewfixtures.h"
#include "ui/window/mainwindow.h"
#include "ui/window/viewscontroller.h"

namespace lockmaster::test {

/** Whether `state` is one of a saved view, of pins, or of the line that finds a server. */
bool isViewsState(const QString &state);

/** Brings a window that is shown there. The feed is to be published once more after it. */
void showViewsState(MainWindow &window, ViewsController &views, ViewFeed &feed,
                    const QString &state);

} // namespace lockmaster::test
