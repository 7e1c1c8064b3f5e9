// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/plainredis.h"

#include <QFile>

#include <vector>

#include <hiredis.h>
#include <poll.h>

namespace lockmaster {

namespace {

struct ReplyDeleter {
    void operator()(redisReply *reply) const { freeReplyObject(reply); }
};
using OwnedReply = std::unique_ptr<redisReply, ReplyDeleter>;

QByteArray textOf(const redisReply &reply)
{
    if (reply.type == REDIS_REPLY_INTEGER)
        return QByteArray::number(reply.integer);
    return reply.str ? QByteArray(reply.str, static_cast<qsizetype>(reply.len)) : QByteArray();
}

Error networkError(const redisContext *context)
{
    return {ErrorKind::Network,
            context ? context->err : 0,
            context ? QString::fromUtf8(context->errstr) : QString(),
            {}};
}

} // namespace

void PlainRedis::Closer::operator()(redisContext *context) const
{
    redisFree(context);
}

Result<PlainRedis> PlainRedis::open(const QString &socketPath, const QString &user,
                                    const Secret &password, Millis patience)
{
    const timeval time = {patience.count() / 1000, 1000 * (patience.count() % 1000)};
    PlainRedis redis(redisConnectUnixWithTimeout(QFile::encodeName(socketPath).constData(), time));
    if (!redis.m_context || redis.m_context->err != 0)
        return tl::make_unexpected(networkError(redis.m_context.get()));
    redisSetTimeout(redis.m_context.get(), time);
    const auto reply = redis.command({"AUTH", user.toUtf8(), password.reveal()});
    if (!reply)
        return passOn(reply);
    return redis;
}

Result<PlainRedis::Reply> PlainRedis::command(const QByteArrayList &words)
{
    std::vector<const char *> pointers;
    std::vector<size_t> sizes;
    for (const QByteArray &word : words) {
        pointers.push_back(word.constData());
        sizes.push_back(static_cast<size_t>(word.size()));
    }
    const OwnedReply reply(static_cast<redisReply *>(redisCommandArgv(
        m_context.get(), static_cast<int>(words.size()), pointers.data(), sizes.data())));
    if (!reply)
        return tl::make_unexpected(networkError(m_context.get()));
    if (reply->type == REDIS_REPLY_ERROR)
        return failure(ErrorKind::Denied, QString::fromUtf8(textOf(*reply)));
    Reply value;
    value.nil = reply->type == REDIS_REPLY_NIL;
    value.integer = reply->integer;
    value.text = textOf(*reply);
    for (size_t i = 0; i < reply->elements; ++i)
        value.elements += textOf(*reply->element[i]);
    return value;
}

Result<bool> PlainRedis::waitForMessage(Millis wait)
{
    void *raw = nullptr;
    // One may have come together with the reply before it.
    if (redisGetReplyFromReader(m_context.get(), &raw) != REDIS_OK)
        return tl::make_unexpected(networkError(m_context.get()));
    pollfd watched = {m_context->fd, POLLIN, 0};
    if (!raw && ::poll(&watched, 1, static_cast<int>(wait.count())) <= 0)
        return false;
    if (!raw && redisGetReply(m_context.get(), &raw) != REDIS_OK)
        return tl::make_unexpected(networkError(m_context.get()));
    const OwnedReply message(static_cast<redisReply *>(raw));
    return true;
}

} // namespace lockmaster
