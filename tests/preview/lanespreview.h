// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

/** The lanes in a state whose name begins with `lanes`, alive; null: no such state. */
QWidget *lanesPreview(const QString &state);
