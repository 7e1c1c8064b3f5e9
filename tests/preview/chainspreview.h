// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/window/mainwindow.h"

namespace lockmaster::test {

/** Adds the page of chains to `window`, shows it, and puts it into `state`. */
void showChainsState(MainWindow &window, LockStore &store, const QString &state);

} // namespace lockmaster::test
