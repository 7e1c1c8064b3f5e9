// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alerttrial.h"
#include "core/config/profilefile.h"

namespace lockmaster {

/** The stretch of time that was tried. */
struct TriedTime {
    ServerTime from{};
    ServerTime until{};
    AlertTrials trials; ///< one for each rule
};

/** What `lockctl alerts --json` prints; `tried` is null where nothing was. */
QByteArray alertsJson(const AlertKeys &keys, const std::vector<AlertRule> &rules,
                      const TriedTime *tried);

} // namespace lockmaster
