// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/redis/redisreply.h"

#include <optional>

namespace lockmaster {

/** The value of `field:value` in what INFO and its likes answer; at most 64 bytes of it. */
QByteArray infoField(const QByteArray &info, const QByteArray &field);

/** The same as a number; -1: it is none. */
qint64 infoNumber(const QByteArray &info, const QByteArray &field);

/** The server's clock, by its answer to TIME or INFO server; none where no clock shows that. */
std::optional<ServerTime> serverTimeOf(const RedisReply &reply);

/** The same, asked and answered between the two moments. */
std::optional<ClockReading> clockOf(const RedisReply &reply, SteadyTime asked, SteadyTime answered);

} // namespace lockmaster
