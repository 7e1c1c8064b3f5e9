// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/selectedrows.h"

#include <QItemSelectionModel>

#include <algorithm>

namespace lockmaster {

std::vector<int> selectedRows(const QItemSelectionModel &selection)
{
    std::vector<int> rows;
    const QItemSelection ranges = selection.selection();
    for (const QItemSelectionRange &range : ranges) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

} // namespace lockmaster
