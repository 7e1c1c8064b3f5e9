// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/window/mainwindow.h"

class QSettings;

namespace lockmaster::test {

/**
 * What stands about the window's pages: `hints`, `sandbox-ended`, `sandbox-failed`, and pages in
 * windows of their own, `...-alone`, while nobody looks. The settings outlive the window.
 */
void showWindowState(MainWindow &window, QSettings &settings, const QString &state);

} // namespace lockmaster::test
