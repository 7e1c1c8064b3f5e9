// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockmaster {

/**
 * What a screen reader asks of a scrolled part is answered also where a scroll bar went since it
 * counted: Qt 6.4 reads behind the end of its list then, and the program ends. Once, on the GUI
 * thread.
 */
void installScrollAccessibility();

} // namespace lockmaster
