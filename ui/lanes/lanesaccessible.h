// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

class LanesView;

/** Makes the lanes a chart to screen readers, whose value is what was spoken last. Once is enough.
 */
void installLanesAccessibility();

/** Tells a screen reader that the view's value has changed. */
void announceLanesValue(LanesView &view);

} // namespace lockmaster
