// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/alertsoptions.h"

#include <CLI/CLI.hpp>

namespace lockmaster {

void addAlertsOptions(CLI::App &app, RawAlerts &raw)
{
    raw.tries = app.add_option("--try", raw.rule,
                               "How often this rule, or each, would have said something, by the\n"
                               "history")
                    ->type_name("[RULE]")
                    ->expected(0, 1);
    app.add_option("--since", raw.since,
                   "From then on: 2026-03-01, 03:00, or as 24h: so long ago; default: 7d")
        ->option_text("TIME")
        ->needs(raw.tries);
    app.add_option("--until", raw.until, "Up to then, likewise")
        ->option_text("TIME")
        ->needs(raw.tries);
}

AlertsOptions alertsOptionsOf(const RawAlerts &raw)
{
    const auto text = [](const std::string &bytes) { return QString::fromStdString(bytes); };
    return {raw.tries && raw.tries->count() > 0,
            raw.rule.empty() ? QString() : text(raw.rule.front()), text(raw.since),
            text(raw.until)};
}

} // namespace lockmaster
