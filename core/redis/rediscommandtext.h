// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/redisreply.h"

#include <QString>

namespace lockmaster {

/**
 * A command as redis-cli takes and prints it: plain words as they are, everything else in double
 * quotes with `\n`, `\"` and `\x00`; ASCII only. Of an argument of more than 256 bytes that is not
 * a script the rest is counted instead of shown.
 */
QString redisCommandText(const RedisCommand &command);

/** One argument likewise, and whole, however long: for what is there to be pasted. */
QString redisArgumentText(const QByteArray &argument);

/** One after the other, on lines of their own. */
QString redisCommandText(const std::vector<RedisCommand> &commands);

} // namespace lockmaster
