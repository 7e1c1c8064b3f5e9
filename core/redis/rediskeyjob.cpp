// SPDX-License-Identifier: Apache-2.0
#include "core/redis/rediskeyjob.h"

#include "core/redis/redisconnection.h"

#include <algorithm>

namespace lockmaster {

namespace {

using Step = KeyJob::Step;

constexpr qsizetype longestValue = 1024;
constexpr qsizetype mostFields = 64;
constexpr qint64 mostHashBytes = 128 << 10;
constexpr quint8 mostTries = 8;

constexpr QByteArrayView type("TYPE");
constexpr QByteArrayView pttl("PTTL");
constexpr QByteArrayView pexpiretime("PEXPIRETIME");
constexpr QByteArrayView strlenCommand("STRLEN");
constexpr QByteArrayView getrange("GETRANGE");
constexpr QByteArrayView hlen("HLEN");
constexpr QByteArrayView hscan("HSCAN");
constexpr QByteArrayView zero("0");
constexpr QByteArrayView lastByte("1023");
constexpr QByteArrayView count("COUNT");
constexpr QByteArrayView sixtyFour("64");

void appendExpiry(const QByteArray &key, const ExpiryDialect &dialect, RedisRequest &request)
{
    if (dialect.absolute)
        request.addWords(pexpiretime, key);
    if (dialect.relative)
        request.addWords(pttl, key);
}

QByteArray commandOf(Step step, size_t reply, const ExpiryDialect &dialect)
{
    KeyJob job;
    job.step = step;
    RedisRequest request;
    appendKeyCommands(job, dialect, request);
    return request.commands()[reply].front();
}

KeyRefused refused(const KeyJob &job, size_t reply, const ExpiryDialect &dialect,
                   const RedisReply &error)
{
    const QByteArray command = commandOf(job.step, reply, dialect);
    KeyRefused outcome;
    outcome.error = errorOfReply(error, QString::fromLatin1(command));
    outcome.command = command;
    outcome.wholeCommand =
        outcome.error.kind != ErrorKind::Denied || error.text.contains("run the");
    return outcome;
}

struct Expiry {
    bool absent = false;
    qint64 absoluteMs = -1;
    qint64 relativeMs = -1;

    bool agreesWith(const Expiry &other) const
    {
        // PTTL runs on between the two; PEXPIRETIME does not.
        constexpr qint64 sameInstantMs = 100;
        return absent == other.absent && absoluteMs == other.absoluteMs
               && (relativeMs < 0) == (other.relativeMs < 0)
               && relativeMs - other.relativeMs <= sameInstantMs && other.relativeMs <= relativeMs;
    }
};

Expiry expiryOf(std::span<const RedisReply> replies, const ExpiryDialect &dialect)
{
    Expiry expiry;
    size_t next = 0;
    if (dialect.absolute)
        expiry.absoluteMs = replies[next++].integer;
    if (dialect.relative)
        expiry.relativeMs = replies[next].integer;
    expiry.absent = expiry.absoluteMs == -2 || expiry.relativeMs == -2;
    return expiry;
}

KeyOutcome again(const KeyJob &job, Step step)
{
    if (job.tries >= mostTries)
        return KeyUnsettled{};
    return KeyAgain{step};
}

KeyAnswer answerOf(const KeyJob &job, const QByteArray &keyType, const Expiry &expiry)
{
    KeyAnswer answer;
    answer.reading.key = job.key;
    answer.reading.type = keyType;
    answer.reading.known = job.known;
    answer.absoluteMs = expiry.absoluteMs;
    answer.relativeMs = expiry.relativeMs;
    return answer;
}

KeyOutcome understandType(const RedisReply &reply, const TypeFilter &wanted)
{
    if (reply.text == "none")
        return KeyGone{};
    if (!wanted(reply.text))
        return KeyOther{reply.text};
    if (reply.text == "string")
        return KeyAgain{Step::String};
    if (reply.text == "hash")
        return KeyAgain{Step::HashSize};
    return KeyOther{reply.text};
}

KeyOutcome understandString(const KeyJob &job, const ExpiryDialect &dialect,
                            std::span<RedisReply> replies)
{
    const Expiry expiry = expiryOf(replies.subspan(1), dialect);
    if (expiry.absent)
        return KeyGone{};
    // Empty may mean "was not there yet", and a full page may not be all of it.
    if (replies[0].text.isEmpty() || replies[0].text.size() >= longestValue)
        return again(job, Step::GuardedString);
    KeyAnswer answer = answerOf(job, QByteArrayLiteral("string"), expiry);
    answer.reading.value = std::move(replies[0].text);
    answer.reading.length = answer.reading.value.size();
    return answer;
}

KeyOutcome understandGuardedString(const KeyJob &job, const ExpiryDialect &dialect,
                                   std::span<RedisReply> replies)
{
    const auto expiryReplies = static_cast<size_t>(dialect.commands());
    const Expiry before = expiryOf(replies, dialect);
    const Expiry after = expiryOf(replies.subspan(expiryReplies + 2), dialect);
    if (after.absent)
        return KeyGone{};
    RedisReply &length = replies[expiryReplies];
    RedisReply &value = replies[expiryReplies + 1];
    if (!before.agreesWith(after) || value.text.size() > length.integer)
        return again(job, Step::GuardedString);
    KeyAnswer answer = answerOf(job, QByteArrayLiteral("string"), after);
    answer.reading.value = std::move(value.text);
    answer.reading.value.truncate(longestValue); // whatever the server sent
    answer.reading.length = length.integer;
    return answer;
}

/** A lock may have many readers; what nobody called a lock is not fetched to find out. */
bool hasTooManyFields(const KeyJob &job, qint64 fields)
{
    return fields > mostFields && !job.known && job.pattern < 0;
}

KeyOutcome understandHashSize(const KeyJob &job, std::span<const RedisReply> replies)
{
    const qint64 fields = replies[0].integer;
    if (fields == 0)
        return KeyGone{};
    if (hasTooManyFields(job, fields))
        return KeyOther{QByteArrayLiteral("hash")};
    const QByteArray &encoding = replies[1].text;
    return KeyAgain{encoding == "listpack" || encoding == "listpackex" || encoding == "ziplist"
                        ? Step::Hash
                        : Step::HashMemory};
}

KeyOutcome understandHashMemory(const RedisReply &reply)
{
    if (reply.isNil())
        return KeyGone{};
    if (reply.integer > mostHashBytes)
        return KeyOther{QByteArrayLiteral("hash")};
    return KeyAgain{Step::Hash};
}

/** The page of a hash: a cursor, and fields with their values in turn. */
bool isPage(const RedisReply &reply)
{
    return reply.isArray() && reply.elements.size() == 2 && reply.elements[1].isArray();
}

KeyAnswer hashAnswer(const KeyJob &job, const Expiry &expiry, qint64 length, RedisReply &page)
{
    KeyAnswer answer = answerOf(job, QByteArrayLiteral("hash"), expiry);
    answer.reading.length = length;
    auto &flat = page.elements[1].elements;
    const size_t pairs = std::min<size_t>(flat.size() / 2, mostFields);
    answer.reading.fields.reserve(pairs);
    for (size_t i = 0; i < pairs; ++i)
        answer.reading.fields.emplace_back(std::move(flat[2 * i].text),
                                           std::move(flat[2 * i + 1].text));
    return answer;
}

/** A page that is the last one as well has all fields, so they need not be counted. */
KeyOutcome understandHash(const KeyJob &job, const ExpiryDialect &dialect,
                          std::span<RedisReply> replies)
{
    const Expiry expiry = expiryOf(replies.subspan(1), dialect);
    if (expiry.absent)
        return KeyGone{};
    RedisReply &page = replies[0];
    if (!isPage(page) || page.elements[1].elements.empty() || page.elements[0].text != "0")
        return again(job, Step::GuardedHash);
    const auto length = static_cast<qint64>(page.elements[1].elements.size() / 2);
    if (hasTooManyFields(job, length))
        return KeyOther{QByteArrayLiteral("hash")};
    return hashAnswer(job, expiry, length, page);
}

KeyOutcome understandGuardedHash(const KeyJob &job, const ExpiryDialect &dialect,
                                 std::span<RedisReply> replies)
{
    const Expiry expiry = expiryOf(replies.subspan(2), dialect);
    const qint64 length = replies[0].integer;
    if (expiry.absent || length == 0)
        return KeyGone{};
    if (hasTooManyFields(job, length))
        return KeyOther{QByteArrayLiteral("hash")};
    if (!isPage(replies[1]) || replies[1].elements[1].elements.empty())
        return again(job, Step::GuardedHash);
    return hashAnswer(job, expiry, length, replies[1]);
}

} // namespace

int appendKeyCommands(const KeyJob &job, const ExpiryDialect &dialect, RedisRequest &request)
{
    const size_t before = request.size();
    const QByteArray &key = job.key;
    switch (job.step) {
    case Step::Type: request.addWords(type, key); break;
    case Step::String:
        request.addWords(getrange, key, zero, lastByte);
        appendExpiry(key, dialect, request);
        break;
    case Step::GuardedString:
        appendExpiry(key, dialect, request);
        request.addWords(strlenCommand, key);
        request.addWords(getrange, key, zero, lastByte);
        appendExpiry(key, dialect, request);
        break;
    case Step::HashSize:
        request.addWords(hlen, key);
        request.addWords("OBJECT", "ENCODING", key);
        break;
    case Step::HashMemory: request.addWords("MEMORY", "USAGE", key, "SAMPLES", sixtyFour); break;
    case Step::Hash:
        request.addWords(hscan, key, zero, count, sixtyFour);
        appendExpiry(key, dialect, request);
        break;
    case Step::GuardedHash:
        request.addWords(hlen, key);
        request.addWords(hscan, key, zero, count, sixtyFour);
        appendExpiry(key, dialect, request);
        break;
    }
    return static_cast<int>(request.size() - before);
}

KeyOutcome understandKey(const KeyJob &job, const ExpiryDialect &dialect,
                         std::span<RedisReply> replies, const TypeFilter &wanted)
{
    for (size_t i = 0; i < replies.size(); ++i) {
        if (!replies[i].isError())
            continue;
        if (replies[i].text.startsWith("WRONGTYPE"))
            return again(job, Step::Type);
        // Without OBJECT or MEMORY the number of fields has to be bound enough.
        const bool sizeUnknown =
            (job.step == Step::HashSize && i == 1) || job.step == Step::HashMemory;
        if (!sizeUnknown)
            return refused(job, i, dialect, replies[i]);
    }
    switch (job.step) {
    case Step::Type: return understandType(replies[0], wanted);
    case Step::String: return understandString(job, dialect, replies);
    case Step::GuardedString: return understandGuardedString(job, dialect, replies);
    case Step::HashSize: return understandHashSize(job, replies);
    case Step::HashMemory:
        return replies[0].isError() ? KeyOutcome(KeyAgain{Step::Hash})
                                    : understandHashMemory(replies[0]);
    case Step::Hash: return understandHash(job, dialect, replies);
    case Step::GuardedHash: return understandGuardedHash(job, dialect, replies);
    }
    Q_UNREACHABLE();
}

} // namespace lockmaster
