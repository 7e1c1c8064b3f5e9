// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/redisreply.h"

#include <utility>

namespace lockmaster::test {

inline RedisReply bulk(const QByteArray &text)
{
    RedisReply reply;
    reply.type = RedisReply::Type::Bulk;
    reply.text = text;
    return reply;
}

inline RedisReply errorReply(const QByteArray &text)
{
    RedisReply reply = bulk(text);
    reply.type = RedisReply::Type::Error;
    return reply;
}

inline RedisReply array(std::vector<RedisReply> elements)
{
    RedisReply reply;
    reply.type = RedisReply::Type::Array;
    reply.elements = std::move(elements);
    return reply;
}

} // namespace lockmaster::test
