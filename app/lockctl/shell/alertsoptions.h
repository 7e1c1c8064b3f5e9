// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace lockmaster {

/** What `alerts` is told; empty texts were not given. */
struct AlertsOptions {
    bool tries = false;
    QString rule; ///< to try; empty: all
    QString since;
    QString until;
};

/** The same as CLI11 fills it in. */
struct RawAlerts {
    CLI::Option *tries = nullptr;
    std::vector<std::string> rule;
    std::string since;
    std::string until;
};

void addAlertsOptions(CLI::App &app, RawAlerts &raw);
AlertsOptions alertsOptionsOf(const RawAlerts &raw);

} // namespace lockmaster
