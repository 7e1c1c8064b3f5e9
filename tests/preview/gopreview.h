// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/viewfixtures.h"
#include "ui/window/mainwindow.h"

namespace lockmaster::test {

/** Going anywhere, with what LOCKMASTER_PREVIEW_TYPED says typed. */
void showGoState(MainWindow &window, LockStore &store, ViewFeed &feed);

} // namespace lockmaster::test
