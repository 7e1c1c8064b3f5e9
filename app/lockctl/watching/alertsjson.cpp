// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/alertsjson.h"

#include "core/text/momenttext.h"
#include "core/monitor/lockjson.h"

#include <algorithm>

namespace lockmaster {

namespace {

qint64 millis(Micros time)
{
    return std::chrono::floor<Millis>(time).count();
}

void writeTime(JsonWriter &json, QByteArrayView name, const std::optional<ServerTime> &time)
{
    json.textOrNull(name, time ? utcText(*time) : QString());
}

bool isBuiltIn(const QString &name)
{
    const std::vector<AlertRule> rules = builtInAlertRules();
    return std::any_of(rules.begin(), rules.end(),
                       [&name](const AlertRule &rule) { return rule.name == name; });
}

void writeTrial(JsonWriter &json, const AlertTrial &trial)
{
    const bool known = trial.precision != AlertTrial::Precision::Unknown;
    json.beginObject();
    json.member("precision", trialPrecisionName(trial.precision));
    json.member("count", known ? std::optional(trial.count) : std::nullopt);
    json.member("places", known ? std::optional(trial.places) : std::nullopt);
    writeTime(json, "first_at", trial.first);
    writeTime(json, "last_at", trial.last);
    json.textOrNull("why", trial.why);
    json.key("newest");
    json.beginArray();
    for (const AlertTrial::Time &time : trial.newest) {
        const AlertSubject &subject = time.subject;
        json.beginObject();
        writeTime(json, "at", time.at);
        json.member("backend", subject.backend);
        json.textOrNull("system", subject.system);
        json.textOrNull("source", subject.source);
        json.key("name");
        if (subject.isLock())
            json.bytes(subject.name);
        else
            json.null();
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeRule(JsonWriter &json, const AlertRule &rule, const AlertTrial *trial)
{
    json.lineBreak();
    json.beginObject();
    json.member("name", rule.name);
    json.member("when", alertKindName(rule.kind));
    json.member("enabled", rule.enabled);
    json.member("built_in", isBuiltIn(rule.name));
    json.member("text", alertRuleText(rule));
    const auto optional = [&json](QByteArrayView name, bool has, qint64 value) {
        json.member(name, has ? std::optional(value) : std::nullopt);
    };
    using Limit = AlertKindTraits::Limit;
    const Limit limit = traitsOf(rule.kind).limit;
    optional("over_ms", rule.over > Micros(0), millis(rule.over));
    optional("above", limit == Limit::Above, rule.above);
    const bool goesByRhythm = limit == Limit::OverOrRhythm && rule.over == Micros(0);
    optional("holds", limit == Limit::OverOrUsual || goesByRhythm, rule.leastHolds);
    json.textOrNull("finding", limit == Limit::Finding ? findingName(rule.finding) : QString());
    json.textOrNull("scope", rule.scope);
    json.member("for_ms", millis(rule.lasting));
    json.key("trial");
    if (trial)
        writeTrial(json, *trial);
    else
        json.null();
    json.endObject();
}

} // namespace

QByteArray alertsJson(const AlertKeys &keys, const std::vector<AlertRule> &rules,
                      const TriedTime *tried)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("enabled", keys.enabled);
    writeTime(json, "from", tried ? std::optional(tried->from) : std::nullopt);
    writeTime(json, "until", tried ? std::optional(tried->until) : std::nullopt);
    json.member("unseen_ms", tried ? std::optional(millis(tried->trials.unseen)) : std::nullopt);
    json.member("older", tried != nullptr && tried->trials.older);
    json.key("rules");
    json.beginArray();
    for (size_t i = 0; i < rules.size(); ++i)
        writeRule(json, rules[i], tried ? &tried->trials.trials[i] : nullptr);
    json.endArray();
    json.endObject();
    json.flush();
    return out + '\n';
}

} // namespace lockmaster
