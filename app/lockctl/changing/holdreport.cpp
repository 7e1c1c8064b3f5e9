// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/holdreport.h"

#include "core/actions/releaserecord.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/changing/releasereport.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/monitor/lockjson.h"

namespace lockmaster {

namespace {

void writeBytes(JsonWriter &json, QByteArrayView key, QByteArrayView base64Key,
                const QByteArray &value)
{
    json.key(key);
    json.bytes(value);
    if (!value.isValidUtf8()) {
        json.key(base64Key);
        json.base64(value);
    }
}

void writeError(JsonWriter &json, const std::optional<Error> &error)
{
    if (!error) {
        json.nullMember("error");
        return;
    }
    json.key("error");
    json.beginObject();
    json.member("kind", errorKindName(error->kind));
    json.member("message", error->message);
    json.textOrNull("remedy", error->remedy);
    json.endObject();
}

void writeOwn(JsonWriter &json, const std::optional<OwnLock> &own)
{
    if (own && !own->owner.isEmpty())
        writeBytes(json, "owner", "owner_base64", own->owner);
    else
        json.nullMember("owner");
    json.member("ttl_ms",
                own && own->ttl ? std::optional<qint64>(own->ttl->count()) : std::nullopt);
    json.member("fencing_token", own ? own->fencingToken : std::nullopt);
}

void writeOther(JsonWriter &json, const HoldEnd &end)
{
    if (end.heldBy) {
        json.key("held_by");
        writeHolder(json, *end.heldBy);
    } else {
        json.nullMember("held_by");
    }
    json.member("held_by_ttl_ms", end.theirTtl ? std::optional<qint64>(
                                      std::chrono::floor<Millis>(*end.theirTtl).count())
                                               : std::nullopt);
}

const char *eventName(HoldEnd::Kind kind)
{
    switch (kind) {
    case HoldEnd::Kind::LetGo: return "released";
    case HoldEnd::Kind::NotAcquired: return "not_acquired";
    case HoldEnd::Kind::Lost: return "lost";
    case HoldEnd::Kind::Failed: return "failed";
    case HoldEnd::Kind::Unsure: return "release_failed";
    }
    Q_UNREACHABLE();
}

ExitCode failureCode(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Denied: return ExitCode::Denied;
    case ErrorKind::Config: return ExitCode::Usage;
    default: return ExitCode::NoAnswer;
    }
}

ExitCode notDoneCode(NotDone::Why why)
{
    switch (why) {
    case NotDone::Why::ReadOnly: return ExitCode::ReadOnly;
    case NotDone::Why::NotAudited: return ExitCode::NotAudited;
    case NotDone::Why::NotReached:
    case NotDone::Why::Expired: return ExitCode::NoAnswer;
    case NotDone::Why::ReasonMissing:
    case NotDone::Why::NotPossible: return ExitCode::Usage;
    }
    Q_UNREACHABLE();
}

} // namespace

bool HoldReport::acquired(const OwnLock &own)
{
    m_own = own;
    if (!own.doubt.isEmpty())
        say(QStringLiteral("%1 is taken on this server's word alone: %2")
                .arg(lockText(), own.doubt));
    if (m_form == Form::Json)
        return event("acquired", {});
    QString line = QStringLiteral("acquired %1").arg(lockText());
    if (!own.owner.isEmpty())
        line += QStringLiteral(" as ") + literalText(own.owner);
    if (own.ttl)
        line += QStringLiteral(", renewed at a third of %1").arg(durationText(*own.ttl));
    if (own.fencingToken)
        line += QStringLiteral(", fencing token %1").arg(*own.fencingToken);
    return text(line);
}

bool HoldReport::renewed(const OwnLock &own)
{
    m_own = own;
    return m_form != Form::Json || event("renewed", {});
}

bool HoldReport::renewalFailed(const Error &error)
{
    say(QStringLiteral("%1: not renewed yet: %2").arg(m_order.backend.name, errorText(error)));
    HoldEnd state;
    state.error = error;
    return m_form != Form::Json || event("renewal_failed", state);
}

bool HoldReport::lost(const Error &why)
{
    say(QStringLiteral("LOST %1: %2").arg(lockText(), errorText(why)));
    HoldEnd state;
    state.error = why;
    return m_form != Form::Json || event("lost", state);
}

bool HoldReport::ended(const tl::expected<HoldEnd, NotDone> &end)
{
    HoldEnd how;
    if (end) {
        how = *end;
        words(how);
    } else {
        how.error = end.error().error;
        if (end.error().why == NotDone::Why::NotReached)
            sayProblem(m_order.backend.name, {{}, *how.error});
        else
            say(errorText(*how.error) + optionFor(end.error().why));
    }
    if (how.kind == HoldEnd::Kind::Lost)
        return true;
    if (m_form == Form::Json)
        return event(eventName(how.kind), how);
    return how.kind != HoldEnd::Kind::LetGo || text(QStringLiteral("released %1").arg(lockText()));
}

void HoldReport::words(const HoldEnd &end) const
{
    const QString why = end.error ? errorText(*end.error) : QString();
    switch (end.kind) {
    case HoldEnd::Kind::LetGo: break;
    case HoldEnd::Kind::NotAcquired: {
        QString line = QStringLiteral("%1 was not acquired").arg(lockText());
        if (end.heldBy)
            line += QStringLiteral(": held by %1").arg(end.heldBy->label);
        if (end.heldBy && end.theirTtl && end.theirTtl->count() > 0)
            line += QStringLiteral(", for %1 more").arg(durationText(*end.theirTtl));
        say(line + u'.');
        break;
    }
    case HoldEnd::Kind::Lost: break;
    case HoldEnd::Kind::Failed:
        sayProblem(m_order.backend.name, {{}, end.error.value_or(Error{})});
        break;
    case HoldEnd::Kind::Unsure:
        say(QStringLiteral("%1 may be held until its lease or session ends: %2")
                .arg(lockText(), why));
        break;
    }
    if (end.notAudited)
        say(notAuditedText(*end.notAudited));
}

bool HoldReport::event(const char *name, const HoldEnd &end)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("event", QString::fromLatin1(name));
    json.member("at", utcText(systemClock().wallNow()));
    json.member("backend", m_order.backend.name);
    json.member("system", m_order.system);
    json.member("source", m_own ? m_own->id.source->name : m_order.request.source);
    writeBytes(json, "name", "name_base64", m_order.request.name);
    writeOwn(json, m_own);
    writeOther(json, end);
    json.textOrNull("warning", m_own ? m_own->doubt : QString());
    writeError(json, end.error);
    json.endObject();
    return writeOut(out + '\n');
}

bool HoldReport::text(const QString &line) const
{
    return m_form != Form::Text || writeOut(line.toUtf8() + '\n');
}

QString HoldReport::lockText() const
{
    return literalText(m_order.request.name) + QLatin1StringView(" on ")
           + literalText(m_order.backend.name);
}

ExitCode holdExitCode(const tl::expected<HoldEnd, NotDone> &end)
{
    if (!end)
        return notDoneCode(end.error().why);
    switch (end->kind) {
    case HoldEnd::Kind::LetGo: return ExitCode::Ok;
    case HoldEnd::Kind::NotAcquired: return ExitCode::NotAcquired;
    case HoldEnd::Kind::Lost: return ExitCode::Lost;
    case HoldEnd::Kind::Failed: return failureCode(end->error->kind);
    case HoldEnd::Kind::Unsure: return ExitCode::Unknown;
    }
    Q_UNREACHABLE();
}

} // namespace lockmaster
