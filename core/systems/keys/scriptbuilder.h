// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/redisreply.h"

#include <QByteArrayList>

namespace lockmaster {

/** How a script compares the expiry of a key. */
enum class ExpiryCheck : quint8 {
    None,    ///< instance only
    Exact,   ///< PEXPIRETIME
    Derived, ///< before Redis 7: TIME and PTTL, within 50 ms
};

/** Builds the EVAL of a script that mentions keys and values by number only. */
class ScriptBuilder
{
public:
    /** How the script calls that key; the same for the same. */
    QByteArray key(const QByteArray &name);
    /** How the script calls that value. */
    QByteArray value(const QByteArray &bytes);

    void line(const QByteArray &text) { m_lines.append(text); }
    /** A call of it: its first argument is a key, unless it is a PUBLISH. */
    void call(const RedisCommand &command);
    /** Answers `renewed` where the key `name`, as the script calls it, ends otherwise than seen. */
    void checkExpiry(const QByteArray &name, qint64 storedExpiryMs, ExpiryCheck check);

    RedisCommand command() const;

private:
    QByteArrayList m_lines;
    QByteArrayList m_keys;
    QByteArrayList m_values;
};

} // namespace lockmaster
