// SPDX-License-Identifier: Apache-2.0
#pragma once

class QString;
class QTableView;

namespace lockmaster {

/**
 * Makes a table of rows to be chosen: rows of one height and nothing between, no frame, no cell to
 * be edited or reached by Tab, each told to a screen reader when the focus comes to it. `name` is
 * what it is called there.
 */
void makePlainTable(QTableView &table, const QString &name);

/**
 * Selects a row for somebody who is elsewhere: that of the current cell, `row` where there is none.
 * The current cell stays: of a new one Qt tells a screen reader as if the focus had gone there.
 */
void selectQuietly(QTableView &table, int row);

} // namespace lockmaster
