// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisstring/ownerdecoders.h"

#include "core/text/momenttext.h"
#include "core/text/literaltext.h"
#include "core/systems/keys/redisrecord.h"
#include "core/systems/redisstring/keyhints.h"
#include "core/systems/contract/ownsignature.h"
#include "core/systems/contract/textshapes.h"
#include "core/text/words.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

using Reading = const KeyReading &;
using Context = const RedisReadContext &;
using Decoded = std::optional<DecodedOwner>;

constexpr qsizetype tokenHexDigits = 32;

Attribute ownerLine(const QString &label, const QString &value)
{
    return {Attribute::Group::Owner, label, value};
}

/** An owner of whom only a token of one run or one acquisition is known. */
DecodedOwner byToken(const QString &library, QByteArrayView token)
{
    DecodedOwner owner;
    owner.label.reserve(library.size() + 1 + token.size());
    owner.label += library;
    owner.label += QLatin1Char(' ');
    appendShortened(owner.label, token);
    return owner;
}

/** The same by a token that a process makes up once and signs all its locks with. */
DecodedOwner byProcess(const QString &library, QByteArrayView token)
{
    DecodedOwner owner = byToken(library, token);
    owner.detail.process = QString::fromLatin1(token);
    return owner;
}

bool isLetterOrDigit(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool isBase64(QByteArrayView text, QByteArrayView extra)
{
    return std::all_of(text.begin(), text.end(),
                       [extra](char c) { return isLetterOrDigit(c) || extra.contains(c); });
}

/** 16 bytes in base64 leave four bits of the 22nd digit empty. */
bool isBase64Of16Bytes(QByteArrayView text, QByteArrayView extra)
{
    constexpr QByteArrayView lastDigits("AQgw");
    return text.size() == 22 && isBase64(text, extra) && lastDigits.contains(text.back());
}

// --- uuid1 tokens -------------------------------------------------------------------------------

struct TimeUuid {
    ServerTime moment;
    QByteArray node; ///< 12 hexadecimal digits
    bool hasMac = false;
};

/** 100 ns steps from 1582-10-15, where these uuids count from, to 1970-01-01. */
constexpr quint64 uuidEpochOffset = 0x01B21DD213814000ULL;

std::optional<TimeUuid> timeUuid(QByteArrayView hex)
{
    constexpr QByteArrayView variants("89ab");
    if (!isLowerHex(hex, tokenHexDigits) || hex[12] != '1' || !variants.contains(hex[16]))
        return std::nullopt;
    const quint64 low = hex.first(8).toByteArray().toULongLong(nullptr, 16);
    const quint64 middle = hex.sliced(8, 4).toByteArray().toULongLong(nullptr, 16);
    const quint64 high = hex.sliced(13, 3).toByteArray().toULongLong(nullptr, 16);
    const quint64 steps = (high << 48) | (middle << 32) | low;
    if (steps < uuidEpochOffset)
        return std::nullopt;
    TimeUuid uuid;
    uuid.moment = ServerTime(Micros(static_cast<qint64>((steps - uuidEpochOffset) / 10)));
    uuid.node = hex.sliced(20).toByteArray();
    uuid.hasMac = (uuid.node.first(2).toInt(nullptr, 16) & 1) == 0;
    return uuid;
}

/** A random token hardly ever tells a time between 2010 and tomorrow; a real one always does. */
bool isPlausible(ServerTime moment, Context context)
{
    constexpr ServerTime earliest(std::chrono::seconds(1'262'304'000));
    return moment >= earliest && moment <= context.clock.server + std::chrono::hours(24);
}

QString macText(QByteArray node)
{
    for (qsizetype at = node.size() - 2; at > 0; at -= 2)
        node.insert(at, ':');
    return QString::fromLatin1(node);
}

Decoded pythonToken(Reading key, Context context)
{
    const auto uuid = timeUuid(key.value);
    if (!uuid || !isPlausible(uuid->moment, context))
        return std::nullopt;
    const QString mac = macText(uuid->node);
    DecodedOwner owner;
    owner.label = QStringLiteral("redis-py ") + mac;
    owner.attributes.push_back(ownerLine(Words::tr("Acquired (holder's clock)"),
                                         utcMomentText(uuid->moment, TimeDetail::ToMilli)));
    owner.attributes.push_back(uuid->hasMac ? ownerLine(Words::tr("MAC address"), mac)
                                            : ownerLine(Words::tr("Node (random, no MAC)"), mac));
    return owner;
}

// --- values that say who and where --------------------------------------------------------------

Decoded shedLock(Reading key, Context)
{
    constexpr QByteArrayView prefix("ADDED:");
    const QByteArrayView value(key.value);
    const qsizetype at = value.indexOf('@');
    if (!value.startsWith(prefix) || at < 0)
        return std::nullopt;
    const QByteArrayView stamp = value.sliced(prefix.size(), at - prefix.size());
    const QDateTime moment = QDateTime::fromString(QString::fromLatin1(stamp), Qt::ISODateWithMs);
    if (!stamp.endsWith('Z') || !moment.isValid())
        return std::nullopt;
    QByteArrayView host = value.sliced(at + 1);
    const qsizetype tail = host.size() - uuidLength - 1;
    if (tail > 0 && host[tail] == ':' && isUuid(host.sliced(tail + 1)))
        host = host.first(tail);
    if (host.isEmpty())
        return std::nullopt;

    DecodedOwner owner;
    owner.detail.host = literalText(host.toByteArray());
    owner.label = owner.detail.host;
    owner.attributes.push_back(ownerLine(
        Words::tr("Acquired (holder's clock)"),
        utcMomentText(ServerTime(Millis(moment.toMSecsSinceEpoch())), TimeDetail::ToMilli)));
    return owner;
}

Decoded dotNetLock(Reading key, Context)
{
    constexpr QByteArrayView waiting("_WRITERWAITING");
    QByteArrayView value(key.value);
    const bool waits = value.endsWith(waiting);
    if (waits)
        value.chop(waiting.size());
    const auto process = hostAndPid(value);
    if (!process)
        return std::nullopt;

    DecodedOwner owner;
    owner.detail.host = literalText(process->host.toByteArray());
    owner.detail.pid = process->pid;
    owner.label = QStringLiteral("%1 pid %2").arg(owner.detail.host).arg(process->pid);
    owner.waits = waits;
    return owner;
}

Decoded ourOwn(Reading key, Context)
{
    const auto own = ownSignature(key.value);
    if (!own || !own->isOfOne)
        return std::nullopt;
    DecodedOwner owner;
    owner.detail = signatureDetail(*own);
    owner.label = signatureLabel(*own);
    return owner;
}

// --- values that are a token --------------------------------------------------------------------

Decoded nodeRedlock(Reading key, Context)
{
    if (!isLowerHex(key.value, tokenHexDigits))
        return std::nullopt;
    return byToken(QStringLiteral("node-redlock"), key.value);
}

Decoded mutexUuid(Reading key, Context)
{
    if (!isUuid(key.value))
        return std::nullopt;
    return byToken(QStringLiteral("redis-semaphore"), key.value);
}

Decoded hangfireUuid(Reading key, Context)
{
    if (!isUuid(key.value))
        return std::nullopt;
    return byProcess(QStringLiteral("Hangfire"), key.value);
}

Decoded springUuid(Reading key, Context)
{
    if (!isUuid(key.value))
        return std::nullopt;
    DecodedOwner owner = byProcess(QStringLiteral("Spring"), key.value);
    const qsizetype colon = key.key.indexOf(':');
    owner.attributes.push_back(ownerLine(Words::tr("Registry"), literalText(key.key.first(colon))));
    return owner;
}

Decoded redsync(Reading key, Context)
{
    const QByteArrayView value(key.value);
    if (value.size() != 24 || !value.endsWith("==") || !isBase64Of16Bytes(value.first(22), "+/"))
        return std::nullopt;
    return byToken(QStringLiteral("redsync"), value);
}

/** 24 hexadecimal digits are an id of a document: of 10^14 tokens none is without other letters. */
Decoded pythonRedisLock(Reading key, Context)
{
    constexpr qsizetype digits = 24;
    if (key.value.size() != digits || !isBase64(key.value, "+/") || isLowerHex(key.value, digits))
        return std::nullopt;
    return byToken(QStringLiteral("python-redis-lock"), key.value);
}

Decoded goRedislock(Reading key, Context)
{
    if (!isBase64Of16Bytes(key.value, "-_"))
        return std::nullopt;
    return byToken(QStringLiteral("bsm/redislock"), key.value);
}

bool isLaravelOwner(QByteArrayView value)
{
    // Cached numbers stand as they are; one in sixteen billion billion owners looks like one.
    return value.size() == 16 && isBase64(value, {})
           && std::any_of(value.begin(), value.end(), [](char c) { return c < '0' || c > '9'; });
}

Decoded laravel(Reading key, Context)
{
    if (!isLaravelOwner(key.value))
        return std::nullopt;
    return byToken(QStringLiteral("Laravel"), key.value);
}

/**
 * The owner may be wrapped by the serializer that phpredis is told to use; PHP's is readable.
 * Cached strings are serialized the same way, so only a lock's own name tells.
 */
Decoded laravelJob(Reading key, Context context)
{
    constexpr QByteArrayView open("s:16:\"");
    const QByteArrayView value(key.value);
    if (!value.startsWith(open) || !value.endsWith("\";"))
        return laravel(key, context);
    const QByteArrayView owner = value.sliced(open.size()).chopped(2);
    if (!isLaravelOwner(owner))
        return std::nullopt;
    return byToken(QStringLiteral("Laravel"), owner);
}

// --- job queues ---------------------------------------------------------------------------------

void addJob(DecodedOwner &owner, const QByteArray &key)
{
    const QList<QByteArray> parts = key.split(':');
    owner.attributes.push_back(ownerLine(Words::tr("Queue"), literalText(parts[1])));
    owner.attributes.push_back(
        ownerLine(Words::tr("Job"), literalText(parts.sliced(2, parts.size() - 3).join(':'))));
}

Decoded bullMq(Reading key, Context)
{
    const QByteArrayView value(key.value);
    if (value.size() <= uuidLength + 1 || value[uuidLength] != ':'
        || !isUuid(value.first(uuidLength)) || !plainInteger(value.sliced(uuidLength + 1)))
        return std::nullopt;
    DecodedOwner owner = byToken(QStringLiteral("worker"), value);
    owner.detail.process = QString::fromLatin1(value.first(uuidLength));
    addJob(owner, key.key);
    return owner;
}

Decoded bull(Reading key, Context)
{
    if (!isUuid(key.value))
        return std::nullopt;
    DecodedOwner owner = byProcess(QStringLiteral("worker"), key.value);
    addJob(owner, key.key);
    return owner;
}

// --- values that name nobody --------------------------------------------------------------------

Decoded handMade(Reading key, Context)
{
    constexpr std::array words = {"1", "true", "lock", "LOCK", "locked", "LOCKED"};
    const bool empty = key.value.isEmpty();
    if (!empty && std::none_of(words.begin(), words.end(), [&key](const char *word) {
            return key.value == word;
        }))
        return std::nullopt;
    DecodedOwner owner;
    owner.label = empty ? Words::tr("(unsigned)") : QString::fromLatin1(key.value);
    owner.namesNobody = true;
    return owner;
}

constexpr auto certain = Certainty::Certain;
constexpr auto likely = Certainty::Likely;
constexpr auto always = OwnerDecoder::Expiry::Always;
constexpr auto ifAsked = OwnerDecoder::Expiry::IfAsked;

/**
 * The libraries and the versions whose way of writing this is.
 *
 * A uuid alone is nobody's: four libraries and any program write one, so the key has to say whose,
 * and only a prefix that is the library's own name says it for certain. 32 hexadecimal or 24 base64
 * digits may be a checksum or a session as well: without a pattern they need a name or a short
 * lease that fits a lock.
 */
constexpr std::array decoders = {
    // This program: lockmaster:<user>@<host>:<pid>:<16 hexadecimal digits>, and ` (<why>)`.
    OwnerDecoder{"Lockmaster", keyhint::any, keyhint::any, ourOwn, certain, ifAsked},
    // ShedLock up to 7.9, its Redis providers: ADDED:<UTC>@<host>, from 6.1 on with :<uuid>.
    OwnerDecoder{"ShedLock", keyhint::any, keyhint::any, shedLock, certain, always},
    // madelson/DistributedLock 2.8, .Redis: <machine>_<pid>_<guid>, writers that wait are marked.
    OwnerDecoder{"DistributedLock.NET", keyhint::any, keyhint::any, dotNetLock, likely, always},
    // RedBeat 2.4 holds its one lock through redis-py.
    OwnerDecoder{"RedBeat", keyhint::redbeat, keyhint::any, pythonToken, certain, always},
    // redis-py 3 to 6, Lock (django-redis, too): uuid1().hex. No expiry unless asked for.
    OwnerDecoder{"redis-py", keyhint::any, keyhint::any, pythonToken, likely, ifAsked},
    // node-redlock 4.2 and 5: 16 random bytes in hexadecimal, always with PX.
    OwnerDecoder{"node-redlock", keyhint::any, keyhint::lockLike, nodeRedlock, likely, always},
    // redis-semaphore 5 (npm), Mutex: mutex:<key>, a uuid for each Mutex object.
    OwnerDecoder{"redis-semaphore", keyhint::mutex, keyhint::any, mutexUuid, likely, always},
    // Hangfire.Redis.StackExchange: {hangfire}:<resource>, a guid for each process.
    OwnerDecoder{"Hangfire", keyhint::hangfire, keyhint::any, hangfireUuid, certain, always},
    // BullMQ 1 to 6: <prefix>:<queue>:<job>:lock, <worker uuid>:<n>; the prefix is bull, or yours.
    OwnerDecoder{"BullMQ", keyhint::bullJob, keyhint::any, bullMq, certain, always},
    OwnerDecoder{"BullMQ", keyhint::job, keyhint::any, bullMq, likely, always},
    // Bull 3 and 4: the same key, the worker's uuid alone.
    OwnerDecoder{"Bull", keyhint::bullJob, keyhint::any, bull, certain, always},
    // Spring Integration 4.3 to 7, RedisLockRegistry: <registry>:<key>, a uuid for each registry.
    OwnerDecoder{"Spring Integration", keyhint::registry, keyhint::expires, springUuid, likely,
                 always},
    // redsync 4.17 (Go): 16 random bytes in base64.
    OwnerDecoder{"redsync", keyhint::any, keyhint::lockLike, redsync, likely, always},
    // python-redis-lock 4: lock:<name>, 18 random bytes in base64. No expiry unless asked for.
    OwnerDecoder{"python-redis-lock", keyhint::lockPrefix, keyhint::any, pythonRedisLock, likely,
                 ifAsked},
    // bsm/redislock 0.10 (Go): 16 random bytes in base64url, without metadata.
    OwnerDecoder{"bsm/redislock", keyhint::any, keyhint::namedLock, goRedislock, likely, always},
    // Laravel 5.5 to 13, cache locks: 16 letters and digits. Older ones put a colon behind the
    // prefix. Without an expiry where 0 seconds were asked for.
    // Other programs name their caches likewise.
    OwnerDecoder{"Laravel", keyhint::laravelJob, keyhint::any, laravelJob, certain, ifAsked},
    OwnerDecoder{"Laravel", keyhint::laravelCache, keyhint::any, laravel, certain, ifAsked},
    OwnerDecoder{"Laravel", keyhint::namedCache, keyhint::any, laravel, likely, ifAsked},
    // Written by hand around SET NX or Spring's setIfAbsent: only an operator can know that it is a
    // lock, and then it is one of nobody's library.
    OwnerDecoder{"hand-made", keyhint::any, keyhint::none, handMade, certain, ifAsked},
};

} // namespace

std::span<const OwnerDecoder> ownerDecoders()
{
    return decoders;
}

} // namespace lockmaster
