// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/monitoroptions.h"

#include <CLI/CLI.hpp>

namespace lockmaster {

namespace {

void addText(CLI::App &app, const char *name, const char *type, const char *help, QString &value)
{
    app.add_option_function<std::string>(
           name, [&value](const std::string &text) { value = QString::fromStdString(text); }, help)
        ->type_name(type);
}

void addTexts(CLI::App &app, const char *name, const char *type, const char *help,
              QStringList &values)
{
    app.add_option_function<std::vector<std::string>>(
           name,
           [&values](const std::vector<std::string> &texts) {
               for (const std::string &text : texts)
                   values.append(QString::fromStdString(text));
           },
           help)
        ->option_text(type)
        ->allow_extra_args(false);
}

} // namespace

void addCheckOptions(CLI::App &app, CheckOptions &options)
{
    addText(app, "--max-held", "LIMIT", "No lock may be held for longer: 10m, or 5m,10m",
            options.maxHeld);
    addText(app, "--max-waiters", "LIMIT", "No lock may be waited for by more", options.maxWaiters);
    addText(app, "--max-locks", "LIMIT", "There may be no more locks", options.maxLocks);
    addText(app, "--max-expired", "LIMIT", "No more may be expired and still written down",
            options.maxExpired);
    app.add_flag("--no-expired", options.noExpired, "None may be: --max-expired 0")
        ->excludes("--max-expired");
    addTexts(app, "--no-finding", "ID", "No lock may have this finding (repeatable)",
             options.noFindings);
    addTexts(app, "--warn-finding", "ID", "The same, as a warning (repeatable)",
             options.warnFindings);
    addTexts(app, "--has-leader", "LOCK", "Somebody has to hold this lock (repeatable)",
             options.leaders);
    addTexts(app, "--exists", "LOCK", "This lock has to be written down (repeatable)",
             options.existing);
    app.add_flag("--where-known", options.whereKnown,
                 "Judge --max-held and --max-waiters by the locks that tell, not unknown\n"
                 "because others cannot");
    addText(app, "--timeout", "TIME", "Give servers up after so long; default: 10s",
            options.timeout);
    app.footer("LIMIT is CRIT, or WARN,CRIT, or 'WARN,': above it, it is critical, or a warning.\n"
               "Ends with 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN, after one line with\n"
               "performance data, as monitoring plugins do.");
}

void addServeOptions(CLI::App &app, ServeOptions &options)
{
    addText(app, "--listen", "HOST:PORT",
            "Where metrics can be read; default: 127.0.0.1:9464, this machine alone.\n"
            "Port 0 takes any that is free",
            options.listen);
    addTexts(app, "--host", "NAME",
             "Answer requests for this host's name, too; default: localhost and numeric\n"
             "addresses alone (repeatable)",
             options.hosts);
    addTexts(app, "--series", "PATTERN",
             "Locks with such names get series of their own: 'lock:*' (repeatable)",
             options.series);
    app.add_option("--max-series", options.maxSeries,
                   "So many locks at most; default: 1000. How many are left out is a metric")
        ->type_name("N")
        ->check(CLI::Range(0, 100'000));
    app.add_flag("--no-history", options.noHistory, "Do not record the history of locks");
    app.add_flag("--no-alerts", options.noAlerts,
                 "Do not tell when something is wrong with locks; the rules are the profile's");
}

} // namespace lockmaster
