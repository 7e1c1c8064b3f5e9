// SPDX-License-Identifier: Apache-2.0
#include "core/verdict/verdictjson.h"

namespace lockmaster {

void writeVerdict(JsonWriter &json, const std::optional<Verdict> &verdict, SteadyTime at)
{
    if (!verdict) {
        json.null();
        return;
    }
    json.beginObject();
    json.member("life", lifeName(verdict->life));
    json.member("contradicting", verdict->contradicting);
    json.member("text", verdict->sentence);
    json.key("evidence");
    json.beginArray();
    for (const LifeEvidence &each : verdict->evidence) {
        json.beginObject();
        json.member("source", evidenceName(each.source));
        json.member("says", lifeName(each.says));
        json.member("text", each.text);
        const auto age =
            each.at ? std::optional(std::max(between(*each.at, at), Micros(0))) : std::nullopt;
        json.member("age_ms", age ? std::optional<qint64>(std::chrono::floor<Millis>(*age).count())
                                  : std::nullopt);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

} // namespace lockmaster
