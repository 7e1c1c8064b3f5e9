// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/window/mainwindow.h"

namespace lockmaster::test {

/** Adds the page of the history to `window`, shows it, and puts it into `state`. */
void showHistoryState(MainWindow &window, LockStore &store, const QString &state);

/** What was seen of a lock before, as a dialog tells of it. */
std::optional<DetailSection> previewPast();

} // namespace lockmaster::test
