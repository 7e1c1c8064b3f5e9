// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/sidekeys.h"

#include "core/systems/textshapes.h"

#include <algorithm>
#include <array>

namespace lockmaster::redisson {

namespace {

constexpr QByteArrayView readerTimeoutMark(":rwlock_timeout:");

QByteArray braced(const QByteArray &name)
{
    return name.contains('{') ? name : '{' + name + '}';
}

} // namespace

QByteArray lockChannel(const QByteArray &name)
{
    return "redisson_lock__channel:" + braced(name);
}

QByteArray readWriteChannel(const QByteArray &name)
{
    return "redisson_rwlock:" + braced(name);
}

QByteArray fairQueue(const QByteArray &name)
{
    return "redisson_lock_queue:" + braced(name);
}

QByteArray fairTimeouts(const QByteArray &name)
{
    return "redisson_lock_timeout:" + braced(name);
}

QByteArray fenceToken(const QByteArray &name)
{
    return "redisson_lock_token:" + braced(name);
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

} // namespace lockmaster::redisson
