// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisstring/redisstringformat.h"

#include "core/text/literaltext.h"
#include "core/systems/redisstring/ownerdecoders.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

constexpr qsizetype longestLabel = 64;

bool isCut(const KeyReading &key)
{
    return key.length > key.value.size();
}

/** A value that no library's decoder knows, under an operator's pattern: it stands for itself. */
DecodedOwner asItStands(const KeyReading &key)
{
    DecodedOwner owner;
    const bool longer = isCut(key) || key.value.size() > longestLabel;
    owner.label = literalText(key.value.left(longestLabel));
    if (longer)
        owner.label += QStringLiteral("..");
    return owner;
}

std::vector<QString> librariesOf(std::span<const OwnerDecoder> among)
{
    std::vector<QString> libraries;
    for (const OwnerDecoder &decoder : among)
        libraries.push_back(QString::fromLatin1(decoder.library));
    return libraries;
}

void addRawLines(Attributes &attributes, const KeyReading &key, const RedisWords &words)
{
    attributes.reserve(attributes.size() + 3);
    attributes.push_back({Attribute::Group::Raw, words.type, QStringLiteral("string")});
    attributes.push_back({Attribute::Group::Raw, words.value, literalText(key.value)});
    if (isCut(key))
        attributes.push_back(
            {Attribute::Group::Raw, Words::tr("Length"),
             Words::tr("%1 bytes, the first %2 are shown").arg(key.length).arg(key.value.size())});
    attributes.push_back(storedExpiry(key, words));
}

} // namespace

RedisStringFormat::RedisStringFormat()
    : m_libraries(librariesOf(ownerDecoders())), m_records(QStringLiteral("redis_string"))
{
}

QString RedisStringFormat::system() const
{
    return QStringLiteral("redis_string");
}

bool RedisStringFormat::hides(const QByteArray &key) const
{
    // The list that wakes the waiters of a python-redis-lock.
    return key.startsWith("lock-signal:");
}

std::optional<LockRecord> RedisStringFormat::decode(const KeyReading &key,
                                                    const RedisReadContext &context)
{
    if (key.type != "string")
        return std::nullopt;
    if (const LockRecord *before = m_cache.find(key, context))
        return RedisRecordMaker::renewed(*before, key, context);
    auto lock = recognised(key, context);
    if (lock)
        m_cache.keep(key, *lock, context);
    return lock;
}

std::optional<LockRecord> RedisStringFormat::recognised(const KeyReading &key,
                                                        const RedisReadContext &context)
{
    const bool named = !key.pattern.isEmpty();
    if (!isCut(key)) {
        for (const OwnerDecoder &decoder : ownerDecoders()) {
            if (!decoder.key(key, context) || !(named || decoder.evident(key, context)))
                continue;
            if (auto owner = decoder.decode(key, context))
                return record(key, context, &decoder, std::move(*owner));
        }
    }
    if (!named)
        return std::nullopt;
    return record(key, context, nullptr, asItStands(key));
}

LockRecord RedisStringFormat::record(const KeyReading &key, const RedisReadContext &context,
                                     const OwnerDecoder *decoder, DecodedOwner owner)
{
    LockRecord lock = m_records.make(key, context);
    if (decoder) {
        lock.variant = m_libraries[size_t(decoder - ownerDecoders().data())];
        lock.variantCertainty = decoder->certaintyOf(key);
        lock.certainty = key.pattern.isEmpty() ? lock.variantCertainty : Certainty::Certain;
    }
    if (owner.waits) { // the readers it waits for are in a set of their own, which is not read
        lock.state = LockState::Unknown;
        lock.waiters = {
            1, Words::tr("waiting writer"), {{owner.label, std::nullopt, std::nullopt}}};
    } else {
        Holder holder{key.value, key.length, owner.label, 1, nullptr};
        if (owner.detail != HolderDetail{})
            holder.detail = std::make_shared<const HolderDetail>(std::move(owner.detail));
        lock.holders.push_back(std::move(holder));
    }
    if (owner.namesNobody && key.expiryExact) // only the lease tells one holder from the next
        lock.session = QByteArray::number(key.storedExpiryMs);
    if (owner.namesNobody && !key.value.isEmpty())
        lock.findings.push_back(
            {FindingId::UnsignedOwner,
             Words::tr(
                 "Every holder writes the same value, \"%1\": the release of one that came too "
                 "late removes the lock of another.")
                 .arg(owner.label)});
    if (context.brief)
        return lock;
    addRawLines(owner.attributes, key, m_records.words());
    lock.attributes = std::make_shared<const Attributes>(std::move(owner.attributes));
    return lock;
}

} // namespace lockmaster
