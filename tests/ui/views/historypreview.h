// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/mainwindow.h"

namespace lockmaster::test {

/** Adds the page of the history to `window`, shows it, and puts it into `state`. */
void showHistoryState(MainWindow &window, LockStore &store, const QString &state);

} // namespace lockmaster::test
