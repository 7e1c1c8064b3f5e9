// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

class QItemSelectionModel;

namespace lockmaster {

/**
 * The rows of a flat model of which a cell is selected, from top to bottom. Asking the selection
 * model itself takes the square of the number of ranges.
 */
std::vector<int> selectedRows(const QItemSelectionModel &selection);

} // namespace lockmaster
