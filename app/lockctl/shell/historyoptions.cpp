// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/historyoptions.h"

#include <CLI/CLI.hpp>

namespace lockmaster {

void addHistoryOptions(CLI::App &app, RawHistory &raw)
{
    CLI::Option *const at =
        app.add_option("--at", raw.at,
                       "What was held then: 03:00 (the last one), '2026-03-01 03:00', local time;\n"
                       "2026-03-01T03:00Z; or 2h: so long ago")
            ->type_name("TIME");
    CLI::Option *const lock =
        app.add_option("--lock", raw.lock, "Who held this lock, and for how long")->type_name("N");
    CLI::Option *const owner =
        app.add_option("--owner", raw.owner, "What this owner held; any part of its name")
            ->type_name("O");
    CLI::Option *const since =
        app.add_option("--since", raw.since, "From then on: a time as above")->type_name("TIME");
    CLI::Option *const until =
        app.add_option("--until", raw.until, "Up to then, likewise")->type_name("TIME");
    app.add_option("--last", raw.last, "Only so many of the newest; default: 50")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000));
    CLI::Option *const waits =
        app.add_flag("--waits", raw.waits, "Who waited, for how long; where systems name waiters");
    app.add_flag("--csv", raw.csv, "Print the holds, or the waits, as CSV")->excludes("--json");
    lock->excludes(owner);
    for (CLI::Option *other : {lock, owner, since, until, waits})
        at->excludes(other);
}

HistoryOptions historyOptionsOf(const RawHistory &raw)
{
    const auto text = [](const std::string &bytes) { return QString::fromStdString(bytes); };
    return {text(raw.at),    text(raw.lock), text(raw.owner), text(raw.since),
            text(raw.until), raw.last,       raw.waits,       raw.csv};
}

} // namespace lockmaster
