// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>

class QWidget;
class QAbstractItemView;

namespace lockmaster {

/**
 * Lets Tab lead from each of `widgets` to the next, and keeps what is within a widget with it, of
 * which `QWidget::setTabOrder()` leaves some behind.
 */
void orderTabs(std::initializer_list<QWidget *> widgets);

/**
 * Whoever gives `page` the focus gives it to `part` of it. Not a focus proxy: Tab would come to the
 * page after its parts, and begin with them again.
 */
void passFocus(QWidget &page, QWidget &part);

/**
 * Begins with the selected row where none is the current one, and lets screen readers hear which
 * cell is the current one when the view gets the focus. Qt tells of the view last, so that they
 * would stand before a table and not in it.
 */
void announceFocusedCell(QAbstractItemView &view);

} // namespace lockmaster
