// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <vector>

namespace lockmaster {

/** A RESP2 reply as a value. */
struct RedisReply {
    enum class Type : quint8 { Nil, Status, Error, Integer, Bulk, Array };
    Type type = Type::Nil;
    qint64 integer = 0;
    QByteArray text; ///< status, error or bulk bytes
    std::vector<RedisReply> elements;

    bool isNil() const { return type == Type::Nil; }
    bool isError() const { return type == Type::Error; }
    bool isArray() const { return type == Type::Array; }
};

/** A command and its arguments; binary-safe. */
using RedisCommand = std::vector<QByteArray>;

/**
 * What an untrusted server may make us hold for one call. Checked before anything is allocated.
 * Nesting is bounded as well: seven levels.
 */
struct RedisLimits {
    /** All replies to one call together. Received, taken apart and handed over they take four
     * times as much memory. */
    qint64 replyBytes = 12 << 20;
    qint64 values = 1 << 17; ///< likewise; arrays and what is in them
};

} // namespace lockmaster
