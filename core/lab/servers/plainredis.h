// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/result.h"
#include "core/platform/secret.h"

#include <QByteArrayList>

#include <memory>
#include <optional>

struct redisContext;

namespace lockmaster {

/**
 * A plain connection to a private Redis, for traffic: hiredis as any program would use it, over
 * the unix socket. Not for monitored servers.
 *
 * Blocking; use it on any one thread at a time.
 */
class PlainRedis
{
public:
    /** A reply, flattened: text of a string or status, the integer, or nothing for nil. */
    struct Reply {
        bool nil = false;
        qint64 integer = 0;
        QByteArray text;
        QByteArrayList elements; ///< of an array
    };

    /** Connects and logs in; waits so long for each answer. Errors: Network, Auth. */
    static Result<PlainRedis> open(const QString &socketPath, const QString &user,
                                   const Secret &password, Millis patience = Millis(5000));

    /** Errors: Network (the connection is over), Denied (an error reply, in its words). */
    Result<Reply> command(const QByteArrayList &words);

    /** Waits for a message on a subscribed connection. @return false where none came in time. */
    Result<bool> waitForMessage(Millis wait);

private:
    struct Closer {
        void operator()(redisContext *context) const;
    };
    explicit PlainRedis(redisContext *context) : m_context(context) {}

    std::unique_ptr<redisContext, Closer> m_context;
};

} // namespace lockmaster
