// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keyformat/keyformatticket.h"

#include "core/formats/formatwords.h"
#include "core/redis/redisconnection.h"
#include "core/text/words.h"
#include "core/trust/formattrust.h"

#include <algorithm>

namespace lockmaster {

namespace {

using Kind = FormatKeys::Type;

QByteArray removeCommand(Kind type)
{
    switch (type) {
    case Kind::String: break;
    case Kind::Hash: return QByteArrayLiteral("HDEL");
    case Kind::SortedSet: return QByteArrayLiteral("ZREM");
    case Kind::Set: return QByteArrayLiteral("SREM");
    }
    Q_UNREACHABLE();
}

QByteArray countCommand(Kind type)
{
    return type == Kind::Hash  ? QByteArrayLiteral("HLEN")
           : type == Kind::Set ? QByteArrayLiteral("SCARD")
                               : QByteArrayLiteral("ZCARD");
}

/** Whoever takes the lock next writes something else than its holder did. */
bool tellsInstances(const FormatKeys &shape)
{
    return shape.holderIsToken || (shape.fields && !shape.fields->instance.isEmpty());
}

/** It goes as one key. */
bool isWholeKey(const FormatKeys &shape)
{
    return shape.fields || shape.type == Kind::String;
}

/** What is there of a member, in a script's words; `false` or 0 where there is none. */
QByteArray lookUp(Kind type, const QByteArray &key, const QByteArray &member)
{
    switch (type) {
    case Kind::Hash: return "redis.call('HGET'," + key + ',' + member + ')';
    case Kind::SortedSet: return "redis.call('ZSCORE'," + key + ',' + member + ')';
    case Kind::Set: return "redis.call('SISMEMBER'," + key + ',' + member + ")==1";
    case Kind::String: break;
    }
    return "redis.call('GETRANGE'," + key + ",0,#" + member + ")==" + member;
}

} // namespace

Result<std::unique_ptr<ReleaseTicket>> KeyFormatTicket::open(const LockFormatPointer &format,
                                                             const ReleaseRequest &request,
                                                             const ActionContext &context,
                                                             SteadyTime deadline)
{
    if (request.action != action())
        return failure(ErrorKind::Config,
                       Words::tr("This lock has no action '%1'.").arg(request.action));
    auto refusal = whyNotReleased(*format, request.witness.source.format);
    if (!refusal)
        return passOn(refusal);
    std::unique_ptr<KeyFormatTicket> ticket(new KeyFormatTicket(format, request, context));
    if (const auto begun = ticket->begin(deadline); !begun)
        return passOn(begun);
    if (*refusal && !ticket->m_preview.refusal)
        ticket->m_preview.refusal = std::move(*refusal);
    return ticket;
}

std::optional<LockRecord> KeyFormatTicket::decode(const KeyReading *reading,
                                                  const RedisReadContext &context)
{
    m_isWhole = false;
    if (!reading) {
        m_format.forget();
        return std::nullopt;
    }
    m_isWhole = reading->type == "string" || reading->length <= qint64(reading->fields.size());
    m_readExpiryMs = reading->storedExpiryMs;
    return m_format.decode(*reading, context);
}

/** As it was read last; null: it is not there any more. */
const KeyMember *KeyFormatTicket::found() const
{
    if (!m_format.shapeOfLast())
        return nullptr;
    const std::vector<KeyMember> &members = m_format.last().members;
    const QByteArray &target = request().target;
    if (target.isEmpty())
        return members.size() == 1 ? &members.front() : nullptr;
    const auto there =
        std::find_if(members.begin(), members.end(),
                     [&target](const KeyMember &member) { return member.name == target; });
    return there == members.end() ? nullptr : &*there;
}

bool KeyFormatTicket::canCompareInstanceOnly(const LockRecord &) const
{
    return m_format.shapeOfLast() && tellsInstances(m_format.shapeOfLast()->said());
}

/** Whether the next holder may write the very same: full seconds, or no time at all. */
bool KeyFormatTicket::mayBeWrittenAgain() const
{
    constexpr qint64 second = 1'000'000;
    const bool tells = m_member.moment && m_member.moment->time_since_epoch().count() % second != 0;
    const bool endTells = m_expiryMs > 0 && tellsExactExpiry() && m_expiryMs % 1000 != 0;
    return !tells && !endTells;
}

Result<bool> KeyFormatTicket::aim(const LockRecord &, SteadyTime)
{
    const KeyMember *const member = found();
    if (!member)
        return false;
    m_keyShape = m_format.shapeOfLast();
    m_shape = &m_keyShape->said();
    m_member = *member;
    m_marks = m_format.last().marks;
    m_fields = m_format.last().fields;
    m_expiryMs = m_readExpiryMs;
    m_isLast = m_isWhole && m_format.last().members.size() == 1;
    m_preview.indistinguishable = !tellsInstances(*m_shape) && mayBeWrittenAgain();
    if (m_preview.indistinguishable)
        m_preview.warnings.append(
            Words::tr("Nothing tells this holder from another one that took the lock since "
                      "the last look: what counts is what stands here. A change from now on "
                      "is noticed."));
    if (const QString untried = untriedReleaseText(*m_lockFormat); !untried.isEmpty())
        m_preview.warnings.append(untried);
    return true;
}

/** A moment that moves with a renewal is compared as the lease is, where it is compared. */
Result<bool> KeyFormatTicket::lookAround(SteadyTime)
{
    const KeyMember *const member = found();
    if (!member || member->name != m_member.name)
        return false;
    const ShapedFields &fields = m_format.last().fields;
    const bool isLease = tellsInstances(*m_shape) && m_member.moment && member->moment;
    return fields.kept == m_fields.kept && fields.count == m_fields.count
           && (isLease || member->written == m_member.written);
}

RedisTicket::Guard KeyFormatTicket::guardFor(bool withLease) const
{
    if (withLease && m_preview.indistinguishable)
        return Guard::KeptWatch;
    return mayRunScripts() ? Guard::Script : Guard::FreshWatch;
}

/** The key's own end, where nothing beside the holder moves when it renews. */
ExpiryCheck KeyFormatTicket::expiryCheck(bool withLease) const
{
    const bool besides = m_member.moment && m_shape->type != Kind::String
                         && !(m_shape->fields && m_shape->time->means == FormatEnd::Means::Taken);
    if (!withLease || besides)
        return ExpiryCheck::None;
    return tellsExactExpiry() ? ExpiryCheck::Exact : ExpiryCheck::Derived;
}

RedisCommand KeyFormatTicket::removal() const
{
    if (isWholeKey(*m_shape))
        return {"DEL", request().name};
    return {removeCommand(m_shape->type), request().name, m_member.name};
}

/** What goes with the last one: marks that name nobody, and other keys. */
std::vector<RedisCommand> KeyFormatTicket::removalOfRest() const
{
    std::vector<RedisCommand> commands;
    if (!m_marks.isEmpty()) {
        RedisCommand marks{removeCommand(m_shape->type), request().name};
        marks.insert(marks.end(), m_marks.begin(), m_marks.end());
        commands.push_back(std::move(marks));
    }
    for (const FormatSideKey &side : m_shape->withLast) {
        const QByteArray key = m_keyShape->sideText(request().name, side.key);
        if (side.member.isEmpty())
            commands.push_back({"DEL", key});
        else
            commands.push_back({"ZREM", key, m_keyShape->sideText(request().name, side.member)});
    }
    return commands;
}

std::vector<RedisCommand> KeyFormatTicket::wakingUp() const
{
    std::vector<RedisCommand> commands;
    for (const FormatWake &wake : m_shape->wakes) {
        const QByteArray text = wake.text.toUtf8();
        if (wake.list.isEmpty()) {
            commands.push_back(
                {"PUBLISH", m_keyShape->sideText(request().name, wake.channel), text});
            continue;
        }
        const QByteArray list = m_keyShape->sideText(request().name, wake.list);
        const auto lasts = std::chrono::duration_cast<Millis>(wake.lasts.value_or(Micros::zero()));
        commands.push_back({"LPUSH", list, text});
        commands.push_back({"PEXPIRE", list, QByteArray::number(qint64(lasts.count()))});
    }
    return commands;
}

void KeyFormatTicket::compareMember(ScriptBuilder &script, const QByteArray &key,
                                    bool withLease) const
{
    script.line("local seen=" + lookUp(m_shape->type, key, script.value(m_member.name)));
    script.line(m_shape->type == Kind::String ? "if not seen then return 'changed' end"
                                              : "if not seen then return 'gone' end");
    if (withLease && m_shape->type == Kind::Hash)
        script.line("if seen~=" + script.value(m_member.written) + " then return 'renewed' end");
    if (withLease && m_shape->type == Kind::SortedSet)
        script.line("if tonumber(seen)~=tonumber(" + script.value(m_member.written)
                    + ") then return 'renewed' end");
}

void KeyFormatTicket::compareFields(ScriptBuilder &script, const QByteArray &key,
                                    bool withLease) const
{
    const auto compare = [&script, &key](const HashField &field, const char *answer) {
        const QByteArray seen = lookUp(Kind::Hash, key, script.value(field.first));
        script.line("if " + seen + "~=" + script.value(field.second) + " then return '" + answer
                    + "' end");
    };
    for (const HashField &field : m_fields.kept)
        compare(field, "changed");
    if (m_fields.count)
        compare(*m_fields.count, "count");
    if (withLease && m_fields.time)
        compare(*m_fields.time, "renewed");
}

RedisCommand KeyFormatTicket::script(bool withLease) const
{
    ScriptBuilder script;
    const QByteArray key = script.key(request().name);
    script.line("local type=redis.call('TYPE'," + key + ").ok");
    script.line("if type=='none' then return 'gone' end");
    script.line("if type~='" + keyType(m_shape->type) + "' then return 'changed' end");
    if (m_shape->fields)
        compareFields(script, key, withLease);
    else
        compareMember(script, key, withLease);
    script.checkExpiry(key, m_expiryMs, expiryCheck(withLease));
    // First: a server that denies that stops here, and nothing has changed.
    for (const RedisCommand &command : wakingUp())
        script.call(command);
    script.call(removal());
    const std::vector<RedisCommand> rest = removalOfRest();
    if (isWholeKey(*m_shape)) {
        for (const RedisCommand &command : rest)
            script.call(command);
    } else if (!rest.empty()) {
        script.line("local left=redis.call('" + countCommand(m_shape->type) + "'," + key + ')');
        script.line("if left<=" + QByteArray::number(m_marks.size()) + " then");
        for (const RedisCommand &command : rest)
            script.call(command);
        script.line("end");
    }
    script.line("return 'released'");
    return script.command();
}

RedisTransaction KeyFormatTicket::transaction() const
{
    RedisTransaction transaction{wakingUp(), 0};
    transaction.decisive = transaction.commands.size();
    transaction.commands.push_back(removal());
    if (!m_isLast)
        return transaction;
    for (RedisCommand &command : removalOfRest())
        transaction.commands.push_back(std::move(command));
    return transaction;
}

} // namespace lockmaster
