// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/viewfixtures.h"
#include "ui/window/mainwindow.h"

namespace lockmaster::test {

/** All servers at a glance, after five minutes of changes on some of them. */
void showOverviewState(MainWindow &window, LockStore &store, ViewFeed &feed);

} // namespace lockmaster::test
