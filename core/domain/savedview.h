// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/finding.h"
#include "core/domain/lockcolumn.h"

#include <vector>

namespace lockmaster {

/** What the lock table shows, under a name, as the profile has it for all who share it. */
struct SavedView {
    QString name;                           ///< never empty
    QString filter;                         ///< which can be parsed; empty: everything
    std::optional<Environment> environment; ///< of the servers; none: any
    QString backend;                        ///< empty: all servers
    QString source;                         ///< within `backend`
    QString system;                         ///< within `backend`, or of all
    std::optional<FindingId> finding;
    std::optional<LockColumn> sort;  ///< none: whoever looks has an order of their own
    bool descending = false;         ///< of `sort`
    std::vector<LockColumn> columns; ///< those shown, from the left; none: likewise

    friend bool operator==(const SavedView &, const SavedView &) = default;
};

/** Of that name; null: there is none. */
inline const SavedView *viewNamed(const std::vector<SavedView> &views, const QString &name)
{
    for (const SavedView &view : views) {
        if (view.name == name)
            return &view;
    }
    return nullptr;
}

} // namespace lockmaster
