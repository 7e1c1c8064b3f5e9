// SPDX-License-Identifier: Apache-2.0
#include "tests/support/jsoncontract.h"

#include "core/domain/systemtraits.h"
#include "core/monitor/groupmasters.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <cmath>
#include <map>

namespace lockmaster::test {

namespace {

const char *const moment = R"(\A-?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\z)";
const char *const kinds =
    R"(\A(network|timeout|auth|denied|tls|not_found|protocol|unsupported|truncated|config)\z)";
const char *const findings =
    R"(\A(no-expiry|unsigned-owner|expired-not-taken|sleeping-holder|)"
    R"(zero-lease|clock-mismatch|name-cut|row-lock-suspected|invalid-time|repeated-name|odd-count|left-behind|)"
    R"(lost-in-failover|minority|two-holders|)"
    R"(lease-margin|flapping|vacant-too-long|renewed-too-fast|)"
    R"(many-hosts|two-leaders)\z)";
const char *const lives = R"(\A(alive|no_sign_of_life|gone|unknown)\z)";
const char *const alertKinds =
    R"(\A(held|held-unusual|ends-soon|expired|waiters|leader-vacant|finding|backend-lost|)"
    R"(blocks|blocks-long|wait-cycle|not-taken|stuck|holder-gone)\z)";

/**
 * What a key may hold, as letters: s text, i whole number, n number, b boolean, o object, a array,
 * z null; a `?` in front: it may be missing. `what` is the regular expression a text has to match,
 * or the shape of the object or of each element.
 */
struct Field {
    const char *types;
    const char *what = nullptr;
};
using Shape = std::map<QString, Field>;

QString q(const char *text)
{
    return QString::fromUtf8(text);
}

/** `dist_lock`, ..., and the tables of libraries. */
QByteArray anySystem()
{
    const QStringList ids = lockSystemIds(BackendKind::MySql) + lockSystemIds(BackendKind::Redis)
                            + QStringList{GroupMasters::system};
    return "\\A(" + ids.join(u'|').toLatin1() + ")\\z";
}

const std::map<QString, Shape> &shapes()
{
    static const QByteArray system = anySystem();
    static const std::map<QString, Shape> all = {
        {q("list"),
         {{q("schema"), {"i"}},
          {q("taken_at"), {"s", moment}},
          {q("backends"), {"a", "backend"}},
          {q("locks"), {"a", "lock"}}}},
        {q("backend"),
         {{q("name"), {"s"}},
          {q("kind"), {"s", R"(\A(mysql|redis)\z)"}},
          {q("server"), {"oz", "server"}},
          {q("state"), {"s", R"(\A(connecting|online|stale|offline)\z)"}},
          {q("group_state"), {"sz", R"(\A(settled|switching|partial|split)\z)"}},
          {q("nodes"), {"a", "node"}},
          {q("updates"), {"s", R"(\A(polled|tracking|notifications)\z)"}},
          {q("latency_ms"), {"n"}},
          {q("data_age_ms"), {"iz"}},
          {q("clock_offset_ms"), {"iz"}},
          {q("read_only"), {"b"}},
          {q("environment"), {"sz", R"(\A(development|staging|production)\z)"}},
          {q("sources"), {"a", "source"}},
          {q("not_looked_at"), {"a", "absent"}},
          {q("problems"), {"a", "problem"}}}},
        {q("node"),
         {{q("address"), {"s", "."}},
          {q("role"), {"sz", R"(\A(master|replica|sentinel)\z)"}},
          {q("follows"), {"sz", "."}},
          {q("slots"), {"a"}},
          {q("problem"), {"sz", "."}}}},
        {q("share"),
         {{q("address"), {"s", "."}},
          {q("has"), {"s", R"(\A(holder|other|absent|unknown)\z)"}},
          {q("owner"), {"oz", "holder"}}}},
        {q("absent"),
         {{q("source"), {"s", "."}},
          {q("systems"), {"a"}},
          {q("kind"), {"s", R"(\A(not_found|denied)\z)"}},
          {q("message"), {"s", "."}}}},
        {q("list line"), {{q("schema"), {"i"}}, {q("taken_at"), {"s", moment}}}},
        {q("end line"), {{q("backends"), {"i"}}, {q("locks"), {"i"}}, {q("complete"), {"b"}}}},
        {q("server"),
         {{q("product"), {"s", R"(.)"}},
          {q("version"), {"s"}},
          {q("client_library"), {"sz"}},
          {q("transport"), {"sz"}},
          {q("replica"), {"b"}},
          {q("read_only"), {"b"}}}},
        {q("source"),
         {{q("name"), {"s", "."}},
          {q("systems"), {"a"}},
          {q("complete"), {"b"}},
          {q("locks"), {"i"}},
          {q("not_decoded"), {"i"}},
          {q("not_decoded_kinds"), {"a", "notDecoded"}}}},
        {q("notDecoded"), {{q("type"), {"sz"}}, {q("start"), {"sz"}}, {q("count"), {"i"}}}},
        {q("problem"),
         {{q("source"), {"sz"}},
          {q("kind"), {"s", kinds}},
          {q("message"), {"s", "."}},
          {q("remedy"), {"sz"}}}},
        {q("lock"),
         {{q("backend"), {"s", "."}},
          {q("system"), {"s", system.constData()}},
          {q("source"), {"s", "."}},
          {q("name"), {"s"}},
          {q("name_base64"), {"?s", "."}},
          {q("known_as"), {"?s", "."}},
          {q("variant"), {"sz"}},
          {q("certainty"), {"s", R"(\A(certain|likely)\z)"}},
          {q("variant_certainty"), {"sz", R"(\A(certain|likely)\z)"}},
          {q("state"), {"s", R"(\A(held|expired|free|blocked|unknown)\z)"}},
          {q("holders"), {"a", "holder"}},
          {q("owner"), {"oz", "holder"}},
          {q("ttl_ms"), {"iz"}},
          {q("has_expiry"), {"b"}},
          {q("expires_at"), {"sz", moment}},
          {q("held_ms"), {"iz"}},
          {q("held_basis"), {"sz", R"(\A(server|observed)\z)"}},
          {q("hold_count"), {"i"}},
          {q("hold_count_exact"), {"b"}},
          {q("waiters"), {"iz"}},
          {q("waiters_basis"), {"sz"}},
          {q("waiters_list"), {"a", "waiter"}},
          {q("quorum"), {"?i"}},
          {q("servers"), {"?a", "share"}},
          {q("witness"), {"s", R"(\Alm2\.[A-Za-z0-9_-]+\z)"}},
          {q("findings"), {"a", "finding"}},
          {q("verdict"), {"oz", "verdict"}}}},
        {q("verdict"),
         {{q("life"), {"s", lives}},
          {q("contradicting"), {"b"}},
          {q("text"), {"s", "."}},
          {q("evidence"), {"a", "evidence"}}}},
        {q("evidence"),
         {{q("source"),
           {"s", R"(\A(renewals|heartbeat|lease|session|process|host|check|look|history)\z)"}},
          {q("says"), {"s", lives}},
          {q("text"), {"s", "."}},
          {q("age_ms"), {"iz"}}}},
        {q("alert"),
         {{q("schema"), {"i"}},
          {q("event"), {"s", R"(\A(alert_began|alert_ended)\z)"}},
          {q("at"), {"s", moment}},
          {q("id"), {"s", R"(\A[0-9a-f]{16}\z)"}},
          {q("rule"), {"s", "."}},
          {q("when"), {"s", alertKinds}},
          {q("began_at"), {"s", moment}},
          {q("end"), {"sz", R"(\A(cleared|gone|not_watched|rule_off)\z)"}},
          {q("reason"), {"s", "."}},
          {q("text"), {"s", "."}},
          {q("backend"), {"s", "."}},
          {q("lock"), {"oz", "alert lock"}},
          {q("note"), {"sz", "."}},
          {q("runbook"), {"sz", "."}},
          {q("verdict"), {"oz", "alert verdict"}}}},
        {q("alert verdict"),
         {{q("life"), {"s", lives}}, {q("contradicting"), {"b"}}, {q("text"), {"s", "."}}}},
        {q("rules"),
         {{q("schema"), {"i"}},
          {q("enabled"), {"b"}},
          {q("from"), {"sz", moment}},
          {q("until"), {"sz", moment}},
          {q("unseen_ms"), {"iz"}},
          {q("older"), {"b"}},
          {q("rules"), {"a", "rule"}}}},
        {q("rule"),
         {{q("name"), {"s", "."}},
          {q("when"), {"s", alertKinds}},
          {q("enabled"), {"b"}},
          {q("built_in"), {"b"}},
          {q("text"), {"s", "."}},
          {q("over_ms"), {"iz"}},
          {q("above"), {"iz"}},
          {q("holds"), {"iz"}},
          {q("finding"), {"sz", findings}},
          {q("scope"), {"sz", "."}},
          {q("for_ms"), {"i"}},
          {q("trial"), {"oz", "trial"}}}},
        {q("trial"),
         {{q("precision"), {"s", R"(\A(counted|about|at_most|unknown)\z)"}},
          {q("count"), {"iz"}},
          {q("places"), {"iz"}},
          {q("first_at"), {"sz", moment}},
          {q("last_at"), {"sz", moment}},
          {q("why"), {"sz", "."}},
          {q("newest"), {"a", "trial time"}}}},
        {q("trial time"),
         {{q("at"), {"s", moment}},
          {q("backend"), {"s", "."}},
          {q("system"), {"sz"}},
          {q("source"), {"sz"}},
          {q("name"), {"sz"}}}},
        {q("alert lock"),
         {{q("system"), {"s", system.constData()}},
          {q("source"), {"s", "."}},
          {q("name"), {"s"}},
          {q("name_base64"), {"?s", "."}},
          {q("known_as"), {"?s", "."}},
          {q("certainty"), {"sz", R"(\A(certain|likely)\z)"}},
          {q("state"), {"sz", R"(\A(held|expired|free|blocked|unknown)\z)"}},
          {q("owner"), {"sz"}},
          {q("held_ms"), {"iz"}},
          {q("ttl_ms"), {"iz"}},
          {q("waiters"), {"iz"}}}},
        {q("holder"),
         {{q("raw"), {"s"}},
          {q("raw_base64"), {"?s", "."}},
          {q("raw_bytes"), {"i"}},
          {q("truncated"), {"b"}},
          {q("label"), {"s"}},
          {q("host"), {"?s", "."}},
          {q("pid"), {"?i"}},
          {q("thread"), {"?s", "."}},
          {q("user"), {"?s", "."}},
          {q("program"), {"?s", "."}},
          {q("process"), {"?s", "."}},
          {q("reason"), {"?s", "."}},
          {q("connection_id"), {"?i"}},
          {q("hold_count"), {"i"}}}},
        {q("waiter"),
         {{q("label"), {"s"}}, {q("connection_id"), {"iz"}}, {q("waiting_ms"), {"iz"}}}},
        {q("finding"), {{q("id"), {"s", findings}}, {q("evidence"), {"s", "."}}}},
        {q("owners"),
         {{q("schema"), {"i"}},
          {q("taken_at"), {"s", moment}},
          {q("backends"), {"a", "backend"}},
          {q("owners"), {"a", "owner"}},
          {q("held_by_nobody_known"), {"i"}},
          {q("unknown"), {"i"}}}},
        {q("owner"),
         {{q("name"), {"s", "."}},
          {q("by"), {"s", R"(\A(rule|host|process|address|session|text)\z)"}},
          {q("hosts"), {"a"}},
          {q("users"), {"a"}},
          {q("programs"), {"a"}},
          {q("pids"), {"a"}},
          {q("held_ms"), {"iz"}},
          {q("lives"), {"oz", "lives"}},
          {q("holds"), {"a", "lock"}},
          {q("waits"), {"a", "lock"}}}},
        {q("chains"),
         {{q("schema"), {"i"}},
          {q("taken_at"), {"s", moment}},
          {q("backends"), {"a", "backend"}},
          {q("chains"), {"a", "chain"}},
          {q("cycles"), {"a", "cycle"}},
          {q("parties"), {"a", "party"}},
          {q("resources"), {"a", "resource"}}}},
        {q("chain"),
         {{q("text"), {"s", "."}},
          {q("root"), {"iz"}},
          {q("cycle"), {"iz"}},
          {q("resources"), {"a"}},
          {q("blocked"), {"i"}},
          {q("blocked_exact"), {"b"}},
          {q("direct"), {"i"}},
          {q("holding"), {"i"}},
          {q("held"), {"i"}},
          {q("longest_ms"), {"iz"}}}},
        {q("cycle"), {{q("sure"), {"b"}}, {q("steps"), {"a", "step"}}}},
        {q("step"),
         {{q("party"), {"i"}}, {q("holds"), {"i"}}, {q("waits_for"), {"i"}}, {q("one"), {"b"}}}},
        {q("party"),
         {{q("name"), {"s", "."}},
          {q("by"), {"sz", R"(\A(rule|host|process|address|session|text)\z)"}},
          {q("holds"), {"a", "partyhold"}},
          {q("waits"), {"a", "partywait"}}}},
        {q("partyhold"), {{q("resource"), {"i"}}, {q("certain"), {"b"}}}},
        {q("partywait"), {{q("resource"), {"i"}}, {q("waiting_ms"), {"iz"}}}},
        {q("resource"),
         {{q("kind"), {"s", R"(\A(lock|row|table)\z)"}},
          {q("backend"), {"s", "."}},
          {q("system"), {"sz"}},
          {q("source"), {"sz"}},
          {q("name"), {"sz"}},
          {q("name_base64"), {"?s"}},
          {q("held_ms"), {"iz"}},
          {q("unnamed"), {"i"}}}},
        {q("lives"),
         {{q("alive"), {"i"}},
          {q("no_sign_of_life"), {"i"}},
          {q("gone"), {"i"}},
          {q("unknown"), {"i"}}}},
        {q("leaders"),
         {{q("schema"), {"i"}},
          {q("taken_at"), {"s", moment}},
          {q("watched_ms"), {"i"}},
          {q("backends"), {"a", "backend"}},
          {q("leaders"), {"a", "leader"}}}},
        {q("leader"),
         {{q("lock"), {"o", "lock"}},
          {q("figures"), {"o", "figures"}},
          {q("history"), {"o", "history"}}}},
        {q("figures"),
         {{q("lease_ms"), {"iz"}},
          {q("period_ms"), {"iz"}},
          {q("period_at_most"), {"b"}},
          {q("last_heartbeat_at"), {"sz", moment}},
          {q("heartbeat_age_ms"), {"iz"}},
          {q("heartbeat_precision_ms"), {"i"}},
          {q("changes_last_hour"), {"i"}},
          {q("last_failover"), {"oz", "failover"}},
          {q("vacant_since"), {"sz", moment}},
          {q("vacant_ms"), {"iz"}},
          {q("vacant_last_hour_ms"), {"i"}},
          {q("watched_since"), {"s", moment}},
          {q("watched_ms"), {"i"}}}},
        {q("failover"),
         {{q("at"), {"s", moment}},
          {q("from"), {"s"}},
          {q("from_base64"), {"?s", "."}},
          {q("to"), {"s"}},
          {q("to_base64"), {"?s", "."}},
          {q("from_candidate"), {"i"}},
          {q("to_candidate"), {"i"}},
          {q("vacancy_ms"), {"i"}},
          {q("uncertainty_ms"), {"i"}}}},
        {q("history"),
         {{q("since"), {"s", moment}},
          {q("candidates"), {"a", "candidate"}},
          {q("reigns"), {"a", "reign"}},
          {q("vacancies"), {"a", "span"}},
          {q("unseen"), {"a", "span"}},
          {q("overlaps"), {"a", "overlap"}},
          {q("failovers"), {"a", "failover"}},
          {q("marks"), {"a", "mark"}}}},
        {q("candidate"),
         {{q("identity"), {"s"}},
          {q("identity_base64"), {"?s", "."}},
          {q("label"), {"sz"}},
          {q("process"), {"iz"}}}},
        {q("span"), {{q("from"), {"s", moment}}, {q("until"), {"sz", moment}}}},
        {q("reign"),
         {{q("candidate"), {"i"}},
          {q("from"), {"s", moment}},
          {q("until"), {"sz", moment}},
          {q("heartbeats"), {"a"}},
          {q("frozen"), {"a", "span"}},
          {q("working"), {"a", "span"}}}},
        {q("overlap"),
         {{q("first"), {"i"}},
          {q("second"), {"i"}},
          {q("from"), {"s", moment}},
          {q("until"), {"sz", moment}}}},
        {q("mark"),
         {{q("kind"), {"s", R"(\A[a-z-]+\z)"}},
          {q("at"), {"s", moment}},
          {q("candidate"), {"iz"}},
          {q("text"), {"sz"}}}},
        {q("event"),
         {{q("schema"), {"i"}},
          {q("event"),
           {"s", R"(\A(appeared|renewed|owner_changed|expired|gone|blocked|unblocked|)"
                 R"(backend_lost|backend_back|master_changed|node_lost|node_back|dropped)\z)"}},
          {q("at"), {"s", moment}},
          {q("backend"), {"s", "."}},
          {q("lock"), {"oz", "lock"}},
          {q("previous_owner"), {"oz", "holder"}},
          {q("end"), {"sz", R"(\A(released|owner_changed|expired|unknown|lost_in_failover)\z)"}},
          {q("detail"), {"sz"}},
          {q("master"), {"?oz", "master change"}},
          {q("count"), {"?i"}}}},
        {q("master change"),
         {{q("from"), {"s", "."}}, {q("to"), {"s", "."}}, {q("lost_bytes"), {"iz"}}}},
        {q("recorded"),
         {{q("schema"), {"i"}},
          {q("from"), {"sz", moment}},
          {q("until"), {"sz", moment}},
          {q("kept_from"), {"sz", moment}},
          {q("older"), {"b"}},
          {q("holds"), {"a", "recorded hold"}},
          {q("events"), {"a", "recorded event"}},
          {q("unobserved"), {"a", "unobserved"}},
          {q("actions"), {"a"}},
          {q("figures"), {"oz", "hold figures"}},
          {q("waits"), {"a", "recorded wait"}},
          {q("older_waits"), {"b"}},
          {q("wait_figures"), {"oz", "hold figures"}},
          {q("waited_at_least_ms"), {"iz"}}}},
        {q("recorded moment"),
         {{q("schema"), {"i"}},
          {q("at"), {"s", moment}},
          {q("kept_from"), {"sz", moment}},
          {q("sources"), {"a", "source then"}},
          {q("held"), {"a", "recorded hold"}},
          {q("unknown"), {"a", "recorded hold"}}}},
        {q("recorded hold"),
         {{q("id"), {"i"}},
          {q("backend"), {"s", "."}},
          {q("system"), {"s", system.constData()}},
          {q("source"), {"s", "."}},
          {q("name"), {"s"}},
          {q("name_base64"), {"?s", "."}},
          {q("known_as"), {"?s", "."}},
          {q("owner"), {"sz"}},
          {q("owner_raw"), {"s"}},
          {q("owner_raw_base64"), {"?s", "."}},
          {q("variant"), {"sz"}},
          {q("since"), {"s", moment}},
          {q("since_after"), {"sz", moment}},
          {q("begin"), {"s", R"(\A(first_seen|watched|told)\z)"}},
          {q("until"), {"sz", moment}},
          {q("last_seen"), {"s", moment}},
          {q("end"),
           {"s", R"(\A(open|released|owner_changed|expired|unseen|unknown|)"
                 R"(lost_in_failover)\z)"}},
          {q("length_ms"), {"i"}},
          {q("whole"), {"b"}},
          {q("renewals"), {"i"}},
          {q("waiters"), {"iz"}},
          {q("findings"), {"a"}}}},
        {q("recorded wait"),
         {{q("id"), {"i"}},
          {q("backend"), {"s", "."}},
          {q("system"), {"s", R"(\A(dist_lock|leader|user_lock|redisson)\z)"}},
          {q("source"), {"s", "."}},
          {q("name"), {"s"}},
          {q("name_base64"), {"?s", "."}},
          {q("known_as"), {"?s", "."}},
          {q("waiter"), {"s", "."}},
          {q("since"), {"s", moment}},
          {q("since_after"), {"sz", moment}},
          {q("begin"), {"s", R"(\A(first_seen|watched|told)\z)"}},
          {q("until"), {"sz", moment}},
          {q("last_seen"), {"s", moment}},
          {q("end"), {"s", R"(\A(open|took|left|unseen)\z)"}},
          {q("length_ms"), {"i"}},
          {q("whole"), {"b"}}}},
        {q("recorded event"),
         {{q("at"), {"s", moment}},
          {q("event"),
           {"s", R"(\A(blocked|unblocked|backend_lost|backend_back|master_changed|)"
                 R"(node_lost|node_back|finding_appeared|)"
                 R"(finding_cleared|events_dropped|waits_not_recorded)\z)"}},
          {q("backend"), {"s", "."}},
          {q("lock"), {"oz", "recorded lock"}},
          {q("owner"), {"sz"}},
          {q("detail"), {"sz"}}}},
        {q("recorded lock"),
         {{q("backend"), {"s", "."}},
          {q("system"), {"s", "."}},
          {q("source"), {"s", "."}},
          {q("name"), {"s"}},
          {q("name_base64"), {"?s", "."}},
          {q("known_as"), {"?s", "."}}}},
        {q("unobserved"),
         {{q("backend"), {"s", "."}},
          {q("source"), {"sz"}},
          {q("from"), {"sz", moment}},
          {q("until"), {"sz", moment}}}},
        {q("source then"),
         {{q("backend"), {"s", "."}},
          {q("source"), {"s", "."}},
          {q("observed"), {"s", R"(\A(whole|partly|no)\z)"}},
          {q("last_look"), {"sz", moment}},
          {q("next_look"), {"sz", moment}}}},
        {q("hold figures"),
         {{q("count"), {"i"}},
          {q("median_ms"), {"i"}},
          {q("p95_ms"), {"i"}},
          {q("longest_ms"), {"i"}}}},
        {q("hold"),
         {{q("schema"), {"i"}},
          {q("event"),
           {"s", R"(\A(acquired|renewed|renewal_failed|released|not_acquired|lost|failed|)"
                 R"(release_failed)\z)"}},
          {q("at"), {"s", moment}},
          {q("backend"), {"s", "."}},
          {q("system"), {"s", system.constData()}},
          {q("source"), {"s", "."}},
          {q("name"), {"s", "."}},
          {q("name_base64"), {"?s", "."}},
          {q("owner"), {"sz", "."}},
          {q("owner_base64"), {"?s", "."}},
          {q("ttl_ms"), {"iz"}},
          {q("fencing_token"), {"iz"}},
          {q("held_by"), {"oz", "holder"}},
          {q("held_by_ttl_ms"), {"iz"}},
          {q("warning"), {"tz"}},
          {q("error"), {"oz", "error"}}}},
        {q("error"),
         {{q("kind"), {"s", kinds}}, {q("message"), {"s", "."}}, {q("remedy"), {"sz"}}}},
        {q("lab failover"),
         {{q("schema"), {"i"}},
          {q("setup"), {"o", "election"}},
          {q("failovers"), {"a", "measured failover"}},
          {q("median_ms"), {"nz"}},
          {q("p95_ms"), {"nz"}},
          {q("max_ms"), {"nz"}},
          {q("predicted"), {"o", "predicted"}},
          {q("watched"), {"o", "watching"}}}},
        {q("election"),
         {{q("backend"), {"sz", "."}},
          {q("candidates"), {"i"}},
          {q("period_ms"), {"i"}},
          {q("lease_ms"), {"i"}},
          {q("precision"), {"i"}},
          {q("work_ms"), {"i"}},
          {q("duplicate_identity"), {"b"}},
          {q("kills"), {"i"}},
          {q("seed"), {"i"}}}},
        {q("measured failover"),
         {{q("at"), {"s", moment}},
          {q("killed"), {"s", "."}},
          {q("next"), {"s", "."}},
          {q("vacancy_ms"), {"n"}},
          {q("watched_ms"), {"nz"}}}},
        {q("predicted"), {{q("median_ms"), {"n"}}, {q("p95_ms"), {"n"}}, {q("max_ms"), {"n"}}}},
        {q("watching"), {{q("poll_ms"), {"i"}}, {q("max_error_ms"), {"nz"}}}},
        {q("doctor"),
         {{q("schema"), {"i"}},
          {q("taken_at"), {"s", moment}},
          {q("backends"), {"a", "examination"}}}},
        {q("examination"),
         {{q("name"), {"s", "."}},
          {q("kind"), {"s", R"(\A(mysql|redis)\z)"}},
          {q("address"), {"s", "."}},
          {q("server"), {"oz", "server"}},
          {q("tried"), {"bz"}},
          {q("latency_ms"), {"n"}},
          {q("clock_offset_ms"), {"iz"}},
          {q("all_there"), {"b"}},
          {q("capabilities"), {"a", "capability"}},
          {q("found"), {"a", "found there"}},
          {q("problems"), {"a", "problem"}}}},
        {q("found there"),
         {{q("format"), {"s", R"(\A[a-z][a-z0-9_]+\z)"}},
          {q("title"), {"s", "."}},
          {q("source"), {"s", R"(.\..)"}},
          {q("certainty"), {"s", R"(\A(certain|likely)\z)"}}}},
        {q("capability"),
         {{q("id"), {"s", R"(\A[a-z_.]+\z)"}},
          {q("subject"), {"s", "."}},
          {q("available"), {"b"}},
          {q("reason"), {"sz"}},
          {q("remedy"), {"sz"}}}},
        {q("sandbox"),
         {{q("schema"), {"i"}}, {q("config"), {"s", "."}}, {q("backends"), {"a", "private"}}}},
        {q("formats"), {{q("schema"), {"i"}}, {q("formats"), {"a", "format"}}}},
        {q("format"),
         {{q("id"), {"s", R"(\A[a-z][a-z0-9_]+\z)"}},
          {q("title"), {"s", "."}},
          {q("description"), {"s", "."}},
          {q("source"), {"s", "."}},
          {q("verified_by"), {"sz", "."}},
          {q("tables"), {"a"}},
          {q("keys"), {"a"}},
          {q("release"),
           {"s", R"(\A(update|delete|end-session|never)(, (update|delete|end-session|never))*\z)"}},
          {q("taken"), {"b"}},
          {q("file"), {"sz", "."}},
          {q("trusted"), {"b"}}}},
        {q("explanations"), {{q("schema"), {"i"}}, {q("explained"), {"a", "explanation"}}}},
        {q("explanation"),
         {{q("lock"), {"o", "lock"}}, {q("statement"), {"sz", "."}}, {q("refused"), {"sz", "."}}}},
        {q("found tables"), {{q("schema"), {"i"}}, {q("found"), {"a", "found table"}}}},
        {q("found table"),
         {{q("backend"), {"s", "."}},
          {q("format"), {"s", R"(\A[a-z][a-z0-9_]+\z)"}},
          {q("title"), {"s", "."}},
          {q("source"), {"s", R"(.\..|db \d+)"}},
          {q("locks"), {"iz"}},
          {q("held"), {"iz"}},
          {q("certainty"), {"s", R"(\A(certain|likely)\z)"}},
          {q("watched_with"), {"sz", "formats=."}}}},
        {q("import"),
         {{q("schema"), {"i"}}, {q("servers"), {"a", "found server"}}, {q("written"), {"iz"}}}},
        {q("found server"),
         {{q("name"), {"sz", "."}},
          {q("state"), {"s", R"(\A(new|known|unusable)\z)"}},
          {q("known_as"), {"sz", "."}},
          {q("problem"), {"sz", "."}},
          {q("url"), {"sz", "://"}},
          {q("ssh"), {"sz", "."}},
          {q("from"), {"s", "."}},
          {q("has_password"), {"b"}},
          {q("notes"), {"a"}}}},
        {q("contention"),
         {{q("schema"), {"i"}},
          {q("experiment"),
           {"s", R"(\A(cards|cards-unlocked|cards-pooled|minute-job|order|coupon)\z)"}},
          {q("seed"), {"i"}},
          {q("expectation"), {"s", "."}},
          {q("happened"), {"s", "."}},
          {q("violations"), {"i"}},
          {q("as_expected"), {"b"}},
          {q("figures"), {"o"}},
          {q("events"), {"a"}}}},
        {q("private"),
         {{q("name"), {"s", "."}},
          {q("kind"), {"s", R"(\A(mysql|redis)\z)"}},
          {q("url"), {"s", R"(\A(mysql|redis)://)"}},
          {q("password_file"), {"s", R"(\A/)"}},
          {q("socket"), {"sz", R"(\A/)"}}}},
    };
    return all;
}

char typeOf(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::String: return 's';
    case QJsonValue::Bool: return 'b';
    case QJsonValue::Object: return 'o';
    case QJsonValue::Array: return 'a';
    case QJsonValue::Null: return 'z';
    case QJsonValue::Double: return std::floor(value.toDouble()) < value.toDouble() ? 'n' : 'i';
    default: return '-';
    }
}

class Checker
{
public:
    QStringList violations;

    void check(const QString &place, const QJsonObject &object, const Shape &shape)
    {
        for (const QString &key : object.keys()) {
            if (!shape.contains(key))
                violations.append(place + u'.' + key + QStringLiteral(" is not documented"));
        }
        for (const auto &[key, field] : shape) {
            const QByteArray types(field.types);
            if (object.contains(key))
                check(place + u'.' + key, object.value(key), types, field);
            else if (!types.startsWith('?'))
                violations.append(place + u'.' + key + QStringLiteral(" is missing"));
        }
    }

private:
    void check(const QString &place, const QJsonValue &value, const QByteArray &types,
               const Field &field)
    {
        const char type = typeOf(value);
        if (!types.contains(type) && !(type == 'i' && types.contains('n'))) {
            violations.append(place + QStringLiteral(" is of another type"));
            return;
        }
        if (!field.what)
            return;
        if (value.isString())
            checkText(place, value.toString(), field.what);
        if (value.isObject())
            check(place, value.toObject(), shapes().at(q(field.what)));
        if (!value.isArray())
            return;
        for (const QJsonValue &element : value.toArray()) {
            if (element.isObject())
                check(place + QStringLiteral("[]"), element.toObject(), shapes().at(q(field.what)));
            else
                violations.append(place + QStringLiteral("[] is no object"));
        }
    }

    void checkText(const QString &place, const QString &text, const char *pattern)
    {
        const QRegularExpression allowed(q(pattern),
                                         QRegularExpression::DotMatchesEverythingOption);
        if (!allowed.match(text).hasMatch())
            violations.append(place + QStringLiteral(" is '%1'").arg(text));
    }
};

QStringList violationsOf(const QByteArray &json, const char *shape)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (!document.isObject())
        return {QStringLiteral("no JSON object: ") + error.errorString()};
    Checker checker;
    checker.check(q(shape), document.object(), shapes().at(q(shape)));
    if (document.object().value(q("schema")).toInt() != 2)
        checker.violations.append(QStringLiteral("schema is not 2"));
    return checker.violations;
}

/** What follows from several keys together. */
void checkLock(const QJsonObject &lock, QStringList &violations)
{
    const QString name = lock.value(q("name")).toString();
    const auto wrong = [&](const char *what) { violations.append(name + u' ' + q(what)); };
    const QJsonArray holders = lock.value(q("holders")).toArray();
    if (holders.isEmpty() != lock.value(q("owner")).isNull())
        wrong("has holders and no owner, or the other way round");
    if (!holders.isEmpty() && holders.first().toObject() != lock.value(q("owner")).toObject())
        wrong("has another owner than its first holder");
    if (!lock.value(q("has_expiry")).toBool() && !lock.value(q("ttl_ms")).isNull())
        wrong("has a TTL and no expiry");
    if (lock.value(q("held_ms")).isNull() != lock.value(q("held_basis")).isNull())
        wrong("has a time held without a basis, or the other way round");
    if (name.contains(QChar::ReplacementCharacter) && !lock.contains(q("name_base64")))
        wrong("may be anything");
}

} // namespace

QStringList listViolations(const QByteArray &json)
{
    QStringList violations = violationsOf(json, "list");
    for (const QJsonValue &lock : jsonObject(json).value(q("locks")).toArray())
        checkLock(lock.toObject(), violations);
    return violations;
}

namespace {

/** One line, without its `type`, which is `type`. */
QStringList lineViolations(const QString &type, QJsonObject line)
{
    Checker checker;
    if (type == u"backend" && !line.take(q("taken_at")).isString())
        checker.violations.append(QStringLiteral("a backend's line without its moment"));
    const bool isShape = type == u"backend" || type == u"lock";
    const QString shape = isShape ? type : type + QStringLiteral(" line");
    if (!shapes().contains(shape))
        return {QStringLiteral("no such type: ") + type};
    checker.check(type, line, shapes().at(shape));
    if (type == u"lock")
        checkLock(line, checker.violations);
    return checker.violations;
}

} // namespace

QStringList listLinesViolations(const QByteArray &lines)
{
    QStringList violations;
    if (!lines.endsWith('\n'))
        violations.append(QStringLiteral("the last line is cut"));
    QString before;
    QString backend;
    for (const QByteArray &text : lines.chopped(1).split('\n')) {
        QJsonObject line = jsonObject(text);
        const QString type = line.take(q("type")).toString();
        violations += lineViolations(type, line);
        if ((type == u"list") != before.isEmpty() || before == u"end")
            violations.append(type + QStringLiteral(" follows ") + before);
        if (type == u"backend")
            backend = line.value(q("name")).toString();
        if (type == u"lock" && line.value(q("backend")).toString() != backend)
            violations.append(QStringLiteral("a lock behind another backend"));
        before = type;
    }
    if (before != u"end")
        violations.append(QStringLiteral("no end"));
    return violations;
}

QStringList leadersViolations(const QByteArray &json)
{
    QStringList violations = violationsOf(json, "leaders");
    for (const QJsonValue &leader : jsonObject(json).value(q("leaders")).toArray())
        checkLock(leader.toObject().value(q("lock")).toObject(), violations);
    return violations;
}

QStringList ownersViolations(const QByteArray &json)
{
    QStringList violations = violationsOf(json, "owners");
    for (const QJsonValue &owner : jsonObject(json).value(q("owners")).toArray()) {
        for (const char *key : {"holds", "waits"}) {
            for (const QJsonValue &lock : owner.toObject().value(q(key)).toArray())
                checkLock(lock.toObject(), violations);
        }
    }
    return violations;
}

QStringList chainsViolations(const QByteArray &json)
{
    return violationsOf(json, "chains");
}

QStringList eventViolations(const QByteArray &line)
{
    QStringList violations = violationsOf(line, "event");
    const QJsonObject event = jsonObject(line);
    const QString kind = event.value(q("event")).toString();
    if (event.contains(q("count")) != (kind == u"dropped"))
        violations.append(
            QStringLiteral("a count where nothing was dropped, or none where it was"));
    if (event.value(q("lock")).isNull() != (kind == u"dropped" || kind.startsWith(u"backend_")))
        violations.append(QStringLiteral("a lock's event without a lock, or a backend's with one"));
    return violations;
}

QStringList alertViolations(const QByteArray &line)
{
    QStringList violations = violationsOf(line, "alert");
    const QJsonObject alert = jsonObject(line);
    if (alert.value(q("end")).isNull() != (alert.value(q("event")).toString() == u"alert_began"))
        violations.append(QStringLiteral("how it ended where it began, or not where it ended"));
    return violations;
}

QStringList rulesViolations(const QByteArray &json)
{
    return violationsOf(json, "rules");
}

QStringList doctorViolations(const QByteArray &json)
{
    return violationsOf(json, "doctor");
}

QStringList holdViolations(const QByteArray &line)
{
    QStringList violations = violationsOf(line, "hold");
    const QJsonObject event = jsonObject(line);
    const QString word = event.value(q("event")).toString();
    const bool wantsError = word == u"renewal_failed" || word == u"lost" || word == u"failed"
                            || word == u"release_failed";
    if (wantsError == event.value(q("error")).isNull())
        violations.append(word + QStringLiteral(": an error where there is none, or none"));
    return violations;
}

QStringList failoverViolations(const QByteArray &json)
{
    return violationsOf(json, "lab failover");
}

QStringList sandboxViolations(const QByteArray &json)
{
    return violationsOf(json, "sandbox");
}

QStringList formatsViolations(const QByteArray &json)
{
    return violationsOf(json, "formats");
}

QStringList foundTablesViolations(const QByteArray &json)
{
    return violationsOf(json, "found tables");
}

QStringList importViolations(const QByteArray &json)
{
    return violationsOf(json, "import");
}

QStringList explanationsViolations(const QByteArray &json)
{
    return violationsOf(json, "explanations");
}

QStringList historyViolations(const QByteArray &json)
{
    return violationsOf(json, "recorded");
}

QStringList historyMomentViolations(const QByteArray &json)
{
    return violationsOf(json, "recorded moment");
}

QStringList contentionViolations(const QByteArray &json)
{
    static const std::map<QString, QString> figures = {
        {q("cards-unlocked"), q("cards intruders most_at_once requests")},
        {q("cards-pooled"),
         q("cards intruders leaked most_at_once refused releases_missed requests")},
        {q("cards"), q("cards intruders leaked most_at_once refused releases_missed requests")},
        {q("minute-job"), q("double_runs machines most_at_once periods runs skew_ms")},
        {q("order"), q("jobs late_dels most_at_once shops two_at_once wrong_dels")},
        {q("coupon"), q("jobs most_at_once shops two_at_once unlocks_refused wrong_dels")},
    };
    QStringList violations = violationsOf(json, "contention");
    if (!violations.isEmpty())
        return violations;
    const QJsonObject report = jsonObject(json);
    const QJsonObject told = report.value(q("figures")).toObject();
    if (QStringList(told.keys()).join(u' ') != figures.at(report.value(q("experiment")).toString()))
        violations.append(QStringLiteral("other figures: ") + told.keys().join(u' '));
    for (const QJsonValue &figure : told) {
        if (typeOf(figure) != 'i')
            violations.append(QStringLiteral("a figure is no whole number"));
    }
    for (const QJsonValue &event : report.value(q("events")).toArray()) {
        static const QRegularExpression timed(q(R"(\A\d+\.\d{3} s  \S)"));
        if (!timed.match(event.toString()).hasMatch())
            violations.append(QStringLiteral("an event without its time: ") + event.toString());
    }
    return violations;
}

QJsonObject jsonObject(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

} // namespace lockmaster::test
