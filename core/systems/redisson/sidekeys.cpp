// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/sidekeys.h"

#include "core/systems/contract/textshapes.h"

#include <algorithm>
#include <array>

namespace lockmaster::redisson {

namespace {

constexpr QByteArrayView readerTimeoutMark(":rwlock_timeout:");

QByteArray braced(const QByteArray &name)
{
    return name.contains('{') ? name : '{' + name + '}';
}

/** Made for each lock at each look, so in one piece. */
QByteArray prefixed(QByteArrayView prefix, const QByteArray &name)
{
    const bool asItIs = name.contains('{');
    QByteArray key(prefix.size() + name.size() + (asItIs ? 0 : 2), Qt::Uninitialized);
    char *at = std::copy(prefix.begin(), prefix.end(), key.data());
    if (!asItIs)
        *at++ = '{';
    at = std::copy(name.begin(), name.end(), at);
    if (!asItIs)
        *at = '}';
    return key;
}

} // namespace

QByteArray lockChannel(const QByteArray &name)
{
    return prefixed("redisson_lock__channel:", name);
}

QByteArray readWriteChannel(const QByteArray &name)
{
    return prefixed("redisson_rwlock:", name);
}

QByteArray fairQueue(const QByteArray &name)
{
    return prefixed("redisson_lock_queue:", name);
}

QByteArray fairTimeouts(const QByteArray &name)
{
    return prefixed("redisson_lock_timeout:", name);
}

QByteArray fenceToken(const QByteArray &name)
{
    return prefixed("redisson_lock_token:", name);
}

QByteArray readerTimeout(const QByteArray &name, const QByteArray &owner, qint64 index)
{
    return readerTimeoutPrefix(name) + owner + ":rwlock_timeout:" + QByteArray::number(index);
}

QByteArray readerTimeoutPrefix(const QByteArray &name)
{
    return braced(name) + ':';
}

bool isSideKey(const QByteArray &key)
{
    constexpr std::array prefixes = {"redisson_unlock_latch:", "redisson_lock_queue:",
                                     "redisson_lock_timeout:", "redisson_lock_token:"};
    if (std::any_of(prefixes.begin(), prefixes.end(),
                    [&key](const char *prefix) { return key.startsWith(prefix); }))
        return true;
    const qsizetype mark = key.lastIndexOf(readerTimeoutMark);
    return mark > 0
           && plainInteger(QByteArrayView(key).sliced(mark + readerTimeoutMark.size())).has_value();
}

std::vector<QByteArray> locksBeside(const QByteArray &key)
{
    for (const QByteArrayView prefix :
         {"redisson_lock_queue:", "redisson_lock_timeout:", "redisson_lock_token:"}) {
        if (!key.startsWith(prefix))
            continue;
        const QByteArray name = key.sliced(prefix.size());
        if (!name.contains('{'))
            return {};
        // The braces may be the lock's own.
        const bool plain = name.startsWith('{') && name.endsWith('}') && name.count('{') == 1;
        return plain ? std::vector{name.sliced(1, name.size() - 2), name} : std::vector{name};
    }
    return {};
}

} // namespace lockmaster::redisson
