// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisdecoder.h"
#include "core/text/words.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace lockmaster {

namespace {

/** Lines are counts, numbers, states and errors. hiredis looks for their end from the start. */
constexpr size_t longestLine = 64 << 10;
/** hiredis moves what it has not read yet again and again: small bites keep that cheap. */
constexpr qsizetype bite = 16 << 10;
constexpr int deepestNesting = 7;

} // namespace

/**
 * Replies are built in place: a root, and in it the elements of arrays. An array under construction
 * is always the last element of its parent, so that no parent grows while a pointer into it lives.
 */
struct RedisDecoder::Private {
    RedisLimits limits;
    redisReader *reader = nullptr;
    RedisReply root;
    qint64 bytes = 0;
    qint64 values = 0;
    bool beyondValues = false;

    RedisReply *place(const redisReadTask *task, RedisReply::Type type)
    {
        if (++values > limits.values) {
            beyondValues = true;
            return nullptr;
        }
        RedisReply *reply = &root;
        if (task->parent != nullptr)
            reply = &static_cast<RedisReply *>(task->parent->obj)->elements.emplace_back();
        else
            root = {};
        reply->type = type;
        return reply;
    }

    static Private *of(const redisReadTask *task) { return static_cast<Private *>(task->privdata); }
    static QByteArray textOf(const char *text, size_t size);
    static void *createString(const redisReadTask *task, char *text, size_t size);
    static void *createArray(const redisReadTask *task, int count);
    static void *createInteger(const redisReadTask *task, long long value);
    static void *createNil(const redisReadTask *task);
    static void freeObject(void *) {} // everything is within `root`

    bool lineIsEndless() const;
    tl::unexpected<Error> beyondBounds() const;
    tl::unexpected<Error> notUnderstood() const;
};

/** What nearly every answer says in the same few words takes no memory of its own. */
QByteArray RedisDecoder::Private::textOf(const char *text, size_t size)
{
    static const std::array common = {
        QByteArrayLiteral("0"),    QByteArrayLiteral("1"),        QByteArrayLiteral("hash"),
        QByteArrayLiteral("none"), QByteArrayLiteral("listpack"), QByteArrayLiteral("string"),
    };
    const auto length = static_cast<qsizetype>(size);
    for (const QByteArray &word : common) {
        if (word.size() == length && std::memcmp(word.constData(), text, size) == 0)
            return word;
    }
    return QByteArray(text, length);
}

void *RedisDecoder::Private::createString(const redisReadTask *task, char *text, size_t size)
{
    auto type = RedisReply::Type::Bulk;
    if (task->type == REDIS_REPLY_STATUS)
        type = RedisReply::Type::Status;
    else if (task->type == REDIS_REPLY_ERROR)
        type = RedisReply::Type::Error;
    RedisReply *reply = of(task)->place(task, type);
    if (reply != nullptr)
        reply->text = textOf(text, size);
    return reply;
}

void *RedisDecoder::Private::createArray(const redisReadTask *task, int count)
{
    Private *self = of(task);
    int level = 1;
    for (const redisReadTask *parent = task->parent; parent != nullptr; parent = parent->parent)
        ++level;
    if (level > deepestNesting)
        return nullptr;
    if (self->values + count > self->limits.values) {
        self->beyondValues = true;
        return nullptr;
    }
    return self->place(task, RedisReply::Type::Array);
}

void *RedisDecoder::Private::createInteger(const redisReadTask *task, long long value)
{
    RedisReply *reply = of(task)->place(task, RedisReply::Type::Integer);
    if (reply != nullptr)
        reply->integer = value;
    return reply;
}

void *RedisDecoder::Private::createNil(const redisReadTask *task)
{
    return of(task)->place(task, RedisReply::Type::Nil);
}

/** A line that goes on and on would be searched anew with every bite. */
bool RedisDecoder::Private::lineIsEndless() const
{
    return reader->ridx >= 0 && reader->len - reader->pos > longestLine
           && reader->rstack[reader->ridx].type != REDIS_REPLY_STRING;
}

tl::unexpected<Error> RedisDecoder::Private::beyondBounds() const
{
    return failure(ErrorKind::Truncated,
                   Words::tr("The server's answer is larger than Lockmaster is willing to read "
                             "(%1 MB, %2 values).")
                       .arg(limits.replyBytes >> 20)
                       .arg(limits.values));
}

tl::unexpected<Error> RedisDecoder::Private::notUnderstood() const
{
    // hiredis' own words may quote the server's bytes: leave them out.
    return failure(
        ErrorKind::Protocol, Words::tr("The answer is not the Redis protocol (RESP2)."),
        Words::tr("Check that host and port lead to a Redis or Valkey server, and whether this "
                  "port speaks TLS."));
}

RedisDecoder::RedisDecoder(const RedisLimits &limits) : d(std::make_unique<Private>())
{
    static redisReplyObjectFunctions functions = {
        Private::createString, Private::createArray, Private::createInteger,
        Private::createNil,    Private::freeObject,
    };
    d->limits = limits;
    d->reader = redisReaderCreateWithFunctions(&functions);
    Q_CHECK_PTR(d->reader);
    d->reader->privdata = d.get();
}

RedisDecoder::~RedisDecoder()
{
    redisReaderFree(d->reader);
}

void RedisDecoder::beginBatch()
{
    d->bytes = 0;
    d->values = 0;
}

Result<qsizetype> RedisDecoder::feed(const char *bytes, qsizetype size,
                                     std::vector<RedisReply> &replies, size_t most)
{
    for (qsizetype taken = 0;;) {
        while (replies.size() < most) {
            void *reply = nullptr;
            if (redisReaderGetReply(d->reader, &reply) != REDIS_OK)
                return d->beyondValues ? d->beyondBounds() : d->notUnderstood();
            if (reply == nullptr)
                break;
            replies.push_back(std::move(d->root));
        }
        if (replies.size() == most)
            return taken;
        if (d->lineIsEndless())
            return d->notUnderstood();
        if (taken == size)
            return taken;
        const qsizetype part = std::min(size - taken, bite);
        d->bytes += part;
        if (d->bytes > d->limits.replyBytes)
            return d->beyondBounds();
        if (redisReaderFeed(d->reader, bytes + taken, static_cast<size_t>(part)) != REDIS_OK)
            return d->notUnderstood();
        taken += part;
    }
}

bool RedisDecoder::isMidReply() const
{
    const redisReader *reader = d->reader;
    return reader->len > reader->pos || reader->ridx > 0
           || (reader->ridx == 0 && reader->rstack[0].type >= 0);
}

QString redisClientLibrary()
{
    return QStringLiteral("hiredis %1.%2.%3")
        .arg(HIREDIS_MAJOR)
        .arg(HIREDIS_MINOR)
        .arg(HIREDIS_PATCH);
}

} // namespace lockmaster
