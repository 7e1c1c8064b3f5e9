// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/releasereport.h"

#include "app/lockctl/shell/output.h"
#include "core/actions/releaserecord.h"
#include "core/text/literaltext.h"
#include "core/monitor/lockjson.h"

namespace lockmaster {

namespace {

ExitCode outcomeCode(const ReleaseOutcome &outcome)
{
    switch (outcome.result) {
    case ReleaseResult::Released: return ExitCode::Ok;
    case ReleaseResult::Changed:
        return outcome.detail == ChangeDetail::Gone ? ExitCode::Gone : ExitCode::Changed;
    case ReleaseResult::Busy: return ExitCode::Busy;
    case ReleaseResult::Denied: return ExitCode::Denied;
    case ReleaseResult::Unknown: return ExitCode::Unknown;
    }
    Q_UNREACHABLE();
}

ExitCode notDoneCode(const NotDone &notDone)
{
    switch (notDone.why) {
    case NotDone::Why::ReadOnly: return ExitCode::ReadOnly;
    case NotDone::Why::ReasonMissing: return ExitCode::Usage;
    case NotDone::Why::NotAudited: return ExitCode::NotAudited;
    case NotDone::Why::NotReached:
    case NotDone::Why::Expired:
    case NotDone::Why::NotPossible: break;
    }
    switch (notDone.error.kind) {
    case ErrorKind::Denied: return ExitCode::Denied;
    case ErrorKind::Config: return ExitCode::Usage;
    default: return ExitCode::NoAnswer;
    }
}

void writeError(JsonWriter &json, const Error &error)
{
    json.beginObject();
    json.member("kind", errorKindName(error.kind));
    json.member("message", error.message);
    json.textOrNull("remedy", error.remedy);
    json.endObject();
}

void writeLockName(JsonWriter &json, const ReleaseRequest &request)
{
    const SourceId &source = request.witness.source;
    json.key("lock");
    json.beginObject();
    json.member("backend", source.backend);
    json.member("system", source.system);
    json.member("source", source.name);
    json.key("name");
    json.bytes(request.name);
    if (!request.name.isValidUtf8()) {
        json.key("name_base64");
        json.base64(request.name);
    }
    json.endObject();
}

void writeResult(JsonWriter &json, const ReleaseReport &report)
{
    json.member("outcome", releaseResultName(report.outcome.result));
    json.textOrNull("detail", changeDetailName(report.outcome.detail));
    json.member("sent", report.outcome.sent);
    json.member("message", report.outcome.message);
    json.textOrNull("remedy", report.outcome.remedy);
    json.textOrNull("command", report.command);
    json.textOrNull("audit_id", report.auditId);
    json.key("now_held_by");
    if (const std::optional<Holder> holder = holderNow(report.now))
        writeHolder(json, *holder);
    else
        json.null();
    json.member("now_known", releaseOutcome(report).heldByKnown);
    json.key("now_same_owner");
    if (report.sameOwner)
        json.boolean(*report.sameOwner);
    else
        json.null();
    json.nullMember("error");
}

void writeNotDone(JsonWriter &json, const NotDone &notDone)
{
    json.nullMember("outcome");
    json.nullMember("detail");
    json.member("sent", false);
    json.member("message", notDone.error.message);
    json.textOrNull("remedy", notDone.error.remedy);
    for (const char *name : {"command", "audit_id", "now_held_by"})
        json.nullMember(name);
    json.member("now_known", false);
    json.nullMember("now_same_owner");
    json.key("error");
    writeError(json, notDone.error);
}

void sayWords(const ReleaseAnswer &answer)
{
    if (!answer.result) {
        const NotDone &notDone = answer.result.error();
        if (notDone.why == NotDone::Why::NotReached)
            sayProblem(answer.order.backend.name, {{}, notDone.error});
        else
            say(errorText(notDone.error) + optionFor(notDone.why));
        return;
    }
    const ReleaseReport &report = *answer.result;
    if (report.outcome.result != ReleaseResult::Released)
        say(errorText({ErrorKind::Config, 0, report.outcome.message, report.outcome.remedy}));
    if (report.outcome.detail == ChangeDetail::Renewed)
        say(QStringLiteral("--even-if-renewed releases it from the same holder all the same."));
    if (report.outcome.detail == ChangeDetail::Indistinguishable)
        say(QStringLiteral("--even-if-indistinguishable releases it, whoever holds it by now."));
    if (report.outcome.detail == ChangeDetail::TooOld && !report.lookAgeIsFixed)
        say(QStringLiteral("--max-age says how old it may be, and --max-age none any age."));
    const AfterRelease after = afterRelease(report);
    const bool isTold = after == AfterRelease::NotRead
                        && report.outcome.message.contains(report.notObserved->message);
    if ((after == AfterRelease::NotRead && !isTold) || after == AfterRelease::Held
        || after == AfterRelease::SameAgain) {
        const std::optional<Holder> holder = holderNow(report.now);
        say(afterReleaseText(report, holder ? holder->label : QString()));
    }
    if (report.notAudited)
        say(notAuditedText(*report.notAudited));
}

QByteArray lineOf(const ReleaseAnswer &answer)
{
    if (!answer.result)
        return {};
    const ReleaseReport &report = *answer.result;
    // What was done says itself: it need not have been the lock, but one who waited for it.
    if (report.outcome.result == ReleaseResult::Released)
        return report.outcome.message.toUtf8() + '\n';
    QString line = releaseResultName(report.outcome.result);
    if (report.outcome.detail != ChangeDetail::None)
        line += QStringLiteral(" (%1)").arg(changeDetailName(report.outcome.detail));
    return QStringLiteral("%1: %2 on %3\n")
        .arg(line, literalText(answer.order.request.name), literalText(answer.order.backend.name))
        .toUtf8();
}

} // namespace

QByteArray releaseJson(const ReleaseAnswer &answer)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("backend", answer.order.backend.name);
    writeLockName(json, answer.order.request);
    json.textOrNull("action", answer.order.request.action);
    if (!answer.order.request.target.isEmpty()) {
        json.key("target");
        json.bytes(answer.order.request.target);
    }
    json.member("even_if_renewed", answer.compare == Compare::InstanceOnly);
    json.member("even_if_indistinguishable",
                answer.indistinguishable == Indistinguishable::Release);
    json.member("max_age_ms", answer.order.maxAge
                                  ? std::optional<qint64>(answer.order.maxAge->count())
                                  : std::nullopt);
    json.member("losses", answer.losses);
    json.member("warnings", answer.warnings);
    if (answer.result)
        writeResult(json, *answer.result);
    else
        writeNotDone(json, answer.result.error());
    json.endObject();
    return out + '\n';
}

QString optionFor(NotDone::Why why)
{
    switch (why) {
    case NotDone::Why::ReadOnly: return QStringLiteral(" --allow-writes lets it be written to.");
    case NotDone::Why::ReasonMissing: return QStringLiteral(" Give one with --reason.");
    default: return {};
    }
}

ExitCode releaseExitCode(const tl::expected<ReleaseReport, NotDone> &result)
{
    return result ? outcomeCode(result->outcome) : notDoneCode(result.error());
}

bool printRelease(const ReleaseAnswer &answer, bool asJson)
{
    const bool written = writeOut(asJson ? releaseJson(answer) : lineOf(answer));
    sayWords(answer);
    return written;
}

} // namespace lockmaster
