// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/rediskeyjob.h"

#include "core/redis/redisconnection.h"

#include <algorithm>
#include <array>

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
constexpr QByteArrayView zero("0");
constexpr QByteArrayView lastByte("1023");
constexpr QByteArrayView count("COUNT");
constexpr QByteArrayView sixtyFour("64");

/** What is read in pages, and in the same four steps. */
struct Collection {
    QByteArray name; ///< of its type; shared by all that is read
    Step size;       ///< the first of its four steps
    QByteArrayView counting;
    QByteArrayView scan;
    bool pairs; ///< a page has two replies for each
};

const std::array<Collection, 3> &collections()
{
    static const std::array<Collection, 3> all = {
        Collection{QByteArrayLiteral("hash"), Step::HashSize, "HLEN", "HSCAN", true},
        Collection{QByteArrayLiteral("zset"), Step::SortedSize, "ZCARD", "ZSCAN", true},
        Collection{QByteArrayLiteral("set"), Step::SetSize, "SCARD", "SSCAN", false},
    };
    return all;
}

enum class Phase : quint8 { Size, Memory, Whole, Guarded };

const Collection &collectionOf(Step step)
{
    const auto place = size_t(int(step) - int(Step::HashSize)) / 4;
    return collections().at(place);
}

Phase phaseOf(Step step)
{
    return Phase((int(step) - int(Step::HashSize)) % 4);
}

Step stepOf(const Collection &collection, Phase phase)
{
    return Step(int(collection.size) + int(phase));
}

const Collection *collectionCalled(const QByteArray &name)
{
    for (const Collection &collection : collections()) {
        if (collection.name == name)
            return &collection;
    }
    return nullptr;
}

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
    const Collection *const collection = collectionCalled(reply.text);
    return collection ? KeyOutcome(KeyAgain{collection->size}) : KeyOutcome(KeyOther{reply.text});
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

KeyOutcome understandSize(const KeyJob &job, std::span<const RedisReply> replies)
{
    const Collection &collection = collectionOf(job.step);
    const qint64 fields = replies[0].integer;
    if (fields == 0)
        return KeyGone{};
    if (hasTooManyFields(job, fields))
        return KeyOther{collection.name};
    const QByteArray &encoding = replies[1].text;
    const bool isShort = encoding == "listpack" || encoding == "listpackex" || encoding == "ziplist"
                         || encoding == "intset";
    return KeyAgain{stepOf(collection, isShort ? Phase::Whole : Phase::Memory)};
}

KeyOutcome understandMemory(const KeyJob &job, const RedisReply &reply)
{
    const Collection &collection = collectionOf(job.step);
    if (reply.isError())
        return KeyAgain{stepOf(collection, Phase::Whole)};
    if (reply.isNil())
        return KeyGone{};
    if (reply.integer > mostHashBytes)
        return KeyOther{collection.name};
    return KeyAgain{stepOf(collection, Phase::Whole)};
}

/** A page: a cursor, and fields with their values in turn, or members. */
bool isPage(const RedisReply &reply)
{
    return reply.isArray() && reply.elements.size() == 2 && reply.elements[1].isArray();
}

KeyAnswer collectionAnswer(const KeyJob &job, const Expiry &expiry, qint64 length, RedisReply &page)
{
    const Collection &collection = collectionOf(job.step);
    KeyAnswer answer = answerOf(job, collection.name, expiry);
    answer.reading.length = length;
    auto &flat = page.elements[1].elements;
    const size_t each = collection.pairs ? 2 : 1;
    const size_t taken = std::min<size_t>(flat.size() / each, mostFields);
    answer.reading.fields.reserve(taken);
    for (size_t i = 0; i < taken; ++i)
        answer.reading.fields.emplace_back(std::move(flat[each * i].text),
                                           collection.pairs ? std::move(flat[each * i + 1].text)
                                                            : QByteArray());
    return answer;
}

/** A page that is the last one as well has all fields, so they need not be counted. */
KeyOutcome understandWhole(const KeyJob &job, const ExpiryDialect &dialect,
                           std::span<RedisReply> replies)
{
    const Collection &collection = collectionOf(job.step);
    const Expiry expiry = expiryOf(replies.subspan(1), dialect);
    if (expiry.absent)
        return KeyGone{};
    RedisReply &page = replies[0];
    if (!isPage(page) || page.elements[1].elements.empty() || page.elements[0].text != "0")
        return again(job, stepOf(collection, Phase::Guarded));
    const auto length =
        static_cast<qint64>(page.elements[1].elements.size() / (collection.pairs ? 2 : 1));
    if (hasTooManyFields(job, length))
        return KeyOther{collection.name};
    return collectionAnswer(job, expiry, length, page);
}

KeyOutcome understandGuarded(const KeyJob &job, const ExpiryDialect &dialect,
                             std::span<RedisReply> replies)
{
    const Collection &collection = collectionOf(job.step);
    const Expiry expiry = expiryOf(replies.subspan(2), dialect);
    const qint64 length = replies[0].integer;
    if (expiry.absent || length == 0)
        return KeyGone{};
    if (hasTooManyFields(job, length))
        return KeyOther{collection.name};
    if (!isPage(replies[1]) || replies[1].elements[1].elements.empty())
        return again(job, stepOf(collection, Phase::Guarded));
    return collectionAnswer(job, expiry, length, replies[1]);
}

KeyOutcome understandCollection(const KeyJob &job, const ExpiryDialect &dialect,
                                std::span<RedisReply> replies)
{
    switch (phaseOf(job.step)) {
    case Phase::Size: return understandSize(job, replies);
    case Phase::Memory: return understandMemory(job, replies[0]);
    case Phase::Whole: return understandWhole(job, dialect, replies);
    case Phase::Guarded: return understandGuarded(job, dialect, replies);
    }
    Q_UNREACHABLE();
}

void appendCollectionCommands(const KeyJob &job, const ExpiryDialect &dialect,
                              RedisRequest &request)
{
    const Collection &collection = collectionOf(job.step);
    const QByteArray &key = job.key;
    switch (phaseOf(job.step)) {
    case Phase::Size:
        request.addWords(collection.counting, key);
        request.addWords("OBJECT", "ENCODING", key);
        break;
    case Phase::Memory: request.addWords("MEMORY", "USAGE", key, "SAMPLES", sixtyFour); break;
    case Phase::Whole:
        request.addWords(collection.scan, key, zero, count, sixtyFour);
        appendExpiry(key, dialect, request);
        break;
    case Phase::Guarded:
        request.addWords(collection.counting, key);
        request.addWords(collection.scan, key, zero, count, sixtyFour);
        appendExpiry(key, dialect, request);
        break;
    }
}

} // namespace

KeyJob::Step readingStep(const QByteArray &keyType, bool whole)
{
    if (keyType == QByteArrayView("string"))
        return whole ? Step::String : Step::GuardedString;
    const Collection *const collection = collectionCalled(keyType);
    if (!collection)
        return Step::Type;
    return stepOf(*collection, whole ? Phase::Whole : Phase::Guarded);
}

bool isOptional(KeyJob::Step step)
{
    return step >= Step::SortedSize;
}

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
    default: appendCollectionCommands(job, dialect, request); break;
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
        const bool isCollection = job.step >= Step::HashSize;
        const bool sizeUnknown =
            isCollection
            && ((phaseOf(job.step) == Phase::Size && i == 1) || phaseOf(job.step) == Phase::Memory);
        if (!sizeUnknown)
            return refused(job, i, dialect, replies[i]);
    }
    switch (job.step) {
    case Step::Type: return understandType(replies[0], wanted);
    case Step::String: return understandString(job, dialect, replies);
    case Step::GuardedString: return understandGuardedString(job, dialect, replies);
    default: return understandCollection(job, dialect, replies);
    }
    Q_UNREACHABLE();
}

} // namespace lockmaster
