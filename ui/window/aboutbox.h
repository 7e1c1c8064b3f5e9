// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace lockmaster {

/** Tells which program this is, for people and for who files a bug. Belongs to `parent`. */
void showAboutBox(QWidget *parent);

} // namespace lockmaster
