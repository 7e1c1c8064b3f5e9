// SPDX-License-Identifier: Apache-2.0
#pragma once

class QAbstractItemView;

namespace lockmaster {

/**
 * Begins with the selected row where none is the current one, and lets screen readers hear which
 * cell is the current one when the view gets the focus. Qt tells of the view last, so that they
 * would stand before a table and not in it.
 */
void announceFocusedCell(QAbstractItemView &view);

} // namespace lockmaster
