// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/watchingcommands.h"

#include "app/lockctl/watching/alertsjson.h"
#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/texttable.h"
#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/history/historyreader.h"

#include <algorithm>

namespace lockmaster {

namespace {

using Precision = AlertTrial::Precision;

/** None where it is no such time, which is said. */
std::optional<ServerTime> timeOf(const char *option, const QString &text, ServerTime now)
{
    const auto time = pastFromText(text, now, QTimeZone::systemTimeZone());
    if (!time) {
        say(QStringLiteral("%1 takes a time that has been, as 03:00, '2026-03-01 03:00' or 7d, "
                           "not '%2'.")
                .arg(QString::fromLatin1(option), text));
    }
    return time;
}

QString firedText(const AlertTrial &trial)
{
    QString count = QString::number(trial.count);
    switch (trial.precision) {
    case Precision::Counted: return count;
    case Precision::About: return QStringLiteral("about ") + count;
    case Precision::AtMost: return QStringLiteral("at most ") + count;
    case Precision::Unknown: break;
    }
    return QStringLiteral("unknown");
}

QString stateText(const AlertRule &rule, const AlertKeys &keys)
{
    return rule.enabled && keys.enabled ? QStringLiteral("on") : QStringLiteral("off");
}

QByteArray rulesTable(const AlertKeys &keys, const std::vector<AlertRule> &rules)
{
    using Fit = TableColumn<AlertRule>::Fit;
    const std::vector<TableColumn<AlertRule>> columns{
        {"RULE", [](const AlertRule &rule) { return literalText(rule.name); }},
        {"IS", [&keys](const AlertRule &rule) { return stateText(rule, keys); }},
        {"SAYS SOMETHING WHEN", alertRuleText, Fit::Elastic},
        {"SCOPE", [](const AlertRule &rule) { return orDash(rule.scope); }, Fit::Elastic},
    };
    return tableOf(columns, rules).text(terminalWidth());
}

QByteArray trialTable(const AlertKeys &keys, const std::vector<AlertRule> &rules,
                      const AlertTrials &trials)
{
    TextTable table({{QStringLiteral("RULE")},
                     {QStringLiteral("IS")},
                     {QStringLiteral("WOULD HAVE FIRED"), true},
                     {QStringLiteral("LOCKS"), true},
                     {QStringLiteral("LAST")},
                     {QStringLiteral("NOTE"), false, true}});
    for (size_t i = 0; i < rules.size(); ++i) {
        const AlertTrial &trial = trials.trials[i];
        const bool known = trial.precision != Precision::Unknown;
        table.addRow({literalText(rules[i].name), stateText(rules[i], keys), firedText(trial),
                      known ? QString::number(trial.places) : QStringLiteral("-"),
                      trial.last ? momentText(*trial.last, QTimeZone::systemTimeZone())
                                 : QStringLiteral("-"),
                      orDash(trial.why)});
    }
    return table.text(terminalWidth());
}

ExitCode print(const QByteArray &text)
{
    return !writeOut(text) && outputFailed() ? ExitCode::OutputFailed : ExitCode::Ok;
}

ExitCode tryRules(const Options &options, const AlertKeys &keys,
                  const std::vector<AlertRule> &rules)
{
    const ServerTime now = systemClock().wallNow();
    const QString since =
        options.alerts.since.isEmpty() ? QStringLiteral("7d") : options.alerts.since;
    const auto from = timeOf("--since", since, now);
    const auto until = options.alerts.until.isEmpty()
                           ? std::optional(now)
                           : timeOf("--until", options.alerts.until, now);
    if (!from || !until)
        return ExitCode::Usage;
    const auto reader = HistoryReader::open(defaultHistoryPath());
    if (!reader) {
        say(errorText(reader.error()));
        return reader.error().kind == ErrorKind::NotFound ? ExitCode::NoAnswer
                                                          : ExitCode::OutputFailed;
    }
    const auto trials = tryAlerts(**reader, rules, options.backends, *from, *until);
    if (!trials) {
        say(errorText(trials.error()));
        return ExitCode::OutputFailed;
    }
    const TriedTime tried{*from, *until, *trials};
    if (options.json)
        return print(alertsJson(keys, rules, &tried));
    if (trials->unseen > Micros(0)) {
        say(QStringLiteral("Nobody looked for %1 of that time, at least at one server; what "
                           "happened then is not counted.")
                .arg(durationText(trials->unseen)));
    }
    if (trials->older)
        say(QStringLiteral("More was recorded than is looked at; the oldest is not counted."));
    return print(trialTable(keys, rules, *trials));
}

} // namespace

ExitCode runAlerts(const Options &options)
{
    const std::optional<AlertKeys> keys = chooseAlerts(options);
    if (!keys)
        return ExitCode::Usage;
    std::vector<AlertRule> rules = keys->rules;
    const QString &wanted = options.alerts.rule;
    if (!wanted.isEmpty()) {
        std::erase_if(rules, [&wanted](const AlertRule &rule) { return rule.name != wanted; });
        if (rules.empty()) {
            QStringList names;
            for (const AlertRule &rule : keys->rules)
                names.append(rule.name);
            say(QStringLiteral("There is no rule '%1'. There are: %2.")
                    .arg(wanted, names.join(QLatin1StringView(", "))));
            return ExitCode::Usage;
        }
    }
    if (options.alerts.tries)
        return tryRules(options, *keys, rules);
    return print(options.json ? alertsJson(*keys, rules, nullptr) : rulesTable(*keys, rules));
}

} // namespace lockmaster
