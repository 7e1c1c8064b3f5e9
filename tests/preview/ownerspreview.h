// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/viewfixtures.h"
#include "ui/window/mainwindow.h"

namespace lockmaster::test {

/** Adds the page of the owners to `window` and shows it, with locks of a dead pod and of others. */
void showOwnersState(MainWindow &window, LockStore &store, ViewFeed &feed);

} // namespace lockmaster::test
