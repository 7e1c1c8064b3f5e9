// SPDX-License-Identifier: Apache-2.0
#pragma once

class QSettings;

namespace lockmaster {

/**
 * How much air the rows of lists have: the usual, or so little that a third more of them fit. All
 * lists of the program follow at once. GUI thread.
 */
namespace Density {

bool isCompact();
/** The height of a row: `usual`, or `compact` where that is wanted, and never less than the text.
 */
int rowHeight(int usual, int compact, int textHeight);

/** As remembered in the settings. */
void restore(const QSettings &settings);
/** And remembered there. */
void setCompact(QSettings &settings, bool compact);

} // namespace Density

} // namespace lockmaster
