// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"
#include "ui/kit/theme.h"
#include "ui/window/mainwindow.h"

#include <memory>

namespace lockmaster::test {

/**
 * Opens the dialogs of servers and settings over the window: `settings`, `settings-appearance`,
 * `settings-alerts`, `server`, `server-security`, `server-watch`, `server-new`, and `acquire`,
 * `acquire-table`. Other states open nothing. Files are in `directory`.
 */
void showSettingsState(MainWindow &window, LockStore &store, Theme &theme, QSettings &settings,
                       const QString &directory, const QString &state);

/** A server on which locks are held, without one. */
std::unique_ptr<BackendReader> lockedServer();

} // namespace lockmaster::test
