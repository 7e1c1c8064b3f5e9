// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

/** What `alerts` is told; empty texts were not given. */
struct AlertsOptions {
    bool tries = false;
    QString rule; ///< to try; empty: all
    QString since;
    QString until;
};

} // namespace lockmaster
