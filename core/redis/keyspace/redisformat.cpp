// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redisformat.h"

namespace lockmaster {

std::vector<QByteArray> RedisFormat::locksBeside(const QByteArray &) const
{
    return {};
}

std::vector<RedisCommand> RedisFormat::questions(const std::vector<LockRecord *> &)
{
    return {};
}

std::vector<RedisCommand> RedisFormat::moreQuestions()
{
    return {};
}

void RedisFormat::answer(const std::vector<LockRecord *> &, const std::vector<RedisReply> &,
                         const RedisReadContext &, Observation &)
{
}

std::vector<RedisCommand> RedisFormat::glance(const std::vector<QByteArray> &, SteadyTime)
{
    return {};
}

std::vector<QByteArray> RedisFormat::doubtful(const std::vector<QByteArray> &names,
                                              const std::vector<RedisReply> &, SteadyTime)
{
    return names;
}

std::vector<RedisFormat::Probe> RedisFormat::probes() const
{
    return {};
}

} // namespace lockmaster
