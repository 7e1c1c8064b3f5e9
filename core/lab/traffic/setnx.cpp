// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/setnx.h"

#include "core/lab/traffic/program.h"

namespace lockmaster::traffic {

bool setIfAbsent(PlainRedis &redis, const QByteArray &key, const QByteArray &value,
                 std::optional<Millis> expiry)
{
    QByteArrayList words = {"SET", key, value, "NX"};
    if (expiry)
        words += {"PX", QByteArray::number(qint64(expiry->count()))};
    return !must(redis.command(words)).nil;
}

} // namespace lockmaster::traffic
