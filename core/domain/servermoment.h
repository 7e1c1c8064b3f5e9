// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QByteArray>

#include <optional>

namespace lockmaster {

/** Which server was looked at, and when by its own clock. What is not known is left empty. */
struct ServerMoment {
    QByteArray server; ///< a `serverDigest`
    std::optional<ServerTime> at;
    /** The most that follow a Redis, or did lately: all of them confirm what is written. */
    qint64 followers = 0;

    friend bool operator==(const ServerMoment &, const ServerMoment &) = default;
};

/** A server's identity in eight bytes; none for an empty one. */
QByteArray serverDigest(const QByteArray &identity);

} // namespace lockmaster
