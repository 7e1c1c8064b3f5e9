// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertjson.h"

#include "core/text/jsonwriter.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "core/monitor/lockjson.h"

namespace lockmaster {

namespace {

std::optional<qint64> millis(const std::optional<Micros> &duration)
{
    return duration ? std::optional<qint64>(std::chrono::floor<Millis>(*duration).count())
                    : std::nullopt;
}

std::optional<Micros> heldFor(const LockRecord &lock, SteadyTime at)
{
    const bool known = lock.heldSince && lock.heldBasis != HeldBasis::None;
    return known ? std::optional(std::chrono::duration_cast<Micros>(at - *lock.heldSince))
                 : std::nullopt;
}

/** As it was seen last; null members after a restart, when it was not. */
void writeSeen(JsonWriter &json, const LockRecord *lock, SteadyTime at)
{
    if (!lock) {
        for (const char *name : {"certainty", "state", "owner", "held_ms", "ttl_ms", "waiters"})
            json.nullMember(name);
        return;
    }
    json.member("certainty", certaintyName(lock->certainty));
    json.member("state", lockStateName(lock->state));
    json.textOrNull("owner", lock->holders.empty() ? QString() : lock->holders.front().label);
    json.member("held_ms", millis(heldFor(*lock, at)));
    json.member("ttl_ms", millis(lock->ttlAt(at)));
    json.member("waiters", lock->waiters.count);
}

void writeLockPart(JsonWriter &json, const Alert &alert, SteadyTime at)
{
    json.key("lock");
    if (!alert.subject.isLock()) {
        json.null();
        return;
    }
    json.beginObject();
    json.member("system", alert.subject.system);
    json.member("source", alert.subject.source);
    json.key("name");
    json.bytes(alert.subject.name);
    if (!alert.subject.name.isValidUtf8()) {
        json.key("name_base64");
        json.base64(alert.subject.name);
    }
    writeKnownAs(json, alert.subject.name);
    writeSeen(json, alert.lock.get(), at);
    json.endObject();
}

} // namespace

QByteArray alertNewsJson(const AlertNews &news, SteadyTime at)
{
    const Alert &alert = news.alert;
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("event", news.end ? u"alert_ended" : u"alert_began");
    json.member("at", utcText(news.at));
    json.member("id", alert.id);
    json.member("rule", alert.rule);
    json.member("when", alertKindName(alert.kind));
    json.member("began_at", utcText(alert.began));
    json.textOrNull("end", news.end ? alertEndName(*news.end) : QString());
    json.member("reason", alert.reason);
    json.member("text", alertLine(news));
    json.member("backend", alert.subject.backend);
    writeLockPart(json, alert, at);
    json.textOrNull("note", alert.note);
    json.textOrNull("runbook", alert.runbook);
    json.key("verdict");
    if (alert.verdict) {
        json.beginObject();
        json.member("life", lifeName(alert.verdict->life));
        json.member("contradicting", alert.verdict->contradicting);
        json.member("text", alert.verdict->sentence);
        json.endObject();
    } else {
        json.null();
    }
    json.endObject();
    json.flush();
    return out + '\n';
}

} // namespace lockmaster
