// SPDX-License-Identifier: Apache-2.0
#include "core/domain/redisglob.h"
#include "core/redis/keyspace/redislistener.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/lockuse.h"

#include <algorithm>

// A key and an operator's patterns, in parts: what is asked of a server by what the patterns begin
// with must not leave out a key that matches them.

namespace lockmaster::fuzz {

namespace {

QByteArray escaped(const QByteArray &key)
{
    QByteArray pattern;
    for (const char c : key) {
        pattern += '\\';
        pattern += c;
    }
    return pattern;
}

} // namespace

} // namespace lockmaster::fuzz

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1024)
        return 0;
    Parts parts(bytesOf(data, size));
    const QByteArray key = parts.next();
    QByteArrayList patterns;
    while (!parts.atEnd() && patterns.size() < 8)
        patterns += parts.next();
    const QByteArray covering = redisGlobCovering(patterns);
    const std::vector<QByteArray> fed = feedPrefixes({patterns.begin(), patterns.end()});
    for (const QByteArray &pattern : std::as_const(patterns)) {
        if (!redisGlobMatches(pattern, key))
            continue;
        require(key.startsWith(redisGlobPrefix(pattern)), "a key begins otherwise");
        require(covering.isEmpty() || redisGlobMatches(covering, key), "a key is not covered");
        require(fed.empty()
                    || std::any_of(fed.begin(), fed.end(),
                                   [&key](const QByteArray &p) { return key.startsWith(p); }),
                "a key is not told of");
    }
    require(redisGlobMatches(escaped(key), key), "a key is not found by itself");
    return 0;
}
