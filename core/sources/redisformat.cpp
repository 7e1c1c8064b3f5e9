// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redisformat.h"

namespace lockmaster {

std::vector<RedisCommand> RedisFormat::questions(const std::vector<LockRecord *> &)
{
    return {};
}

void RedisFormat::answer(const std::vector<LockRecord *> &, const std::vector<RedisReply> &,
                         const RedisReadContext &, Observation &)
{
}

std::vector<RedisFormat::Probe> RedisFormat::probes() const
{
    return {};
}

} // namespace lockmaster
