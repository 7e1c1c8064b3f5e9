// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keyformat/keyformat.h"

#include "core/domain/redisglob.h"
#include "core/formats/formatwords.h"
#include "core/systems/contract/textshapes.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "core/text/words.h"

#include <QCryptographicHash>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr size_t membersTold = 64;
constexpr qsizetype longestRaw = 1024;
constexpr size_t mostAsked = 1000; ///< of a server in one look

/** As the server's clock says at this look. */
bool isOver(const KeyMember &member, const RedisReadContext &context)
{
    return member.moment && *member.moment <= context.clock.server;
}

QString momentLabel(FormatEnd::Means means)
{
    switch (means) {
    case FormatEnd::Means::End: return Words::tr("Ends");
    case FormatEnd::Means::Taken: return Words::tr("Taken");
    case FormatEnd::Means::Beat: return Words::tr("Last heard of");
    }
    Q_UNREACHABLE();
}

bool endsByItself(const FormatKeys &shape)
{
    return shape.time && shape.time->means == FormatEnd::Means::End;
}

} // namespace

KeyFormat::KeyFormat(LockFormatPointer format)
    : m_format(std::move(format)), m_records(m_format->id, m_format->mark())
{
    for (const FormatKeys &keys : m_format->keys) {
        m_shapes.emplace_back(keys);
        // What comes from elsewhere hides nothing: `{1}` alone would be every key there is.
        for (const FormatSideKey &side : keys.withLast) {
            if (m_format->isShipped && side.key.contains(QLatin1StringView("{1}")))
                m_sides.append(side.key.toUtf8().replace("{1}", "*"));
        }
    }
}

bool KeyFormat::wantsType(const QByteArray &type) const
{
    return std::any_of(m_shapes.begin(), m_shapes.end(),
                       [&type](const KeyShape &shape) { return shape.type() == type; });
}

/** A side's pattern may be one that the lock's own keys fit as well. */
bool KeyFormat::hides(const QByteArray &key) const
{
    const bool isSide =
        std::any_of(m_sides.begin(), m_sides.end(),
                    [&key](const QByteArray &pattern) { return redisGlobMatches(pattern, key); });
    return isSide && std::none_of(m_shapes.begin(), m_shapes.end(), [&key](const KeyShape &shape) {
               return shape.isCalled(key);
           });
}

std::optional<LockRecord> KeyFormat::decode(const KeyReading &key, const RedisReadContext &context)
{
    m_shape = nullptr;
    // A string under an operator's pattern was a `redis_string` before there were formats of keys.
    if (m_format->isShipped && !key.pattern.isEmpty() && key.type == "string")
        return std::nullopt;
    for (const KeyShape &shape : m_shapes) {
        auto fitting = shape.read(key);
        if (!fitting)
            continue;
        m_shape = &shape;
        m_last = std::move(*fitting);
        return record(key, context);
    }
    return std::nullopt;
}

bool KeyFormat::isShared(const LockRecord &lock) const
{
    return std::none_of(m_shapes.begin(), m_shapes.end(), [&lock](const KeyShape &shape) {
        return shape.said().version == lock.variant && shape.isCalled(lock.id.name)
               && (shape.said().type == FormatKeys::Type::String || shape.said().fields);
    });
}

bool KeyFormat::asks() const
{
    return std::any_of(m_shapes.begin(), m_shapes.end(),
                       [](const KeyShape &shape) { return shape.said().waiting.has_value(); });
}

std::vector<RedisCommand> KeyFormat::questions(const std::vector<LockRecord *> &locks)
{
    using In = FormatWaiting::In;
    std::vector<RedisCommand> commands;
    m_asked.assign(locks.size(), nullptr);
    for (size_t i = 0; i < locks.size(); ++i) {
        const LockRecord &lock = *locks[i];
        const auto shape =
            std::find_if(m_shapes.begin(), m_shapes.end(), [&lock](const KeyShape &each) {
                return each.said().waiting && each.said().version == lock.variant
                       && each.isCalled(lock.id.name);
            });
        if (shape == m_shapes.end() || commands.size() >= mostAsked)
            continue;
        m_asked[i] = &*shape;
        const FormatWaiting &waiting = *shape->said().waiting;
        const QByteArray name = shape->sideText(lock.id.name, waiting.name);
        commands.push_back(waiting.in == In::Channel ? RedisCommand{"PUBSUB", "NUMSUB", name}
                           : waiting.in == In::List  ? RedisCommand{"LLEN", name}
                                                     : RedisCommand{"ZCARD", name});
    }
    return commands;
}

void KeyFormat::answer(const std::vector<LockRecord *> &locks,
                       const std::vector<RedisReply> &replies, const RedisReadContext &,
                       Observation &)
{
    size_t next = 0;
    for (size_t i = 0; i < std::min(locks.size(), m_asked.size()); ++i) {
        if (!m_asked[i] || next >= replies.size())
            continue;
        const FormatWaiting &waiting = *m_asked[i]->said().waiting;
        const bool isChannel = waiting.in == FormatWaiting::In::Channel;
        const RedisReply &reply = replies[next++];
        const RedisReply *const count = !isChannel                   ? &reply
                                        : reply.elements.size() == 2 ? &reply.elements[1]
                                                                     : nullptr;
        if (!count || count->type != RedisReply::Type::Integer || count->integer < 0)
            continue; // denied, or of another type: not known
        locks[i]->waiters.count = count->integer;
        locks[i]->waiters.basis =
            isChannel ? Words::tr("subscribed clients")
                      : QString::fromUtf8(m_asked[i]->sideText(locks[i]->id.name, waiting.name));
    }
}

LockRecord KeyFormat::record(const KeyReading &key, const RedisReadContext &context)
{
    LockRecord lock = m_records.make(key, context);
    lock.variant = m_shape->said().version;
    const bool lacksExpiry = m_shape->said().expires && !lock.lease.hasExpiry;
    const bool isNamed = !m_shape->said().match.isEmpty() || !m_last.marks.isEmpty();
    lock.certainty = (isNamed && !lacksExpiry) || !key.pattern.isEmpty() ? Certainty::Certain
                                                                         : Certainty::Likely;
    addMembers(lock, context);
    setLease(lock, context);
    // Who signs with nothing is told from the next one by when the key ends.
    if (m_shape->said().holder.is == FormatShape::Is::Epoch && key.expiryExact)
        lock.session = QByteArray::number(key.storedExpiryMs);
    // And when each was taken is new each time, as is what the format says of a hash.
    const bool tellsTaken =
        m_shape->said().time && m_shape->said().time->means == FormatEnd::Means::Taken;
    if (tellsTaken || !m_last.fields.kept.empty()) {
        QCryptographicHash taken(QCryptographicHash::Sha256);
        if (tellsTaken) {
            for (const KeyMember &member : m_last.members)
                taken.addData(member.written + ' ');
        }
        for (const auto &[field, value] : m_last.fields.kept)
            taken.addData(QByteArray::number(value.size()) + ' ' + value);
        lock.session = taken.result();
    }
    if (!context.brief)
        lock.attributes = attributes(key);
    return lock;
}

/** Those whose time is over hold nothing, though nobody has tidied them away yet. */
void KeyFormat::addMembers(LockRecord &lock, const RedisReadContext &context) const
{
    if (m_last.members.empty()) {
        lock.state = LockState::Free;
        return;
    }
    const bool ends = endsByItself(m_shape->said());
    const bool someoneHolds =
        !ends
        || std::any_of(m_last.members.begin(), m_last.members.end(),
                       [&context](const KeyMember &member) { return !isOver(member, context); });
    if (!someoneHolds)
        lock.state = LockState::Expired;
    for (const KeyMember &member : m_last.members) {
        if (ends && someoneHolds && isOver(member, context))
            continue;
        Holder holder{member.name.left(longestRaw), member.name.size(), {}, 1, nullptr};
        if (m_last.fields.count)
            holder.holdCount = plainInteger(m_last.fields.count->second).value_or(1);
        HolderDetail detail;
        holder.label = memberLabel(m_shape->said().holder, member.name, detail);
        if (detail != HolderDetail{})
            holder.detail = std::make_shared<const HolderDetail>(std::move(detail));
        lock.holders.push_back(std::move(holder));
    }
}

/** Of several the last one's: until then somebody holds it. */
void KeyFormat::setLease(LockRecord &lock, const RedisReadContext &context) const
{
    if (!m_shape->said().time)
        return;
    std::optional<ServerTime> last;
    std::optional<ServerTime> first;
    for (const KeyMember &member : m_last.members) {
        if (!member.moment)
            continue;
        last = std::max(last.value_or(*member.moment), *member.moment);
        first = std::min(first.value_or(*member.moment), *member.moment);
    }
    if (!last)
        return;
    if (m_shape->said().time->means == FormatEnd::Means::Taken && *first <= context.clock.server) {
        lock.heldSince = context.clock.localAt(*first);
        lock.heldBasis = HeldBasis::Server;
    }
    // A beat moves with each renewal, whether the key's end does or not.
    if (m_shape->said().time->means == FormatEnd::Means::Beat)
        lock.lease.stored = last->time_since_epoch().count();
    // A string keeps the server's own word of its end.
    if (!endsByItself(m_shape->said()) || m_shape->said().type == FormatKeys::Type::String)
        return;
    lock.lease.hasExpiry = true;
    lock.lease.expiresAt = *last;
    lock.lease.deadline = context.clock.localAt(*last);
    lock.lease.stored = last->time_since_epoch().count();
    lock.lease.precision =
        m_shape->said().time->unit == TimeUnit::Seconds ? Micros(1'000'000) : Micros(0);
}

std::shared_ptr<const Attributes> KeyFormat::attributes(const KeyReading &key) const
{
    Attributes lines;
    for (size_t i = 0; i < std::min(m_last.members.size(), membersTold); ++i) {
        const KeyMember &member = m_last.members[i];
        QString text = literalText(member.name);
        if (member.moment)
            text += QStringLiteral(" · %1 %2")
                        .arg(momentLabel(m_shape->said().time->means),
                             utcMomentText(*member.moment, TimeDetail::ToMilli));
        else if (m_shape->said().type == FormatKeys::Type::Hash && !member.written.isEmpty())
            text += QStringLiteral(" = ") + literalText(member.written.left(200));
        lines.push_back({Attribute::Group::Raw, Words::tr("Holder as stored"), text});
    }
    for (const auto &[field, value] : m_last.fields.kept)
        lines.push_back(
            {Attribute::Group::Raw, literalText(field), literalText(value.left(longestRaw))});
    for (const QByteArray &mark : m_last.marks)
        lines.push_back({Attribute::Group::Raw, Words::tr("Mark"), literalText(mark)});
    lines.push_back({Attribute::Group::Raw, m_records.words().type, QString::fromLatin1(key.type)});
    lines.push_back(storedExpiry(key, m_records.words()));
    if (m_shape->said().release.how == FormatRelease::How::Never)
        lines.push_back({Attribute::Group::Raw, Words::tr("Not released from here"),
                         inOurLanguage(m_shape->said().release.means)});
    return std::make_shared<const Attributes>(std::move(lines));
}

} // namespace lockmaster
