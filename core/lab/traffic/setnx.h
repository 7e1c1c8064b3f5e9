// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/servers/plainredis.h"

namespace lockmaster::traffic {

/** `SET key value NX [PX expiry]`: whether the key is ours now. Ends the process without Redis. */
bool setIfAbsent(PlainRedis &redis, const QByteArray &key, const QByteArray &value,
                 std::optional<Millis> expiry);

} // namespace lockmaster::traffic
