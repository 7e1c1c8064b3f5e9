// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/lab/labview.h"

namespace lockmaster::test {

/** Brings the lab's page into a state of choice: `lab`, `lab-more`, `lab-running`, `lab-two`, ...
 */
void showLabState(LabView &view, const QString &state);

} // namespace lockmaster::test
