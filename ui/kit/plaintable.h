// SPDX-License-Identifier: Apache-2.0
#pragma once

class QMenu;
class QString;
class QTableView;
class QWidget;

namespace lockmaster {

/**
 * Makes a table of rows to be chosen: rows of one height and nothing between, no frame, no cell to
 * be edited or reached by Tab, each told to a screen reader when the focus comes to it. `name` is
 * what it is called there.
 */
void makePlainTable(QTableView &table, const QString &name);

/**
 * The same for a list of which one row is chosen, and that a click on a heading sorts: `stretched`
 * is the column that takes the room that is left, `least` what none falls below. Its model is set.
 */
void makeSortedTable(QTableView &table, const QString &name, int stretched, int least);

/** Whether columns become as much wider as the text does, or their table sees to that itself. */
enum class Columns { Follow, AreTheirs };

/** Rows as high as the text wants them, also when its size changes; and columns then likewise. */
void followTextSize(QTableView &table, Columns columns = Columns::Follow);

/** What a column of figures needs where `widest` is the widest of them, padding and all. */
int figureWidth(const QWidget &table, const QString &widest);
/** The same for durations in two units, with a sign before them. */
int durationWidth(const QWidget &table);

/**
 * Gives each column with a `Column::width()` that width, or what its heading needs, and a column of
 * figures what a duration needs.
 */
void setUsualWidths(QTableView &table);

/** What a click on each heading of `table` does, for those who click nowhere. Belongs to it. */
QMenu *sortMenu(QTableView &table);

/**
 * Selects a row for somebody who is elsewhere: that of the current cell, `row` where there is none.
 * The current cell stays: of a new one Qt tells a screen reader as if the focus had gone there.
 */
void selectQuietly(QTableView &table, int row);

} // namespace lockmaster
