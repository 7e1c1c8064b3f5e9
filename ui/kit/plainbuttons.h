// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace lockmaster {

/**
 * Takes the style's own icons off the standard buttons of a dialog that has all of them by now:
 * they are pictures of fixed colours, black on a dark button.
 */
void usePlainButtons(QWidget &dialog);

} // namespace lockmaster
